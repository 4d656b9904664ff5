"""A client continues its match after the server was killed and restarted."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path
from random import Random

from codepegs.client import Client
from codepegs.notation import record
from tests.support.terminal import PATIENCE

KILLS = 3
choose = runpy.run_path(str(Path(__file__).resolve().parents[2] / "examples" / "bot.py"))["choose"]


def start_server(folder: Path, port: str) -> tuple[subprocess.Popen[str], str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "codepegs", "serve", "--port", port],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "CODEPEGS_ARCHIVE": f"sqlite:///{folder / 'matches.db'}"},
    )
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def test_a_match_survives_killed_servers_without_repeated_moves(tmp_path: Path) -> None:
    process, url = start_server(tmp_path, "0")
    port, random, kills = url.rpartition(":")[2], Random(1), 0
    made: list[str] = []
    try:
        with Client(url, retry_timeout=6 * PATIENCE) as client:
            table = client.open("mini", games=4, players=("Ada", "computer novice")).id
            for view in client.stream(table):
                if view.outcome is not None:
                    break
                if view.turn != view.you:
                    continue
                line = choose(view, random)
                if kills < KILLS and view.moves >= 3 * kills:
                    # Before the move, so that the client retries it until the next server responds.
                    kills += 1
                    process.kill()
                    process.communicate()
                    process, _ = start_server(tmp_path, port)
                answer = client.move(table, line, moves=view.moves, key=f"move-{view.moves}")
                assert answer.number == view.moves
                # As after a lost response: the same key has the same result.
                assert client.move(table, line, moves=view.moves, key=f"move-{view.moves}") == answer
                made.append(line)
            text = client.record(table)
        match = record.read(text)
    finally:
        process.kill()
        process.communicate()
    assert kills == KILLS
    assert match.over
    assert len(match.games) == 4
    spell = match.agreement.edition.spell
    rows = [row for game in match.games if game.codebreaker == 0 for row in game.board.rows]
    kept = [f"guess {spell(row.guess)}" for row in rows if row.guess is not None]
    assert kept == [line for line in made if line.startswith("guess")]
