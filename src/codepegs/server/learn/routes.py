"""Endpoints for hints, reviews and puzzles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from functools import partial
from hashlib import sha256
from typing import TypeVar, TypeVarTuple

from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response

from codepegs.errors import NotNow
from codepegs.notation.puzzle_id import Difficulty, Theme
from codepegs.protocol import learn, messages
from codepegs.protocol.errors import Malformed
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.game import HINT_STEPS
from codepegs.rules.history import find_ended_game, find_games
from codepegs.rules.move import Act
from codepegs.rules.seat import Seat
from codepegs.rules.view import MatchView
from codepegs.server.context import Json, client_at, context_of, require
from codepegs.server.http.auth import address_of
from codepegs.server.learn import jobs
from codepegs.server.ops import costs
from codepegs.table import commands
from codepegs.table.errors import NotYourMove

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
E = TypeVar("E", bound=Enum)

MAX_EDITION_LENGTH = 300


async def hint(request: Request) -> Response:
    """Return the hint steps that the codebreaker took for the current row, only to that player.

    They depend on the visible board and on the plan in the query, on nothing else.
    """
    session = await context_of(request).session_of(request, per_move=costs.VIEWED_MOVE)
    player = session.table.require_player(require(await client_at(request)))
    view = MatchView.of(session.table.require_match(), player)
    if view.game.seat is not Seat.CODEBREAKER:
        raise NotYourMove("Only the codebreaker can get hints.")
    if Act.GUESS not in view.legal:
        raise NotNow("You can get a hint only before a guess.")
    return Json(await _hints(request, view))


async def _hints(request: Request, view: MatchView) -> learn.Hints:
    board, left = view.game.board, view.game.hints_left
    taken = [step for step in HINT_STEPS if view.game.hints_allowed and step not in left]
    text = request.query_params.get("plan")
    plan = None if text is None else board.edition.code(text)
    if plan is not None:
        board.edition.check_guess(plan)
    if not taken:
        return learn.Hints(row=len(board.rows) + 1, plan=text, steps=(), left=left)
    return (await _hint(request, board, plan)).only(taken, left)


async def _hint(request: Request, board: Board, plan: Code | None) -> learn.Hints:
    return await run_job(request, ("hint", board, plan), jobs.find_hints, board, plan)


async def codes_left(request: Request) -> Response:
    """Return how many codes fit the answers. It depends on the visible board alone."""
    session = await context_of(request).session_of(request)
    client, number = await client_at(request), _number(request, "game")
    board = commands.find_board_to_count(session.table, client=client, number=number)
    return Json(await run_job(request, ("codes left", board), jobs.count_codes_left, board))


async def share(request: Request) -> Response:
    """Return the text to share about a finished solo game."""
    table = (await context_of(request).session_of(request, per_move=costs.VIEWED_MOVE)).table
    view = MatchView.of(table.require_match(), None)
    view = replace(view, games=view.games[-1:])
    return Json(await run_job(request, ("share", table.id, table.moves), jobs.share_solo_game, view))


async def result(request: Request) -> Response:
    """Return how a finished game of a table went, in the words for the client who asks."""
    context, number = context_of(request), _number(request, "game")
    table, address = (await context.session_of(request)).table, address_of(request)
    match, player = table.require_match(), table.seats.player_of(await client_at(request))
    game = find_ended_game(match, number)

    async def judge_game() -> jobs.ResultFacts:
        text = await context.write_record(table)
        return await context.compute.run(jobs.judge_game, text, game.number, game.replay, address=address)

    key = ("result", table.id, game.number, game.replay)
    facts = await context.run_job(key, address, judge_game, cost=table.moves * costs.WRITTEN_MOVE)
    return Json(
        learn.make_result(
            match, game, player, par=facts.par, codes_left=facts.codes_left, totals=facts.totals
        )
    )


async def review(request: Request) -> Response:
    """Review a finished game of a table, with its result in the words for the client who asks."""
    context, number = context_of(request), _number(request, "game")
    table, address = (await context.session_of(request)).table, address_of(request)
    match, player = table.require_match(), table.seats.player_of(await client_at(request))
    games = find_games(match, number)

    async def review_table() -> learn.Reviewed:
        text = await context.write_record(table)
        return await context.compute.run(jobs.review_record, text, games[0].number, address=address)

    # Finished games do not change, so this determines the review.
    key = ("review", table.id, games[0].number, len(games))
    found = await context.run_job(key, address, review_table, cost=table.moves * costs.WRITTEN_MOVE)
    results = learn.make_results(match, found.review, player, par=found.results[0].par)
    return Json(structs.replace(found, results=results))


async def review_record(request: Request) -> Response:
    """Review a game of a record, without storing the record."""
    context = context_of(request)
    async with context.record_request(request, learn.Looking) as asked:
        key = ("record", sha256(asked.record.encode()).digest(), asked.game)
        address = address_of(request)
        job = partial(context.compute.run, jobs.review_record, asked.record, asked.game, address=address)
        return Json(await context.job_cache.run(key, job))


# Puzzles --------------------------------------------------------------------------------


async def today(request: Request) -> Response:
    """Return the puzzle of the day. Days begin at midnight UTC."""
    day = context_of(request).today()
    return Json(await run_job(request, ("day", day), jobs.make_daily_puzzle, day))


async def fresh(request: Request) -> Response:
    """Return a new puzzle."""
    edition, theme, difficulty = _puzzle_query(request)
    seed = context_of(request).random_source.token()
    key = ("made", edition, theme, difficulty, seed)
    return Json(await run_job(request, key, jobs.make_puzzle, edition, theme, difficulty, seed))


async def puzzle(request: Request) -> Response:
    return Json(await find_puzzle(request))


async def find_puzzle(request: Request) -> learn.Puzzle:
    """Return the puzzle that the path names by its ID."""
    name = request.path_params["puzzle"]
    return await run_job(request, ("puzzle", name), jobs.load_puzzle, name)


async def attempt(request: Request) -> Response:
    """Judge a code that the player tried."""
    context, name = context_of(request), request.path_params["puzzle"]
    context.authenticate(request)
    asked = messages.decode(await context.body(request), learn.Trying)
    return Json(await run_job(request, ("try", name, asked.code), jobs.judge_code, name, asked.code))


async def clue(request: Request) -> Response:
    name, number = request.path_params["puzzle"], _number(request, "number") or 1
    return Json(await run_job(request, ("clue", name, number), jobs.find_clue, name, number))


async def answer(request: Request) -> Response:
    """Return the solution, to a player who gives up."""
    name = request.path_params["puzzle"]
    return Json(await run_job(request, ("answer", name), jobs.solve_puzzle, name))


def _puzzle_query(request: Request) -> tuple[str, Theme, Difficulty]:
    """Return edition, theme and difficulty from the query, or their defaults."""
    asked = request.query_params
    theme = _choice(Theme, asked.get("theme", Theme.ONE_CODE.value))
    difficulty = _choice(Difficulty, asked.get("difficulty", Difficulty.MEDIUM.value))
    edition = asked.get("edition", "classic-1")
    if len(edition) > MAX_EDITION_LENGTH:
        raise Malformed(f"The edition is too long. The limit is {MAX_EDITION_LENGTH} characters.")
    return edition, theme, difficulty


def _choice(kind: type[E], word: str) -> E:
    for each in kind:
        if each.value == word:
            return each
    choices = ", ".join(str(each.value) for each in kind)
    raise Malformed(f"There is no such {kind.__name__.lower()}. Choose one of: {choices}.")


def _number(request: Request, name: str) -> int | None:
    """Return a number from the query, or None if it is missing."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and 0 < len(text) <= 6 and int(text)):
        raise Malformed(f"The {name} must be a whole number, at least 1.")
    return int(text)


async def run_job(request: Request, key: tuple[object, ...], job: Callable[[*Ts], T], *args: *Ts) -> T:
    """Run `job` in the worker pool, cached by `key`, within the limit of the client's address."""
    context, address = context_of(request), address_of(request)
    return await context.run_job(key, address, lambda: context.compute.run(job, *args, address=address))
