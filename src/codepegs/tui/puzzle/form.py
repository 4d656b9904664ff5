"""Form to choose a puzzle: today's, a new one, or one by its ID."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from codepegs.errors import CodepegsError
from codepegs.notation.puzzle_id import Difficulty, Theme
from codepegs.notation.sentences import escape_unprintable
from codepegs.rules.catalogue import CATALOGUE
from codepegs.tui.context import AppContext
from codepegs.tui.widgets.app_screen import AppScreen, TitleBar
from codepegs.tui.widgets.inputs import NameField, PrintableInput, StartButton
from codepegs.tui.widgets.key_line import KeyLine
from codepegs.tui.widgets.stepper import Stepper

if TYPE_CHECKING:
    from codepegs.analysis.puzzle.puzzle import Puzzle

_WHICH = {"today": "today's puzzle", "new": "a new one"}
_THEMES = {
    Theme.ONE_CODE: "one code fits",
    Theme.BEST_GUESS: "the best guess",
}


@dataclass(frozen=True, slots=True)
class PuzzleRequest:
    """Values of the form. `id` wins over the other fields unless it is empty."""

    id: str
    day: date | None
    """The day whose puzzle is wanted, or None for a new puzzle."""
    seed: str
    edition: str
    theme: Theme
    difficulty: Difficulty


class PuzzleFormScreen(AppScreen[None]):
    """Form of a few lines. A thread makes the puzzle, then its screen opens."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "Field", key_display="↑↓", priority=True),
        Binding("down", "app.focus_next", show=False, priority=True),
        Binding("enter,f2", "begin", "Start", key_display="Enter", priority=True),
        Binding("escape", "dismiss", "Back"),
    ]
    CSS = """
    PuzzleFormScreen #middle { align: center middle; height: 1fr; }
    PuzzleFormScreen #sheet { width: 66; max-width: 100%; height: auto; }
    PuzzleFormScreen #title { text-style: bold; color: $accent; }
    PuzzleFormScreen #introduction { margin-bottom: 1; }
    PuzzleFormScreen #foot { height: auto; margin-top: 1; padding-left: 2; }
    PuzzleFormScreen #begin { min-width: 11; margin-right: 2; }
    PuzzleFormScreen #words { width: 1fr; height: auto; color: $text-muted; }
    """

    @dataclass
    class Made(Message):
        puzzle: Puzzle

    @dataclass
    class Refused(Message):
        why: str

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._app_context = context

    def compose(self) -> ComposeResult:
        difficulties = {each.value: each.value for each in Difficulty}
        themes = {theme.value: words for theme, words in _THEMES.items()}
        editions = {slug: terms.box.title for slug, terms in CATALOGUE.items()}
        yield TitleBar("Puzzles")
        with Vertical(id="middle"), Vertical(id="sheet"):
            yield Static("Find the one answer", id="title")
            yield Static(
                "Some guesses have been played and marked. Only one solution fits.", id="introduction"
            )
            yield Stepper("Which", "today", _WHICH, id="which")
            yield Stepper("Edition", "classic-1", editions, id="edition")
            yield Stepper("Theme", Theme.ONE_CODE.value, themes, id="theme")
            yield Stepper("Difficulty", Difficulty.MEDIUM.value, difficulties, id="difficulty")
            yield NameField("Or enter an ID", max_length=0, id="id")
            with Horizontal(id="foot"):
                yield StartButton("  Start  ", id="begin", variant="primary", compact=True)
                yield Static("", id="words", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self._show_choices()
        self.query_one("#which").focus()

    def on_screen_resume(self) -> None:
        self._show_status("")

    def on_stepper_step_changed(self) -> None:
        self._show_choices()
        self._show_status("")

    def _show_choices(self) -> None:
        """Show what can be chosen: a day has one puzzle, so only a new one has a kind."""
        which, *others = self.query(Stepper)
        for stepper in others:
            stepper.display = which.value == "new"

    def on_input_changed(self) -> None:
        self._show_status("")

    def on_button_pressed(self) -> None:
        self.action_begin()

    def action_begin(self) -> None:
        """Make or read the puzzle, then open it."""
        self._show_status("Looking for a puzzle …")
        self._make(self.request)

    @property
    def request(self) -> PuzzleRequest:
        """The values of the form. Each new puzzle gets a new seed."""
        which, edition, theme, difficulty = (stepper.value for stepper in self.query(Stepper))
        return PuzzleRequest(
            self.query_one(PrintableInput).value.strip(),
            self._app_context.time.date() if which == "today" else None,
            f"{self._app_context.random.getrandbits(64):016x}",
            edition,
            Theme(theme),
            Difficulty(difficulty),
        )

    @work(thread=True, exclusive=True)
    def _make(self, request: PuzzleRequest) -> None:
        from codepegs.analysis.puzzle import puzzle

        try:
            if request.id:
                found = puzzle.read(request.id)
            elif request.day is not None:
                found = puzzle.daily(request.day)
            else:
                found = puzzle.make(
                    CATALOGUE[request.edition], request.theme, request.difficulty, request.seed
                )
            self.post_message(self.Made(found))
        except CodepegsError as refusal:
            self.post_message(self.Refused(escape_unprintable(str(refusal))))

    def on_puzzle_form_screen_made(self, message: Made) -> None:
        from codepegs.tui.puzzle.screen import PuzzleScreen

        # Ignored if the user has left this form meanwhile.
        if self.is_current:
            self.app.push_screen(PuzzleScreen(message.puzzle, store=self._app_context.store))

    def on_puzzle_form_screen_refused(self, message: Refused) -> None:
        self._show_status(message.why)

    def _show_status(self, words: str) -> None:
        """Show a message below the form, or the number of solved puzzles."""
        solved = len(self._app_context.store.solved)
        usual = f"Solved so far: {solved}." if solved else "You can try as often as you like."
        self.query_one("#words", Static).update(Content(words or usual))
