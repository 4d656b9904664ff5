"""Review screen: a match step by step as spectators see it, with an analysis of its guesses."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterator
from dataclasses import dataclass, replace
from threading import Event
from typing import TYPE_CHECKING, ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from codepegs.errors import CodepegsError, TooLarge
from codepegs.notation import sentences
from codepegs.notation.user_input import read_code
from codepegs.rules.agreement import Agreement
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.match import Match
from codepegs.tui.review.share import write_result
from codepegs.tui.review.steps import Step, build_steps
from codepegs.tui.review.table import ReviewTable
from codepegs.tui.review.trial import try_guess
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.app_screen import AppScreen, TitleBar
from codepegs.tui.widgets.board import BoardView
from codepegs.tui.widgets.inputs import PrintableInput
from codepegs.tui.widgets.key_line import Key, KeyLine
from codepegs.tui.widgets.sentence import with_pegs

if TYPE_CHECKING:
    from codepegs.notation.review import GameReview

_TICK = 0.2
"""Seconds between updates of the progress line."""


_LAST = (Key("app.help", "?", "help"), Key("back", "Esc", "back"))
_TABLE_KEYS = (
    Key("choose(1)", "↑↓", "row"),
    Key("try", "t", "try another guess"),
    Key("switch", "Enter", "show board"),
    Key("copy", "c", "copy result"),
    *_LAST,
)
_BOARD_KEYS = (
    Key("step(1)", "←→", "step"),
    Key("choose(1)", "↑↓", "game"),
    Key("switch", "Enter", "table"),
    Key("code", "s", "code"),
    Key("copy", "c", "copy"),
    Key("page(1)", "PgDn", "more"),
    Key("stop", "a", "analyse"),
    *_LAST,
)
"""Keys of both views. The action of a key is what a click on it runs."""


class ReviewScreen(AppScreen[None]):
    """Left and right step through the moves, up and down through the games.

    The code of a game appears when the game ends; `s` shows it from the start. Games in
    progress are not analysed, and no step contains their code.
    """

    @dataclass
    class GameReviewed(Message):
        """A game has been analysed."""

        game: int
        review: GameReview

    @dataclass
    class Done(Message):
        """The analysis has ended. `refusal` is the reason if the board is too large."""

        refusal: str

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "switch", "All rows, or one move on the board"),
        Binding("t", "try", "Try another guess"),
        Binding("left", "step(-1)", "Previous or next move", key_display="← →"),
        Binding("right,space", "step(1)", show=False),
        Binding("home", "go(0)", "First move", show=False),
        Binding("end", "go(-1)", "Last move", show=False),
        Binding("up,k", "choose(-1)", "Choose a row, or a game", key_display="↑ ↓"),
        Binding("down,j", "choose(1)", show=False),
        Binding("pagedown", "page(1)", "Scroll the text", key_display="PgUp PgDn"),
        Binding("pageup", "page(-1)", show=False),
        Binding("s", "code", "Show or hide the code"),
        Binding("c", "copy", "Copy result"),
        Binding("a", "stop", "Analyse the games, or stop"),
        Binding("escape", "back", "Back"),
    ]
    CSS = """
    ReviewScreen #panel { height: 1fr; padding: 0 2; scrollbar-size: 1 1; }
    ReviewScreen #progress { height: auto; padding: 0 1; color: $text-muted; }
    ReviewScreen #table, ReviewScreen #guess { display: none; }
    ReviewScreen.-table #steps, ReviewScreen.-table #bar { display: none; }
    ReviewScreen.-table #table { display: block; height: 1fr; }
    ReviewScreen.-table #guess.-open { display: block; }
    ReviewScreen #bar { height: 1; padding: 0 1; color: $text-accent; }
    """

    def __init__(self, match: Match, *, settings: Settings) -> None:
        super().__init__()
        self._agreement, self._settings = match.agreement, settings
        self._result = sentences.describe_result(match)
        self._steps = build_steps(match)
        self._at = 0
        self._code_shown = False
        self._over = {index: game for index, game in enumerate(match.games) if game.revealed is not None}
        """Games to analyse, by index in the match."""
        self._reviews: dict[int, GameReview] = {}
        self._rows = 0
        self._stop = Event()
        self._busy = False
        self._refusal = ""
        self._par: float | None = None

    @property
    def edition(self) -> str:
        """The slug of the edition, for the help screen."""
        return self._agreement.edition.slug

    @property
    def step(self) -> Step:
        """The current step, with the code if the user asked to see it."""
        step = self._steps[self._at]
        return replace(step, view=replace(step.view, code=step.code)) if self._code_shown else step

    def compose(self) -> ComposeResult:
        yield TitleBar(f"Review · {_describe_match(self._agreement)}")
        yield ReviewTable(self._agreement.edition, self._settings, id="table")
        yield PrintableInput(placeholder="type another guess", id="guess", disabled=True)
        with Horizontal(id="steps"):
            yield BoardView(self._settings)
            with VerticalScroll(id="panel", can_focus=False):
                yield Static("", id="words", markup=False)
        yield Static("", id="progress", markup=False)
        yield Static("", id="bar", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self.set_interval(_TICK, self._show_progress)
        self._show()
        self._begin()

    def on_unmount(self) -> None:
        self._stop.set()

    def on_resize(self, event: events.Resize) -> None:
        self._show()

    def on_click(self, event: events.Click) -> None:
        """Go to the step under a click on the bar."""
        bar = self.query_one("#bar", Static)
        if event.widget is bar:
            self.action_go((event.x - 1) * len(self._steps) // max(1, bar.size.width - 8))

    def on_key_line_pressed(self, message: KeyLine.Pressed) -> None:
        self.run_worker(self.run_action(message.action))

    # The table ----------------------------------------------------------------------------

    @property
    def _table(self) -> ReviewTable:
        return self.query_one(ReviewTable)

    def action_switch(self) -> None:
        """Show the table of a game, or the board after the chosen row."""
        if self.has_class("-table"):
            game, rows = self.step.game, self._table.chosen + 1
            shown = (
                at
                for at, step in enumerate(self._steps)
                if step.game == game and len(step.view.board.rows) == rows and not step.view.board.open
            )
            self.action_go(next(shown, self._at))
        elif self.step.game in self._reviews:
            self.add_class("-table")
            self._show()

    def action_choose(self, by: int) -> None:
        """Choose a row of the table, or a game."""
        if self.has_class("-table"):
            self._table.choose(by)
        else:
            self.action_game(by)

    def action_try(self) -> None:
        """Ask for a guess to play instead of the chosen one."""
        if self.has_class("-table"):
            field = self.query_one("#guess", PrintableInput)
            field.disabled, field.value = False, ""
            field.add_class("-open")
            field.focus()

    def action_back(self) -> None:
        """Close the field, or leave the screen."""
        if self.query(".-open"):
            self._close_field()
        else:
            self.dismiss()

    def _close_field(self) -> None:
        field = self.query_one("#guess", PrintableInput)
        field.remove_class("-open")
        field.disabled = True

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Evaluate another guess in a thread."""
        game, row = self._over[self.step.game], self._table.chosen
        try:
            guess = read_code(self._agreement.edition, event.value)
            self._agreement.edition.check_guess(guess)
        except CodepegsError as refusal:
            self._table.say_tried(str(refusal))
            return
        self._close_field()
        self._table.say_tried("…")
        self._evaluate(Board(game.board.edition, game.board.rows[:row]), guess, game.revealed)

    @work(thread=True, exclusive=True, group="try")
    def _evaluate(self, board: Board, guess: Code, code: Code | None) -> None:
        self.app.call_from_thread(self._table.say_tried, try_guess(board, guess, code))

    def action_step(self, by: int) -> None:
        """Go forward or back by a number of moves."""
        self.action_go(max(0, self._at + by))

    def action_go(self, at: int) -> None:
        """Go to a step; -1 is the last one."""
        self.remove_class("-table")
        last = len(self._steps) - 1
        self._at = last if at < 0 else min(at, last)
        self.query_one("#panel", VerticalScroll).scroll_home(animate=False)
        self._show()

    def action_game(self, by: int) -> None:
        """Go to the start of the next game, or back to the start of this or the previous one."""
        begins = [i for i, step in enumerate(self._steps) if i == 0 or step.game != self._steps[i - 1].game]
        if by > 0:
            self.action_go(next((i for i in begins if i > self._at), -1))
        else:
            self.action_go(max((i for i in begins if i < self._at), default=0))

    def action_code(self) -> None:
        """Show or hide the codes of finished games."""
        self._code_shown = not self._code_shown
        self._show()

    async def action_copy(self) -> None:
        """Copy the result of the game on the screen, without its colours."""
        game = self._over.get(self.step.game)
        if game is None or not game.board.rows:
            self.app.notify("You can copy the result once a game is over.", markup=False)
            return
        self.app.copy_to_clipboard(await to_thread(write_result, self._agreement, game))
        self.app.notify("Copied the result, without the colours.", markup=False)

    def action_page(self, by: int) -> None:
        """Scroll the text by a page."""
        panel = self.query_one("#panel", VerticalScroll)
        panel.scroll_relative(y=by * max(1, panel.size.height - 1), animate=False)

    # Analysis -----------------------------------------------------------------------------

    def action_stop(self) -> None:
        """Stop the search, so that the rest is only estimated. If it has ended, start again."""
        if self._busy:
            self._stop.set()
        else:
            self._begin()

    def _begin(self) -> None:
        if self._over:
            self._stop, self._busy, self._rows = Event(), True, 0
            self._review(self._stop)
        self._show_progress()

    @work(thread=True, exclusive=True, group="review")
    def _review(self, stop: Event) -> None:
        """Analyse all finished games in a thread, and post each result as a message."""
        from codepegs.analysis.evaluator import Evaluator
        from codepegs.analysis.review.review import review_game
        from codepegs.engine.par import find_par

        self._par = find_par(self._agreement.edition)
        try:
            known = Evaluator(self._agreement.edition, stop=stop.is_set)
        except TooLarge as refusal:
            self.post_message(self.Done(str(refusal)))
            return
        for index, game in self._over.items():
            found = review_game(self._agreement, game, done=self._count_row, on=known)
            self.post_message(self.GameReviewed(index, found))
        self.post_message(self.Done(""))

    def _count_row(self) -> None:
        self._rows += 1

    def on_review_screen_game_reviewed(self, message: GameReviewed) -> None:
        if not self._reviews and self._at == 0 and message.review.rows:
            self._at = next(i for i, step in enumerate(self._steps) if step.game == message.game)
            self.add_class("-table")
        self._reviews[message.game] = message.review
        self._show()

    def on_review_screen_done(self, message: Done) -> None:
        self._busy, self._refusal = False, message.refusal
        self._show_progress()

    def _show_progress(self) -> None:
        """Show the progress of the analysis, or a note about its figures."""
        rows = sum(len(game.board.rows) + 1 for game in self._over.values())
        if not self._over:
            words = "Guesses are rated here once the game is over."
        elif self._busy and self._stop.is_set():
            words = "Stopping. The rest will be estimated."
        elif self._busy:
            words = f"Rating the guesses: {self._rows} of {rows} positions. Press a to stop."
        elif self._refusal:
            words = self._refusal
        elif not all(found.totals.proved for found in self._reviews.values()):
            from codepegs.analysis.review import text as report

            stopped = self._stop.is_set()
            words = (
                "Figures marked ~ are estimates. Press a to search again." if stopped else report.ESTIMATED
            )
        else:
            words = ""
        progress = self.query_one("#progress", Static)
        progress.display = bool(words)
        progress.update(Content(words))

    # Showing ------------------------------------------------------------------------------

    def _show(self) -> None:
        if not self.query(BoardView):
            return  # a result may arrive before or after the widgets
        step = self.step
        table = self._table
        table.room = max(8, self.size.height - 3)
        table.show(self._reviews.get(step.game), par=self._par)
        self.query_one(KeyLine).show(_TABLE_KEYS if self.has_class("-table") else _BOARD_KEYS)
        marked = step.view.proof.rows if step.view.proof else ()
        board = self.query_one(BoardView)
        board.show(step.view, marked=marked)
        said: list[str | Content] = [*self._words(step), *self._judgement(step)]
        words = [with_pegs(board.painter, each, self._agreement.players) for each in said]
        self.query_one("#words", Static).update(Content("\n").join(words))
        self.query_one("#bar", Static).update(Content(self._bar()))

    def _words(self, step: Step) -> Iterator[str]:
        agreement, view = self._agreement, step.view
        yield sentences.heading(agreement, view)
        if view.board.rows:
            number, row = len(view.board.rows), view.board.rows[-1]
            if row.guess is None:
                yield f"Row {number} ran out of time."
            else:
                guess = agreement.edition.spell(row.guess)
                answer = (
                    f"marked {sentences.describe_feedback(agreement.edition, row.feedback)}"
                    if row.feedback
                    else "open"
                )
                yield f"Row {number}: {guess}, {answer}."
        yield from step.aside
        if view.ending and view.turn is None:
            yield from sentences.describe_ending(agreement, view)
        elif not agreement.solo:
            yield view.phase.describe(agreement.edition.box)
        elif not view.board.rows:
            yield "Start of the game."
        if not agreement.solo:
            yield sentences.describe_points(agreement, step.points)
        if self._at == len(self._steps) - 1:
            yield self._result

    def _judgement(self, step: Step) -> Iterator[Content]:
        """Yield the analysis of this step: its last row, a plot, and totals at the end."""
        game = self._reviews.get(step.game)
        if game is None:
            return
        from codepegs.analysis.review.review import combine
        from codepegs.tui.review import text

        rows, over = len(step.view.board.rows), step.view.turn is None
        row = next((row for row in game.rows if row.row == rows and not step.view.board.open), None)
        if row is not None:
            yield from text.figures(game, row)
        if rows:
            yield text.plot(game, rows)
        if over:
            yield from text.summary(game)
        if self._at == len(self._steps) - 1 and len(self._reviews) == len(self._over):
            games = [self._reviews[index] for index in self._over]
            yield from text.totals(combine(self._agreement, games))
        if row is not None:
            yield from text.reasons(row, code_shown=over or self._code_shown)

    def _bar(self) -> str:
        """Return a progress bar for the current step."""
        last = len(self._steps) - 1
        label = f" {self._at} of {last}"
        width = max(10, self.app.size.width - len(label) - 3)
        done = width * self._at // max(1, last)
        return f"{'━' * done}╸{'─' * (width - done)}{label}"


def _describe_match(agreement: Agreement) -> str:
    """Return the edition and the players."""
    title = agreement.edition.box.title
    if agreement.daily is not None:
        return f"{title} · {sentences.name_daily(agreement.daily)}"
    names = "solo" if agreement.solo else " and ".join(map(sentences.list_player, agreement.players))
    return f"{title} · {names}"
