"""Sentences with pegs: the symbols that the player chose, and nothing else is changed."""

from __future__ import annotations

import pytest

from codepegs.rules.catalogue import CATALOGUE
from codepegs.tui.look import Look
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.peg import PegPainter
from codepegs.tui.widgets.sentence import with_pegs


@pytest.mark.parametrize(
    ("slug", "text", "shown"),
    [
        ("classic-1", "Row 1, RBYG: 1 black, 2 white.", "Row 1, ▲■★◆: 1 black, 2 white."),
        ("classic-1", "RRBB is better than WKWK.", "▲▲■■ is better than ✚♥✚♥."),
        ("classic-2", "R--B fits.", "▲--■ fits."),
        ("classic-1", "GRRRR, RBY and RBYGW are no codes.", "GRRRR, RBY and RBYGW are no codes."),
        ("classic-1", "BRGY wins.", "BRGY wins."),
        ("bulls-and-cows", "1023 of 5,040 codes in 2026-11.", "■▲★◆ of 5,040 codes in 2026-11."),
        ("super", "Row 2, KOPGW.", "Row 2, ♥♣♠◆✚."),
    ],
)
def test_codes_have_the_symbols_of_the_board(slug: str, text: str, shown: str) -> None:
    painter = PegPainter(CATALOGUE[slug], Settings(symbols="shapes"), Look())
    assert with_pegs(painter, text, ["BRGY"]).plain == shown
    letters = PegPainter(CATALOGUE[slug], Settings(), Look())
    assert with_pegs(letters, text).plain == text
