"""Hints and reviews over HTTP: who gets what, and when."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from httpx import Response

from codepegs.analysis.hint import find_hint
from codepegs.compute.errors import BudgetExceeded, WorkerCrashed
from codepegs.engine.par import find_par
from codepegs.errors import Busy, TooLarge
from codepegs.notation import edition_line, position
from codepegs.protocol import learn
from codepegs.rules import Board, find_edition
from codepegs.server.context import MAX_JOBS_PER_ADDRESS
from codepegs.server.learn import jobs
from tests.support.asgi import Talk, site
from tests.support.world import World, world

MINI = find_edition("mini")


@pytest.fixture
def here() -> Iterator[World]:
    with world() as made:
        yield made


def ask(here: World, path: str, who: str | None = None) -> Response:
    told: Response = here.client.get(path, headers=here.headers(who))
    return told


def refused(response: Response) -> tuple[int, str]:
    return response.status_code, response.json()["refused"]["kind"]


def guessing(here: World, *guesses: str, code: str = "RGB", edition: str = "mini") -> str:
    """A table with hints at which Bob has guessed, and guesses next."""
    table = here.seated(edition, hints=True)
    here.play(table, "Ada", f"code {code}")
    for guess in guesses:
        here.play(table, "Bob", f"guess {guess}")
    return table


# Results --------------------------------------------------------------------------------


def test_a_result_has_words_for_each_side_and_the_numbers_of_the_review(here: World) -> None:
    table = guessing(here, "RRY", "RGB")
    told = {who: ask(here, f"/api/tables/{table}/result?game=1", who).json() for who in ("Ada", "Bob", None)}
    assert told["Bob"]["headline"] == "You cracked it in 2!"
    assert told["Ada"]["headline"] == told[None]["headline"] == "Bob cracked it in 2."
    totals = ask(here, f"/api/tables/{table}/review?game=1").json()["review"]["games"][0]["totals"]
    for who, each in told.items():
        assert ask(here, f"/api/tables/{table}/review?game=1", who).json()["results"] == [each]
        assert (each["guesses"], each["skill"], each["luck"]) == (2, totals["skill"], totals["fortune"])
        assert each["par"] == find_par(MINI)


def test_a_result_waits_for_the_end_of_its_game(here: World) -> None:
    table = guessing(here, "RRY")
    for query in ("", "?game=1", "?game=2"):
        assert refused(ask(here, f"/api/tables/{table}/result{query}", "Bob")) == (409, "NotNow")
    here.play(table, "Bob", "give up")
    told = ask(here, f"/api/tables/{table}/result", "Bob").json()
    assert (told["headline"], told["guesses"]) == ("Not this time.", None)
    large = here.seated("classic-1 pegs=8 colours=20")
    for who, text in (("Ada", "code RRRRRRRR"), ("Bob", "guess RRRRRRRR")):
        here.play(large, who, text)
    told = ask(here, f"/api/tables/{large}/result", "Bob").json()
    assert [told[name] for name in ("guesses", "skill", "luck", "par")] == [1, None, None, None]


def test_codes_left_are_counted_for_a_game_that_is_over(here: World) -> None:
    table = here.seated("mini")
    here.play(table, "Ada", "code RGB")
    here.play(table, "Bob", "guess RRY")
    left = ask(here, f"/api/tables/{table}/codes-left?game=1", "Ada").json()
    assert 0 < left["codes"] < left["all"] == MINI.size
    assert refused(ask(here, f"/api/tables/{table}/codes-left?game=1", "Bob")) == (409, "NotNow")
    here.play(table, "Bob", "give up")
    assert ask(here, f"/api/tables/{table}/codes-left?game=1", "Bob").json() == left


# Hints ----------------------------------------------------------------------------------


def test_a_hint_has_only_the_steps_that_were_taken(here: World) -> None:
    table = guessing(here, "RRY", "KKB")
    board = position.read("mini / RRY 1+0 / KKB 1+0")
    for taken in ([], [2], [2, 1], [2, 1, 3]):
        if taken:
            here.play(table, "Bob", f"hint {taken[-1]}")
        told = ask(here, f"/api/tables/{table}/hint?plan=RRR", "Bob").json()
        found = find_hint(board, MINI.code("RRR"))
        assert told["steps"] == [
            {"step": step, "sentences": list(found.sentences(step))} for step in sorted(taken)
        ]
        assert told["left"] == [step for step in (1, 2, 3) if step not in taken]
        assert (told["row"], told["plan"]) == (3, "RRR")
        assert [each["row"] for each in told["ruled_out_by"]] == ([1, 2] if 1 in taken else [])
        assert told["codes"] == (found.left if 1 in taken else None)
        # With step 3 only: the rating of a plan would help to search for the best guess.
        assert [told[name] is not None for name in ("planned", "best", "rival")] == [3 in taken] * 3
    best = MINI.spell(find_hint(board).best.guess)
    assert best in ask(here, f"/api/tables/{table}/hint", "Bob").text
    here.play(table, "Bob", "guess RRB")
    after = ask(here, f"/api/tables/{table}/hint", "Bob").json()
    assert (after["steps"], after["left"]) == ([], [1, 2, 3])


def test_a_hint_job_gets_only_board_and_plan(here: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table, asked = guessing(here, "RRY"), list[tuple[object, ...]]()
    here.play(table, "Bob", "hint 1")
    pool: Any = here.client.app.state.context.compute  # type: ignore[attr-defined]

    async def noted(work: Callable[..., Any], *args: object, address: str) -> Any:
        assert address == "testclient"
        asked.append((work, *args))
        return work(*args)

    monkeypatch.setattr(pool, "run", noted)
    for _ in range(3):
        assert ask(here, f"/api/tables/{table}/hint?plan=RRR", "Bob").status_code == 200
    # Once, and from memory after that.
    assert asked == [(jobs.find_hints, position.read("mini / RRY 1+0"), MINI.code("RRR"))]


# Reviews --------------------------------------------------------------------------------


def test_only_a_finished_game_can_be_reviewed(here: World) -> None:
    table = guessing(here, "RRY")
    path = f"/api/tables/{table}/review"
    assert refused(ask(here, path)) == (409, "NotNow")
    here.play(table, "Bob", "guess RGB")
    told = msgspec.json.decode(ask(here, path).content, type=learn.Reviewed).review
    [game] = told.games
    assert (game.number, game.codebreaker, game.code, len(game.rows)) == (1, "Bob", "RGB", 2)
    assert game.whole
    assert game.totals.proved
    assert game.expected is not None
    # A code takes as many rows as on average, more for what was lost, fewer for luck.
    assert len(game.rows) == pytest.approx(
        game.expected.guesses + game.totals.regret.guesses - game.totals.luck.guesses
    )
    assert all(len(row.cells) == len(told.columns) and row.words for row in game.rows)
    here.play(table, "Ada", "leave")
    assert refused(ask(here, f"{path}?game=2")) == (409, "NotNow")  # it has no code
    assert ask(here, path).json() == ask(here, f"{path}?game=1").json()


def test_a_void_game_can_be_reviewed_during_its_replay(here: World) -> None:
    table = here.seated("mini answers=hand")
    here.play(table, "Ada", "code RGB")
    for guess in ("RRR", "RRR"):
        here.play(table, "Bob", f"guess {guess}")
        here.play(table, "Ada", f"answer {'1+0' if here.look(table)['moves'] < 4 else '0+0'}")
    here.play(table, "Bob", "claim")
    path = f"/api/tables/{table}/review?game=1"
    here.play(table, "Ada", "code RGB")
    [void] = ask(here, path).json()["review"]["games"]
    assert (void["number"], void["replay"], void["ending"]) == (1, 0, "void")
    here.play(table, "Bob", "give up")
    games = ask(here, path).json()["review"]["games"]
    assert [(game["number"], game["replay"]) for game in games] == [(1, 0), (1, 1)]
    assert games[0] == void
    assert games[0]["made"]["wrong"] == [{"row": 2, "given": "0+0", "true": "1+0"}]


def test_a_record_is_reviewed_like_its_table(here: World) -> None:
    table = guessing(here, "RRY", "RGB")
    record = ask(here, f"/api/tables/{table}/record").text
    whole = ask(here, f"/api/tables/{table}/review").content
    for body in ({"record": record}, {"record": record, "game": 1}):
        assert here.post("/api/review", body).content == whole


def test_expensive_jobs_are_refused_before_they_start(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs.check_cost(find_edition("classic-1"), 10)
    with pytest.raises(BudgetExceeded, match="more than 10 seconds"):
        jobs.check_cost(edition_line.read("classic-1 pegs=6 colours=10"), 29)
    with pytest.raises(TooLarge):
        jobs.check_cost(edition_line.read("classic-1 pegs=12 colours=6"), 1)
    # And both ask before anything else.
    monkeypatch.setattr(jobs, "MAX_SECONDS", -1)
    with pytest.raises(BudgetExceeded):
        jobs.find_hints(Board(MINI), None)


# The server around it -------------------------------------------------------------------


def test_a_failed_job_is_refused(here: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for error, status, wait in (
        (Busy(), 503, "3"),
        (BudgetExceeded.time(10), 422, None),
        (WorkerCrashed(), 503, "3"),
    ):

        async def failing(*_: object, error: Exception = error, **__: object) -> None:
            raise error

        monkeypatch.setattr(here.client.app.state.context.compute, "run", failing)  # type: ignore[attr-defined]
        answer = ask(here, "/api/puzzles/today")
        assert refused(answer) == (status, type(error).__name__)
        assert answer.headers.get("retry-after") == wait


async def test_jobs_per_address_are_limited() -> None:
    async with site() as here:
        go = asyncio.Event()

        async def slow(*_: object, **__: object) -> str:
            await go.wait()
            return "found"

        here.app.state.context.compute.run = slow
        waiting = [Talk(here, f"/api/puzzles/{number}") for number in range(MAX_JOBS_PER_ADDRESS)]
        for talk in waiting:
            await talk.__aenter__()
        for _ in range(5):
            await asyncio.sleep(0)
        async with Talk(here, "/api/puzzles/more") as more:
            assert json.loads(await more.whole())["refused"]["kind"] == "RateLimited"
        assert more.status == 429
        # To wait for a job that runs anyway is free.
        waiting.append(Talk(here, "/api/puzzles/0"))
        await waiting[-1].__aenter__()
        await asyncio.sleep(0)
        go.set()
        assert [await talk.whole() for talk in waiting] == [b'"found"'] * (MAX_JOBS_PER_ADDRESS + 1)
