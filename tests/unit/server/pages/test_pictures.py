"""Pictures of link previews over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from httpx import Response

from codepegs.notation import position
from codepegs.notation.drawing import poster
from codepegs.server.learn.pictures import Picture, draw_png
from tests.support.png import png_size
from tests.support.world import World

ONE_CODE = "one-code:mini:GYK=1+0,YRB=0+1,RYB=1+0,BKW=0+1:e800"
NOON = round(datetime(2026, 11, 20, 12, tzinfo=UTC).timestamp() * 1_000_000)


@pytest.fixture
def here(here: World) -> World:
    here.hands.day = NOON
    return here


def get(here: World, path: str) -> Response:
    answer: Response = here.client.get(path)
    return answer


def guessed(here: World, code: str = "RGB") -> str:
    """A table at which Bob has guessed once."""
    table = here.seated("mini")
    here.play(table, "Ada", f"code {code}")
    here.play(table, "Bob", "guess RRY")
    return table


@pytest.mark.parametrize("path", ["/preview.png", "/daily/2026-11-20.png", f"/puzzle/{ONE_CODE}.png"])
def test_a_picture_is_a_png_that_others_may_show(here: World, path: str) -> None:
    answer = get(here, path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/png"
    assert png_size(answer.content) == (poster.WIDTH, poster.HEIGHT)
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert answer.headers["cache-control"] == "public, max-age=86400"


def test_a_running_table_is_kept_shortly_and_a_finished_one_longer(here: World) -> None:
    table = guessed(here)
    running = get(here, f"/t/{table}.png")
    assert running.headers["cache-control"] == "public, max-age=60"
    assert running.headers["x-robots-tag"] == "noindex"
    here.play(table, "Ada", "leave")
    over = get(here, f"/t/{table}.png")
    assert over.headers["cache-control"] == "public, max-age=86400"
    assert png_size(over.content) == png_size(running.content)
    assert over.content != running.content


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/t/nonesuch22.png", 404),
        ("/daily/2026-11-15.png", 404),
        ("/daily/2026-11-20T00:00.png", 404),
        ("/puzzle/one-code:mini:GYK=1+0:e800.png", 400),
    ],
)
def test_there_is_no_picture_of_nothing(here: World, path: str, status: int) -> None:
    assert get(here, path).status_code == status


def test_a_job_gets_the_picture_alone_and_runs_once(here: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table, asked = guessed(here), list[tuple[object, ...]]()
    pool: Any = here.client.app.state.context.compute  # type: ignore[attr-defined]

    async def noted(work: Callable[..., Any], *args: object, address: str) -> Any:
        asked.append((work, *args))
        return work(*args)

    monkeypatch.setattr(pool, "run", noted)
    for _ in range(3):
        assert get(here, f"/t/{table}.png").status_code == 200
    board = position.read("mini / RRY 1+0")
    shown = Picture(("Game 1 of 2", "Guess 2 of 8"), "Quick", board)
    assert asked == [(draw_png, shown)]


def test_a_picture_without_colours_shows_only_the_answers() -> None:
    boards = [position.read(f"mini / {guess} 1+0") for guess in ("RRY", "GWK")]
    for colours, different in ((True, 2), (False, 1)):
        drawn = {draw_png(Picture(("Daily",), "", board, colours=colours)) for board in boards}
        assert len(drawn) == different
