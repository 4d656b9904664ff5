"""A client continues its match after the server was killed and restarted."""

from __future__ import annotations

import runpy
from pathlib import Path
from random import Random

from codepegs.client import Client
from codepegs.notation import record
from tests.support.restarts import ServerLauncher
from tests.support.terminal import PATIENCE

KILLS = 3
choose = runpy.run_path(str(Path(__file__).resolve().parents[2] / "examples" / "bot.py"))["choose"]


def test_a_match_survives_killed_servers_without_repeated_moves(tmp_path: Path) -> None:
    random, kills = Random(1), 0
    made: list[str] = []
    with (
        ServerLauncher(tmp_path, "safe") as launcher,
        Client(launcher.url, retry_timeout=6 * PATIENCE) as client,
    ):
        launcher.start()
        table = client.open("mini", games=4, players=("Ada", "computer beginner")).id
        for view in client.stream(table):
            if view.outcome is not None:
                break
            if view.turn != view.you:
                continue
            line = choose(view, random)
            if kills < KILLS and view.moves >= 3 * kills:
                # Before the move, so that the client retries it until the next server responds.
                kills += 1
                launcher.kill()
                launcher.start()
            answer = client.move(table, line, moves=view.moves, key=f"move-{view.moves}")
            assert answer.number == view.moves
            # As after a lost response: the same key has the same result.
            assert client.move(table, line, moves=view.moves, key=f"move-{view.moves}") == answer
            made.append(line)
        match = record.read(client.record(table))
    assert kills == KILLS
    assert match.over
    assert len(match.games) == 4
    spell = match.agreement.edition.spell
    rows = [row for game in match.games if game.codebreaker == 0 for row in game.board.rows]
    kept = [f"guess {spell(row.guess)}" for row in rows if row.guess is not None]
    assert kept == [line for line in made if line.startswith("guess")]
