"""Puzzles in the application: chosen, tried, hinted at, given up, remembered; the answer nowhere before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.strip import Strip
from textual.widgets import Static

from codepegs.analysis.puzzle import hints as clue
from codepegs.analysis.puzzle.puzzle import Puzzle, answer, daily, judge, make
from codepegs.notation.puzzle_id import Difficulty, Theme
from codepegs.notation.sentences import spell_out
from codepegs.rules import find_edition
from codepegs.rules.code import Code
from codepegs.tui.context import AppContext
from codepegs.tui.puzzle import screen as puzzle_screen
from codepegs.tui.puzzle.screen import PuzzleScreen
from codepegs.tui.store import Solved, Store
from codepegs.tui.widgets.play_board import PlayBoard
from codepegs.tui.widgets.stepper import LABEL
from codepegs.tui.widgets.tray import Tray
from tests.support.application import LARGE, NOW, User, open_context, play
from tests.support.match_host import until
from tests.unit.tui.match.test_secrecy import letters_of, line_letters, within

CLASSIC, MINI = find_edition("classic-1"), find_edition("mini")
TODAY = daily(datetime.fromtimestamp(NOW / 1e6, UTC).date())
BEST = make(MINI, Theme.BEST_GUESS, Difficulty.EASY, "a seed")
OPEN = ("z", "enter")


def keys(code: Code, puzzle: Puzzle = TODAY) -> list[str]:
    return [*puzzle.board.edition.spell(code).lower(), "enter"]


def said(user: User) -> str:
    return " ".join(str(user.app.screen.query_one("#words", Static).render()).split())


def counted(user: User) -> str:
    return str(user.app.screen.query_one("#count", Static).render())


def wrong(puzzle: Puzzle) -> Iterator[Code]:
    """Codes that are allowed, and not the answer."""
    terms = puzzle.board.edition
    for colour in terms.kinds:
        code = Code((colour,) * terms.pegs)
        if not judge(puzzle, code).right:
            yield code


async def test_a_puzzle_says_once_whether_colours_repeat(tmp_path: Path) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.press(*OPEN)
        assert user.seen.count("may repeat") == 1


async def test_a_solved_daily_puzzle_is_remembered(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    first = next(wrong(TODAY))
    verdict = judge(TODAY, first)
    async with play(context) as user:
        await user.press(*OPEN)
        assert user.screen == "PuzzleScreen"
        assert "Medium puzzle · Classic" in user.seen
        assert TODAY.id in said(user)
        await user.press(*keys(first))
        assert spell_out(clue.describe_verdict(TODAY, first, verdict)) in said(user)
        assert verdict.wrong is not None
        board = user.app.screen.query_one(PlayBoard)
        assert board.marked == {verdict.wrong.row}
        assert counted(user) == "So far 1 try."
        await user.press(*keys(first))
        assert counted(user) == "So far 1 try."
        assert "tried it before" in said(user)
        await user.press("f5", *keys(answer(TODAY)))
        assert "Solved with 2 tries and 1 hint." in said(user)
        assert board.game is not None
        assert board.game.code == answer(TODAY)
        assert board.draft is None
        await user.press("f5", "f8", "enter")
        assert user.screen == "PuzzleFormScreen"
        assert "Solved so far: 1." in user.seen
        await user.press("enter")
        assert "You solved this one before, with 2 tries and 1 hint." in said(user)
    assert Store(tmp_path / "settings.json").solved == {TODAY.id: Solved(2, 1)}


async def test_a_puzzle_is_solved_by_mouse(tmp_path: Path) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.press("z")
        await user.click("#which", offset=(LABEL + 1, 0))
        await user.click("#difficulty", offset=(LABEL + 1, 0))
        await user.click("#begin")
        screen = user.app.screen
        assert isinstance(screen, PuzzleScreen)
        assert "Easy puzzle" in user.seen
        board, tray = screen.query_one(PlayBoard), screen.query_one(Tray)
        row = board.row_region(len(screen._puzzle.board.rows) + 1)
        await user.pilot.click(board, offset=(row.x + 1 + board.gutter.left, row.y + board.gutter.top))
        for colour in answer(screen._puzzle).pegs:
            x, y = tray.item_offset(colour)
            await user.pilot.click(tray, offset=(x + tray.gutter.left + 1, y))
        await user.click_key("hint")
        assert "Hint 1: " in said(user)
        assert board.draft is not None
        assert board.draft.code == answer(screen._puzzle), "A hint leaves the row as it is."
        await user.click_key("submit")
        assert "Solved with 1 try and 1 hint." in said(user)
        await user.click_key("next")
        assert user.screen == "PuzzleFormScreen"


async def test_hints_end(tmp_path: Path) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.press(*OPEN, *["f5"] * (len(clue.clues(TODAY)) + 1))
        assert "There are no more hints. Press Ctrl+G" in user.seen


async def test_giving_up_asks_first_and_tells_why(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    async with play(context) as user:
        await user.press(*OPEN, "f8")
        assert user.screen == "ConfirmScreen"
        await user.press("enter")
        assert spell_out(clue.explain_answer(TODAY)[0]) not in said(user)
        await user.press("f8", "y")
        assert "Given up." in said(user)
        for sentence in clue.explain_answer(TODAY):
            assert spell_out(sentence) in said(user)
        await user.press("escape", "escape")
        assert user.screen == "MenuScreen"
    assert context.store.solved == {}


def held_up(monkeypatch: pytest.MonkeyPatch, name: str) -> Event:
    """Make a puzzle's work of that name wait in its thread until this is set."""
    done = Event()
    work: Callable[..., Any] = getattr(puzzle_screen, name)

    def slow(*given: Any) -> Any:
        assert done.wait(60)
        return work(*given)

    monkeypatch.setattr(puzzle_screen, name, slow)
    return done


