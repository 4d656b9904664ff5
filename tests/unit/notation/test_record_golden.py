"""Golden files: a whole match of every edition, and of every kind of ending."""

from datetime import date

import pytest

from codepegs.notation.record import read, write
from codepegs.rules import NOBODY, Agreement, Answers, Edition, Ending, Match, Scoring, find_edition
from codepegs.rules.daily import DAILY_EDITION
from codepegs.rules.points import running_totals
from tests.support.golden_files import FOLDER, Golden
from tests.support.strategies import SLUGS, alone, played, two

HAND = Answers.HAND

MATCHES: dict[str, tuple[Edition, tuple[str, str], int, str]] = {
    # An unbroken code counts nine. A guess may repeat a colour.
    "hasbro-2010": (
        find_edition("hasbro-2010"),
        ("Ada", "Bob"),
        2,
        """code ABCD, guess AABB, guess EFGH, guess ACBE, guess AFCG, guess HBAD, guess ABDC, guess DBCA,
           guess ACBD, guess CBAD
           code HGFE, guess ABCD, guess EFGH, guess EHGF, guess HGFE""",
    ),
    # Least wins: an award goes to the tally of the codemaker who was wrong.
    "invicta": (
        find_edition("invicta", scoring=Scoring.CODEBREAKER, answers=HAND),
        ("Ada", "Bob"),
        2,
        """code AACD, guess AABB 0+0, guess ACAE 1+2, claim
           code CCDE, guess AABB 0+0, guess CCCD 2+1, guess CCDE 4+0
           code FFFF, guess AFBF 2+0, guess FFFF 4+0""",
    ),
    # The sheet's own examples: voided at the reveal, again by contradiction, and played out; then
    # the codemaker owns up.
    "pressman-2007": (
        find_edition("pressman-2007", answers=HAND),
        ("Zoë", "Anne Marie"),
        2,
        """code ADCB, guess DECF 1+0, guess ADCB 4+0
           code ACBF, guess DEBB 1+0, guess AACC 1+1, guess DEDE 2+0, guess FFFF 1+0, claim
           code CCEF, guess AEBD 0+1, guess CCEF 4+0
           code ACAE, guess BAAD 1+0, own up
           code ACAE, guess BAAD 1+1, guess ACAE 4+0""",
    ),
    # A series decided in its last game.
    "pressman-tracker": (
        find_edition("pressman-tracker"),
        ("Ada", "Bob"),
        4,
        """code AABB, guess AACC, guess ABAD, guess BABA, guess AABB
           code FEDC, guess AABB, guess CCDD, guess CDEF, guess DCFE, guess FEDC
           code CCCC, guess AABB, guess CCDD, guess CCCE, guess CCCC
           code AFAF, guess ABCD, guess AAFF, guess FAFA, guess AFFA, guess AFAF""",
    ),
    # Turns out of time, a code that nobody broke in time, and a game given up.
    "classic-1": (
        find_edition("classic-1", time_limit=180),
        ("Ada", "Bob"),
        3,
        """code AEBD, guess EABF, timeout, guess AEBD
           code ABAC, timeout, timeout, guess DADD, timeout, timeout, timeout, timeout,
           timeout, timeout, timeout
           code BBBB, guess ABCD, give up""",
    ),
    # Empty holes, and a draw.
    "classic-2": (
        find_edition("classic-2"),
        ("Ada", "Bob"),
        2,
        """code A--B, guess AABB, guess -A-C, guess A--B
           code ----, guess ABC-, guess --AB, guess ----""",
    ),
    # Rows that do not show the code.
    "bulls-and-cows": (
        find_edition("bulls-and-cows", scoring=Scoring.CODEMAKER),
        ("Ada", "Bob"),
        2,
        """code ECHA, guess ABCD, guess EAGH, guess ECHA
           code JIHG, guess ABCD, guess EFGH, guess HGIJ, guess JIHG""",
    ),
    # Exact key pegs, and a bonus for the code that holds.
    "super": (
        find_edition("super", scoring=Scoring.KEY_PEGS),
        ("Ada", "Bob"),
        2,
        """code ABCDE, guess AAAAA, guess BBBBB, guess CCCCC, guess DDDDD, guess EEEEE, guess EABCD,
           guess ABCED, guess FGHFG, guess ABDCE, guess BACDE, guess ABCDF, guess AFCDE
           code HHGGF, guess HHHHH, guess HHGGF""",
    ),
    # The codebreaker leaves.
    "mini": (
        find_edition("mini", answers=HAND),
        ("Ada", "Bob"),
        3,
        """code ABC, guess AAB 1+1, guess ABC 3+0
           code FED, guess ABC 0+0, guess DEF, leave codebreaker""",
    ),
}

