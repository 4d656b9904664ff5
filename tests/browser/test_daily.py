"""The daily code: one try, the streak and the calendar, the countdown, and what is shared."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from codepegs.rules.daily import DAILY_EDITION, daily_code, daily_number
from tests.browser.person import Person

Coming = Callable[..., Person]
Looking = Callable[[Person], None]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 664}}


@pytest.fixture(autouse=True)
def day() -> Iterator[None]:
    """Leave a test that midnight interrupts."""
    before = datetime.now(UTC).date()
    yield
    if datetime.now(UTC).date() != before:
        pytest.skip("midnight came")


def code_of_today() -> str:
    return DAILY_EDITION.spell(daily_code(datetime.now(UTC).date()))


def guess_daily(each: Person, code: str) -> None:
    each.lay(code)
    each.button("Check").click()


def test_the_code_of_the_day_is_cracked_once(person: Coming, look: Looking) -> None:
    ada = person("Ada", **PHONE)
    number = daily_number(datetime.now(UTC).date())
    ada.page.goto("/daily")
    ada.sees(f"Daily code No.\\s{number}")
    expect(ada.page.locator(".cal [aria-current]")).to_have_accessible_name(re.compile("today, not played"))
    look(ada)
    guess_daily(ada, code_of_today())
    ada.result("You cracked it in 1!")
    card = ada.page.get_by_role("region", name="Result")
    expect(card.locator(".emoji")).to_have_text(
        re.compile(f"codepegs No. {number}\\s+1/10 · par 4.34\\s+⚫⚫⚫⚫")
    )
    expect(card).to_contain_text("Streak: 1 day.")
    expect(card.get_by_role("timer")).to_have_text(re.compile(r"^\d\d:\d\d:\d\d$"))
    expect(ada.button("Play again")).to_have_count(0)
    look(ada)
    card.get_by_role("button", name="Close").click()
    expect(ada.page.locator(".cal [aria-current]")).to_have_accessible_name(
        re.compile("today, cracked in 1 guess")
    )
    # It is the same page after a reload, and the start page knows the streak.
    ada.page.reload()
    ada.result("You cracked it in 1!")
    assert ada.page.url.endswith("/daily")
    ada.page.goto("/")
    expect(ada.page.get_by_role("link", name="Daily code")).to_contain_text(f"No. {number} · streak of 1")


def test_a_daily_code_has_no_hints_clock_or_rematch(person: Coming) -> None:
    ada = person("Ada")
    ada.page.goto("/daily")
    guess_daily(ada, "RRRR")
    ada.sees("Guess 2 of 10")
    ada.press("Match details")
    expect(ada.page.get_by_role("dialog")).to_contain_text("everyone gets the same code")
    for text in ("Set time limit", "Turn hints on"):
        expect(ada.button(text)).to_have_count(0)


def test_a_second_visit_goes_on_where_the_first_ended(person: Coming) -> None:
    ada = person("Ada")
    ada.refused = True
    other = ada.new_page()
    other.goto("/daily")
    expect(other.locator(".swatch").first).to_be_visible()
    ada.page.goto("/daily")
    guess_daily(ada, "RRRR")
    ada.sees("Guess 2 of 10")
    ada.page.goto("/daily")
    expect(ada.row(1)).to_have_class(re.compile("played"))
    # Another tab that was open before follows too, and its guess is not played.
    for letter in "BBBB":
        other.locator(f'.swatch[data-letter="{letter}"]').click()
    other.get_by_role("button", name="Check", exact=True).click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Guess 2 of 10")
    expect(other.get_by_role("gridcell", name="row 1, hole 1, red", exact=True)).to_be_visible()


def test_a_day_that_was_lost_is_not_cracked(person: Coming) -> None:
    ada = person("Ada")
    ada.page.goto("/daily")
    guess_daily(ada, "RRRR")
    ada.press("Give up")
    ada.confirm("Give up")
    ada.result("Not this time")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".cal [aria-current]")).to_have_accessible_name(re.compile("today, not cracked"))
    expect(ada.page.locator(".streaks .stat").first).to_have_text(re.compile("Streak\\s*0"))


@pytest.mark.parametrize(
    ("zone", "clock", "left"),
    [("Pacific/Auckland", "00:00:30", "23:59:30"), ("Pacific/Pago_Pago", "23:59:30", "00:00:30")],
)
def test_the_day_is_that_of_the_device(person: Coming, zone: str, clock: str, left: str) -> None:
    ada, day = abroad(person, zone, clock)
    ada.page.goto("/daily")
    ada.sees(f"Daily code No.\\s{daily_number(day)}")
    ada.reads(f"{day:%A} {day.day} {day:%B}")
    expect(ada.page.locator("next-daily")).to_have_text(left)
    assert ada.page.url.endswith("/daily")
    guess_daily(ada, DAILY_EDITION.spell(daily_code(day)))
    ada.result("You cracked it in 1!")
    expect(ada.page.get_by_role("region", name="Result")).to_contain_text("Streak: 1 day.")
    ada.page.goto("/daily")
    ada.result("You cracked it in 1!")
    ada.page.goto("/")
    tile = ada.page.get_by_role("link", name="Daily code")
    expect(tile).to_contain_text(f"No. {daily_number(day)} · streak of 1")


def test_a_past_day_is_played_from_the_calendar(person: Coming, look: Looking) -> None:
    ada, day = abroad(person, "Pacific/Auckland", "12:00:00")
    past, later = day - timedelta(days=1), day + timedelta(days=1)
    ada.page.goto("/daily")
    calendar = ada.page.locator("[data-part=calendar]")
    expect(calendar.get_by_role("link", name=f"{later.day} {later:%B}")).to_have_count(0)
    look(ada)
    ada.page.goto(f"/daily/{past}")
    ada.sees(f"Daily code No.\\s{daily_number(past)}")
    if past.month == day.month:
        calendar.get_by_role("link", name=f"{past.day} {past:%B}, not played, play it now").click()
    ada.reads("You play it later, so it counts for no streak.")
    guess_daily(ada, DAILY_EDITION.spell(daily_code(past)))
    ada.result("You cracked it in 1!")
    card = ada.page.get_by_role("region", name="Result")
    expect(card).to_contain_text("Played later, so it counts for no streak.")
    expect(card).to_contain_text("Streak: 0 days.")
    card.get_by_role("button", name="Close").click()
    look(ada)
    if past.month == day.month:
        calendar.get_by_role("link", name=f"{past.day} {past:%B}, cracked in 1 guess, played later").click()
    ada.page.reload()
    ada.result("You cracked it in 1!")


def abroad(person: Coming, zone: str, clock: str) -> tuple[Person, date]:
    """Return somebody in a time zone, whose device shows this time of day, and the date there."""
    ada, day = person("Ada", timezone_id=zone), datetime.now(ZoneInfo(zone)).date()
    ada.page.clock.set_fixed_time(datetime.combine(day, time.fromisoformat(clock), ZoneInfo(zone)))
    return ada, day


def test_a_wrong_day_is_refused_in_a_sentence(person: Coming) -> None:
    ada = person("Ada")
    ada.refused = True
    ada.page.goto("/daily/2026-11-15")
    expect(ada.page.get_by_role("main")).to_contain_text("There is no daily code for 2026-11-15.")


def test_days_have_room_for_a_thumb(person: Coming) -> None:
    for width, height in ((360, 740), (1440, 900)):
        ada = person("Ada", viewport={"width": width, "height": height})
        ada.page.goto("/daily")
        for item in ada.page.locator(".cal li[data-state]").all():
            box = item.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44


def test_a_result_is_copied_and_its_picture_saved(person: Coming) -> None:
    ada = person("Ada")
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ada.page.goto("/daily")
    guess_daily(ada, code_of_today())
    ada.result("You cracked it in 1!")
    ada.press("Share result")
    expect(ada.button("Copied")).to_be_visible()
    text = ada.page.evaluate("navigator.clipboard.readText()")
    assert text.endswith(f"⚫⚫⚫⚫\n{ada.server}/daily")
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name="Save picture").click()
    assert download.value.suggested_filename == "codepegs.png"


def test_a_phone_shares_text_and_picture(person: Coming) -> None:
    ada = person("Ada", has_touch=True, is_mobile=True, **PHONE)
    ada.context.add_init_script(
        "navigator.share = async (what) => { globalThis.sharing = what }; navigator.canShare = () => true"
    )
    ada.page.goto("/daily")
    guess_daily(ada, code_of_today())
    ada.result("You cracked it in 1!")
    ada.press("Share result")
    ada.page.wait_for_function("() => globalThis.sharing")
    assert ada.page.evaluate("[sharing.files[0].name, sharing.files[0].type]") == [
        "codepegs.png",
        "image/png",
    ]
    assert ada.page.evaluate("sharing.files[0].size") > 1000
    assert ada.page.evaluate("sharing.text").endswith("/daily")
    expect(ada.page.get_by_role("link", name="Save picture")).to_have_count(0)
