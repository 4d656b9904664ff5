"""Pegs: told apart by letter or shape, in every size and in any number of colours."""

from __future__ import annotations

from itertools import product

import pytest
from rich.cells import cell_len

from codepegs.rules.catalogue import CATALOGUE
from codepegs.rules.edition import Edition
from codepegs.tui.look import Depth, Look
from codepegs.tui.paints import THEMES
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.key_peg import KeyPainter
from codepegs.tui.widgets.peg import SHAPES, SIZES, PegPainter, Size, Span

EDITIONS = [*CATALOGUE.values(), CATALOGUE["classic-2"].with_rules(pegs=12, colours=26, rows=30)]
LOOKS = [Look(theme, depth) for theme, depth in product(THEMES, Depth)]


def width(spans: list[Span]) -> int:
    return sum(cell_len(text) for text, _ in spans)


def text(spans: list[Span]) -> str:
    return "".join(part for part, _ in spans)


@pytest.mark.parametrize("symbols", ["letters", "shapes"])
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.slug)
def test_no_two_colours_share_a_symbol(edition: Edition, symbols: str) -> None:
    painter = PegPainter(edition, Settings(symbols=symbols), LOOKS[0])  # type: ignore[arg-type]
    assert len({painter.symbol(colour) for colour in edition.kinds}) == len(edition.kinds)


def test_no_shape_looks_like_a_key_peg() -> None:
    assert not {*SHAPES} & {*"●○"}


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.slug)
def test_rows_and_answers_take_the_cells_they_say(edition: Edition, size: Size) -> None:
    full = edition.kinds * 12
    for look, line, lit in product(LOOKS, range(size.number), (False, True)):
        painter, keys = PegPainter(edition, Settings(), look), KeyPainter(edition, look)
        for pegs, hole, drop in product(
            (full[: edition.pegs], full[-edition.pegs :], (None,) * edition.pegs),
            (None, 0, edition.pegs - 1),
            (None, 0, 1),
        ):
            spans = painter.slot(pegs, line, size, lit=lit, hole=hole, drop=drop)
            assert width(spans) == size.slot(edition.pegs)
        for counts, arm in product(((0, 0), (1, 1), (edition.pegs, 0), (None, 2)), (None, 0, 1)):
            spans = keys.answer(*counts, line, size, played=lit, arm=arm)
            assert width(spans) == size.keys(edition)


def test_the_order_of_key_pegs_reveals_nothing() -> None:
    keys = KeyPainter(CATALOGUE["classic-1"], Look(depth=Depth.FEW))
    assert text(keys.answer(1, 2, 0, Size(1))) == " ●○○· "
    drawn = [text(keys.answer(1, 2, line, Size(3))).strip() for line in range(3)]
    assert drawn == ["", "●  ○", "○  ·"]


def test_an_answer_of_no_pegs_looks_different_from_none() -> None:
    for edition, look, size in product(EDITIONS, LOOKS, SIZES):
        keys = KeyPainter(edition, look)
        answered = [keys.answer(0, 0, line, size) for line in range(size.number)]
        assert answered != [keys.answer(0, 0, line, size, played=False) for line in range(size.number)]


def test_in_few_colours_the_legend_has_the_signs_of_the_answers() -> None:
    few = [look for look in LOOKS if look.few]
    assert few
    for edition, look, size in product(EDITIONS, few, SIZES):
        keys = KeyPainter(edition, look)
        drawn = "".join(text(keys.answer(1, 1, line, size)) for line in range(size.number))
        assert set(text(keys.sign(1, 1, look["ground"]))) <= set(drawn)
