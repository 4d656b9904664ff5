"""A review: a match step by step, as a spectator may see it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from codepegs.notation import wording
from codepegs.rules.match import Match
from codepegs.tui.board import BoardView
from codepegs.tui.settings import Settings
from codepegs.tui.step import Step, steps


class ReviewScreen(Screen[None]):
    """Arrows step through the moves, up and down through the games.

    A code is shown when its game ends; `c` shows that of an ended game from the start.
    The code of a game that still goes on is in no step.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Step", key_display="← →"),
        Binding("right,space", "step(1)", show=False),
        Binding("home", "go(0)", "First", show=False),
        Binding("end", "go(-1)", "Last", show=False),
        Binding("up,pageup", "game(-1)", "Game", key_display="↑ ↓"),
        Binding("down,pagedown", "game(1)", show=False),
        Binding("c", "code", "Code"),
        Binding("escape", "dismiss", "Back"),
    ]
    CSS = """
    ReviewScreen .heading { padding: 0 1; height: 1; background: $panel; text-style: bold; }
    ReviewScreen #said { height: 1fr; padding: 1 2; }
    ReviewScreen #bar { height: 1; padding: 0 1; color: $text-accent; }
    """

    def __init__(self, match: Match, *, settings: Settings) -> None:
        super().__init__()
        self._agreement, self._settings = match.agreement, settings
        self._outcome = match.outcome
        self._steps = steps(match)
        self._at = 0
        self._lifted = False

    @property
    def edition(self) -> str:
        """The slug of the edition, for the help screen."""
        return self._agreement.edition.slug

    @property
    def step(self) -> Step:
        """What is shown."""
        step = self._steps[self._at]
        return replace(step, view=replace(step.view, code=step.code)) if self._lifted else step

    def compose(self) -> ComposeResult:
        yield Static(wording.agreed(self._agreement), classes="heading", markup=False)
        with Horizontal():
            yield BoardView(self._settings)
            with VerticalScroll(id="said", can_focus=False):
                yield Static("", id="words", markup=False)
        yield Static("", id="bar", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self._show()

    def on_resize(self) -> None:
        self._show()

    def on_click(self, event: events.Click) -> None:
        """A click on the bar goes to that part of the match."""
        bar = self.query_one("#bar", Static)
        if event.widget is bar:
            self.action_go((event.x - 1) * len(self._steps) // max(1, bar.size.width - 8))

    def action_step(self, by: int) -> None:
        """Go on by a move, or back."""
        self.action_go(max(0, self._at + by))

    def action_go(self, at: int) -> None:
        """Go to a step; -1 is the last one."""
        last = len(self._steps) - 1
        self._at = last if at < 0 else min(at, last)
        self._show()

    def action_game(self, by: int) -> None:
        """Go to the bare board of the next game; back to that of this game, or of the one before."""
        begins = [i for i, step in enumerate(self._steps) if i == 0 or step.game != self._steps[i - 1].game]
        if by > 0:
            self.action_go(next((i for i in begins if i > self._at), -1))
        else:
            self.action_go(max((i for i in begins if i < self._at), default=0))

    def action_code(self) -> None:
        """Show the codes of ended games from the start, or no longer."""
        self._lifted = not self._lifted
        self._show()

    def _show(self) -> None:
        step = self.step
        marked = step.view.proof.rows if step.view.proof else ()
        self.query_one(BoardView).show(step.view, marked=marked)
        self.query_one("#words", Static).update(Content("\n\n".join(self._words(step))))
        self.query_one("#bar", Static).update(Content(self._bar()))

    def _words(self, step: Step) -> Iterator[str]:
        agreement, view = self._agreement, step.view
        yield wording.heading(agreement, view)
        if view.board.rows:
            number, row = len(view.board.rows), view.board.rows[-1]
            if row.guess is None:
                yield f"Row {number} ran out of time."
            else:
                guess = agreement.edition.spell(row.guess)
                said = (
                    f"answered {wording.answer(agreement.edition, row.feedback)}" if row.feedback else "open"
                )
                yield f"Row {number}: {guess}, {said}."
        yield from step.aside
        if view.ending and view.turn is None:
            yield wording.ending(agreement, view)
            if view.proof:
                yield from wording.proof(agreement.edition, view.proof)
        else:
            yield f"The game waits for {view.phase.value}."
        yield wording.points(agreement, step.points)
        if self._at == len(self._steps) - 1:
            yield wording.result(agreement, self._outcome)

    def _bar(self) -> str:
        """How far along it is, as a line."""
        last = len(self._steps) - 1
        label = f" {self._at} of {last}"
        width = max(10, self.app.size.width - len(label) - 3)
        done = width * self._at // max(1, last)
        return f"{'━' * done}╸{'─' * (width - done)}{label}"
