"""Editions as pages show them: cards, marked guesses, whole games, and the form for house rules."""

from __future__ import annotations

import re

import pytest

from codepegs.rules import CATALOGUE, mark
from codepegs.rules.edition import Edition
from codepegs.server.pages import examples
from tests.support.world import World

ABSENT = "green and white are not in the code."


@pytest.mark.parametrize("edition", CATALOGUE.values(), ids=CATALOGUE.keys())
def test_examples_are_legal_and_marked_correctly(edition: Edition) -> None:
    shown = examples.marked_guesses(edition)
    assert len(shown) == 3
    for each in shown:
        code, guess = (edition.code("".join(peg.letter for peg in row)) for row in (each.code, each.guess))
        edition.check_secret(code)
        edition.check_guess(guess)
        true = mark(guess, code)
        counted = tuple(map(int, re.findall(r"\d+", each.answer.words)))
        assert counted == (true.black, true.white)
        assert len(each.answer.pegs) == true.black + true.white


def test_why_a_guess_is_answered_so_is_told_colour_by_colour() -> None:
    classic, blanks = CATALOGUE["classic-1"], CATALOGUE["classic-2"]
    for edition, code, guess, told in (
        (
            classic,
            "RBRY",
            "GRRW",
            "red is in the right place; another red is in the code, but elsewhere; " + ABSENT,
        ),
        (classic, "RGBY", "RGBY", "red, green, blue and yellow are in the right place."),
        (classic, "RRRB", "RRRR", "red (3 times) are in the right place; one red too many."),
        (classic, "RRRR", "GGGG", "green is not in the code."),
        (
            blanks,
            "R--G",
            "--RG",
            (
                "an empty hole and green are in the right place; "
                "another empty hole and red are in the code, but elsewhere."
            ),
        ),
    ):
        assert examples.why(edition, edition.code(code), edition.code(guess)) == told


def test_a_wrong_address_shows_a_page_or_json(here: World) -> None:
    person = here.client.get("/nowhere", headers={"accept": "text/html,*/*"})
    assert (person.status_code, person.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "Nothing right here" in person.text
    assert here.client.get("/rules/nonesuch", headers={"accept": "text/html"}).status_code == 404
    for path in ("/nowhere", "/api/nowhere"):
        accept = "text/html" if path.startswith("/api/") else "*/*"
        program = here.client.get(path, headers={"accept": accept})
        assert (program.status_code, program.json()["refused"]["kind"]) == (404, "NotHere")
