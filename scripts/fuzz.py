#!/usr/bin/env -S uv run --dev python
"""Fuzz a server with valid and invalid requests from its API description, and check every answer.

    scripts/fuzz.py                 for 15 seconds, and also a broken server that must be caught
    scripts/fuzz.py --seconds 600   for longer
    scripts/fuzz.py --seed 1        with the same requests each time

Schemathesis makes the requests. It runs in a separate environment, because as a pytest plugin it would slow
down every start. No answer may be a 5xx or differ from the description. The rules of the game may refuse a
valid request, so `positive_data_acceptance` is off. The stream is left out because it never ends.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

TOOL = "schemathesis==4.32.5"
REFUSALS = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "429"]
"""How what does not fit the description may be refused; Schemathesis does not think of 413, too long."""
WIDE = 1_000
"""Characters of a line that are shown."""
RATES = ("rate", "address-rate", "address-sockets")
LIMITS = '{"address_tables": 1000000}'
ROOT = Path(__file__).resolve().parents[1]
TWIN = """
from codepegs.table import offers
from tests.support.limited import main
plain = offers.check
def check(text):
    if not text.isascii():
        raise ZeroDivisionError
    plain(text)
offers.check = check
main()
"""
"""A server that fails at offers that are not ASCII."""


@contextmanager
def serving(folder: Path, *, twin: bool) -> Iterator[str]:
    """The address of a server whose limits are out of the way."""
    command = ["-c", TWIN] if twin else ["-m", "tests.support.limited"]
    options = [f"--{name}=1000000" for name in RATES]
    archive = f"sqlite:///{folder}/matches.db"
    process = subprocess.Popen(
        [sys.executable, *command, LIMITS, "--port=0", f"--archive={archive}", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()


def asked(url: str, body: Any, token: str | None = None) -> Any:
    headers = {"content-type": "application/json"}
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


def settings(url: str, folder: Path) -> Path:
    """Who asks, and a table that stays there: nobody can delete a match between two people."""
    token, other = (asked(f"{url}/api/tokens", {})["token"] for _ in range(2))
    opening = {"key": "k" * 22, "edition": "mini", "games": 2, "players": ["Ada", None]}
    opened = asked(f"{url}/api/tables", opening, token)
    joining = {"key": "j" * 22, "invitation": opened["invitation"], "name": "Bob"}
    asked(f"{url}/api/tables/{opened['id']}/join", joining, other)
    path = folder / "schemathesis.toml"
    path.write_text(
        f"""\
headers = {{ Authorization = "Bearer {token}" }}

[parameters]
"path.table" = "{opened["id"]}"

[checks]
negative_data_rejection.expected-statuses = {json.dumps(REFUSALS)}

# A list stays when what the sender put into it is deleted.
[[operations]]
include-path = "/api/tables/{{table}}/asks"
checks.use_after_free.enabled = false
"""
    )
    return path


def fuzzed(seconds: int, *, seed: int | None, twin: bool = False) -> bool:
    """Whether every answer was right."""
    with TemporaryDirectory() as name, serving(Path(name), twin=twin) as url:
        path = settings(url, Path(name))
        tool = ["uv", "run", "--quiet", "--isolated", "--no-project", "--with", TOOL, "schemathesis"]
        options = [
            # The twin has one fault, which is looked for where it is.
            "--include-path-regex=/offers$" if twin else "--exclude-path-regex=/stream$",
            "--exclude-checks=positive_data_acceptance",
            f"--max-time={seconds}",
            *([] if seed is None else [f"--seed={seed}"]),
            "--no-color",
            *(["--max-failures=1"] if twin else []),
        ]
        ended = subprocess.run(
            [*tool, f"--config-file={path}", "run", f"{url}/api/openapi.json", *options],
            cwd=name,
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        if twin == (ended.returncode == 0):
            # A request may be a line of megabytes.
            print(*(line[:WIDE] for line in ended.stdout.splitlines()), sep="\n", file=sys.stderr)
        return ended.returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--seed", type=int, help="the same requests each time")
    options = parser.parse_args()
    if not fuzzed(options.seconds, seed=options.seed):
        raise SystemExit("An answer was not as it is described.")
    if fuzzed(options.seconds, seed=options.seed, twin=True):
        raise SystemExit("The broken twin was not caught.")


if __name__ == "__main__":
    main()
