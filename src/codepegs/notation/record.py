"""Records: whole matches as text, for people to read and for programs to check.

A record contains the moves and everything that follows from them: the referee's answers,
points and the winner. The reader plays the moves, writes the record of the resulting
match and compares it line by line. So each match has exactly one record, and a record
that can be read is correct. docs/notation.md defines the format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from typing import assert_never

from codepegs.errors import CodepegsError, NotationError, RecordError
from codepegs.notation import commitment, edition_line, hidden_code, move_line, position
from codepegs.rules.agreement import MAX_GAMES, Agreement, check_name, check_players
from codepegs.rules.board import Row
from codepegs.rules.game import Game, Phase
from codepegs.rules.match import Match
from codepegs.rules.move import (
    Abandon,
    Accept,
    AllowHints,
    Answer,
    Claim,
    GiveUp,
    Guess,
    HiddenCode,
    Hint,
    Reveal,
    SetClock,
    SetCode,
    TimeOut,
)
from codepegs.rules.points import running_totals

VERSION = "codepegs 1"
MAX_LENGTH = 400_000
"""Limit of characters in a record. The longest match without void games has fewer."""

_HEADINGS = ("codepegs", "match", "edition", "games", "codemaker", "codebreaker")
_HINTS = "hints allowed"
_MOVES = {"give up", "reveal", "accept", _HINTS}
"""Move lines with a fixed text that a record contains unchanged."""
_OTHERS = re.compile(r"(hint|clock|answer|claim) .+")
"""Other move lines that a record contains unchanged."""
_ABANDONED = "abandoned by "
_ROW = re.compile(r"[1-9][0-9]? (.+)", re.ASCII)
_FOLLOWS = re.compile(r"|game .*|(broken|held|void|abandoned), points .*|winner .*|draw|unfinished")
"""Lines that follow from the moves; comparing the whole record checks them."""


def write(match: Match) -> str:
    """Return the public record of a match, without a code that has not been revealed."""
    return "\n".join(_lines(match, keep_secret=False, name=_name(match))) + "\n"


def save(match: Match) -> str:
    """Return the record to continue a match from, with a code in play veiled."""
    return "\n".join(_lines(match, keep_secret=True, name=_name(match))) + "\n"


def read(text: str, *, verify: bool = True) -> Match:
    """Return the match of a record, or raise RecordError for its first wrong line.

    Unless `verify` is False, every code must match its commitment.
    """
    if len(text) > MAX_LENGTH:
        raise NotationError(f"This text is too long for a record. The limit is {MAX_LENGTH:,} characters.")
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if "\r" in line:
            raise RecordError(
                number, "this line contains a carriage return. Save the record with Unix line endings (LF)."
            )
    match, begins = _start(lines)
    fault = None
    for number, line in enumerate(lines[begins:], start=begins + 1):
        try:
            match = _after(match, line)
        except CodepegsError as error:
            fault = RecordError(number, str(error))
            lines = lines[: number - 1]
            break
    # An earlier line that does not follow from the moves is the first wrong line.
    _compare(lines, match, whole=fault is None)
    if fault is not None:
        raise fault
    if verify:
        _check_commitments(lines, match)
    return match


# Reading ------------------------------------------------------------------------------


def _start(lines: list[str]) -> tuple[Match, int]:
    """Return the match before its first move, and the number of heading lines."""
    named = len(lines) > 1 and lines[1].startswith("match ")
    headings = [heading for heading in _HEADINGS if named or heading != "match"]
    values = {}
    for number, heading in enumerate(headings, start=1):
        line = lines[number - 1] if number <= len(lines) else ""
        word, _, value = line.partition(" ")
        if word != heading or not value:
            if number == 1:
                raise RecordError(1, f"this is not a record. A record starts with '{VERSION}'.")
            raise RecordError(number, f"a heading is missing here. Expected '{heading} …'.")
        values[heading] = value
    if f"codepegs {values['codepegs']}" != VERSION:
        raise RecordError(1, f"this version reads only records that start with '{VERSION}'.")
    hints = lines[len(headings) : len(headings) + 1] == [_HINTS]
    at = "games"
    try:
        games = _games(values["games"])
        at = "edition"
        terms = edition_line.read(values["edition"])
        at = "codemaker"
        check_name(values["codemaker"])
        at = "codebreaker"
        check_players(values["codemaker"], values["codebreaker"])
        at = "games"
        agreement = Agreement(terms, (values["codemaker"], values["codebreaker"]), games, hints)
        at = "match"
        return Match.start(agreement, name=values.get("match")), len(headings) + hints
    except CodepegsError as error:
        raise RecordError(headings.index(at) + 1, str(error)) from None


def _games(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_GAMES))):
        raise NotationError(f"the number of games must be 1 to {MAX_GAMES}, not {text!r}.")
    return int(text)


def _after(match: Match, line: str) -> Match:
    """Return the match after a line of its record."""
    if _FOLLOWS.fullmatch(line):
        return match
    if line in _MOVES or _OTHERS.fullmatch(line):
        return match.play(move_line.read(match, line))
    if line.startswith("code "):
        return match.play(hidden_code.read(match, line.removeprefix("code ")))
    if line.startswith(_ABANDONED):
        name = line.removeprefix(_ABANDONED)
        if name not in match.agreement.players:
            raise NotationError(f"{_quoted(name)} does not play in this match. Name one of its players.")
        return match.play(Abandon(match.game.seat(0 if name == match.agreement.players[0] else 1)))
    row = _ROW.fullmatch(line)
    if row:
        return _after_row(match, position.read_row(match.agreement.edition, row[1]))
    raise NotationError(f"{_quoted(line)} is not a valid line of a record.")


def _after_row(match: Match, row: Row) -> Match:
    if row.guess is None:
        return match.play(TimeOut())
    played = len(match.games)
    match = match.play(Guess(row.guess))
    game = match.games[played - 1]
    if game.phase is Phase.ANSWERING:
        return match if row.feedback is None else match.play(Answer(row.feedback))
    if row.feedback != game.board.rows[-1].feedback:
        raise NotationError("This is not the referee's answer to that guess.")
    return match


def _compare(lines: list[str], match: Match, *, whole: bool) -> None:
    """Raise RecordError for the first line that differs from the record of `match`.

    Unless `lines` are the whole record, they may end early. Then the code of the game in
    play is not compared either, because a record spells it out only after the game. No
    error message shows a code or an answer that the record itself does not show.
    """
    # A match has a name only if it has commitments, and these may come further down.
    name = _name(match) if whole else match.name
    right = [*_lines(match, keep_secret=True, name=name), ""]
    begins = len(right) - right[::-1].index(_heading(match.game))
    code = next((i for i, line in enumerate(right) if i >= begins and line.startswith("code ")), None)
    for i, (line, wanted) in enumerate(zip_longest(lines, right)):
        if line == wanted or (not whole and (i == code or line is None)):
            continue
        raise RecordError(i + 1, _difference(line, wanted))


def _check_commitments(lines: list[str], match: Match) -> None:
    codes = [number for number, line in enumerate(lines, start=1) if line.startswith("code ")]
    # Only the last game can be without a code.
    for number, game in zip(codes, match.games, strict=False):
        if commitment.verify(match, game) is False:
            raise RecordError(number, "the code does not match its commitment. One of them was changed.")


def _difference(line: str | None, wanted: str | None) -> str:
    if line is None:
        end = (
            "the last line has no line feed at its end. Add one"
            if wanted == ""
            else "the record ends too early. Check that you have all of it"
        )
        return f"{end}."
    if wanted is None:
        return "the record ends before this line. Remove the extra lines."
    if wanted.startswith("code "):
        return "this code must be spelled out if its game is over, and veiled or hidden if not."
    here = repr(wanted) if wanted else "an empty line"
    return f"{_quoted(line)} does not follow from the lines above. Expected {here}."


def _quoted(line: str) -> str:
    return repr(line if len(line) <= 60 else line[:60] + "…")


# Writing ------------------------------------------------------------------------------


def _name(match: Match) -> str | None:
    """Return the name of a match if a commitment needs it."""
    return match.name if any(game.commitment is not None for game in match.games) else None


def _lines(match: Match, *, keep_secret: bool, name: str | None) -> Iterator[str]:
    agreement = match.agreement
    yield VERSION
    if name is not None:
        yield f"match {name}"
    yield f"edition {edition_line.write(agreement.edition)}"
    yield f"games {agreement.games}"
    yield f"codemaker {agreement.players[0]}"
    yield f"codebreaker {agreement.players[1]}"
    if agreement.hints:
        yield _HINTS
    for game, (one, two) in zip(match.games, running_totals(match.games), strict=True):
        yield ""
        yield _heading(game)
        yield from _game_lines(match, game, keep_secret=keep_secret)
        if game.over and game.ending:
            yield f"{game.ending.value}, points {one} {two}"
    yield ""
    yield _result(match)


def _heading(game: Game) -> str:
    return f"game {game.number}" + (" again" if game.replay else "")


def _game_lines(match: Match, game: Game, *, keep_secret: bool) -> Iterator[str]:
    """Yield a line for each move. A guess and its answer share one if no move comes between."""
    edition = match.agreement.edition
    rows = enumerate(game.board.rows, start=1)
    referee = not any(isinstance(move, Answer) for move in game.moves)
    around = zip((None, *game.moves), game.moves, (*game.moves[1:], None), strict=False)
    for last, move, following in around:
        match move:
            case SetCode() | HiddenCode():
                yield f"code {_code(match, game, keep_secret=keep_secret)}"
            case Guess() | TimeOut():
                number, row = next(rows)
                shown = row if referee or isinstance(following, Answer) else replace(row, feedback=None)
                yield f"{number} {position.write_row(edition, shown)}"
            case Answer() if isinstance(last, Guess):
                pass
            case Answer() | Hint() | AllowHints() | SetClock() | GiveUp() | Reveal() | Claim() | Accept():
                yield move_line.write(match, move)
            case Abandon():
                pass
            case _:
                assert_never(move)


def _code(match: Match, game: Game, *, keep_secret: bool) -> str:
    if game.secret is not None and game.revealed is not None:
        return hidden_code.write_revealed(match.agreement.edition, game.secret)
    if game.secret is not None and keep_secret:
        return hidden_code.write_veiled(match, game, game.secret)
    return hidden_code.write_hidden(game.commitment)


def _result(match: Match) -> str:
    if match.outcome is None:
        return "unfinished"
    players = match.agreement.players
    if match.outcome.abandoned_by is not None:
        return _ABANDONED + players[match.outcome.abandoned_by]
    return "draw" if match.outcome.winner is None else f"winner {players[match.outcome.winner]}"
