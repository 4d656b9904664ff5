"""A bot that plays a whole match at a codepegs server.

    codepegs serve                                                      in one terminal, then in another
    python examples/bot.py http://127.0.0.1:8000                        against a computer
    python examples/bot.py http://127.0.0.1:8000 --invite               opens a table for a second bot
    python examples/bot.py http://127.0.0.1:8000 --join TABLE INVITATION    the second bot

It sets random codes, gives true answers, and lets the engine guess.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from random import Random, SystemRandom

from codepegs.client import Client, board
from codepegs.engine.optimal_strategy import find_strongest
from codepegs.errors import CodepegsError, Undecided
from codepegs.protocol.view import View
from codepegs.rules import Board, Code, mark
from codepegs.storage.errors import Stale


def play(client: Client, table: str, random: Random) -> View:
    """Play at a table until the match is over, and return the last view."""
    for view in client.stream(table):
        if view.outcome is not None:
            return view
        if view.turn == view.you:
            with suppress(Stale):  # The table has changed. The stream will yield the new view.
                client.move(table, choose(view, random), moves=view.moves)
    raise AssertionError("A stream never ends.")


def choose(view: View, random: Random) -> str:
    """Return the next move, when it is our turn."""
    assert view.game is not None
    current = board(view)
    terms = current.edition
    if "code" in view.legal:
        return f"code {terms.spell(random_code(current, random, repeats=terms.code_repeats))}"
    if "answer" in view.legal:
        guess = current.rows[-1].guess
        assert guess is not None
        assert view.game.code is not None
        return f"answer {mark(guess, terms.code(view.game.code))}"
    try:
        code = find_strongest(terms, random).guess(current)
    except Undecided:
        code = random_code(current, random, repeats=terms.guess_repeats)
    return "claim" if code is None else f"guess {terms.spell(code)}"


def random_code(board: Board, random: Random, *, repeats: bool) -> Code:
    kinds, pegs = board.edition.kinds, board.edition.pegs
    return Code(tuple(random.choices(kinds, k=pegs) if repeats else random.sample(kinds, k=pegs)))


def report(view: View) -> None:
    """Print one line per game, and the points."""
    for game in (*view.past, view.game):
        assert game is not None
        maker = view.players[game.codemaker].name
        print(f"game {game.number}: {game.code} of {maker} {game.ending} in {len(game.rows)} rows")
    one, two = view.players
    print(f"{one.name} {view.points[0]} : {view.points[1]} {two.name}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Play a whole match at a codepegs server.")
    parser.add_argument("url", help="URL that codepegs serve prints")
    parser.add_argument("--edition", default="classic-1", help="such as 'mini rows=8'")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--name", default="bot")
    parser.add_argument("--opponent", default="computer expert")
    parser.add_argument("--invite", action="store_true", help="wait for a second player")
    parser.add_argument("--join", nargs=2, metavar=("TABLE", "INVITATION"), help="be the second player")
    options = parser.parse_args()
    with Client(options.url) as client:
        if options.join:
            table, invitation = options.join
            client.join(table, invitation=invitation, name=options.name)
        else:
            players = (options.name, None if options.invite else options.opponent)
            opened = client.open(options.edition, games=options.games, players=players)
            table = opened.id
            if options.invite:
                print(f"--join {table} {opened.invitation}", file=sys.stderr, flush=True)
        report(play(client, table, SystemRandom()))


if __name__ == "__main__":
    try:
        main()
    except CodepegsError as error:
        sys.exit(str(error))
