"""Screen to solve a puzzle, with hints in steps."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Awaitable, Iterator
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.widgets import Static

from codepegs.analysis.puzzle import hints
from codepegs.analysis.puzzle.puzzle import Puzzle, Verdict, answer, judge
from codepegs.errors import CodepegsError
from codepegs.notation import sentences
from codepegs.notation.edition_facts import title
from codepegs.rules.board import Board
from codepegs.rules.catalogue import CATALOGUE
from codepegs.rules.code import Code
from codepegs.rules.game import Ending, Game, Phase
from codepegs.rules.move import Act, Guess
from codepegs.rules.seat import Seat
from codepegs.rules.view import View
from codepegs.tui.errors import SettingsNotSaved
from codepegs.tui.store import Solved, Store
from codepegs.tui.widgets.app_screen import TitleBar
from codepegs.tui.widgets.confirm import ConfirmScreen
from codepegs.tui.widgets.key_line import Key as ShownKey
from codepegs.tui.widgets.key_line import KeyLine
from codepegs.tui.widgets.panel import Legend
from codepegs.tui.widgets.play_board import PegScreen, PlayBoard
from codepegs.tui.widgets.sentence import with_pegs
from codepegs.tui.widgets.status import StatusLine, notify_error
from codepegs.tui.widgets.tray import Tray

_LAST = (ShownKey("keys", "?", "help"), ShownKey("leave", "Esc", "back"))
_KEYS = (
    ShownKey("submit", "Enter", "try"),
    ShownKey("clear", "^U", "clear"),
    ShownKey("hint", "^T", "hint"),
    ShownKey("give-up", "^G", "give up"),
    *_LAST,
)
_OVER = (ShownKey("next", "Enter", "go on"), *_LAST)


class PuzzleScreen(PegScreen[None]):
    """Plays one puzzle. The answer is computed only when the user finds it or gives up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+t,f5", "hint", "Hint", key_display="^T"),
        Binding("ctrl+g,f8", "give_up", "Give up", key_display="^G"),
        Binding("pagedown", "page(1)", "Scroll the text", key_display="PgUp PgDn"),
        Binding("pageup", "page(-1)", show=False),
        Binding("escape", "dismiss", "Back"),
    ]
    AUTO_FOCUS = "#board"
    CSS = """
    PuzzleScreen #middle { height: 1fr; align: center middle; }
    PuzzleScreen #board { margin-right: 3; }
    PuzzleScreen #scroll {
        width: 1fr; max-width: 48; height: 100%; padding: 1 2; scrollbar-size: 1 1; background: $surface;
    }
    PuzzleScreen #scroll Static { background: $surface; }
    PuzzleScreen #legend { margin: 1 0 0 0; height: 2; }
    PuzzleScreen #count { height: auto; margin: 1 0; text-style: bold; color: $text-accent; }
    """

    def __init__(self, puzzle: Puzzle, *, store: Store) -> None:
        super().__init__()
        self._puzzle, self._store = puzzle, store
        self._tries: list[Code] = []
        self._hints_taken = 0
        self._messages: list[str] = []
        """Messages about tries and hints, the latest first."""
        self._over = False

    @property
    def edition(self) -> str:
        """The slug of the edition, for the help screen."""
        return self._puzzle.board.edition.slug

    def compose(self) -> ComposeResult:
        yield TitleBar(_title(self._puzzle))
        with Horizontal(id="middle"):
            yield PlayBoard(self._store.settings, id="board")
            with VerticalScroll(id="scroll", can_focus=False), Vertical():
                yield Static(hints.task(self._puzzle), id="task", markup=False)
                yield Legend(id="legend")
                yield Static("", id="count", markup=False)
                yield Static("", id="words", markup=False)
        yield Tray(self._store.settings, id="tray")
        yield StatusLine(id="status")
        yield KeyLine(id="actions")

    def on_mount(self) -> None:
        before = self._store.solved.get(self._puzzle.id)
        if before is not None:
            self._messages.append(f"You solved this one before, with {_count_text(before)}.")
        self._messages.append(f"To share this puzzle, copy its ID: {self._puzzle.id}")
        self.query_one(Legend).show(self._puzzle.board.edition)
        self._board.show(_view(self._puzzle.board))
        self._advance()

    @property
    def _result(self) -> Solved:
        return Solved(len(self._tries), self._hints_taken)

    def _advance(self) -> None:
        """Ask for the next try unless the puzzle is over, and show all messages."""
        self._board.ask(None if self._over else Act.GUESS)
        self._show_tray()
        self.query_one(KeyLine).show(_OVER if self._over else _KEYS)
        begun = (self._tries or self._hints_taken) and not self._over
        count = f"So far {_count_text(self._result)}." if begun else ""
        self.query_one("#count", Static).update(Content(count))
        words = [with_pegs(self._board.painter, message) for message in self._messages]
        self.query_one("#words", Static).update(Content("\n\n").join(words))

    def _show_tray(self) -> None:
        self.query_one(Tray).show(self._puzzle.board.edition, tall=True)

    def _show_status(self, words: str) -> None:
        self.query_one("#status", Static).update(Content(words))

    def _start(self, work: Awaitable[None]) -> None:
        """Run slow work in the background. New work cancels a pending hint. A pending try or
        giving up blocks new work instead, because the board asks for nothing meanwhile."""
        self._show_status("")
        self.run_worker(work, exclusive=True)

    # Tries ----------------------------------------------------------------------------

    def on_play_board_submitted(self, message: PlayBoard.Submitted) -> None:
        assert isinstance(message.move, Guess)
        self._board.ask(None)
        self._start(self._try(message.move.code))

    async def _try(self, code: Code) -> None:
        try:
            verdict, words = await to_thread(_judge, self._puzzle, code)
        except CodepegsError as refusal:
            self._advance()
            self._show_status(str(refusal))
            return
        again = code in self._tries
        if not again:
            self._tries.append(code)
        self._messages.insert(
            0, f"{words} You've tried it before, so it doesn't count again." if again else words
        )
        self._board.show(_view(self._puzzle.board), marked=[verdict.wrong.row] if verdict.wrong else [])
        if verdict.right:
            await self._end(f"Solved with {_count_text(self._result)}.")
            try:
                self._store.save(solved={self._puzzle.id: self._result})
            except SettingsNotSaved as refusal:
                notify_error(self, refusal)
        self._advance()

    def action_hint(self) -> None:
        if self._board.asked is not None:
            self._start(self._hint())

    async def _hint(self) -> None:
        clues = await to_thread(hints.clues, self._puzzle)
        if self._hints_taken == len(clues):
            self._show_status("There are no more hints. Press Ctrl+G to give up and see the answer.")
            return
        self._hints_taken += 1
        self._messages.insert(
            0, f"Hint {self._hints_taken}: {sentences.spell_out(clues[self._hints_taken - 1])}"
        )
        draft = self._board.draft
        self._advance()
        if draft is not None:
            self._board.draft = draft
            self._board.redraw()

    def action_give_up(self) -> None:
        if self._board.asked is not None:
            self.app.push_screen(ConfirmScreen("Give up and see the answer?"), self._on_give_up)

    def _on_give_up(self, yes: bool | None) -> None:
        if yes and self._board.asked is not None:
            self._board.ask(None)
            self._start(self._finish_giving_up())

    async def _finish_giving_up(self) -> None:
        begun = self._tries or self._hints_taken
        await self._end(f"Given up after {_count_text(self._result)}." if begun else "Given up.")
        self._advance()

    async def _end(self, how: str) -> None:
        """Show the answer and the proof that it is the only one."""
        found, why = await to_thread(_solve, self._puzzle)
        self._over = True
        self._messages.insert(0, "\n".join([how, *why]))
        code = found if self._puzzle.theme.asks_for_code else None
        self._board.show(_view(self._puzzle.board, code, over=True))

    # Keys, buttons and the mouse --------------------------------------------------------

    def on_key(self, event: Key) -> None:
        if event.key == "enter" and self._over:
            event.stop()
            self.dismiss()

    def on_key_line_pressed(self, message: KeyLine.Pressed) -> None:
        self._board.focus()
        match message.action:
            case "submit":
                self._board.submit()
            case "clear":
                self._board.clear()
            case "hint":
                self.action_hint()
            case "give-up":
                self.action_give_up()
            case "keys":
                self.run_worker(self.run_action("app.help"))
            case _:
                self.dismiss()

    def action_page(self, by: int) -> None:
        """Scroll the messages by a page."""
        scroll = self.query_one("#scroll", VerticalScroll)
        scroll.scroll_relative(y=by * max(1, scroll.size.height - 1), animate=False)

    def on_play_board_refused(self, message: PlayBoard.Refused) -> None:
        self._show_status(message.why)

    def on_play_board_board_changed(self) -> None:
        self._show_status("")
        self._show_tray()


