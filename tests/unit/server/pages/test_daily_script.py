"""The daily code in the browser's script, run by Node.js: the same as in Python."""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import b64encode
from datetime import date, timedelta
from itertools import islice
from typing import Any

import pytest

from codepegs.rules import DAILY_EDITION, Code, daily_code, daily_day, daily_number
from codepegs.rules.daily import FIRST_DAY, draw_colours
from codepegs.server.pages import static_files

NODE = shutil.which("node")

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(NODE is None, reason="there is no Node.js here to run the script with"),
]

RUN = """
const [address, days, digests] = JSON.parse(await new Response(process.stdin).text());
const { dailyCode, dailyNumber, drawLetters } = await import(address);
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
const drawn = await Promise.all(digests.map((digest) => drawLetters(Uint8Array.from(digest))));
console.log(JSON.stringify([found, drawn]));
"""


def run_script(days: list[str], digests: list[bytes]) -> Any:
    """Number and code of each day, or the name of the error; and the letters drawn from each digest."""
    # As a data URL, because Node.js takes a file with this suffix for another kind of module.
    body = static_files.load_files()["js/lib/daily.js"].body
    address = f"data:text/javascript;base64,{b64encode(body).decode()}"
    assert NODE is not None
    ran = subprocess.run(
        [NODE, "--input-type=module", "--eval", RUN],
        input=json.dumps([address, days, [[*digest] for digest in digests]]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_the_script_has_the_numbers_and_codes_of_the_rules() -> None:
    days = [FIRST_DAY + timedelta(days) for days in range(1000)]
    days += [daily_day(number) for number in range(1000, daily_number(date.max), 6007)]
    found, _ = run_script([day.isoformat() for day in [*days, date.max]], [])
    wanted = [[daily_number(day), DAILY_EDITION.spell(daily_code(day))] for day in [*days, date.max]]
    assert found == wanted


def test_the_script_hashes_a_digest_that_is_used_up_again() -> None:
    digests = [bytes([255] * 32), bytes([252, 253, 254, 255] * 7 + [251, 252, 0, 255])]
    _, drawn = run_script([], digests)
    codes = [Code(tuple(islice(draw_colours(digest), 4))) for digest in digests]
    assert drawn == [DAILY_EDITION.spell(code) for code in codes]


@pytest.mark.parametrize(
    "day", ["2026-11-15", "1970-01-01", "", "today", "2027-02-30", "2027-1-1", "2027-01-01T12:00Z"]
)
def test_the_script_refuses_what_is_not_a_day_from_the_first_on(day: str) -> None:
    found, _ = run_script([day], [])
    assert found == [["RangeError", "RangeError"]]
