"""Puzzles over HTTP: the solution stays hidden until it is found or given up."""

from __future__ import annotations

from datetime import date

import pytest

from codepegs.analysis.puzzle import puzzle
from codepegs.notation.puzzle_id import Theme
from codepegs.protocol import learn
from tests.support.world import World
from tests.unit.server.learn.test_routes import ask, here, refused

__all__ = ["here"]


def test_the_puzzle_of_the_day_depends_on_the_date_only(here: World) -> None:
    told = ask(here, "/api/puzzles/today").json()
    # The clock of these tests stands at 14 November 2023, 22:13 UTC.
    made = puzzle.daily(date(2023, 11, 14))
    assert (told["id"], told["day"]) == (made.id, "2023-11-14")
    assert ask(here, "/api/puzzles/today?edition=mini&theme=best-guess&difficulty=hard").json() == told
    here.hands.day += 2 * 3_600_000_000
    later = ask(here, "/api/puzzles/today").json()
    assert later["id"] != made.id
    assert later["day"] == "2023-11-15"


@pytest.mark.parametrize("theme", [theme.value for theme in Theme])
def test_a_puzzle_hides_its_solution_until_it_is_found(here: World, theme: str) -> None:
    asked = f"/api/puzzles/new?edition=mini&theme={theme}&difficulty=easy"
    one, other = ask(here, asked).json(), ask(here, asked).json()
    assert (one["day"], one["id"] == other["id"]) == (None, False)
    made = puzzle.read(one["id"])
    answer = made.board.edition.spell(puzzle.answer(made))
    path = f"/api/puzzles/{one['id']}"
    shown = ask(here, path)
    assert shown.json() == one
    assert set(one) == set(learn.Puzzle.__struct_fields__)
    assert answer not in shown.text.replace(one["id"], "")
    wrong = next(
        spelled for spelled in map(made.board.edition.spell, made.board.edition.codes()) if spelled != answer
    )
    verdict = here.post(f"{path}/try", {"code": wrong}).json()
    assert (verdict["right"], verdict["why"]) == (False, [])
    assert answer not in str(verdict)
    clues = [ask(here, f"{path}/clue").json()]
    while not clues[-1]["last"]:
        clues.append(ask(here, f"{path}/clue?number={len(clues) + 1}").json())
    assert refused(ask(here, f"{path}/clue?number={len(clues) + 1}")) == (409, "NotNow")
    if made.theme.asks_for_code:
        assert answer not in str(clues)
    right = here.post(f"{path}/try", {"code": answer}).json()
    given_up = ask(here, f"{path}/answer").json()
    assert right["right"]
    assert given_up == {"answer": answer, "why": right["why"]}
