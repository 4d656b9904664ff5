"""Letters drawn as lines."""

from __future__ import annotations

import re
from string import ascii_letters, digits

import pytest

from codepegs.notation.drawing import letters
from codepegs.rules.catalogue import CATALOGUE


def test_all_letters_digits_and_titles_can_be_drawn() -> None:
    titles = "".join(edition.box.title for edition in CATALOGUE.values())
    assert set(ascii_letters + digits + titles) <= letters.CHARACTERS


def test_every_character_looks_different() -> None:
    assert len(set(map(letters.outline, letters.CHARACTERS))) == len(letters.CHARACTERS)


def test_another_character_is_refused() -> None:
    with pytest.raises(KeyError):
        letters.draw("é", 0, 0, height=10, ink="#000000")


@pytest.mark.parametrize(("anchor", "left"), [(0, 100), (0.5, 75), (1, 50)])
def test_the_anchor_says_which_part_is_left_of_a_place(anchor: float, left: float) -> None:
    text = "SOME TEXT"
    height = 50 / letters.width_of(text, height=1)
    path = letters.draw(text, 100, 20, height=height, ink="#000000", anchor=anchor)
    found = re.search(r'translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\).* stroke-width="([\d.]+)"', path)
    assert found is not None
    x, y, scale, weight = map(float, found.groups())
    assert x - scale * weight / 2 == pytest.approx(left, abs=0.1)
    assert y + scale * 3 == pytest.approx(20, abs=0.2)
