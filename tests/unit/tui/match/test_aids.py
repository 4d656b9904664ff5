"""Aids at the table: notes, held pegs, the palette, themes, the bell and the clock."""

from __future__ import annotations

import pytest

from codepegs.rules import Agreement, Match, find_edition
from codepegs.rules.agreement import NOBODY
from codepegs.rules.edition import Answers
from codepegs.rules.move import Answer, TakeBack
from codepegs.tui.actions import ACTIONS, BINDINGS
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.draft import AnswerDraft
from tests.support.match_host import Host, match_of, play, shown_keys
from tests.support.strategies import played

SOLO = played(
    Match.start(Agreement(find_edition("classic-1"), (NOBODY, "Ada"), 1)), "code ABCD", "guess AABB"
)
FORBIDDEN = {f"ctrl+{letter}" for letter in "szchijmb"}


def test_every_action_has_a_key_that_terminals_pass_on() -> None:
    keys = [key for binding in BINDINGS for key in binding.key.split(",")]
    assert len(keys) == len({*keys})
    assert not FORBIDDEN & {*keys}
    only_function_keys = {
        name
        for name, action in ACTIONS.items()
        if action.keys and all(key[0] == "f" and key[1:].isdigit() for key in action.keys)
    }
    assert only_function_keys == {"set-clock", "terms", "give-up", "leave-match"}, "These are in the palette."


async def test_the_palette_finds_an_action_by_its_words() -> None:
    app = Host(SOLO)
    async with play(app) as pilot:
        await pilot.press("r", "colon")
        assert type(app.screen).__name__ == "PaletteScreen"
        for words in (
            "Hint",
            "Ctrl+T",
            "Notes",
            "Give up this game",
            "Theme: dark",
            "Codes left (needs hints)",
        ):
            assert words in app.text
        await pilot.press(*"give")
        assert "Hint" not in app.text
        await pilot.press("enter")
        assert "Give up this game?" in app.words
        await pilot.press("y")
        assert app.match.over
        await pilot.press("colon", *"zzz", "enter", "escape")
        assert app.screen is app.match_screen


async def test_keys_that_do_not_fit_are_left_out_and_never_cut() -> None:
    app = Host(SOLO)
    async with play(app, size=(60, 20)) as pilot:
        assert shown_keys(app) == ["submit", "undo", "copy-row", "hint", "help", "palette"]
        assert app.text.splitlines()[-1].strip().endswith(": more")
        await pilot.press("colon", *"menu")
        assert "Save and go to the menu" in app.text


async def test_notes_strike_colours_out_of_holes() -> None:
    app = Host(SOLO)
    async with play(app, size=(120, 40)) as pilot:
        await pilot.press("ctrl+l", "r", "right", "b")
        assert app.board.struck == {(0, 0), (1, 1)}
        assert app.board.draft is not None
        assert app.board.draft.code is None
        assert "Notes ─" in app.text
        assert "▶ 2 R × Y G W K" in app.text
        assert app.text.splitlines()[-1].split()[:2] == ["Enter", "done"]
        assert "×B×" in app.text, "The tray shows what is struck out of the chosen hole."
        await pilot.press("=")
        assert {(hole, 1) for hole in range(4)} < app.board.struck
        await pilot.press("b")
        assert (1, 1) not in app.board.struck
        await pilot.press("enter", "home", *"bbbb")
        assert app.text.splitlines()[-1].split()[:2] == ["Enter", "guess"]
        assert str(app.board.draft.code) == "bbbb", "Notes do not forbid anything."
        await pilot.press("enter")
        assert (0, 0) in app.board.struck, "They stay for the whole game."
        await pilot.press("ctrl+l", "escape")
        assert app.over is None
        await pilot.press("f8", "y", "n")
        await pilot.pause()
        assert not app.board.struck


async def test_a_held_peg_is_there_for_the_next_guess() -> None:
    app = Host(SOLO)
    async with play(app) as pilot:
        await pilot.press("ctrl+k")
        assert "Select a peg" in app.words
        await pilot.press(*"ykgg", "home", "right", "ctrl+k")
        assert "Hole 2 stays for the next guess." in app.words
        await pilot.press("enter")
        assert app.board.draft is not None
        assert app.board.draft.pegs == (None, 5, None, None)
        assert app.board.draft.hole == 0
        await pilot.press("right", "delete", "home", *"rrrr", "enter")
        assert not any(app.board.draft.pegs), "A peg that was taken out is not held."


async def test_theme_and_labels_are_changed_at_the_table() -> None:
    app = Host(SOLO)
    async with play(app) as pilot:
        await pilot.press("ctrl+y")
        assert app.look.theme == "light"
        await pilot.press("colon", *"labels", "enter")
        row = next(line for line in app.text.splitlines() if line.startswith("    1 "))
        assert "▲   ▲   ■   ■" in row


async def test_the_bell_rings_when_it_is_your_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    rung = list[int]()
    app = Host(
        played(match_of("classic-1", games=1, answers=Answers.HAND), "code ABCD"),
        far=True,
        settings=Settings(bell=True),
    )
    monkeypatch.setattr(app, "bell", lambda: rung.append(1))
    async with play(app) as pilot:
        await pilot.press(*"rrbb", "enter")
        assert not rung, "Nobody has to be called to a turn that they see begin."
        view = app.far.view
        match = view.match
        assert match is not None
        from codepegs.rules.feedback import Feedback

        await app.far.play(Answer(Feedback(1, 1)), 0, at=view.moves)
        await pilot.pause()
        assert len(rung) == 1


async def test_the_clock_stands_out_below_ten_seconds() -> None:
    app = Host(played(match_of("classic-1", time_limit=30), "code ABCD"))
    async with play(app) as pilot:
        await pilot.press("f2")
        clock = app.match_screen.query_one("#clock")
        assert not clock.has_class("-late")
        app.tick(21)
        app.match_screen._show_clock()
        assert clock.has_class("-late")


async def test_a_row_is_taken_back_in_a_friendly_game() -> None:
    terms = Agreement(find_edition("mini"), ("computer easy", "Ada"), 2, friendly=True)
    app = Host(played(Match.start(terms), "code ABC", "guess AAB"))
    async with play(app) as pilot:
        assert "take-back" in shown_keys(app)
        await pilot.press("ctrl+r")
        assert app.saved == [TakeBack()]


async def test_key_pegs_are_in_the_row_while_they_are_typed() -> None:
    app = Host(played(match_of("hasbro-2010", answers=Answers.HAND), "code ABCD", "guess ABEE"))
    async with play(app) as pilot:
        await pilot.press("f2", "r")
        assert "[1]" in next(line for line in app.text.splitlines() if "▶ 1" in line)


@pytest.mark.parametrize(
    ("keys", "counts"),
    [
        ("bbw<", (2, 0)),
        ("bbw<<", (1, 0)),
        ("bb<", (1, 0)),
        ("21<", (2, None)),
        ("21<<", (None, None)),
        ("2<", (None, None)),
    ],
)
def test_backspace_takes_back_what_came_last(keys: str, counts: tuple[int | None, int | None]) -> None:
    draft = AnswerDraft()
    for key in keys:
        if key in "bw":
            draft = draft.add("bw".index(key))
        else:
            draft = draft.erase() if key == "<" else draft.say(int(key))
    assert draft.counts == counts
