"""The daily code: test vectors, a plain second definition, numbers and the spread of codes."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.errors import IllegalAgreement, NotNow
from codepegs.rules import DAILY_EDITION, daily_code, daily_day, daily_number
from codepegs.rules.daily import FIRST_DAY, check_begun, dates_today, draw_colours

VECTORS = {
    "2026-11-16": (1, "GRKW"),
    "2026-11-17": (2, "GBYY"),
    "2026-11-22": (7, "WRKB"),  # skips the first byte, 254
    "2026-12-28": (43, "GYRB"),  # skips 252 and 255
    "2027-01-01": (47, "WGKY"),
    "2028-02-29": (471, "WYWG"),
    "2099-12-31": (26_709, "BBRB"),
    "9999-12-31": (2_912_124, "WRBR"),
}
days = st.dates(min_value=FIRST_DAY)


def plain_code(day: date) -> str:
    """The definition of docs/notation.md once more, for digests that suffice, as all do."""
    digest = sha256(b"codepegs daily 1 " + day.isoformat().encode("ascii")).digest()
    return "".join("RBYGWK"[byte % 6] for byte in digest if byte < 252)[:4]


@pytest.mark.parametrize(("day", "number", "code"), [(day, *wanted) for day, wanted in VECTORS.items()])
def test_a_day_has_its_number_and_code(day: str, number: int, code: str) -> None:
    found = date.fromisoformat(day)
    assert (daily_number(found), DAILY_EDITION.spell(daily_code(found))) == (number, code)


@given(days)
def test_the_code_follows_the_plain_definition(day: date) -> None:
    DAILY_EDITION.check_secret(daily_code(day))
    assert DAILY_EDITION.spell(daily_code(day)) == plain_code(day)


@given(days)
def test_numbers_and_days_lead_to_each_other(day: date) -> None:
    assert daily_day(daily_number(day)) == day


def test_a_point_in_time_counts_as_its_day() -> None:
    evening = datetime(2026, 11, 17, 23, 59, tzinfo=UTC)
    assert (daily_number(evening), daily_code(evening)) == (2, daily_code(date(2026, 11, 17)))


@pytest.mark.parametrize("day", [FIRST_DAY - timedelta(1), date.min])
def test_there_is_no_code_before_the_first_day(day: date) -> None:
    for ask in (daily_number, daily_code):
        with pytest.raises(IllegalAgreement, match="2026-11-16"):
            ask(day)


@pytest.mark.parametrize("number", [-1, 0, 2_912_125, 10**30])
def test_there_is_no_day_for_an_impossible_number(number: int) -> None:
    with pytest.raises(IllegalAgreement, match=f"No. {number}"):
        daily_day(number)


def test_a_digest_that_is_used_up_is_hashed_again() -> None:
    digest = bytes([252, 253, 254, 255] * 7 + [251, 252, 0, 255])
    again = [byte % 6 for byte in sha256(digest).digest() if byte < 252]
    twice = [byte % 6 for byte in sha256(sha256(digest).digest()).digest() if byte < 252]
    wanted = [5, 0, *again, *twice]
    assert [*islice(draw_colours(digest), len(wanted))] == wanted


@pytest.mark.parametrize(
    ("hour", "earliest", "latest"), [(0, 17, 18), (9, 17, 18), (10, 17, 19), (12, 18, 19), (23, 18, 19)]
)
def test_the_dates_that_are_today_somewhere_follow_the_hour(hour: int, earliest: int, latest: int) -> None:
    now = datetime(2026, 11, 18, hour, tzinfo=UTC)
    assert dates_today(now) == (date(2026, 11, earliest), date(2026, 11, latest))
    check_begun(date(2026, 11, latest), now)
    with pytest.raises(NotNow, match="Check the date"):
        check_begun(date(2026, 11, latest + 1), now)
    with pytest.raises(IllegalAgreement, match="no daily code"):
        check_begun(FIRST_DAY - timedelta(days=1), now)
