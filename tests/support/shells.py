"""Ask every shell about an edition: `python -m tests.support.shells SLUG [RULE=VALUE]...` prints JSON.

test_recipes runs this with a changed copy of the package on PYTHONPATH.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from click.testing import CliRunner

import codepegs
from codepegs.cli.main import group
from tests.support.application import LARGE, open_context, play
from tests.support.world import world

API = ("/api/editions", "/api/levels")


def run(*words: str) -> str:
    """Return what a command prints."""
    result = CliRunner().invoke(group, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def ask_commands(line: str) -> Iterator[tuple[str, str]]:
    yield "list", run("editions")
    yield "facts", run("editions", *line.split())
    players = ("--codemaker", "computer expert", "--codebreaker", "computer expert 2")
    yield "play", run("play", "-e", line, *players, "-n", "2")
    match = json.loads(run("matches", "--json"))[0]["id"]
    yield "show", run("show", match)
    yield "review", run("review", match)


def ask_server(line: str) -> Iterator[tuple[str, str]]:
    with world() as here:
        for page in ("/", f"/rules/{line.split()[0]}", *API, f"/api/editions/{quote(line)}"):
            response = here.client.get(page)
            assert response.status_code == 200, response.text
            yield page, response.text
        table = here.seated(line)
        yield "view", json.dumps(here.look(table))


async def ask_application(folder: Path) -> str:
    """Return what the form for a new match shows: the editions, and all scorings and levels."""
    async with play(open_context(folder), size=LARGE) as user:
        await user.press("c", "end")
        screens = [user.seen]
        await user.press("enter")
        await user.press("space")
        for field in ("#scoring", "#level"):
            user.app.screen.query_one(field).focus()
            for _ in range(6):
                await user.press("right")
                screens.append(user.seen)
    return "\n".join(screens)


def main(line: str) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["XDG_DATA_HOME"] = name
        said = {
            "package": codepegs.__path__[0],
            **dict(ask_commands(line)),
            **dict(ask_server(line)),
            "application": asyncio.run(ask_application(folder)),
        }
    print(json.dumps(said))


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]))
