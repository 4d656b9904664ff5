"""A new match, from the editions to the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Static

from codepegs.rules import CATALOGUE, Answers, Scoring
from codepegs.tui.match_form import Choices
from codepegs.tui.setup.terms_screen import RULES
from codepegs.tui.widgets.edition_sheet import Facts
from codepegs.tui.widgets.stepper import LABEL, Stepper
from tests.support.application import LARGE, SMALL, Hands, play, room

FORM = ("n", "enter")
"""From the menu to the form of the last edition."""


async def go_to(seated: Hands, field: str) -> None:
    """Move to a field of the form."""
    seated.app.screen.query_one(f"#{field}").focus()
    await seated.settle()


async def test_the_arrows_walk_through_the_form_and_back(tmp_path: Path) -> None:
    async with play(room(tmp_path), size=(80, 12)) as seated:
        await seated.press(*FORM)
        walked = []
        for _ in range(18):
            await seated.press("down")
            assert seated.app.focused is not None
            walked.append(seated.app.focused.id)
        assert walked == ["company", "one", "level", "first", "games", "hints", *RULES, "begin"]
        await seated.press("up", "up")
        assert seated.app.focused is seated.app.screen.query_one("#bonus")


async def test_the_facts_move_along_with_the_editions(tmp_path: Path) -> None:
    async with play(room(tmp_path), size=LARGE) as seated:
        await seated.press("n", "home")
        for terms in CATALOGUE.values():
            assert f"{terms.box.title} ({terms.slug})" in seated.seen
            assert f"{terms.size:,} codes to choose from" in seated.seen
            await seated.press("down")


async def test_the_sheet_beside_the_form_is_read_to_its_end_by_keys(tmp_path: Path) -> None:
    async with play(room(tmp_path)) as seated:
        await seated.press(*FORM)
        facts = seated.app.screen.query_one(Facts)
        for _ in range(4):
            await seated.press("pagedown")
        assert facts.scroll_y == facts.max_scroll_y > 0
        assert "no limit; the sheet" in seated.seen
        await seated.press("pageup", "pageup", "pageup", "pageup", "question_mark")
        assert facts.scroll_y == 0
        assert "pgup pgdn" in seated.seen


async def test_the_next_edition_begins_at_its_top(tmp_path: Path) -> None:
    async with play(room(tmp_path)) as seated:
        await seated.press("n", "home", "pagedown")
        assert seated.app.screen.query_one(Facts).scroll_y > 0
        await seated.press("down")
        assert seated.app.screen.query_one(Facts).scroll_y == 0


async def test_an_edition_is_chosen_by_its_number(tmp_path: Path) -> None:
    async with play(room(tmp_path)) as seated:
        await seated.press("n", "9", "enter")
        assert "New match: Mini, three pegs" in seated.seen


async def test_an_edition_is_chosen_by_mouse(tmp_path: Path) -> None:
    async with play(room(tmp_path)) as seated:
        await seated.press("n")
        await seated.click("Chooser", offset=(5, 2))
        assert "New match: Invicta" in seated.seen


async def test_three_times_enter_is_a_match_against_a_computer(tmp_path: Path) -> None:
    here = room(tmp_path)
    async with play(here) as seated:
        await seated.press("n", "enter")
        assert "computer steady makes the first code, Player breaks it; 2 games." in seated.seen
        await seated.press("enter")
        assert seated.screen == "TableScreen"
        (entry,) = here.archive.entries()
        assert entry.agreement.players == ("computer steady", "Player")
        assert entry.moves == 1  # the computer has hidden its code
        assert "shield" in seated.seen
        assert "your code" not in seated.seen


async def test_two_people_are_asked_for_their_names(tmp_path: Path) -> None:
    async with play(room(tmp_path)) as seated:
        await seated.press(*FORM)
        await go_to(seated, "company")
        await seated.press("right")
        await go_to(seated, "one")
        await seated.type("Ada")
        await go_to(seated, "two")
        await seated.type("Bob")
        await go_to(seated, "first")
        await seated.press("right")
        assert "Ada makes the first code, Bob breaks it" in seated.seen
        await seated.press("f2")
        assert seated.screen == "CoverScreen"
        assert "Ada" in seated.seen


async def test_two_computers_play_each_other(tmp_path: Path) -> None:
    here = room(tmp_path)
    async with play(here) as seated:
        await seated.press(*FORM)
        await go_to(seated, "company")
        await seated.press("left")
        await go_to(seated, "level")
        await seated.press("right")
        await go_to(seated, "other")
        await seated.press("left", "left")
        await seated.pilot.press("f2")
        await seated.pilot.pause()
        (entry,) = here.archive.entries()
        assert {*entry.agreement.players} == {"computer expert", "computer novice"}


@pytest.mark.parametrize(
    ("company", "words"), [("computer", "Ada breaks it"), ("computers", "computer steady breaks it")]
)
async def test_the_sentence_beside_begin_is_read_to_its_end(tmp_path: Path, company: str, words: str) -> None:
    here = room(tmp_path)
    here.store.keep(choices=Choices(company=company, one="Ada", hints="yes"))
    async with play(here) as seated:
        await seated.press(*FORM)
        foot = seated.app.screen.query_one("#foot").region
        lines = [line[12:].strip() for line in seated.seen.splitlines()[foot.y : foot.bottom]]
        end = ", with hints." if company == "computer" else "."
        assert " ".join(lines).endswith(f"{words}; 2 games{end}")


async def test_everything_can_be_agreed_by_keys(tmp_path: Path) -> None:
    here = room(tmp_path)
    async with play(here) as seated:
        await seated.press(*FORM)
        for field, keys in {
            "level": ["right", "right"],
            "games": ["4"],
            "answers": ["right"],
            "time": ["1", "8", "0"],
            "scoring": ["right"],
            "rows": ["1", "2"],
            "pegs": ["right"],
            "colours": ["left"],
            "blanks": ["right"],
            "bonus": ["right"],
            "even": ["right"],
        }.items():
            await go_to(seated, field)
            await seated.press(*keys)
        await seated.press("f2")
        terms = here.archive.entries()[0].agreement
        assert terms.games == 4
        assert "computer perfect" in terms.players
        assert terms.edition == CATALOGUE["classic-1"].with_rules(
            answers=Answers.HAND,
            time_limit=180,
            scoring=Scoring.CODEBREAKER,
            rows=12,
            pegs=5,
            colours=5,
            blanks=True,
            bonus=2,
            even=True,
        )


async def test_hints_are_agreed_on_beforehand_and_remembered(tmp_path: Path) -> None:
    here = room(tmp_path)
    async with play(here, size=LARGE) as seated:
        await seated.press(*FORM)
        await go_to(seated, "hints")
        await seated.press("right")
        assert "with hints." in seated.seen
        await seated.press("f2")
        assert here.archive.entries()[0].agreement.hints
        assert "F5 hint" in seated.seen
        await seated.press("escape", *FORM)
        await seated.click("#hints", offset=(LABEL + 4, 0))
        await seated.click("#begin")
        assert {entry.agreement.hints for entry in here.archive.entries()} == {True, False}
        assert "F5 hint" not in seated.seen


async def test_everything_can_be_agreed_by_mouse(tmp_path: Path) -> None:
    here = room(tmp_path)
    async with play(here) as seated:
        await seated.press(*FORM)
        await seated.click("#rows", offset=(LABEL + 1, 0))
        await seated.click("#rows", offset=(LABEL + 1, 0))
        await seated.click("#blanks", offset=(LABEL + 4, 0))
        await seated.click("#pegs", offset=(3, 0))  # a label only takes the focus
        await seated.click("#begin")
        assert seated.screen == "TableScreen"
        assert here.archive.entries()[0].agreement.edition == CATALOGUE["classic-1"].with_rules(
            rows=8, blanks=True
        )


@pytest.mark.parametrize(
    ("field", "keys", "reason"),
    [
        ("rows", "0", "rows must be from 1 to 30, not 0."),
        ("rows", "31", "rows must be from 1 to 30, not 31."),
        ("games", "0", "Agree on 1 to 100 games"),
        ("guess-repeats", " ", "Guesses without repeats could not"),
        ("pegs", "13", "pegs must be from 1 to 12"),
        ("time", "0", "time must be from 1 to 86400 seconds"),
    ],
)
async def test_a_refusal_stands_at_its_field_and_begin_goes_there(
    tmp_path: Path, field: str, keys: str, reason: str
) -> None:
    async with play(room(tmp_path), size=LARGE) as seated:
        await seated.press(*FORM)
        await go_to(seated, field)
        await seated.press(*("space" if key == " " else key for key in keys))
        lines = seated.seen.splitlines()
        label = seated.app.screen.query_one(f"#{field}", Stepper).label
        at = next(i for i, line in enumerate(lines) if line.lstrip(" ▸").startswith(label))
        assert reason in lines[at + 1][:46] + lines[at + 2][:46].strip() or reason in lines[at + 1]
        await seated.press("f2")
        assert seated.screen == "TermsScreen"
        assert seated.app.focused is not None
        assert seated.app.focused.id == field


async def test_an_odd_number_of_games_is_refused_where_it_must_be_even(tmp_path: Path) -> None:
    async with play(room(tmp_path), size=LARGE) as seated:
        await seated.press("n", "2", "enter")
        await go_to(seated, "games")
        await seated.press("3")
        assert "an even number of games" in str(seated.app.screen.query_one("#no-games", Static).content)
        await seated.press("f2")
        assert seated.screen == "TermsScreen"


async def test_house_rules_can_be_taken_back(tmp_path: Path) -> None:
    async with play(room(tmp_path), size=LARGE) as seated:
        await seated.press(*FORM)
        await go_to(seated, "rows")
        await seated.press("8")
        assert "(classic-1 rows=8)" in " ".join(seated.seen.split())
        await seated.press("f3")
        assert "(classic-1)" in " ".join(seated.seen.split())
        assert seated.app.screen.query_one("#rows", Stepper).value == "10"


async def test_the_form_remembers_the_last_match(tmp_path: Path) -> None:
    async with play(room(tmp_path)) as seated:
        await seated.press("n", "home", "enter")
        await go_to(seated, "one")
        await seated.type("Zoë")
        await go_to(seated, "rows")
        await seated.press("8")
        await seated.press("f2")
    async with play(room(tmp_path)) as seated:
        await seated.press("n", "enter")
        assert "New match: Hasbro 2010" in seated.seen
        assert "Zoë breaks it" in seated.seen
        assert seated.app.screen.query_one("#rows", Stepper).value == "8"


@pytest.mark.parametrize("name", ["[b]x", "[/]", "[@click=app.quit]q", "{one}", "$text", "\\[x", "李小龙"])
async def test_a_name_is_shown_as_it_is_whatever_it_spells(tmp_path: Path, name: str) -> None:
    here = room(tmp_path)
    async with play(here) as seated:
        await seated.press(*FORM)
        await go_to(seated, "one")
        await seated.type(name)
        assert f"{name} breaks it" in seated.seen
        await seated.press("f2")
        assert seated.screen == "TableScreen"
        assert name in seated.seen
        await seated.press("escape")
        await seated.press("m")
        assert name in seated.seen
        await seated.press("d")
        assert name in seated.seen
        await seated.press("escape", "v")
        assert name in seated.seen


@pytest.mark.parametrize("name", ["\x1b[2J", "\u202eada", "a\nb", "x" * 40])
async def test_a_name_that_would_command_the_terminal_is_refused(tmp_path: Path, name: str) -> None:
    async with play(room(tmp_path)) as seated:
        await seated.press(*FORM)
        await go_to(seated, "one")
        await seated.type(name)
        assert "\x1b" not in seated.seen
        assert "\u202e" not in seated.seen
        await seated.press("f2")
        assert "\x1b" not in seated.seen


@pytest.mark.parametrize("size", [SMALL, LARGE, (60, 20), (40, 12), (200, 60)])
async def test_resizing_breaks_nothing(tmp_path: Path, size: tuple[int, int]) -> None:
    async with play(room(tmp_path)) as seated:
        await seated.press(*FORM)
        await seated.pilot.resize_terminal(*size)
        await seated.press("up", "up", "right", "down", "down", "enter")
        assert seated.screen == "TableScreen"