POINTS = {
    # By hand, from the sheets.
    "hasbro-2010": [(9, 0), (9, 4)],
    "invicta": [(3, 0), (3, 3), (5, 3)],
    "pressman-2007": [(0, 3), (0, 6), (2, 6), (5, 6), (5, 8)],
    "pressman-tracker": [(4, 0), (4, 5), (8, 5), (8, 10)],
    "classic-1": [(3, 0), (3, 11), (14, 11)],
    "classic-2": [(3, 0), (3, 3)],
    "bulls-and-cows": [(2, 0), (2, 3)],
    "super": [(23, 0), (23, 7)],
    "mini": [(2, 0), (2, 0)],
}


def golden_match(slug: str) -> Match:
    terms, players, games, moves = MATCHES[slug]
    return after(Agreement(terms, players, games), moves)


def after(agreement: Agreement, moves: str) -> Match:
    words = [move.strip() for line in moves.splitlines() for move in line.rstrip(",").split(",")]
    return played(agreement, *words)


def test_every_edition_has_a_golden_record() -> None:
    assert sorted(MATCHES) == sorted(SLUGS)
    assert sorted(path.stem for path in FOLDER.glob("*.pegs")) == sorted(SLUGS)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_golden_match_is_written_as_in_its_file(golden: Golden, slug: str) -> None:
    match = golden_match(slug)
    golden(f"{slug}.pegs", write(match))
    assert read(write(match)) == match


@pytest.mark.parametrize("slug", SLUGS)
def test_a_golden_match_has_the_points_of_its_rule_sheet(slug: str) -> None:
    match = golden_match(slug)
    assert match.over
    assert list(running_totals(match.games)) == POINTS[slug]


# Every kind of ending -----------------------------------------------------------------

MINI = find_edition("mini", rows=3)
BY_HAND = find_edition("mini", rows=3, time_limit=60, codemaker_time=30, answers=HAND)
FRIENDLY = Agreement(MINI, ("computer easy", "Bob"), 2, friendly=True)
DAY = Agreement(DAILY_EDITION, (NOBODY, "Ada"), 1, daily=date(2026, 11, 17))
SECOND = "code DEF, guess DEF 3+0"

ENDINGS: dict[str, tuple[Agreement, str, str]] = {
    # what it is called, agreement, moves, the last line
    "won": (two(MINI), "code ABC, guess AAA, guess ABC, code DEF, guess DEF", "winner Ada"),
    "draw": (two(MINI), "code ABC, guess ABC, code DEF, guess DEF", "draw"),
    "given-up": (two(MINI, 1), "code ABC, guess AAA, give up", "winner Ada"),
    "friendly": (
        FRIENDLY,
        """code ABC, guess AAA, take back, guess BBB, guess AAC, take back, take back, guess ABC
        code DEF, give up""",
        "winner Bob",
    ),
    "codemaker-left": (two(BY_HAND), "code ABC, guess AAA 1+0, leave codemaker", "winner Bob, Ada left"),
    "codebreaker-left": (two(MINI), "leave codebreaker", "winner Ada, Bob left"),
    "left-in-the-second-game": (
        two(MINI),
        "code ABC, guess ABC, code DEF, leave codemaker",
        "winner Ada, Bob left",
    ),
    "stopped": (two(BY_HAND), "code ABC, guess AAA, stop", "no winner"),
    "void-by-claim": (
        two(BY_HAND),
        f"code ABC, guess AAA 0+0, guess AAA 1+0, claim, code ABC, give up, {SECOND}",
        "draw",
    ),
    "void-by-owning-up": (
        two(BY_HAND),
        f"code ABC, guess AAA 0+0, guess AAB, own up, code ABC, guess ABC 3+0, {SECOND}",
        "winner Bob",
    ),
    "void-by-the-reveal": (
        two(BY_HAND),
        f"code ABC, guess AAA 3+0, code ABC, guess AAA 0+0, give up, code ABC, guess ABC 3+0, {SECOND}",
        "winner Bob",
    ),
    "solo-cracked": (alone(MINI, hints=True), "code ABC, hint 1, guess AAA, guess ABC", "cracked in 2"),
    "solo-out-of-rows": (alone(MINI), "code ABC, guess AAA, clock 9, timeout, timeout", "not cracked"),
    "solo-given-up": (alone(MINI), "code ABC, guess AAA, give up", "not cracked"),
    "solo-left": (alone(MINI), "code ABC, guess AAA, leave codebreaker", "not cracked"),
    "daily": (DAY, "code DBCC, guess AABB, guess DBCC", "cracked in 2"),
}


def test_every_kind_of_ending_has_a_golden_record() -> None:
    assert sorted(path.stem for path in (FOLDER / "endings").glob("*.pegs")) == sorted(ENDINGS)
    matches = [after(agreement, moves) for agreement, moves, _ in ENDINGS.values()]
    assert {game.ending for match in matches for game in match.games} == {*Ending}


@pytest.mark.parametrize("name", ENDINGS)
def test_a_match_ends_in_its_record_as_it_was_played(golden: Golden, name: str) -> None:
    agreement, moves, last = ENDINGS[name]
    match = after(agreement, moves)
    text = write(match)
    golden(f"endings/{name}.pegs", text)
    assert text.splitlines()[-1] == last
    assert read(text) == match