@pytest.mark.parametrize("hints", ["left", "taken"])
@pytest.mark.parametrize("keys_meanwhile", [["f5"], ["f8", "y"]], ids=["hint", "give-up"])
async def test_a_pending_try_blocks_hints_and_giving_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hints: str, keys_meanwhile: list[str]
) -> None:
    taken = len(clue.clues(TODAY)) if hints == "taken" else 0
    async with play(open_context(tmp_path)) as user:
        await user.press(*OPEN)
        for _ in range(taken):
            await user.press("f5")
        done, board = held_up(monkeypatch, "_judge"), user.app.screen.query_one(PlayBoard)
        for key in keys(next(wrong(TODAY))):
            await user.pilot.press(key)
        await until(user.pilot, lambda: board.asked is None)
        for key in keys_meanwhile:
            await user.pilot.press(key)
        done.set()
        await user.settle()
        assert counted(user).startswith("So far 1 try")
        await user.press(*keys(answer(TODAY)))
        assert "Solved with 2 tries" in said(user)


async def test_pending_giving_up_blocks_hints_and_tries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.press(*OPEN)
        done, board = held_up(monkeypatch, "_solve"), user.app.screen.query_one(PlayBoard)
        await user.press("f8")
        await user.pilot.press("y")
        await until(user.pilot, lambda: board.asked is None)
        for key in ("f5", *keys(next(wrong(TODAY)))):
            await user.pilot.press(key)
        done.set()
        await user.settle()
        assert "Given up." in said(user)


async def test_the_help_of_a_puzzle_lists_the_row_keys(tmp_path: Path) -> None:
    async with play(open_context(tmp_path), size=LARGE) as user:
        await user.press(*OPEN)
        await user.click_key("keys")
        assert "R B Y G W K place a colour" in user.words
        assert "Marking a guess" not in user.words


@pytest.mark.parametrize("theme", Theme)
async def test_every_kind_of_puzzle_opens_by_its_id(tmp_path: Path, theme: Theme) -> None:
    puzzle = make(MINI, theme, Difficulty.EASY, "any")
    async with play(open_context(tmp_path)) as user:
        await user.press("z", "up")
        await user.type(f" {puzzle.id} ")
        await user.press("enter")
        screen = user.app.screen
        assert isinstance(screen, PuzzleScreen)
        assert screen._puzzle == puzzle
        await user.press(*keys(answer(puzzle), puzzle))
        assert "Solved with 1 try." in said(user)
        assert spell_out(clue.explain_answer(puzzle)[-1]) in said(user)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hello \x1b[2J", "This isn't a puzzle ID"),
        (TODAY.id[:-1] + "!", "This ID is damaged"),
        ("x" * 3_000, "This isn't a puzzle ID"),
    ],
)
async def test_an_invalid_id_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.press("z", "up")
        await user.type(text)
        await user.press("enter")
        assert user.screen == "PuzzleFormScreen"
        assert reason in said(user)
        assert "\x1b" not in user.seen


async def test_a_puzzle_that_cannot_be_made_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codepegs.analysis.puzzle.puzzle.MAX_EFFORT", 0)
    async with play(open_context(tmp_path)) as user:
        await user.press("z", "f2")
        assert user.screen == "PuzzleFormScreen"
        assert "no medium puzzle with the theme one-code" in said(user)


def hits(user: User, puzzle: Puzzle, context: AppContext) -> list[Any]:
    """Where the answer of a puzzle turns up on the screen or in the widgets, which share a room."""
    code = answer(puzzle)
    spelled = puzzle.board.edition.spell(code)
    seen: set[int] = {id(user.app), id(context)}
    found: list[Any] = []
    for screen in user.app.screen_stack:
        for node in (screen, *screen.walk_children()):
            for thing in within(node, seen):
                hit = thing in (code, code.pegs)
                if hit or (isinstance(thing, Strip) and spelled in letters_of(thing)):
                    found.append((node, thing))
    return found + [line for line in user.seen.splitlines() if spelled in line_letters(line)]


@pytest.mark.parametrize("puzzle", [TODAY, BEST], ids=["one-code", "best-guess"])
async def test_the_answer_is_nowhere_before_the_end(tmp_path: Path, puzzle: Puzzle) -> None:
    context = open_context(tmp_path)
    async with play(context) as user:
        await user.press("z", "up")
        await user.type(puzzle.id)
        await user.press("enter")
        assert not hits(user, puzzle, context)
        await user.press(*keys(next(wrong(puzzle)), puzzle))
        assert not hits(user, puzzle, context)
        for _ in clue.clues(TODAY) if puzzle is TODAY else "1":
            await user.press("f5")
            assert not hits(user, puzzle, context)
        await user.press("f8")
        assert not hits(user, puzzle, context)
        await user.press("y")
        assert hits(user, puzzle, context), "The search finds an answer that is there."
