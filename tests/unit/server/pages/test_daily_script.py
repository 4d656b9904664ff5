"""Daily codes and durations in the browser's scripts, run by Node.js: the same as in Python."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import islice
from typing import Any

from codepegs.notation.sentences import describe_duration
from codepegs.rules import DAILY_EDITION, Code, daily_code, daily_day, daily_number
from codepegs.rules.daily import FIRST_DAY, draw_colours
from tests.support.script import needs_node, run_script

pytestmark = needs_node

RUN = """
(async ([days, digests]) => {
  const refused = (error) => error.constructor.name;
  const found = await Promise.all(
    days.map(async (day) => {
      try {
        return [dailyNumber(day), await dailyCode(day)];
      } catch (error) {
        return [refused(error), await dailyCode(day).catch(refused)];
      }
    }),
  );
  return [found, await Promise.all(digests.map((digest) => drawLetters(Uint8Array.from(digest))))];
})(given)
"""


def run_daily(days: list[str], digests: list[bytes]) -> Any:
    """Number and code of each day, or the name of the error; and the letters drawn from each digest."""
    exports = "dailyCode, dailyNumber, drawLetters"
    return run_script("daily.js", exports, RUN, [days, [[*digest] for digest in digests]])


def test_the_script_has_the_numbers_and_codes_of_the_rules() -> None:
    days = [FIRST_DAY + timedelta(days) for days in range(1000)]
    days += [daily_day(number) for number in range(1000, daily_number(date.max), 6007)]
    found, _ = run_daily([day.isoformat() for day in [*days, date.max]], [])
    wanted = [[daily_number(day), DAILY_EDITION.spell(daily_code(day))] for day in [*days, date.max]]
    assert found == wanted


def test_the_script_hashes_a_digest_that_is_used_up_again() -> None:
    digests = [bytes([255] * 32), bytes([252, 253, 254, 255] * 7 + [251, 252, 0, 255])]
    _, drawn = run_daily([], digests)
    codes = [Code(tuple(islice(draw_colours(digest), 4))) for digest in digests]
    assert drawn == [DAILY_EDITION.spell(code) for code in codes]


def test_the_script_refuses_what_is_not_a_day_from_the_first_on() -> None:
    days = ["2026-11-15", "1970-01-01", "", "today", "2027-02-30", "2027-1-1", "2027-01-01T12:00Z"]
    found, _ = run_daily(days, [])
    assert found == [["RangeError", "RangeError"]] * len(days)


def test_durations_read_alike_in_the_script_and_in_python() -> None:
    seconds = [*range(1, 4000), *range(3600, 90_000, 600), 86_400, 3_600_000, 3_600_001]
    found = run_script("sentences.js", "duration", "given.map(duration)", seconds)
    assert found == [describe_duration(each) for each in seconds]
