"""A PostgreSQL cluster for tests, in a temporary folder.

It listens on a Unix socket, so it needs no port. As root, it runs as the user `postgres`, because
PostgreSQL refuses to run as root.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Self
from urllib.parse import quote

import psycopg

ROLE = "codepegs"
"""Role without superuser that owns every database."""
MISSING = "PostgreSQL is not installed: there is no initdb in /usr/lib/postgresql/*/bin or on the PATH"
FAST = {"fsync": "off", "synchronous_commit": "on", "full_page_writes": "off"}
SAFE = {"fsync": "on", "synchronous_commit": "on"}
_USER = "postgres"
LOCKED = "locked"
"""Role that needs the password "sesame"."""
_SMALL = {
    "shared_buffers": "16MB",
    "max_connections": "300",
    "listen_addresses": "",
    "log_min_messages": "fatal",
}


@cache
def programs() -> Path | None:
    """Return the folder with PostgreSQL's programs, or None if it is not installed."""
    found = [*Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if found:
        return max(found, key=lambda file: int(file.parts[-3])).parent
    path = shutil.which("initdb")
    return None if path is None else Path(os.path.realpath(path)).parent


class Cluster:
    """Running PostgreSQL server, known by its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._numbers = folder, count(1)
        self._database = "postgres"

    def use_own_database(self) -> None:
        """Make a database for the schemas of this process: locks and messages of others stay out of it."""
        name = f"process{os.getpid()}"
        self.execute(f"CREATE DATABASE {name} OWNER {ROLE}")
        self._database = name

    def connect(self, database: str = "postgres") -> psycopg.Connection[tuple[object, ...]]:
        """Connect as a superuser."""
        return psycopg.connect(host=str(self.folder), user="postgres", dbname=database, autocommit=True)

    def execute(self, statement: str, database: str = "postgres") -> None:
        """Run a statement as a superuser."""
        with self.connect(database) as connection:
            connection.execute(statement.encode())

    def fetch(self, query: str) -> list[tuple[object, ...]]:
        """Return the rows of a query as a superuser."""
        with self.connect() as connection:
            return connection.execute(query.encode()).fetchall()

    def new_database(self, template: str = "template0") -> str:
        """Return the URL of a new database without tables, or with those of another one."""
        name = f"database{os.getpid()}_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} OWNER {ROLE} TEMPLATE {template}")
        return self.url(name)

    def new_schema(self) -> str:
        """Return the URL of a new schema without tables, which is twenty times as fast as a database."""
        name = f"schema{next(self._numbers)}"
        self.execute(f"CREATE SCHEMA {name} AUTHORIZATION {ROLE}", self._database)
        return f"{self.url(self._database)}&options=-csearch_path%3D{name}"

    def url(self, database: str, role: str = ROLE) -> str:
        return f"postgresql://{role}@/{database}?host={quote(str(self.folder), safe='')}"


class OwnCluster(Cluster):
    """Server that this process starts. A context manager that stops it and deletes its folder."""

    def __init__(self, settings: dict[str, str] = FAST) -> None:
        found = programs()
        if found is None:
            raise RuntimeError(MISSING)
        super().__init__(Path(tempfile.mkdtemp(prefix="codepegs-pg-")))
        self._programs, self._settings = found, {**_SMALL, **settings}
        self._data = self.folder / "data"
        if os.geteuid() == 0:
            shutil.chown(self.folder, _USER, _USER)
        options = ("--no-sync", "--no-instructions", "--auth=trust", "--encoding=UTF8", "--locale=C")
        initdb = self._run("initdb", *options, "--username=postgres", f"--pgdata={self._data}")
        assert initdb.wait(300) == 0, (self.folder / "log").read_text()
        rules = self._data / "pg_hba.conf"
        rules.write_text(f"local all {LOCKED} scram-sha-256\n" + rules.read_text())
        self.start()
        self.execute(f"CREATE ROLE {ROLE} LOGIN; CREATE ROLE {LOCKED} LOGIN PASSWORD 'sesame'")

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = [f"-c{name}={value}" for name, value in self._settings.items()]
        self._process = self._run("postgres", "-D", str(self._data), "-k", str(self.folder), *options)
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Wait until the server answers: after a crash it recovers first."""
        until = monotonic() + 300
        while True:
            try:
                self.connect().close()
                return
            except psycopg.OperationalError:
                if monotonic() > until or self._process.poll() is not None:
                    raise
                sleep(0.02)

    def stop(self, *, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT disconnects all clients, SIGQUIT crashes it."""
        if self._process.poll() is None:
            self._process.send_signal(how)
        self._process.wait(300)

    def restart(self, *, how: signal.Signals = signal.SIGINT) -> None:
        self.stop(how=how)
        self.start()

    @contextmanager
    def stopped(self) -> Iterator[None]:
        self.stop()
        yield
        self.start()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop all its processes without a word for a while. Their connections stay open."""
        self._signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal to the server, and then to its children."""
        self._process.send_signal(number)
        for file in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):  # It has just exited.
                if int(file.read_text().rpartition(")")[2].split()[1]) == self._process.pid:
                    os.kill(int(file.parent.name), number)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop(how=signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a program of PostgreSQL, which ends when this process does."""
        bound = ["setpriv", "--pdeathsig", "QUIT", "--"] if shutil.which("setpriv") else []
        user = _USER if os.geteuid() == 0 else None
        with open(self.folder / "log", "ab") as log:
            return subprocess.Popen(
                [*bound, str(self._programs / program), *arguments],
                cwd=self.folder,
                stdout=log,
                stderr=log,
                user=user,
                group=user,
                extra_groups=[] if user else None,
            )
