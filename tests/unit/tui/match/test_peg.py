"""Pegs: told apart by letter or shape, and readable in few colours or none."""

from __future__ import annotations

from itertools import product

import pytest
from rich.cells import cell_len
from rich.color import Color, ColorSystem

from codepegs.rules.box import contrast
from codepegs.rules.catalogue import CATALOGUE
from codepegs.rules.feedback import Feedback
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.peg import SHAPES, PegPainter, Scale

SETTINGS = [
    Settings(),
    Settings(symbols="shapes"),
    Settings(palette="clear"),
    Settings(symbols="shapes", palette="clear"),
]
PAINTERS = [PegPainter(edition, settings) for edition, settings in product(CATALOGUE.values(), SETTINGS)]
SCALES = [Scale(), Scale(tall=True), Scale(gap=0)]


@pytest.mark.parametrize(
    "painter", PAINTERS, ids=lambda painter: f"{painter.edition.slug}-{painter.settings}"
)
def test_no_two_colours_share_a_symbol_or_a_paint(painter: PegPainter) -> None:
    kinds = painter.edition.kinds
    assert len({painter.symbol(colour) for colour in kinds}) == len(kinds)
    assert len({painter.paint(colour).fill for colour in kinds}) == len(kinds)


@pytest.mark.parametrize(
    "painter", PAINTERS, ids=lambda painter: f"{painter.edition.slug}-{painter.settings}"
)
def test_symbols_are_readable_in_sixteen_colours(painter: PegPainter) -> None:
    for colour in painter.edition.kinds:
        paint = painter.paint(colour)
        assert contrast(paint.fill, paint.ink) >= 4.5 or painter.edition.slug == "bulls-and-cows"
        few = [Color.parse(name).downgrade(ColorSystem.STANDARD).number for name in (paint.fill, paint.ink)]
        assert few[0] != few[1], painter.name(colour)


def test_a_shape_takes_one_cell() -> None:
    assert {cell_len(shape) for shape in SHAPES} == {1}
    assert len(set(SHAPES)) == 26


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("painter", PAINTERS[::4], ids=lambda painter: painter.edition.slug)
def test_pegs_and_answers_take_the_cells_they_say(painter: PegPainter, scale: Scale) -> None:
    for colour, chosen in product((None, *painter.edition.kinds), (False, True)):
        for line in range(scale.lines):
            spans = painter.peg(colour, line, scale, chosen=chosen)
            assert sum(cell_len(text) for text, _ in spans) == scale.width
    for feedback in (Feedback(0, 0), Feedback(1, 1), Feedback(painter.edition.pegs, 0)):
        width = sum(cell_len(text) for text, _ in painter.answer(feedback, scale))
        assert width == painter.keys_width(scale)


def test_the_order_of_key_pegs_reveals_nothing() -> None:
    painter = PegPainter(CATALOGUE["classic-1"])
    assert "".join(text for text, _ in painter.answer(Feedback(1, 2), Scale())) == " ● ○ ○ · "


def test_key_pegs_stand_out_from_their_background() -> None:
    for edition in CATALOGUE.values():
        for which in (0, 1):
            _, style = PegPainter(edition).key(which)
            assert style.color is not None
            assert style.bgcolor is not None
            assert contrast(style.color.name, style.bgcolor.name) >= 3
