"""What can be learned over HTTP: hints for the row in play, reviews of games that are over, puzzles."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from enum import Enum
from hashlib import sha256
from typing import TypeVar, TypeVarTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from codepegs.errors import NotNow
from codepegs.notation import record
from codepegs.notation.puzzle_id import Difficulty, Theme
from codepegs.protocol import learn as lesson
from codepegs.protocol import messages as wire
from codepegs.protocol.errors import Malformed
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.game import HINT_STEPS
from codepegs.rules.history import find_games
from codepegs.rules.move import Act
from codepegs.rules.seat import Seat
from codepegs.rules.view import MatchView
from codepegs.server.context import Json, ServerContext, known, name_of, site_of
from codepegs.server.http.auth import Sender, address_of
from codepegs.server.learn import jobs as study
from codepegs.table.errors import NotYourMove

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
E = TypeVar("E", bound=Enum)

LONGEST_EDITION = 300
SECOND = 1_000_000
"""Microseconds."""


async def hint(request: Request) -> Response:
    """What the steps say that its codebreaker took for the row in play, to nobody else.

    It is made of the board that the codebreaker sees, and of the plan that comes along.
    """
    site = site_of(request)
    session = await site.registry.table(name_of(request))
    player = session.table.require_player(known(Sender.of(request)))
    view = MatchView.of(session.table.require_match(), player)
    if view.game.seat is not Seat.CODEBREAKER:
        raise NotYourMove("Hints are for the codebreaker.")
    if Act.GUESS not in view.legal:
        raise NotNow("No guess comes next, so there is nothing to hint at.")
    return Json(await _hints(request, view))


async def _hints(request: Request, view: MatchView) -> lesson.Hints:
    board, left = view.game.board, view.game.hints_left
    taken = [step for step in HINT_STEPS if view.game.hints_allowed and step not in left]
    text = request.query_params.get("plan")
    plan = None if text is None else board.edition.code(text)
    if plan is not None:
        board.edition.check_guess(plan)
    if not taken:
        return lesson.Hints(len(board.rows) + 1, text, (), left, ())
    found = await _hint(request, board, plan)
    return msgspec.structs.replace(
        found,
        steps=tuple(step for step in found.steps if step.step in taken),
        left=left,
        ruled_out_by=found.ruled_out_by if 1 in taken else (),
    )


async def _hint(request: Request, board: Board, plan: Code | None) -> lesson.Hints:
    return await _asked(request, ("hint", board, plan), study.hinted, board, plan)


async def review(request: Request) -> Response:
    """A game of a table that is over, looked back at."""
    site, number = site_of(request), _number(request, "game")
    table = (await site.registry.table(name_of(request))).table
    match = table.require_match()
    games = find_games(match, number)
    # Nothing happens any more in a game that is over, so this is what its review depends on.
    key = ("review", table.id, games[0].number, len(games))
    text = await asyncio.to_thread(record.write, match)
    return Json(await _asked(request, key, study.reviewed, text, games[0].number))


async def review_record(request: Request) -> Response:
    """The same for a game of a record, which is not kept."""
    asked = await site_of(request).brought(request, lesson.Looking)
    key = ("record", sha256(asked.record.encode()).digest(), asked.game)
    return Json(await _asked(request, key, study.reviewed, asked.record, asked.game))


# Puzzles --------------------------------------------------------------------------------


async def today(request: Request) -> Response:
    """The puzzle of the day, which begins at midnight UTC."""
    edition, theme, difficulty = _kind(request)
    day = datetime.fromtimestamp(site_of(request).now() // SECOND, UTC).date()
    key = ("day", day, edition, theme, difficulty)
    return Json(await _asked(request, key, study.daily, day, edition, theme, difficulty))


async def fresh(request: Request) -> Response:
    """A puzzle that nobody has seen before."""
    edition, theme, difficulty = _kind(request)
    seed = site_of(request).random_source.token()
    key = ("made", edition, theme, difficulty, seed)
    return Json(await _asked(request, key, study.made, edition, theme, difficulty, seed))


async def puzzle(request: Request) -> Response:
    name = request.path_params["puzzle"]
    return Json(await _asked(request, ("puzzle", name), study.shown, name))


async def attempt(request: Request) -> Response:
    """What a try is worth."""
    site, name = site_of(request), request.path_params["puzzle"]
    site.sender(request)
    asked = wire.read(await site.body(request), lesson.Trying)
    return Json(await _asked(request, ("try", name, asked.code), study.tried, name, asked.code))


async def clue(request: Request) -> Response:
    name, number = request.path_params["puzzle"], _number(request, "number") or 1
    return Json(await _asked(request, ("clue", name, number), study.clued, name, number))


async def answer(request: Request) -> Response:
    """The answer, for whoever gives up."""
    name = request.path_params["puzzle"]
    return Json(await _asked(request, ("answer", name), study.given_up, name))


def _kind(request: Request) -> tuple[str, Theme, Difficulty]:
    """Which kind of puzzle is asked for."""
    asked = request.query_params
    theme = _one_of(Theme, asked.get("theme", Theme.ONE_CODE.value))
    difficulty = _one_of(Difficulty, asked.get("difficulty", Difficulty.MEDIUM.value))
    edition = asked.get("edition", "classic-1")
    if len(edition) > LONGEST_EDITION:
        raise Malformed(f"An edition has no more than {LONGEST_EDITION} characters.")
    return edition, theme, difficulty


def _one_of(kind: type[E], word: str) -> E:
    for each in kind:
        if each.value == word:
            return each
    choices = ", ".join(str(each.value) for each in kind)
    raise Malformed(f"There is no {kind.__name__.lower()} of that name. Choose one of: {choices}.")


def _number(request: Request, name: str) -> int | None:
    """A number that the address asks for."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and 0 < len(text) <= 6 and int(text)):
        raise Malformed(f"The {name} is a number from 1 on.")
    return int(text)


async def _asked(request: Request, key: tuple[object, ...], work: Callable[[*Ts], T], *args: *Ts) -> T:
    """What `work` gives in the thinker: once for each key, and for one address not too much at a time."""
    site: ServerContext = site_of(request)
    with site.studying.slot(address_of(request)):
        return await site.recall.run(key, lambda: site.thinker.run(work, *args))
