"""Layout of the match screen: board, score, narration, tray and action bar."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from codepegs.notation import sentences
from codepegs.rules.view import MatchView
from codepegs.tui.match import narration
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.action_bar import ActionBar
from codepegs.tui.widgets.play_board import PlayBoard
from codepegs.tui.widgets.score import ScoreView
from codepegs.tui.widgets.status import StatusLine
from codepegs.tui.widgets.tray import Tray


class MatchLayout(Vertical):
    """Shows a view of a match. It never gets the match itself, which holds the code."""

    DEFAULT_CSS = """
    MatchLayout #heading { height: 1; padding: 0 1; text-style: bold; background: $primary-muted; }
    MatchLayout #middle { height: 1fr; }
    MatchLayout #side { width: 1fr; height: 100%; padding: 0 1; }
    MatchLayout #turn { height: auto; margin-top: 1; text-style: bold; color: $text-accent; }
    MatchLayout #clock { height: auto; }
    MatchLayout #codes { height: 1; display: none; }
    MatchLayout #narration-scroll { height: 1fr; margin-top: 1; }
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self._written: dict[str, str] = {}

    def compose(self) -> ComposeResult:
        yield Static(id="heading")
        with Horizontal(id="middle"):
            yield PlayBoard(self._settings, id="board")
            with Vertical(id="side"):
                yield ScoreView(id="score")
                yield Static(id="turn")
                yield Static(id="clock")
                yield Static(id="codes")
                with VerticalScroll(id="narration-scroll", can_focus=False):
                    yield Static(id="narration")
        yield Tray(self._settings, id="tray")
        yield ActionBar(id="actions")
        yield StatusLine(id="status")

    @property
    def board(self) -> PlayBoard:
        return self.query_one(PlayBoard)

    @property
    def action_bar(self) -> ActionBar:
        return self.query_one(ActionBar)

    def show(self, view: MatchView, index: int) -> None:
        """Show the game at `index`."""
        game = view.games[index]
        proof = game.proof
        self.board.show(game, marked=proof.rows if proof else ())
        score = self.query_one(ScoreView)
        score.show(view, index=index)
        score.display = not view.agreement.solo
        self.write("heading", narration.heading(view, index))
        self.show_tray()

    def show_tray(self) -> None:
        """Show colours, or key pegs if the player is answering."""
        board = self.board
        if board.game is not None:
            self.query_one(Tray).show(
                board.game.board.edition, answer_draft=board.answer_draft, held=board.held
            )

    def write(self, name: str, text: str) -> None:
        """Show text in the widget with the ID `name`."""
        if self._written.get(name) == text:
            return
        self._written[name] = text
        # Content instead of a string, so that markup in a name has no effect.
        self.query_one(f"#{name}", Static).update(Content(text))

    def show_codes_left(self, count: int | None) -> None:
        """Show how many codes are left, or nothing."""
        self.query_one("#codes").display = count is not None
        self.write("codes", "" if count is None else f"{sentences.pluralize(count, 'code')} left")

    def scroll_narration(self, by: int) -> None:
        """Scroll the narration by a page, forwards or back; 0 scrolls to the top."""
        scroll = self.query_one("#narration-scroll", VerticalScroll)
        scroll.scroll_to(y=by and scroll.scroll_y + by * max(1, scroll.size.height - 1), animate=False)

    def show_status(self, text: str) -> None:
        """Show a message to the player until the next key press."""
        self.write("status", text)
