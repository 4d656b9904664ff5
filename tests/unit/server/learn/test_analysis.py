"""The analysis board and the opening explorer over HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from httpx import Response

from codepegs.notation import position
from codepegs.rules import find_edition
from codepegs.server.learn import analysis_jobs
from tests.support.world import World
from tests.unit.server.learn.test_routes import here, refused

__all__ = ["here"]


def ask(here: World, path: str, **query: str) -> Response:
    answer: Response = here.client.get(path, params=query)
    return answer


def analysed(here: World, line: str, **query: str) -> Any:
    answer = ask(here, "/api/analysis", position=line, **query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_position_has_codes_left_a_best_guess_and_reasons(here: World) -> None:
    found = analysed(here, "classic-1 / RRBB 1+1 / RYGW 1+1")
    board = position.read(found["position"])
    assert found["codes"] == sum(board.fits(code) for code in board.edition.codes())
    assert (found["size"], found["terms"]["edition"]) == (1296, "classic-1")
    assert found["rows"] == [
        {"guess": "RRBB", "feedback": "1+1"},
        {"guess": "RYGW", "feedback": "1+1"},
    ]
    assert sum(part["codes"] for part in found["best"]["answers"]) == found["codes"]
    assert len(found["guesses"]) == 5
    assert (found["asked"], found["contradiction"]) == (None, [])
    assert any(found["best"]["guess"] in sentence for sentence in found["sentences"])


def test_a_guess_is_rated_with_what_each_answer_leaves(here: World) -> None:
    found = analysed(here, "mini / RRY 1+0", guess="RRR")
    assert found["asked"]["guess"] == "RRR"
    assert sum(part["codes"] for part in found["asked"]["answers"]) == found["codes"]
    assert [wrong["row"] for wrong in found["ruled_out_by"]] == [1]


def test_an_unanswered_row_is_the_guess_to_rate(here: World) -> None:
    opened = analysed(here, "mini / RRY 1+0 / RRR ?")
    asked = analysed(here, "mini / RRY 1+0", guess="RRR")
    differing = {name for name in opened if opened[name] != asked[name]}
    assert differing == {"position", "rows"}


@pytest.mark.parametrize(
    ("line", "rows"), [("mini / RRR 1+0 / RRR 0+0", [1, 2]), ("mini / RRY 1+0 / RRR 0+1", [2])]
)
def test_contradicting_rows_are_named(here: World, line: str, rows: list[int]) -> None:
    found = analysed(here, line)
    assert (found["codes"], found["contradiction"], found["best"]) == (0, rows, None)


@pytest.mark.parametrize("line", ["mini / RGB 3+0", "mini rows=1 / RRY 1+0"])
def test_a_finished_board_has_codes_left_but_no_guess(here: World, line: str) -> None:
    found = analysed(here, line)
    board = position.read(line)
    assert found["codes"] == sum(board.fits(code) for code in board.edition.codes())
    assert found["best"] is None


@pytest.mark.parametrize(
    ("path", "query", "status", "kind"),
    [
        ("/api/analysis", {}, 400, "Malformed"),
        ("/api/analysis", {"position": "x" * 2001}, 400, "Malformed"),
        ("/api/analysis", {"position": "mini / RRY"}, 400, "NotationError"),
        ("/api/analysis", {"position": "mini", "guess": "RRRR"}, 422, "IllegalCode"),
        ("/api/analysis", {"position": "classic-1 pegs=12 colours=26"}, 422, "TooLarge"),
        ("/api/openings/mini", {"answer": "1+0"}, 400, "Malformed"),
        ("/api/openings/mini", {"guess": "RRY", "answer": "one"}, 400, "NotationError"),
        ("/api/openings/mini", {"guess": "RRR", "answer": "0+1"}, 409, "NotNow"),
        ("/api/openings/mini", {"guess": "RRY", "answer": "3+0"}, 409, "NotNow"),
        ("/api/openings/classic-1 pegs=12 colours=26", {}, 422, "TooLarge"),
    ],
)
def test_bad_requests_are_refused(
    here: World, path: str, query: dict[str, str], status: int, kind: str
) -> None:
    answer = ask(here, path, **query)
    assert refused(answer) == (status, kind)


def test_openings_of_a_proved_edition(here: World) -> None:
    first = ask(here, "/api/openings/classic-1").json()
    assert first["best"]["average"] == pytest.approx(5625 / 1296)
    assert (first["guess"], first["codes"], len(first["patterns"])) == (first["best"]["guess"], 1296, 5)
    [part] = [part for part in first["parts"] if part["answer"] == "1+1"]
    second = ask(here, "/api/openings/classic-1", guess=first["guess"], answer="1+1").json()
    assert (second["codes"], second["best"]) == (part["codes"], part["reply"])
    assert (second["guess"], second["patterns"]) == (part["reply"]["guess"], [])
    other = ask(here, "/api/openings/classic-1", guess=first["guess"], answer="1 1", second="RRRR").json()
    assert (other["guess"], other["codes"]) == ("RRRR", part["codes"])


def test_openings_of_other_editions_are_parts_alone(here: World) -> None:
    found = ask(here, "/api/openings/classic-1 colours=5", guess="RRBB").json()
    assert found["best"] is None
    assert sum(part["codes"] for part in found["parts"]) == found["codes"] == 5**4
    assert {part["reply"] and part["reply"]["guess"] for part in found["parts"]} == {None}


def test_a_job_gets_the_position_alone(here: World, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []

    async def noted(work: Any, *args: object, **_: object) -> Any:
        asked.append((work, *args))
        return work(*args)

    monkeypatch.setattr(here.client.app.state.context.compute, "run", noted)  # type: ignore[attr-defined]
    for _ in range(2):
        analysed(here, "mini / RRY 1+0", guess="RRR")
    wanted = (analysis_jobs.analyse, position.read("mini / RRY 1+0"), find_edition("mini").code("RRR"))
    assert asked == [wanted]
