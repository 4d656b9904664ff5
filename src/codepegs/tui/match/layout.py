"""Everything that lies on the table: the board, the score, the tray, and what is said about them."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from codepegs.rules.view import MatchView
from codepegs.tui.match import narration as story
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.action_bar import Deeds
from codepegs.tui.widgets.play_board import PlayBoard
from codepegs.tui.widgets.score import ScoreView
from codepegs.tui.widgets.status import Said
from codepegs.tui.widgets.tray import Tray


class Tabletop(Vertical):
    """Shows a view of a match, and knows nothing that is not in it."""

    DEFAULT_CSS = """
    Tabletop #heading { height: 1; padding: 0 1; text-style: bold; background: $primary-muted; }
    Tabletop #middle { height: 1fr; }
    Tabletop #side { width: 1fr; height: 100%; padding: 0 1; }
    Tabletop #turn { height: auto; margin-top: 1; text-style: bold; color: $text-accent; }
    Tabletop #clock { height: auto; }
    Tabletop #told { height: 1fr; margin-top: 1; }
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings

    def compose(self) -> ComposeResult:
        yield Static(id="heading")
        with Horizontal(id="middle"):
            yield PlayBoard(self._settings, id="board")
            with Vertical(id="side"):
                yield ScoreView(id="score")
                yield Static(id="turn")
                yield Static(id="clock")
                with VerticalScroll(id="told", can_focus=False):
                    yield Static(id="story")
        yield Tray(self._settings, id="tray")
        yield Deeds(id="deeds")
        yield Said(id="said")

    @property
    def board(self) -> PlayBoard:
        return self.query_one(PlayBoard)

    @property
    def deeds(self) -> Deeds:
        return self.query_one(Deeds)

    def show(self, view: MatchView, index: int) -> None:
        """Put the game at `index` on the table."""
        game = view.games[index]
        proof = story.shown_proof(game)
        self.board.show(game, marked=proof.rows if proof else ())
        self.query_one(ScoreView).show(view, index=index)
        self.write("heading", story.heading(view, index))
        self.show_tray()

    def show_tray(self) -> None:
        """Colours or key pegs, whichever the board has use for."""
        board = self.board
        if board.game is not None:
            self.query_one(Tray).show(board.game.board.edition, tally=board.tally, held=board.held)

    def write(self, name: str, text: str) -> None:
        """Text in the place of that name."""
        # Content, not a string: names are text, and no markup in them is obeyed.
        self.query_one(f"#{name}", Static).update(Content(text))

    def scroll_story(self, by: int) -> None:
        """Turn a page of what is said, forwards or back; 0 is the first one."""
        told = self.query_one("#told", VerticalScroll)
        told.scroll_to(y=by and told.scroll_y + by * max(1, told.size.height - 1), animate=False)

    def say(self, text: str) -> None:
        """A sentence or two for whoever sits there; the next key takes it away."""
        self.write("said", text)
