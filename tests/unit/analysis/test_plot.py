"""Plots: what they say, and one to the last stroke."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.analysis.census import Census
from codepegs.analysis.plot import HEIGHT, WIDTH, census_plot, ticks
from codepegs.notation.drawing.svg import Svg
from codepegs.rules import find_edition
from tests.support.golden_files import Golden
from tests.support.strategies import code

KNUTH = Census(code("AABB"), (1, 6, 62, 533, 694))
NAME = "{http://www.w3.org/2000/svg}"


def drawn(found: Census, line: str = "classic-1") -> ElementTree.Element:
    return ElementTree.fromstring(census_plot(found, strategy="largest", edition=find_edition(line)))


def test_a_plot_is_drawn_like_the_one_on_file(golden: Golden) -> None:
    picture = census_plot(KNUTH, strategy="largest", edition=find_edition("classic-1"))
    golden("plots/largest-classic-1.svg", f"{picture}\n")
    assert isinstance(picture, Svg)


def test_a_plot_says_in_words_what_it_shows() -> None:
    picture = drawn(KNUTH)
    assert picture.get("role") == "img"
    assert picture.findtext(f"{NAME}title") == "largest on classic-1"
    assert picture.findtext(f"{NAME}desc") == (
        "Codes broken by number of guesses: 1 with 1, 6 with 2, 62 with 3, 533 with 4, 694 with 5. "
        "The average is 4.4761."
    )


def test_a_plot_suits_light_pages_and_dark_ones_and_leaves_the_page_alone() -> None:
    style = drawn(KNUTH).findtext(f"{NAME}style") or ""
    assert "prefers-color-scheme: dark" in style
    rules = [line for line in style.splitlines() if line.strip("} ") and not line.startswith("@media")]
    assert all(line.startswith(".codepegs-plot") for line in rules)


@given(histogram=st.lists(st.integers(0, 1_000_000), min_size=1, max_size=26))
def test_a_bar_is_as_high_as_its_count_and_stays_within_the_picture(histogram: list[int]) -> None:
    histogram[-1] = max(1, histogram[-1])
    picture = drawn(Census(code("AABB"), tuple(histogram)))
    bars = [path.get("d", "") for path in picture.iter(f"{NAME}path")]
    assert len(bars) == len(histogram)
    labels = [text.text for text in picture.iter(f"{NAME}text") if text.get("class") == "ink over"]
    assert labels == [f"{count:,}" for count in histogram]
    for text in picture.iter(f"{NAME}text"):
        assert 0 < float(text.get("x", "")) < WIDTH
        assert 0 < float(text.get("y", "")) < HEIGHT


@pytest.mark.parametrize("most", [1, 2, 3, 5, 6, 9, 10, 11, 99, 100, 101, 694, 2359, 1_000_000])
def test_ticks_are_few_and_round_and_reach_the_top(most: int) -> None:
    found = ticks(most)
    assert found[0] == 0
    assert found[-1] >= most
    assert 2 <= len(found) <= 7
    assert str(found[1]).rstrip("0") in {"1", "2", "5"}
