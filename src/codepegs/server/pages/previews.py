"""Previews of links: the title, description and picture that a chat shows for the address of a page.

A preview of a table shows what a spectator sees. A daily code is the same for everybody, so its
previews show the answers only, and neither guesses nor code.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from urllib.parse import quote

from codepegs.notation import headlines, position, puzzle_id, sentences
from codepegs.notation.drawing import letters
from codepegs.notation.sentences import pluralize
from codepegs.protocol import learn
from codepegs.rules.agreement import Agreement
from codepegs.rules.board import Board
from codepegs.rules.daily import DAILY_EDITION, daily_number
from codepegs.rules.edition import Edition
from codepegs.rules.game import Ending
from codepegs.rules.match import Outcome
from codepegs.rules.view import MatchView, View
from codepegs.server.learn.pictures import Picture
from codepegs.table.table import Table

SITE = "/preview.png"
"""Path of the picture of the site."""
UNNAMED = "Guest"
"""Name of hosts who have given none, as the form of a new game sends it."""
EXAMPLE = position.read("classic-1 / RRBB 1+0 / RYGW 1+1 / YBGY 0+4")
"""The board of the picture of the site."""


@dataclass(frozen=True, slots=True)
class Preview:
    """Title and description in plain words, what the picture shows, and its path."""

    title: str
    description: str
    picture: Picture
    path: str


def preview_site() -> Preview:
    """Return the preview of the start page, and of pages without one of their own."""
    return Preview(
        "codepegs: crack the secret code",
        "Four pegs, six colours, ten guesses. It is the classic game known as Mastermind: free, no sign-up.",
        Picture(("Crack the", "secret code"), "Free, no sign-up", EXAMPLE),
        SITE,
    )


def preview_daily(day: date) -> Preview:
    """Return the preview of the daily code of a day."""
    name = f"Daily code No. {daily_number(day)}"
    return Preview(
        name,
        "Everybody gets the same code. One try, ten guesses.",
        Picture(("Daily code", f"No. {daily_number(day)}"), "One try, ten guesses", Board(DAILY_EDITION)),
        f"/daily/{day.isoformat()}.png",
    )


def preview_puzzle(puzzle: learn.Puzzle) -> Preview:
    """Return the preview of a puzzle: its rows, which contain no answer."""
    _, board = puzzle_id.read(puzzle.id)
    headline = ("One code fits.", "Find it.") if puzzle.asks_for_code else ("Find the", "best guess.")
    note = f"{board.edition.box.title}, {puzzle.difficulty}"
    title = f"Puzzle: {' '.join(headline).removesuffix('.')}"
    path = f"/puzzle/{quote(puzzle.id, safe=':,=+')}.png"
    return Preview(title, f"{note}. {puzzle.task}", Picture(headline, note, board), path)


def preview_table(table: Table) -> Preview:
    """Return the preview of a table: an invitation, a running game, or how it ended."""
    edition = table.edition
    # The path changes with the table, so that no cache shows an old picture.
    path = f"/t/{table.id}.png?v={table.version}"
    if table.match is None:
        host = next(name for name in table.seats.names if name is not None)
        invitation = "You are invited" if host == UNNAMED else f"{host} invites you"
        return Preview(
            f"{invitation} to a game of codepegs",
            f"{edition.box.title}, {pluralize(table.games, 'game')}. {_size(edition)}. No sign-up.",
            Picture(("You are", "invited"), edition.box.title, Board(edition)),
            path,
        )
    match = MatchView.of(table.match, None)
    if match.agreement.solo:
        return _preview_solo(match, path)
    one, two = map(sentences.list_player, match.agreement.players)
    scored = sentences.describe_points(match.agreement, match.points)
    if match.outcome is not None:
        void = match.game.ending is Ending.VOID
        title = headlines.describe_outcome(match.agreement, match.points, match.outcome, None, void=void)
        return Preview(
            f"{title} · {one} and {two} at codepegs",
            f"{edition.box.title}, {pluralize(match.agreement.games, 'game')}. {scored}",
            _picture(match, _match_result(match.agreement, match.points, match.outcome)),
            path,
        )
    game = f"Game {match.game.number} of {match.agreement.games}"
    return Preview(
        f"{one} and {two} play codepegs",
        f"{edition.box.title}. {game}. {_progress(match.game)}. {scored}",
        _picture(match, (game, _progress(match.game))),
        path,
    )


def _preview_solo(match: MatchView, path: str) -> Preview:
    edition, day, game = match.agreement.edition, match.agreement.daily, match.game
    headline, sentence = _solo_result(game)
    if day is not None:
        preview = preview_daily(day)
        return Preview(
            preview.title,
            f"{sentence} {preview.description}",
            Picture(headline, preview.title, game.board, colours=False),
            path,
        )
    title, details = "A solo game of codepegs", f"{edition.box.title}. {_size(edition)}."
    if match.outcome is None:
        return Preview(title, f"{sentence} {details}", _picture(match, headline), path)
    described = f"{details} Can you do better?"
    return Preview(sentence.removesuffix("."), described, _picture(match, headline), path)


def _solo_result(game: View) -> tuple[tuple[str, str], str]:
    """Return how a solo game stands, as a headline and as a sentence."""
    rows, total = len(game.board.rows), game.board.edition.rows
    if game.ending is None:
        return ("Guess", _progress(game).removeprefix("Guess ")), f"{_progress(game)}."
    if game.ending is Ending.BROKEN:
        return ("Cracked", f"in {rows}"), f"Cracked in {rows} of {pluralize(total, 'guess', 'guesses')}."
    return ("Not", "cracked"), "Not cracked."


def _match_result(agreement: Agreement, points: tuple[int, int], outcome: Outcome) -> tuple[str, ...]:
    """Return who won a match and how, for a picture, whose letters cannot spell every name."""
    if outcome.stopped:
        return "Nobody", "wins"
    one, two = points if outcome.winner in (0, None) else points[::-1]
    name = None if outcome.winner is None else sentences.call_player(agreement.players, outcome.winner)
    known = name is not None and letters.CHARACTERS.issuperset(name)
    won = f"{name} won" if known else "A draw" if name is None else "Final score"
    return (won,) if outcome.abandoned_by is not None and known else (won, f"{one} to {two}")


def _picture(match: MatchView, headline: tuple[str, ...]) -> Picture:
    """Return the picture of the current game: its board, and the code once it is revealed."""
    return Picture(headline, match.agreement.edition.box.title, match.game.board, match.game.code)


def _progress(game: View) -> str:
    number = len(game.board.rows) + (not game.board.open)
    return f"Guess {min(number, game.board.edition.rows)} of {game.board.edition.rows}"


def _size(edition: Edition) -> str:
    pegs, rows = pluralize(edition.pegs, "peg"), pluralize(edition.rows, "guess", "guesses")
    return f"{pegs}, {edition.colours} {edition.colour_word}s, {rows} per game"
