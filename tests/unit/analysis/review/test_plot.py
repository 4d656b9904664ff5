"""The plot of a reviewed game: what it says, and that nothing leaves the picture."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from codepegs.analysis.review.plot import HEIGHT, WIDTH, review_plot
from codepegs.notation.review import GameReview
from tests.unit.analysis.review.test_review import game, review

NAME = "{http://www.w3.org/2000/svg}"


def drawn(found: GameReview) -> ElementTree.Element:
    return ElementTree.fromstring(review_plot(replace(found, codemaker="Ada & Eve")))


GAMES = {
    "broken at once": ("mini", ["code ABC", "guess ABC"]),
    "out of time": ("mini time=5 rows=3", ["code ABC", "timeout", "guess AAB", "timeout"]),
    "given up at once": ("mini", ["code ABC", "give up"]),
    "contradicting": ("mini answers=hand", ["code ADB", "guess AAA 1+0", "guess ABB 0+0", "claim"]),
    "thirty rows": ("mini rows=30", ["code ABC", *["guess AAB", "guess BBB"] * 15]),
}


@pytest.mark.parametrize("name", GAMES)
def test_everything_stays_within_the_picture(name: str) -> None:
    line, moves = GAMES[name]
    found = review(game(line, *moves))
    picture = drawn(found)
    for text in picture.iter(f"{NAME}text"):
        assert 0 < float(text.get("x", "")) < WIDTH
        assert 0 < float(text.get("y", "")) < HEIGHT
    for shape in picture.iter(f"{NAME}rect"):
        assert float(shape.get("y", "0")) >= 0
        assert float(shape.get("height", "")) <= HEIGHT
    for dot in picture.iter(f"{NAME}circle"):
        assert 0 < float(dot.get("cx", "")) < WIDTH
        assert 60 < float(dot.get("cy", "")) < HEIGHT
    assert "nan" not in ElementTree.tostring(picture, encoding="unicode").casefold()


def test_a_plot_suits_light_pages_and_dark_ones_and_leaves_the_page_alone() -> None:
    style = drawn(review(game("mini", "code ABC", "guess ABC"))).findtext(f"{NAME}style") or ""
    assert "prefers-color-scheme: dark" in style
    rules = [line for line in style.splitlines() if line.strip("} ") and not line.startswith("@media")]
    assert all(line.startswith(".codepegs-plot") for line in rules)
