"""The text to share about a solo game, with par."""

from __future__ import annotations

from datetime import date

import pytest

from codepegs.analysis.solo_result import share_solo_game
from codepegs.errors import NotNow
from codepegs.rules import (
    DAILY_EDITION,
    NOBODY,
    Agreement,
    Edition,
    Match,
    MatchView,
    daily_code,
    find_edition,
)
from codepegs.rules.move import GiveUp, Guess, SetCode
from codepegs.rules.secret import Secret

DAY = date(2026, 11, 20)


def solved(agreement: Agreement) -> Match:
    edition: Edition = agreement.edition
    code = next(edition.codes()) if agreement.daily is None else daily_code(agreement.daily)
    return Match.start(agreement).play(SetCode(Secret(code))).play(Guess(code))


def test_a_solo_game_is_shared_with_par_if_that_is_proved() -> None:
    shared = share_solo_game(
        MatchView.of(solved(Agreement(find_edition("classic-1"), (NOBODY, "Ada"), 1)), 1)
    )
    assert shared.par is not None
    assert "1/10 · par 4.34" in shared.text
    odd = find_edition("classic-1", pegs=7, colours=3)
    shared = share_solo_game(MatchView.of(solved(Agreement(odd, (NOBODY, "Ada"), 1)), None))
    assert shared.par is None
    assert "par" not in shared.text


def test_a_daily_code_is_shared_with_its_number() -> None:
    shared = share_solo_game(MatchView.of(solved(Agreement(DAILY_EDITION, (NOBODY, "Ada"), 1, daily=DAY)), 1))
    assert "No. 5" in shared.text


def test_only_a_finished_solo_game_is_shared() -> None:
    running = Match.start(Agreement(find_edition("mini"), (NOBODY, "Ada"), 1))
    two = Match.start(Agreement(find_edition("mini"), ("Ada", "Bob"), 1))
    two = two.play(SetCode(Secret(find_edition("mini").code("RGB")))).play(GiveUp())
    for match in (running, two):
        with pytest.raises(NotNow):
            share_solo_game(MatchView.of(match, None))
