"""Whole series: every way a game can go, what it counts, and who wins."""

from datetime import date

import pytest

from codepegs.errors import IllegalCode, NotNow
from codepegs.rules import (
    NOBODY,
    Agreement,
    Answers,
    Ending,
    Guess,
    Match,
    Outcome,
    Secret,
    SetCode,
    find_edition,
    replay,
)
from codepegs.rules.daily import DAILY_EDITION, daily_code
from codepegs.rules.match import MAX_TAKE_BACKS
from tests.support.strategies import alone, code, played, refusal, spelled, two

HAND = find_edition("mini", rows=3, answers=Answers.HAND)


def test_a_solo_game_has_no_score_pegs() -> None:
    assert played(alone(find_edition("classic-1")), "code ABCD", "guess AAAA").score_pegs is None


def test_the_daily_code_is_the_code_of_its_day() -> None:
    start = Match.start(Agreement(DAILY_EDITION, (NOBODY, "Ada"), 1, daily=date(2026, 11, 17)))
    for wrong in (daily_code(date(2026, 11, 16)), code("ABCD")):
        with pytest.raises(IllegalCode) as refused:
            start.play(SetCode(Secret(wrong)))
        assert refused.value.code is None
    match = start.play(SetCode(Secret(daily_code(date(2026, 11, 17)))))
    assert match.play(Guess(daily_code(date(2026, 11, 17)))).outcome == Outcome(cracked_in=1)
    assert played(start, "code hidden").game.concealed


@pytest.mark.parametrize("move", ["hints allowed", "clock 60", "clock off"])
def test_the_terms_of_a_daily_code_do_not_change(move: str) -> None:
    match = Match.start(Agreement(DAILY_EDITION, (NOBODY, "Ada"), 1, daily=date(2026, 11, 17)))
    found = refusal(match, spelled(move))
    assert type(found) is NotNow
    assert "daily code" in str(found)


VOID = {
    "by a claim": ["code ABC", "guess AAB 2+1", "claim"],
    "by owning up": ["code ABC", "guess AAB 0+0", "own up"],
    "at the reveal": ["code ABC", "guess AAB 3+0"],
}


@pytest.mark.parametrize("void", VOID.values(), ids=[*VOID])
def test_the_codemaker_of_the_hundredth_void_game_has_left(void: list[str]) -> None:
    match = played(two(HAND), *void * 60, "code ABC", "guess ABC 3+0", *void * 39)
    assert [game.ending for game in match.games].count(Ending.VOID) == 99
    assert (match.over, match.game.number, match.game.replay) == (False, 2, 39)
    match = played(match, *void)
    assert [game.ending for game in match.games].count(Ending.VOID) == 100
    assert match.over
    assert match.points == (1 + 40 * 3, 60 * 3)
    assert match.outcome == Outcome(0, abandoned_by=1)
    assert replay(two(HAND), match.moves) == match


def test_take_backs_have_a_limit() -> None:
    friendly = Agreement(find_edition("mini", rows=30), ("Ada", "Bob"), 2, friendly=True)
    rows = ["guess AAA"] * 25
    match = played(friendly, "code ABC", *(rows + ["take back"] * 25) * (MAX_TAKE_BACKS // 25), "guess AAA")
    found = refusal(match, spelled("take back"))
    assert type(found) is NotNow
    assert "1000 guesses" in str(found)
