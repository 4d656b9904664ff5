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
from datetime import date
from itertools import zip_longest
from typing import assert_never

from codepegs.errors import CodepegsError, NotationError, RecordError
from codepegs.notation import commitment, edition_line, hidden_code, move_line, position
from codepegs.rules.agreement import MAX_GAMES, NOBODY, Agreement, check_name, check_players
from codepegs.rules.board import Row
from codepegs.rules.code import Code
from codepegs.rules.edition import Answers
from codepegs.rules.feedback import Feedback, mark
from codepegs.rules.game import Game, Phase
from codepegs.rules.match import Match
from codepegs.rules.move import (
    AllowHints,
    Answer,
    Claim,
    GiveUp,
    Guess,
    Hint,
    Leave,
    Move,
    OwnUp,
    SetClock,
    SetCode,
    TakeBack,
    TimeOut,
)
from codepegs.rules.points import running_totals

VERSION = "codepegs 2"
MAX_LENGTH = 400_000
"""Limit of characters in a record. The longest match without void games has fewer."""

_TWO_PLAYERS = ("games", "codemaker", "codebreaker")
_SOLO = ("solo",)
_OPTIONAL = ("hints", "friendly", "daily")
_MOVES = move_line.WORDS.keys() - {position.TIME_OUT}
"""Move lines with a fixed text that a record contains unchanged."""
_OTHERS = re.compile(r"(hint|clock|answer|claim) .+")
"""Other move lines that a record contains unchanged."""
_ROW = re.compile(r"[1-9][0-9]? (.+)", re.ASCII)
_FOLLOWS = re.compile(
    r"|game .*|(broken|held|void|stopped|abandoned)(, points .*)?|winner .*|no winner|draw"
    r"|cracked in .*|not cracked|unfinished"
)
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
    headings = _headings(lines)
    at = "edition"
    try:
        edition = edition_line.read(headings["edition"])
        if "solo" in headings:
            at, games, players = "solo", 1, (NOBODY, headings["solo"])
        else:
            at, players = "games", (headings["codemaker"], headings["codebreaker"])
            games = _games(headings["games"])
            at = "codemaker"
            check_name(players[0])
            at = "codebreaker"
            check_players(*players)
            at = "games"
        agreement = Agreement(edition, players, games, hints="hints" in headings)
        if "daily" in headings:
            at = "daily"
            agreement = replace(agreement, daily=read_day(headings["daily"]))
        if "friendly" in headings:
            at = "friendly"
            agreement = replace(agreement, friendly=True)
        at = "match"
        match = Match.start(agreement, name=headings.get("match"))
    except CodepegsError as error:
        raise RecordError([*headings].index(at) + 1, str(error)) from None
    return match, len(headings)


def _headings(lines: list[str]) -> dict[str, str]:
    """Return the headings of a record with their values, in the order of their lines."""
    words = [line.partition(" ")[0] for line in lines]
    named = ["match"] if words[1:2] == ["match"] else []
    alone = words[len(named) + 2 : len(named) + 3] == ["solo"]
    headings: dict[str, str] = {}
    for heading in ["codepegs", *named, "edition", *(_SOLO if alone else _TWO_PLAYERS)]:
        number = len(headings) + 1
        line = lines[number - 1] if number <= len(lines) else ""
        word, _, value = line.partition(" ")
        if word != heading or not value:
            if number == 1:
                raise RecordError(1, f"this is not a record. A record starts with '{VERSION}'.")
            raise RecordError(number, f"a heading is missing here. Expected '{heading} …'.")
        headings[heading] = value
        if number == 1 and line != VERSION:
            raise RecordError(1, f"this version reads only records that start with '{VERSION}'.")
    for heading in _OPTIONAL:
        if words[len(headings) : len(headings) + 1] == [heading]:
            headings[heading] = lines[len(headings)].partition(" ")[2]
    return headings


def read_day(text: str) -> date:
    """Return a date such as 2026-11-16, or raise NotationError."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise NotationError(f"{_quoted(text)} is not a date. Write it like 2026-11-16.")
    return day


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
    if agreement.solo:
        yield f"solo {agreement.players[1]}"
    else:
        yield f"games {agreement.games}"
        yield f"codemaker {agreement.players[0]}"
        yield f"codebreaker {agreement.players[1]}"
    if agreement.hints:
        yield "hints allowed"
    if agreement.friendly:
        yield "friendly"
    if agreement.daily is not None:
        yield f"daily {agreement.daily.isoformat()}"
    for game, (one, two) in zip(match.games, running_totals(match.games), strict=True):
        yield ""
        yield _heading(game)
        yield from _game_lines(match, game, keep_secret=keep_secret)
        if game.ending:
            yield game.ending.value if game.solo else f"{game.ending.value}, points {one} {two}"
    yield ""
    yield _result(match)


def _heading(game: Game) -> str:
    return f"game {game.number}" + (" again" if game.replay else "")


def _game_lines(match: Match, game: Game, *, keep_secret: bool) -> Iterator[str]:
    """Yield a line for each move. A guess and its answer share one if no move comes between."""
    edition, number = match.agreement.edition, 0
    around = zip((None, *game.moves), game.moves, (*game.moves[1:], None), strict=False)
    for last, move, following in around:
        match move:
            case SetCode():
                yield f"code {_code(match, game, keep_secret=keep_secret)}"
            case Guess(code):
                number += 1
                yield f"{number} {position.write_row(edition, Row(code, _answer(game, code, following)))}"
            case TimeOut():
                number += 1
                yield f"{number} {position.TIME_OUT}"
            case Answer() if isinstance(last, Guess):
                pass
            case TakeBack():
                number -= 1
                yield move_line.write(match, move)
            case Answer() | Hint() | AllowHints() | SetClock() | GiveUp() | Claim() | OwnUp() | Leave():
                yield move_line.write(match, move)
            case _:
                assert_never(move)


def _answer(game: Game, guess: Code, following: Move | None) -> Feedback | None:
    """Return the answer to `guess` if it was given at once, by the move `following` or by the referee."""
    if isinstance(following, Answer):
        return following.feedback
    by_hand = game.board.edition.answers is Answers.HAND
    return None if by_hand or game.secret is None else mark(guess, game.secret.reveal())


def _code(match: Match, game: Game, *, keep_secret: bool) -> str:
    if game.secret is not None and game.revealed is not None:
        return hidden_code.write_revealed(match.agreement.edition, game.secret)
    if game.secret is not None and keep_secret:
        return hidden_code.write_veiled(match, game, game.secret)
    return hidden_code.write_hidden(game.commitment)


def _result(match: Match) -> str:
    outcome, players = match.outcome, match.agreement.players
    if outcome is None:
        return "unfinished"
    if match.agreement.solo:
        return "not cracked" if outcome.cracked_in is None else f"cracked in {outcome.cracked_in}"
    if outcome.stopped:
        return "no winner"
    if outcome.winner is None:
        return "draw"
    left = "" if outcome.abandoned_by is None else f", {players[outcome.abandoned_by]} left"
    return f"winner {players[outcome.winner]}{left}"
