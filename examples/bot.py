"""A bot that plays a whole series at a codepegs server.

    codepegs serve                                                      in one terminal, and in another
    python examples/bot.py http://127.0.0.1:8000                        against a computer
    python examples/bot.py http://127.0.0.1:8000 --invite               opens a table for a second bot
    python examples/bot.py http://127.0.0.1:8000 --join TABLE INVITATION    which sits down like this

It hides codes at random, answers truly, and asks the engine what to guess.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from random import Random, SystemRandom

from codepegs.client import Client, Outdated, board
from codepegs.engine.optimal_strategy import find_strongest
from codepegs.errors import CodepegsError, Undecided
from codepegs.protocol.view import View
from codepegs.rules import Board, Code, mark


def play(client: Client, table: str, random: Random) -> View:
    """Play at a table until the match is over; how it ended."""
    for view in client.stream(table):
        if view.outcome is not None:
            return view
        if view.turn == view.you:
            with suppress(Outdated):  # The match has gone on meanwhile: the stream is about to say how.
                client.move(table, choose(view, random), moves=view.moves)
    raise AssertionError("A stream has no end.")


def choose(view: View, random: Random) -> str:
    """The next move, when it is our turn."""
    assert view.game is not None
    seen, terms = board(view), board(view).edition
    if "code" in view.legal:
        return f"code {terms.spell(any_code(seen, random, repeats=terms.code_repeats))}"
    if "answer" in view.legal:
        guess = seen.rows[-1].guess
        assert guess is not None
        assert view.game.code is not None
        return f"answer {mark(guess, terms.code(view.game.code))}"
    if "reveal" in view.legal:
        return "reveal"
    if "guess" not in view.legal:
        return "claim"  # The reveal has shown that an answer was wrong.
    try:
        code = find_strongest(terms, random).guess(seen)
    except Undecided:
        code = any_code(seen, random, repeats=terms.guess_repeats)
    return "claim" if code is None else f"guess {terms.spell(code)}"


def any_code(seen: Board, random: Random, *, repeats: bool) -> Code:
    kinds, pegs = seen.edition.kinds, seen.edition.pegs
    return Code(tuple(random.choices(kinds, k=pegs) if repeats else random.sample(kinds, k=pegs)))


def report(view: View) -> None:
    """How the games went, a line each, and the match."""
    for game in (*view.past, view.game):
        assert game is not None
        maker = view.players[game.codemaker].name
        print(f"game {game.number}: {game.code} of {maker} {game.ending} in {len(game.rows)} rows")
    one, two = view.players
    print(f"{one.name} {view.points[0]} : {view.points[1]} {two.name}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Play a whole series at a codepegs server.")
    parser.add_argument("url", help="the address that codepegs serve prints")
    parser.add_argument("--edition", default="classic-1", help="and house rules, as in 'mini rows=8'")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--name", default="bot")
    parser.add_argument("--opponent", default="computer expert")
    parser.add_argument("--invite", action="store_true", help="wait for a friend instead")
    parser.add_argument("--join", nargs=2, metavar=("TABLE", "INVITATION"), help="be that friend")
    asked = parser.parse_args()
    with Client(asked.url) as client:
        if asked.join:
            table, invitation = asked.join
            client.join(table, invitation=invitation, name=asked.name)
        else:
            players = (asked.name, None if asked.invite else asked.opponent)
            opened = client.open(asked.edition, games=asked.games, players=players)
            table = opened.id
            if asked.invite:
                print(f"--join {table} {opened.invitation}", file=sys.stderr, flush=True)
        report(play(client, table, SystemRandom()))


if __name__ == "__main__":
    try:
        main()
    except CodepegsError as refusal:
        sys.exit(str(refusal))
