"""Layout of the match screen: board, panels, result card, tray and key line."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from codepegs.rules.view import MatchView
from codepegs.tui.match import narration
from codepegs.tui.match.figures import History
from codepegs.tui.match.history import HistoryView
from codepegs.tui.match.plan import STACKED, Plan, make_plan
from codepegs.tui.match.result_card import CardContent, ResultCard
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.app_screen import TitleBar, brand
from codepegs.tui.widgets.key_line import KeyLine
from codepegs.tui.widgets.notes import NotesView
from codepegs.tui.widgets.panel import Legend, RowList
from codepegs.tui.widgets.play_board import PlayBoard
from codepegs.tui.widgets.score import ScoreView
from codepegs.tui.widgets.sentence import with_pegs
from codepegs.tui.widgets.status import StatusLine
from codepegs.tui.widgets.tray import Tray
from codepegs.tui.widgets.wordmark import Wordmark

_AIRY = 20
"""Lines of a panel with blank lines between its parts."""
_ROOMY = 32
"""Columns of a panel with a margin."""
_TALL = 28
"""Lines of a panel that has space for a hint and score lanes."""
_TRACKS = 40
"""Columns of a panel that has space for score lanes."""


class MatchLayout(Vertical):
    """Shows a view of a match. It never gets the match itself, which holds the code."""

    DEFAULT_CSS = """
    MatchLayout { overflow: hidden; }
    MatchLayout #middle { height: 1fr; align: center middle; }
    MatchLayout #play { width: auto; height: auto; }
    MatchLayout .side { background: $surface; padding: 0 1; }
    MatchLayout .-roomy { padding: 1 2; }
    MatchLayout .side Static { height: auto; background: $surface; }
    MatchLayout #title, MatchLayout #clock, MatchLayout #codes { color: $text-muted; }
    MatchLayout #title { text-wrap: nowrap; text-overflow: ellipsis; }
    MatchLayout #clock, MatchLayout #codes, MatchLayout #narration { display: none; }
    MatchLayout #clock.-late { color: $text-accent; text-style: bold; }
    MatchLayout #card, MatchLayout.-result #side { display: none; }
    MatchLayout.-result #card { display: block; }
    MatchLayout #left { margin-right: 3; padding: 1 2; background: $surface; }
    MatchLayout #left #agreed { margin-top: 1; color: $text-muted; }
    MatchLayout #left #space { height: 1fr; }
    MatchLayout #status { padding: 0; color: $foreground; }
    MatchLayout #turn { text-style: bold; color: $text-accent; }
    MatchLayout .-airy #legend, MatchLayout .-airy #narration-scroll, MatchLayout .-airy #side-tray,
    MatchLayout .-airy #score, MatchLayout .-airy #title { margin-bottom: 1; }
    MatchLayout .-airy #status, MatchLayout .-airy #narration { margin-bottom: 1; }
    MatchLayout #narration-scroll { height: 1fr; scrollbar-size: 1 1; }
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self._written: dict[str, str] = {}
        self._heading = ""
        self._plan: Plan | None = None
        self._match: MatchView | None = None

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Container(id="middle"), Horizontal(id="play"):
            with Vertical(id="left"):
                yield Wordmark(ground="panel")
                yield Static("\nCrack the secret code of coloured pegs.", markup=False)
                yield Static(id="agreed")
                yield Static(id="space")
                yield HistoryView(bars=True, id="history-left")
            board = PlayBoard(self._settings, id="board")
            board.fits_itself = False
            yield board
            with Vertical(id="side", classes="side"):
                yield Static(id="title")
                yield Static(id="turn")
                yield Static(id="clock")
                yield Static(id="codes")
                yield StatusLine(id="status")
                yield Tray(self._settings, ground="panel", id="side-tray")
                yield Legend(id="legend")
                with VerticalScroll(id="narration-scroll", can_focus=False):
                    yield NotesView(self._settings, id="notes")
                    yield Static(id="narration")
                    yield RowList(self._settings, id="rows")
                yield ScoreView(id="score")
                yield HistoryView(id="history")
            yield ResultCard(id="card")
        yield Tray(self._settings, id="tray")
        yield KeyLine(id="actions")

    @property
    def board(self) -> PlayBoard:
        return self.query_one(PlayBoard)

    @property
    def keys(self) -> KeyLine:
        return self.query_one(KeyLine)

    @property
    def card(self) -> ResultCard:
        return self.query_one(ResultCard)

    # The window -----------------------------------------------------------------------

    def on_resize(self) -> None:
        self._fit()

    def _fit(self) -> None:
        """Give every part its size in this window."""
        if self._match is None:
            return
        width, height = self.app.size
        edition = self._match.agreement.edition
        plan = make_plan(edition, width, height)
        if plan is None:
            return  # the screen asks for a larger window
        if plan != self._plan:
            self._plan = plan
            self._apply(plan)
        self.board.fit(plan.size, plan.frame, plan.board)
        if self.screen.focused is None and self.screen.is_current:
            self.board.focus()

    def _apply(self, plan: Plan) -> None:
        side, play, stacked = self.query_one("#side"), self.query_one("#play"), plan.stacked
        play.styles.layout = "vertical" if stacked else "horizontal"
        high = STACKED if stacked else plan.board
        side.styles.height, self.card.room = high, high
        for panel in (side, self.card):
            panel.styles.width = plan.panel
            panel.styles.margin = (0, 0, 0, plan.gap)
        left = self.query_one("#left")
        left.display = plan.left > 0
        left.styles.width, left.styles.height = plan.left, plan.board
        side.set_class(plan.board >= _AIRY and not stacked, "-airy")
        side.set_class(plan.board >= _AIRY + 2 and plan.panel >= _ROOMY and not stacked, "-roomy")
        self.query_one(TitleBar).display = plan.title
        self.query_one("#title").display = not (plan.title or stacked)
        self.query_one("#narration-scroll").display = not stacked
        tray = self.query_one("#tray", Tray)
        tray.display = plan.tray > 0
        tray.tall = plan.tray == 2
        above, below = plan.margins
        tray.styles.margin = (above, 0, below, 0)
        self.query_one("#side-tray").display = not plan.tray
        self._show_score()
        self._write_titles()

    # What is shown --------------------------------------------------------------------

    def show(self, view: MatchView, index: int, *, then: Callable[[], None]) -> None:
        """Show the game at `index`, and call `then` when everything on its board has appeared."""
        game = view.games[index]
        first, self._match = self._match is None, view
        self.query_one(Legend).show(game.board.edition)
        self._heading = narration.heading(view, index)
        self._write_titles()
        if first or self.board.game is None:
            self.board.game = game
            self._fit()
        proof = game.proof
        self.board.show(game, marked=proof.rows if proof else (), then=then)

    def _write_titles(self) -> None:
        """Write the title into its bar and into the panel. One of them is shown."""
        self.query_one(TitleBar).write(self._heading)
        inner = self._plan.panel - 4 if self._plan is not None else 0
        self.query_one("#title", Static).update(brand(self._heading, inner))

    def show_rows(self, view: MatchView, index: int) -> None:
        """Show rows and points in the panel. They may tell how the game ended."""
        game, rows = view.games[index], self.query_one(RowList)
        rows.show(game)
        self.query_one(ScoreView).show(view, index=index)
        self._show_score()
        self.show_tray()

    def _show_score(self) -> None:
        solo = self._match is None or self._match.agreement.solo
        score, left = self.query_one(ScoreView), self._plan is not None and self._plan.left > 0
        score.display = not solo
        # In a low panel a hint needs the lines of the statistics.
        low = self._plan is not None and self._plan.board < _TALL
        self.query_one("#history").display = solo and not (left or (low and self._written.get("narration")))
        score.tracks = self._plan is None or self._fits_tracks(self._plan)
        score.refresh(layout=True)

    def _fits_tracks(self, plan: Plan) -> bool:
        """Return whether there is space for score lanes. In a low panel a hint needs it more."""
        text = self._written.get("narration", "")
        return plan.panel >= _TRACKS and plan.board >= (_AIRY if len(text) < 2 * plan.panel else _TALL)

    def show_tray(self) -> None:
        """Show colours, or key pegs if the player is answering."""
        board = self.board
        if board.game is not None:
            self.query_one(NotesView).show(board)
            for tray in self.query(Tray):
                tray.show(board.game.board.edition, answer_draft=board.answer_draft, struck=board.struck_here)

    def write(self, name: str, text: str) -> None:
        """Show text in the widget with the ID `name`. Codes in it look like pegs."""
        if self._written.get(name) == text:
            return
        self._written[name] = text
        widget = self.query_one(f"#{name}", Static)
        # Content instead of a string, so that markup in a name has no effect.
        content = Content(text)
        if self.board.game is not None and self._match is not None:
            content = with_pegs(self.board.painter, text, self._match.agreement.players)
        widget.update(content)
        if name in ("clock", "narration"):
            widget.display = bool(text)
        if name == "narration":
            self._show_score()

    def show_codes_left(self, count: int | None, *, of: int = 1) -> None:
        """Show how many codes are left of all, on a log scale, or nothing."""
        self.query_one("#codes").display = count is not None
        self.write("codes", "" if count is None else narration.draw_meter(count, of))

    def show_clock(self, words: str, *, late: bool) -> None:
        self.query_one("#clock").set_class(late, "-late")
        self.write("clock", words)

    def show_history(self, history: History | None) -> None:
        for widget in self.query(HistoryView):
            widget.show(history)

    def show_result(self, result: CardContent | None, *, moving: bool = False) -> None:
        """Show the card of a finished game in the place of the panel, or the panel."""
        self.set_class(result is not None, "-result")
        self.card.show(result, None if result is None else self.board.painter, moving=moving)

    def apply_settings(self, settings: Settings) -> None:
        """Draw with other settings."""
        for widget in self.query("*"):
            if isinstance(widget, PlayBoard | Tray | NotesView | RowList):
                widget.settings = settings
                widget.refresh(layout=True)
        self.board.repaint()

    def scroll_narration(self, by: int) -> None:
        """Scroll the narration by a page, forwards or back; 0 scrolls to the top."""
        scroll = self.query_one("#narration-scroll", VerticalScroll)
        scroll.scroll_to(y=by and scroll.scroll_y + by * max(1, scroll.size.height - 1), animate=False)

    def show_status(self, text: str) -> None:
        """Show a message to the player until the next key press, or else what to do next."""
        self.card.say_status(text)
        self.write("status", text or narration.describe_draft(self.board))
