"""Records that are brought along: read strictly, shown as to a spectator, drawn, bounded, and not kept."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from codepegs.compute.errors import BudgetExceeded
from codepegs.compute.pool import ComputePool
from codepegs.notation import record
from codepegs.protocol import learn as lesson
from codepegs.protocol import messages as wire
from codepegs.rules import CATALOGUE, Agreement, Match, Secret, SetCode
from codepegs.server.context import MAX_JOBS_PER_ADDRESS
from codepegs.server.learn import records
from tests.support.world import World, world

EXAMPLE = (Path(__file__).resolve().parents[4] / "examples" / "classic-1.pegs").read_text(encoding="utf-8")


@pytest.fixture
def here() -> Iterator[World]:
    with world() as here:
        yield here


def read(here: World, text: str) -> Any:
    return here.post("/api/records", {"record": text})


def test_a_record_is_told_as_the_table_it_was_played_at_would_tell_it(here: World) -> None:
    table = here.seated("mini", games=2)
    here.play(table, "Ada", "code RGB")
    here.play(table, "Bob", "guess RRR")
    here.play(table, "Bob", "guess RGB")
    here.play(table, "Bob", "code WWK")
    here.play(table, "Ada", "guess WWK")
    written = here.client.get(f"/api/tables/{table}/record").text
    told, seen = read(here, written).json(), here.look(table)
    for section in ("terms", "phase", "turn", "legal", "game", "past", "points", "outcome", "you"):
        assert told[section] == seen[section]
    assert [each["name"] for each in told["players"]] == ["Ada", "Bob"]


def test_reading_keeps_nothing_and_needs_nobody(here: World) -> None:
    answer = read(here, EXAMPLE)
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
    assert here.archive.rows == {}


def test_a_code_behind_its_shield_stays_there(here: World) -> None:
    edition = CATALOGUE["classic-1"]
    for code in ("RGBY", "WWWW"):
        match = Match.start(Agreement(edition, ("Ada", "Bob"), 1)).play(SetCode(Secret(edition.code(code))))
        answer = read(here, record.save(match))
        assert answer.json()["game"]["code"] is None
        drawn = here.post("/api/pictures", {"record": record.save(match), "game": 0})
        assert answer.content == read(here, record.write(match)).content
        assert drawn.content == here.post("/api/pictures", {"record": record.write(match), "game": 0}).content


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Line 1: this is no record"),
        ("<script>alert(1)</script>", "Line 1: this is no record"),
        (EXAMPLE.replace("edition classic-1", "edition classic-9"), "Line 2: There is no edition"),
        (EXAMPLE.replace("codemaker ", "codemaker \u202e"), "Line 4: A name is made of characters that show"),
        (EXAMPLE[: len(EXAMPLE) // 2], "Line"),
        (EXAMPLE + "more\n", "Line"),
        ("\ud800", "not a JSON"),
    ],
)
def test_a_record_that_is_not_right_is_refused_with_its_line(here: World, text: str, said: str) -> None:
    answer = here.client.post(
        "/api/records",
        content=b'{"record": "\\ud800"}' if text == "\ud800" else wire.encode(records.ReadRequest(text)),
        headers={"content-type": "application/json"},
    )
    assert answer.status_code == 400
    assert said in answer.json()["refused"]["message"]


def test_a_record_is_no_longer_than_any_can_be(here: World) -> None:
    long = "x" * (record.MAX_LENGTH + 1)
    for answer in (read(here, long), here.post("/api/pictures", {"record": long, "game": 0})):
        assert answer.status_code == 400
        assert "over 400,000 characters" in answer.text
    assert here.post("/api/records", {"record": "x" * lesson.MAX_MESSAGE_BYTES}).status_code == 413
    assert here.post("/api/tables", {"edition": "x" * wire.MAX_MESSAGE_BYTES}).status_code == 413


def test_every_game_is_drawn_after_as_many_rows_as_asked(here: World) -> None:
    shown = read(here, EXAMPLE).json()
    games = [*shown["past"], shown["game"]]
    for place, game in enumerate(games):
        for rows in (0, 1, None):
            answer = here.post("/api/pictures", {"record": EXAMPLE, "game": place, "rows": rows})
            assert answer.headers["content-type"].startswith("image/svg+xml")
            title = ElementTree.fromstring(answer.text)[0].text
            played = len(game["rows"]) if rows is None else rows
            assert title == f"Classic, game no. 1: {played} of 10 rows played"
    assert here.post("/api/pictures", {"record": EXAMPLE, "game": len(games)}).status_code == 400


async def test_a_record_that_takes_too_long_is_given_up() -> None:
    pool = ComputePool(timeout=5)
    try:
        begun = time.monotonic()
        with pytest.raises(BudgetExceeded):
            await pool.run(time.sleep, 50)
        assert time.monotonic() - begun < 40
        assert (await pool.run(records.read_record, EXAMPLE)).phase == "over"
    finally:
        pool.close()


def test_an_address_waits_for_few_records_at_once(here: World) -> None:
    room = here.client.app.state.context.job_limit  # type: ignore[attr-defined]
    with ExitStack() as waiting:
        for _ in range(MAX_JOBS_PER_ADDRESS):
            waiting.enter_context(room.slot("testclient"))
        answer = read(here, EXAMPLE)
    assert answer.status_code == 429
    assert read(here, EXAMPLE).status_code == 200


def test_a_record_is_refused_while_too_many_wait(here: World, monkeypatch: pytest.MonkeyPatch) -> None:
    site = here.client.app.state.context  # type: ignore[attr-defined]
    # Records and questions wait at one desk, so that one process is left for those who play.
    monkeypatch.setattr(site.work_queue, "_max_jobs", 0)
    asked = here.client.get("/api/puzzles/today")
    for answer in (asked, read(here, EXAMPLE), here.post("/api/pictures", {"record": EXAMPLE, "game": 0})):
        assert answer.status_code == 503
        assert answer.json()["refused"]["kind"] == "Busy"
