from collections.abc import Callable
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.errors import IllegalAgreement
from codepegs.rules import NOBODY, Agreement, Answers, HouseRules, check_name, find_edition
from codepegs.rules.daily import DAILY_EDITION
from tests.support.strategies import SLUGS, alone, two


@pytest.mark.parametrize("slug", SLUGS)
def test_an_odd_number_of_games_is_refused_where_the_sheet_demands_an_even_one(slug: str) -> None:
    even = slug in ("hasbro-2010", "invicta")
    assert find_edition(slug).even is even
    assert [two(find_edition(slug, even=False), games=games).games for games in (1, 3, 100)] == [1, 3, 100]
    with pytest.raises(IllegalAgreement, match="an even number of games, not 3"):
        two(find_edition(slug, even=True), games=3)


@pytest.mark.parametrize("games", [-2, 0, 101])
def test_fewer_or_more_games_are_refused(games: int) -> None:
    with pytest.raises(IllegalAgreement) as refused:
        two(find_edition("mini"), games=games)
    assert str(refused.value) == f"A match can have 1 to 100 games, not {games}."


SPACES = "A name cannot be empty, start or end with a space, or contain two spaces in a row."


JOINED = (
    "That name contains a joined character or emoji, which some screens cannot show. Choose another name."
)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", SPACES),
        (" Ada", SPACES),
        ("Ada  Lovelace", SPACES),
        ("Ada\tLovelace", SPACES),
        ("Ada\u00a0Lovelace", SPACES),
        ("Ada\u2028Bob", SPACES),
        ("A" * 25, "A name can have at most 24 characters. This one has 25."),
        ("Zoe\u0308", "A name must use composed characters (Unicode NFC)."),
        ("\u0301Ada", "A name cannot start with a combining accent."),
        ("A\u3164", "That name contains an invisible character (U+3164). Choose another name."),
        ("A\ufe0f", JOINED),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", JOINED),
        ("A\U000e0100", "That name contains an invisible character (U+E0100). Choose another name."),
        ("Ada\x00", "That name contains an invisible character (U+0000). Choose another name."),
        ("A\u202edA", "That name contains an invisible character (U+202E). Choose another name."),
        ("A\u200bB", "That name contains an invisible character (U+200B). Choose another name."),
        ("\ud800", "That name contains an invisible character (U+D800). Choose another name."),
        ("\ue000", "That name contains an invisible character (U+E000). Choose another name."),
    ],
)
def test_a_name_that_would_not_print_as_it_is_is_refused(name: str, reason: str) -> None:
    with pytest.raises(IllegalAgreement) as refused:
        check_name(name)
    assert str(refused.value) == reason
    # Without a first name it would be a solo game.
    for players in ((name or " ", "Bob"), ("Bob", name), (NOBODY, name)):
        with pytest.raises(IllegalAgreement) as refused:
            Agreement(find_edition("mini"), players, 1)
        assert str(refused.value) == reason


@pytest.mark.parametrize("name", ["A", "A" * 24, "Zoë", "Anne Marie", "李", "🙂", "O'Neil-2", "العربية"])
def test_a_name_that_prints_is_allowed(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize(("one", "other"), [("Ada", "Ada"), ("Ada", "ADA"), ("Straße", "STRASSE")])
def test_two_players_of_one_name_are_refused_whatever_its_case(one: str, other: str) -> None:
    with pytest.raises(IllegalAgreement) as refused:
        Agreement(find_edition("mini"), (one, other), 1)
    assert str(refused.value) == f"Both players are called {one}. Choose another name for one of them."


@given(st.text())
def test_any_text_is_a_name_of_one_line_or_is_refused(name: str) -> None:
    try:
        check_name(name)
    except IllegalAgreement:
        return
    assert name.splitlines() == [name]
    assert name.strip() == name
    assert len(name) <= 24


# Solo, friendly and daily -------------------------------------------------------------

MINI = find_edition("mini")
DAY = date(2026, 11, 17)


@pytest.mark.parametrize("games", [0, 2, 100])
def test_a_solo_game_is_a_single_game(games: int) -> None:
    with pytest.raises(IllegalAgreement, match="always 1 game"):
        Agreement(MINI, (NOBODY, "Ada"), games)


def test_nobody_answers_by_hand_in_a_solo_game() -> None:
    with pytest.raises(IllegalAgreement, match="answers=referee"):
        alone(find_edition("mini", answers=Answers.HAND))


def test_rows_are_not_taken_back_in_a_solo_game() -> None:
    with pytest.raises(IllegalAgreement, match="can't take guesses back"):
        Agreement(MINI, (NOBODY, "Ada"), 1, friendly=True)


@pytest.mark.parametrize("clocks", [{"time_limit": 60}, {"codemaker_time": 60}])
def test_a_friendly_match_has_no_clock(clocks: HouseRules) -> None:
    terms = find_edition("mini", **clocks)
    assert not two(terms).friendly
    with pytest.raises(IllegalAgreement, match="time=none"):
        Agreement(terms, ("Ada", "Bob"), 2, friendly=True)


@pytest.mark.parametrize(
    "refused",
    [
        lambda: Agreement(DAILY_EDITION, ("Ada", "Bob"), 1, daily=DAY),
        lambda: Agreement(DAILY_EDITION, (NOBODY, "Ada"), 1, hints=True, daily=DAY),
        lambda: Agreement(find_edition("mini"), (NOBODY, "Ada"), 1, daily=DAY),
        lambda: Agreement(DAILY_EDITION.with_rules(rows=12), (NOBODY, "Ada"), 1, daily=DAY),
        lambda: Agreement(DAILY_EDITION.with_rules(time_limit=60), (NOBODY, "Ada"), 1, daily=DAY),
        lambda: Agreement(DAILY_EDITION, (NOBODY, "Ada"), 1, daily=date(2026, 11, 15)),
    ],
    ids=["two players", "hints", "another edition", "house rules", "a clock", "before the first day"],
)
def test_the_daily_code_has_the_same_terms_for_everybody(refused: Callable[[], Agreement]) -> None:
    with pytest.raises(IllegalAgreement, match="daily code"):
        refused()
