"""A new match, from the editions to the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from codepegs.notation import edition_line
from codepegs.notation.house_rules import BOARD_RULES, MATCH_RULES
from codepegs.rules import CATALOGUE, Answers, Scoring
from codepegs.rules.edition import Edition
from codepegs.tui.match_form import MatchForm
from codepegs.tui.setup.edition_screen import CHOICES
from codepegs.tui.widgets.edition_sheet import EditionSheet
from codepegs.tui.widgets.stepper import LABEL, Stepper
from tests.support.application import LARGE, User, open_context, play

FORM = ("c", "enter")
"""From the menu to the form of the last edition."""


async def choose(user: User, slug: str) -> None:
    """Open the form of an edition."""
    await user.press("c", "home", *["down"] * CHOICES.index(slug), "enter")


def shown(user: User) -> Edition:
    """Return the edition of the sheet."""
    return user.app.screen.query_one(EditionSheet).edition


async def go_to(user: User, field: str) -> None:
    """Move to a field of the form, and open More options if it is there."""
    if user.app.screen.query(f"#more #{field}") and not user.app.screen.has_class("-open"):
        await user.press("space")
    user.app.screen.query_one(f"#{field}").focus()
    await user.settle()


async def test_the_arrows_walk_through_the_form_and_back(tmp_path: Path) -> None:
    async with play(open_context(tmp_path), size=(80, 20)) as user:
        await user.press(*FORM, "space")
        walked = []
        for _ in range(19):
            await user.press("down")
            assert user.app.focused is not None
            walked.append(user.app.focused.id)
        words = [rule.word for rule in (*MATCH_RULES, *BOARD_RULES)]
        top = ["edition", "level", "first", "fold"]
        assert walked == [*top, "games", "hints", "friendly", "option", *words[: 19 - 8]]
        await user.press("up", "up")
        assert user.app.focused is user.app.screen.query_one(f"#{walked[-3]}")


async def test_an_edition_is_chosen_by_its_number_or_in_the_form(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    async with play(context) as user:
        await user.press("c", "1", "enter")
        assert "3 pegs, 8 guesses" in user.seen
        await user.press("escape", "escape", "a", "right")
        assert "8 colours, each once" in user.seen
        await user.press("enter")
        assert context.archive.entries()[0].agreement.edition.slug == "hasbro-2010"


async def test_the_edition_sheet_scrolls_by_keys(tmp_path: Path) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.press("c", *["pagedown"] * 4)
        facts = user.app.screen.query_one(EditionSheet)
        assert facts.scroll_y == facts.max_scroll_y > 0
        await user.press(*["pageup"] * 4)
        assert facts.scroll_y == 0


async def test_an_edition_is_chosen_by_mouse(tmp_path: Path) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.press("c")
        await user.click("Chooser", offset=(5, 9))
        assert "Invicta" in user.seen


async def test_three_times_enter_is_a_match_against_a_computer(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    async with play(context) as user:
        await user.press("c", "enter")
        assert "2 games. The computer makes the first code." in user.words
        await user.press("enter")
        assert user.screen == "MatchScreen"
        (entry,) = context.archive.entries()
        assert entry.agreement.players == ("computer medium", "Player")
        assert entry.moves == 1  # the computer has hidden its code
        assert "?   ?   ?   ?" in user.seen
        assert "your code" not in user.seen


async def test_two_people_are_asked_for_their_names(tmp_path: Path) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.press(*FORM)
        await go_to(user, "company")
        await user.press("right")
        await go_to(user, "one")
        await user.type("Ada")
        await go_to(user, "two")
        await user.type("Bob")
        await go_to(user, "first")
        await user.press("right")
        assert "2 games. Ada makes the first code." in user.words
        await user.press("f2")
        assert user.screen == "HandoverScreen"
        assert "Ada" in user.seen


@pytest.mark.parametrize(
    ("form", "words"),
    [
        (MatchForm(hints="yes"), "2 games, with hints. The computer makes the first code."),
        (MatchForm(first="one", friendly="yes"), "2 games (friendly). You make the first code."),
        (MatchForm(company="computers"), "2 games. computer medium 2 makes the first code."),
    ],
)
async def test_the_summary_is_never_cut_off(tmp_path: Path, form: MatchForm, words: str) -> None:
    context = open_context(tmp_path)
    context.store.save(match_form=form)
    async with play(context) as user:
        await user.press(*FORM)
        foot = user.app.screen.query_one("#summary").region
        lines = [line[foot.x :].strip() for line in user.seen.splitlines()[foot.y : foot.bottom]]
        assert lines == [words]


async def test_everything_can_be_agreed_by_keys(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    async with play(context) as user:
        await user.press(*FORM)
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
            await go_to(user, field)
            await user.press(*keys)
        await user.press("f2")
        terms = context.archive.entries()[0].agreement
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


async def test_everything_can_be_agreed_by_mouse(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    async with play(context, size=LARGE) as user:
        await user.press(*FORM)
        await user.click("#fold")
        await user.click("#rows", offset=(LABEL + 1, 0))
        await user.click("#rows", offset=(LABEL + 1, 0))
        await user.click("#blanks", offset=(LABEL + 4, 0))
        await user.click("#pegs", offset=(3, 0))  # a label only takes the focus
        await user.click("#begin")
        assert user.screen == "MatchScreen"
        assert context.archive.entries()[0].agreement.edition == CATALOGUE["classic-1"].with_rules(
            rows=8, blanks=True
        )


@pytest.mark.parametrize(
    ("field", "keys", "reason"),
    [
        ("rows", "0", "rows must be 1 to 30, not 0."),
        ("games", "0", "A match can have 1 to 100 games"),
        ("guess-repeats", " ", "If codes may repeat colours, guesses must"),
        ("time", "0", "time must be 1 to 86400 seconds"),
    ],
)
async def test_begin_focuses_the_invalid_field(tmp_path: Path, field: str, keys: str, reason: str) -> None:
    async with play(open_context(tmp_path), size=LARGE) as user:
        await user.press(*FORM)
        await go_to(user, field)
        await user.press(*("right" if key == " " else key for key in keys))
        lines = user.seen.splitlines()
        label = user.app.screen.query_one(f"#{field}", Stepper).label
        at = next(i for i, line in enumerate(lines) if line.lstrip(" ▶").startswith(label))
        assert reason in lines[at + 1]
        await user.press("f2")
        assert user.screen == "MatchFormScreen"
        assert user.app.focused is not None
        assert user.app.focused.id == field


async def test_house_rules_can_be_taken_back(tmp_path: Path) -> None:
    async with play(open_context(tmp_path), size=LARGE) as user:
        await user.press(*FORM)
        await go_to(user, "rows")
        await user.press("8")
        assert edition_line.write(shown(user)) == "classic-1 rows=8"
        await user.press("f3")
        assert edition_line.write(shown(user)) == "classic-1 answers=hand"
        assert user.app.screen.query_one("#rows", Stepper).value == "10"


async def test_a_printed_option_is_chosen_by_name(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    async with play(context, size=LARGE) as user:
        await choose(user, "pressman-2007")
        await go_to(user, "option")
        await user.press("right")
        assert "Extra challenge" in user.seen
        assert user.app.screen.query_one("#blanks", Stepper).value == "yes"
        await user.press("f2")
        assert context.archive.entries()[0].agreement.edition.blanks


async def test_the_form_remembers_the_last_match(tmp_path: Path) -> None:
    async with play(open_context(tmp_path)) as user:
        await choose(user, "hasbro-2010")
        await user.press("right")
        await go_to(user, "one")
        await user.type("Zoë")
        await go_to(user, "rows")
        await user.press("8")
        await user.press("f2")
    async with play(open_context(tmp_path)) as user:
        await user.press("c", "enter")
        assert "No repeats" in user.seen
        assert user.app.screen.query_one("#one", Input).value == "Zoë"
        assert user.app.screen.query_one("#rows", Stepper).value == "8"


@pytest.mark.parametrize("name", ["[/]", "[@click=app.quit]q"])
async def test_markup_in_a_name_is_shown_as_text(tmp_path: Path, name: str) -> None:
    context = open_context(tmp_path)
    async with play(context) as user:
        await user.press("t")
        await go_to(user, "one")
        await user.type(name)
        await go_to(user, "first")
        await user.press("right")
        assert f"2 games. {name} makes the first code." in user.words
        await user.press("enter", "f2", *"rrbb", "enter", "f2")
        assert user.screen == "MatchScreen"
        assert name in user.seen
        await user.press("escape")
        await user.press("m")
        assert name in user.seen
        await user.press("d")
        assert name in user.seen
        await user.press("escape", "v")
        assert name in user.seen


async def test_a_solo_game_of_any_board_is_custom_too(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    async with play(context) as user:
        await choose(user, "super")
        await user.press("left")
        assert "Play on your own" in user.seen
        assert "First code" not in user.seen
        await user.press("enter")
        (entry,) = context.archive.entries()
        assert (entry.agreement.solo, entry.agreement.edition.slug) == (True, "super")
        await user.press("escape")
        assert "solo, super" in user.seen, "Play repeats it."
