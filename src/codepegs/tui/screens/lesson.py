"""One-minute lesson: a quick game in which the program explains every answer."""

from __future__ import annotations

from asyncio import to_thread
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from codepegs.notation.sentences import pluralize
from codepegs.rules.agreement import NOBODY, Agreement
from codepegs.rules.board import Board
from codepegs.rules.catalogue import find_edition
from codepegs.rules.feedback import Feedback
from codepegs.rules.match import Match
from codepegs.rules.move import Act, SetCode
from codepegs.rules.secret import Secret
from codepegs.rules.view import MatchView
from codepegs.tui.context import AppContext
from codepegs.tui.widgets.app_screen import TitleBar
from codepegs.tui.widgets.key_line import KeyLine
from codepegs.tui.widgets.play_board import PegScreen, PlayBoard
from codepegs.tui.widgets.sentence import with_pegs
from codepegs.tui.widgets.tray import Tray

EDITION = find_edition("mini")
WELCOME = (
    "A secret code of three pegs is behind the shield. There are six colours, and colours may repeat.\n\n"
    "Find the code: type three letters, for example RRB, and press Enter. Any first guess is fine."
)


class LessonScreen(PegScreen[None]):
    """Game of three pegs. After each guess a text says what the answer means, and what is left."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Back")]
    AUTO_FOCUS = "PlayBoard"
    CSS = """
    LessonScreen Horizontal { height: 1fr; align: center middle; }
    LessonScreen PlayBoard { margin-right: 3; }
    LessonScreen VerticalScroll { width: 1fr; max-width: 48; padding: 1 2; background: $surface; }
    LessonScreen VerticalScroll Static { background: $surface; }
    LessonScreen #title { text-style: bold; color: $accent; margin-bottom: 1; }
    LessonScreen Tray { margin: 1 0; }
    """

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._settings = context.store.settings
        code = EDITION.code("".join(context.random.choice(EDITION.hues).letter for _ in range(EDITION.pegs)))
        match = Match.start(Agreement(EDITION, (NOBODY, "You"), 1))
        self._match = match.play(SetCode(Secret(code)))

    def compose(self) -> ComposeResult:
        yield TitleBar("How to play, in one minute")
        with Horizontal():
            yield PlayBoard(self._settings)
            with VerticalScroll(can_focus=False):
                yield Static("Crack the code", id="title")
                yield Static(id="words")
        yield Tray(self._settings)
        yield KeyLine()

    def on_mount(self) -> None:
        self._show(WELCOME)

    def _show(self, words: str) -> None:
        view = MatchView.of(self._match, 1)
        self._board.show(view.game, then=lambda: self._say(words))
        self._board.ask(None if view.outcome is not None else Act.GUESS)
        self.query_one(Tray).show(EDITION, tall=True)

    def _say(self, words: str) -> None:
        self.query_one("#words", Static).update(with_pegs(self._board.painter, Content(words)))

    def on_play_board_refused(self, message: PlayBoard.Refused) -> None:
        self._say(message.why)

    async def on_play_board_submitted(self, message: PlayBoard.Submitted) -> None:
        self._match = self._match.play(message.move)
        board = self._match.game.board
        feedback = board.rows[-1].feedback
        assert feedback is not None
        outcome = self._match.outcome
        if outcome is None:
            advice = await to_thread(_advise, board)
            self._show(f"{explain_answer(feedback)}\n\n{advice}")
        elif outcome.cracked_in is not None:
            rows = pluralize(outcome.cracked_in, "guess", "guesses")
            self._show(
                f"You cracked it in {rows}! That's the whole game.\n\n"
                "Press Esc and choose Play to start a real one."
            )
        else:
            self._show(
                "Not cracked this time. The code is at the top.\n\n"
                "Press Esc and choose Play to start a real game."
            )


def explain_answer(feedback: Feedback) -> str:
    """Return what an answer means, in words for a beginner.

    >>> explain_answer(Feedback(0, 0))
    'No key pegs: none of these colours is in the code. That helps a lot.'
    """
    black, white = feedback.black, feedback.white
    if not black and not white:
        return "No key pegs: none of these colours is in the code. That helps a lot."
    parts = []
    if black:
        one = "one of these pegs is" if black == 1 else f"{black} of these pegs are"
        parts.append(f"{black} black, so {one} right: the right colour in the right place.")
    if white:
        more = "more " if black else "of these pegs "
        one = f"one {more}has" if white == 1 else f"{white} {more}have"
        parts.append(f"{white} white, so {one} the right colour, but in the wrong place.")
    return " ".join([*parts, "You don't know which."])


def _advise(board: Board) -> str:
    """Return how many codes are left, and a guess that could be the code."""
    # Imported here, because it loads numpy.
    from codepegs.analysis.codes_left import count_codes_left
    from codepegs.rules.candidates import find_candidates

    left, fitting = count_codes_left(board), next(iter(find_candidates(board.edition, board.rows)), None)
    count = (
        "" if left is None else f"{pluralize(left, 'code')} out of {EDITION.size} could still be the secret. "
    )
    if fitting is None:
        return count
    if left == 1:
        return f"Only one code is possible now: {EDITION.spell(fitting)}. Try it."
    return f"{count}One of them is {EDITION.spell(fitting)}. Try it, or any other guess."
