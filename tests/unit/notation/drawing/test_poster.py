"""Pictures for link previews."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.notation import position
from codepegs.notation.drawing import letters, poster, svg
from codepegs.rules import Board, Edition
from codepegs.rules.catalogue import CATALOGUE
from tests.support.strategies import editions

NAMESPACE = "{http://www.w3.org/2000/svg}"
TRANSFORM = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\) scale\(([\d.]+)\)")
HEADLINE, NOTE = ("Crack the", "secret code"), "A rather long line below the headline, and it goes on"


@given(terms=editions() | st.sampled_from([*CATALOGUE.values()]))
def test_text_and_board_are_inside_and_apart(terms: Edition) -> None:
    picture = ElementTree.fromstring(poster.draw(Board(terms), headline=HEADLINE, note=NOTE))
    [board] = [group for group in picture if group.find(f"{NAMESPACE}svg") is not None]
    found = TRANSFORM.fullmatch(board.attrib["transform"])
    assert found is not None
    left, top, scale = map(float, found.groups())
    wide, high = svg.size(terms)
    assert 0 < top < top + scale * high < poster.HEIGHT
    assert left + scale * wide < poster.WIDTH
    texts = picture.findall(f"{NAMESPACE}path")
    assert len(texts) == 4
    for line, path in zip(("codepegs", *HEADLINE, NOTE), texts, strict=True):
        found = TRANSFORM.fullmatch(path.attrib["transform"])
        assert found is not None
        x, y, size = map(float, found.groups())
        assert 0 < y < y + 7 * size < poster.HEIGHT
        # A scale is rounded, by at most a twentieth.
        assert x + letters.width_of(line, height=7.1 * size * 0.95) < left


def test_a_picture_has_no_text_that_needs_a_font() -> None:
    board = position.read("classic-1 / RRBB 1+1 / YYGG ?")
    drawn = poster.draw(board, board.edition.code("RWKB"), headline=HEADLINE, note=NOTE)
    assert not [*ElementTree.fromstring(drawn).iter(f"{NAMESPACE}text")]


@pytest.mark.parametrize("code", [None, "RWKB"])
def test_the_board_is_the_drawing_of_a_board(code: str | None) -> None:
    board = position.read("classic-1 / RRBB 1+1")
    shown = None if code is None else board.edition.code(code)
    for colours in (True, False):
        drawn = poster.draw(board, shown, headline=HEADLINE, note=NOTE, colours=colours)
        assert svg.draw(board, shown, colours=colours) in drawn
