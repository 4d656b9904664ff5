"""The daily code: the same secret for everybody on the same day, derived from the date.

Callers pass the date where the player is. docs/notation.md has the definition and test
vectors; `lib/daily.js` is its twin in the browser.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from hashlib import sha256
from itertools import islice

from codepegs.errors import IllegalAgreement, NotNow
from codepegs.rules.catalogue import find_edition
from codepegs.rules.code import Code, Colour

DAILY_EDITION = find_edition("classic-1")
"""The edition of every daily code."""

FIRST_DAY = date(2026, 11, 16)
"""The day of No. 1."""


def daily_number(day: date) -> int:
    """Return the number of a day's code, or raise IllegalAgreement for a day before No. 1.

    >>> daily_number(date(2026, 11, 17))
    2
    """
    number = day.toordinal() - FIRST_DAY.toordinal() + 1
    if number < 1:
        raise IllegalAgreement(
            f"There is no daily code for {day.isoformat()}. Choose {FIRST_DAY} or a later day."
        )
    return number


def dates_today(now: datetime) -> tuple[date, date]:
    """Return the earliest and the latest date that is today somewhere on earth, at a moment in UTC."""
    return (now - timedelta(hours=12)).date(), (now + timedelta(hours=14)).date()


def check_begun(day: date, now: datetime) -> None:
    """Raise IllegalAgreement for a day before No. 1, and NotNow for one that has begun nowhere on earth."""
    daily_number(day)
    if day > dates_today(now)[1]:
        raise NotNow(f"The daily code of {day} isn't out yet. Check the date on your device.")


def daily_day(number: int) -> date:
    """Return the day of the code with this number, or raise IllegalAgreement if there is none."""
    last = daily_number(date.max)
    if not 1 <= number <= last:
        raise IllegalAgreement(f"There is no daily code No. {number}. Choose a number from 1 to {last}.")
    return date.fromordinal(FIRST_DAY.toordinal() + number - 1)


def daily_code(day: date) -> Code:
    """Return the code of a day, or raise IllegalAgreement for a day before No. 1.

    >>> DAILY_EDITION.spell(daily_code(date(2026, 11, 16)))
    'GRKW'
    """
    iso = daily_day(daily_number(day)).isoformat()
    digest = sha256(f"codepegs daily 1 {iso}".encode()).digest()
    return Code(tuple(islice(draw_colours(digest), DAILY_EDITION.pegs)))


def draw_colours(digest: bytes) -> Iterator[Colour]:
    """Yield colours, each with the same chance, from a digest and then from the digest of that one.

    A byte stands for its remainder. The last four of the 256 are skipped, because they would
    favour the first four colours.
    """
    colours = DAILY_EDITION.colours
    limit = 256 - 256 % colours
    while True:
        yield from (Colour(byte % colours) for byte in digest if byte < limit)
        digest = sha256(digest).digest()
