"""Backups of a running server: the script, its rotation, and a restore that goes on with the match."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from codepegs.client import Client
from codepegs.storage import open_archive
from tests.support.postgresql import Cluster, programs
from tests.support.proxy import DEPLOY
from tests.support.serving import Server
from tests.support.terminal import PATIENCE

DATABASES = ("sqlite", "postgresql")
CODE, GUESSES = "RGB", ("RRR", "GGG", "BBB")


def back_up(archive: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the script, with the commands of this installation and of PostgreSQL."""
    folders = (str(Path(sys.executable).parent), str(programs() or ""), os.environ["PATH"])
    return subprocess.run(
        ["sh", str(DEPLOY / "codepegs-backup"), *map(str, arguments)],
        check=False,
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,  # it starts several programs
        env={**os.environ, "PATH": ":".join(folders), "CODEPEGS_ARCHIVE": archive},
    )


def restore(backup: Path, folder: Path, cluster: Cluster | None) -> str:
    """Restore a backup into a new place as docs/hosting.md says, and return the URL of that archive."""
    if cluster is None:
        new = folder / "restored.db"
        new.write_bytes(backup.read_bytes())
        return f"sqlite:///{new}"
    url = cluster.new_database()
    path = programs()
    assert path is not None
    command = [str(path / "pg_restore"), "--no-owner", "--exit-on-error", f"--dbname={url}", str(backup)]
    subprocess.run(command, check=True, timeout=PATIENCE)
    return url


@pytest.mark.parametrize("database", DATABASES)
def test_a_match_goes_on_in_the_restored_archive(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    cluster: Cluster | None = None
    if database == "postgresql":
        cluster = request.getfixturevalue("postgresql")
    archive = f"sqlite:///{tmp_path}/matches.db" if cluster is None else cluster.new_database()
    with Server(tmp_path, archive=archive) as server, Client(server.address) as ada:
        opened = ada.open("mini", games=2, players=("Ada", None))
        with Client(server.address) as bob:
            bob.join(opened.id, invitation=opened.invitation or "", name="Bob")
            ada.move(opened.id, f"code {CODE}", moves=0)
            bob.move(opened.id, f"guess {GUESSES[0]}", moves=1)
            made = back_up(archive, tmp_path / "backups")
            assert made.returncode == 0, made.stderr
            bob.move(opened.id, f"guess {GUESSES[1]}", moves=2)
            token = bob.token
    [backup] = (tmp_path / "backups").iterdir()
    assert backup.stat().st_mode & 0o077 == 0, "others must not read hidden codes"
    with Server(tmp_path, archive=restore(backup, tmp_path, cluster)) as again:
        with Client(again.address, token) as bob:
            assert bob.view(opened.id).moves == 2
            bob.move(opened.id, f"guess {GUESSES[2]}", moves=2)
            bob.move(opened.id, f"guess {CODE}", moves=3)
            (past,) = bob.view(opened.id).past
        assert ([row.guess for row in past.rows], past.code) == ([GUESSES[0], GUESSES[2], CODE], CODE)


def test_old_backups_are_deleted_after_a_good_one(tmp_path: Path) -> None:
    archive, backups = tmp_path / "matches.db", tmp_path / "backups"
    open_archive(f"sqlite:///{archive}").close()
    backups.mkdir()
    old = [backups / f"codepegs-2026-01-0{day}T040000Z.db" for day in range(1, 6)]
    other = [backups / name for name in ("codepegs-2020-01-01T040000Z.dump", "notes.txt")]
    for file in (*old, *other):
        file.touch()
    assert back_up(f"sqlite:///{archive}", backups, "3").returncode == 0
    left = sorted(set(backups.iterdir()) - set(other))
    assert left[:2] == old[3:]
    assert len(left) == 3
    archive.write_bytes(b"not a database" * 1000)
    assert back_up(f"sqlite:///{archive}", backups, "1").returncode != 0
    assert sorted(set(backups.iterdir()) - set(other)) == left, "a backup that fails deletes nothing"


@pytest.mark.parametrize("arguments", [[], ["x", "0"], ["x", "-1"], ["x", "many"], ["x", "1", "2"]])
def test_wrong_arguments_are_refused(tmp_path: Path, arguments: list[str]) -> None:
    refused = back_up(f"sqlite:///{tmp_path}/matches.db", *arguments)
    assert refused.returncode == 2
    assert refused.stderr
    assert not Path("x").exists()