def _title(puzzle: Puzzle) -> str:
    edition = puzzle.board.edition
    name = edition.box.title if edition == CATALOGUE.get(edition.slug) else title(edition)
    return f"{puzzle.difficulty.value.capitalize()} puzzle · {name}"


def _view(board: Board, code: Code | None = None, *, over: bool = False) -> View:
    """Return a view of the puzzle's rows, with one empty row for a try."""
    rows = Board(board.edition.with_rules(rows=len(board.rows) + 1), board.rows)
    view = View.of(Game(1, 0, rows, phase=Phase.GUESSING), Seat.SPECTATOR)
    return replace(view, code=code, phase=Phase.OVER, turn=None, ending=Ending.BROKEN) if over else view


def _judge(puzzle: Puzzle, code: Code) -> tuple[Verdict, str]:
    verdict = judge(puzzle, code)
    return verdict, sentences.spell_out(hints.describe_verdict(puzzle, code, verdict))


def _solve(puzzle: Puzzle) -> tuple[Code, tuple[str, ...]]:
    return answer(puzzle), tuple(map(sentences.spell_out, hints.explain_answer(puzzle)))


def _count_text(so_far: Solved) -> str:
    """`1 try`, `3 tries and 2 hints`."""
    return " and ".join(_parts(so_far)) or "no try"


def _parts(so_far: Solved) -> Iterator[str]:
    if so_far.tries:
        yield sentences.pluralize(so_far.tries, "try", "tries")
    if so_far.hints:
        yield sentences.pluralize(so_far.hints, "hint")
