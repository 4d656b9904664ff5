"""Moves of the match screen: what the board submits, and acts that end or correct something."""

from __future__ import annotations

from codepegs.rules.feedback import Feedback
from codepegs.rules.move import ACTS as ACT_OF
from codepegs.rules.move import Act, Answer, Leave
from codepegs.rules.seat import PlayerNumber, other_player
from codepegs.table.offers import STOP
from codepegs.tui.actions import MOVES
from codepegs.tui.match import narration
from codepegs.tui.match.agreements import Agreements
from codepegs.tui.match.handover import HandoverScreen
from codepegs.tui.widgets.confirm import ChoiceScreen, ConfirmScreen
from codepegs.tui.widgets.play_board import PlayBoard


class Moves(Agreements):
    """Sends moves to the table. Asks first if a move is probably a slip or cannot be undone."""

    _questioned: Feedback | None = None
    """An impossible answer that the screen has questioned. Sending it again confirms it."""

    def on_play_board_submitted(self, message: PlayBoard.Submitted) -> None:
        self._late = ""
        self._say("")
        move, view = message.move, self._keyboard.view
        player = self._keyboard.acts().get(ACT_OF[type(move)])
        if player is None or view.match is None:
            self._board.unlock()
            self._say(narration.TOO_LATE)
            return
        edition = view.match.agreement.edition
        if isinstance(move, Answer) and not edition.is_possible(move.feedback) and self._questioned is None:
            self._board.unlock()
            self._questioned = move.feedback
            self._say(narration.question_answer(edition, move.feedback))
        else:
            self._questioned = None
            self._play(move, player, at=view.moves)

    def on_play_board_refused(self, message: PlayBoard.Refused) -> None:
        self._say(message.why)

    def on_play_board_board_changed(self) -> None:
        self._questioned, self._late = None, ""
        self._say("")
        self._match_layout.show_tray()
        if self._board.asked is Act.GUESS and self._board.draft is not None:
            self._keyboard.lay(self._board.draft.pegs)

    def _perform_act(self, act: Act) -> None:
        """Make a move. Ask for confirmation if it cannot be undone. The table says why it refuses one."""
        view, acts = self._keyboard.view, self._keyboard.acts()
        player = acts.get(act, self._player)
        if view.match is None:
            self._say(narration.WAITING)
        elif player is None:
            self._say(narration.NOT_SEATED)
        elif self._finished:
            self._say(narration.explain_game_over(view.match))
        else:
            move = MOVES[act]
            if act in acts and act in narration.QUESTIONS:
                question = narration.ask_act(view.match, act)
                self._confirm(question, lambda: self._play(move, player, at=view.moves))
                return
            self._say(narration.LOOKING_FOR_CLAIM if act in acts and act is Act.CLAIM else "")
            self._play(move, player, at=view.moves)

    # Owning up ------------------------------------------------------------------------

    @property
    def _may_own_up(self) -> PlayerNumber | None:
        """The codemaker, if they are at this keyboard and may own up to a wrong answer."""
        people = self._keyboard.people
        return next((player for player in people if Act.OWN_UP in self._keyboard.acts_of(player)), None)

    def _correct(self) -> None:
        """Own up to a wrong answer, or take a row back."""
        maker = self._may_own_up
        if maker is None or self._finished:
            self._perform_act(Act.TAKE_BACK)
        elif self._keyboard.shared and self._keyboard.sitting != maker:
            self._own_up_alone(maker)
        else:
            self._perform_act(Act.OWN_UP)

    def _own_up_alone(self, maker: PlayerNumber) -> None:
        """Let the codemaker own up behind a cover. Only they may learn that all their answers are right."""
        view = self._keyboard.view
        assert view.match is not None
        names, question = view.match.agreement.players, narration.ask_act(view.match, Act.OWN_UP)

        def sat(here: bool | None) -> None:
            if here:
                self.app.push_screen(ConfirmScreen(question), confirmed)
            else:
                self.action_leave()

        def confirmed(yes: bool | None) -> None:
            if yes:
                self._start("own up", own_up())
            else:
                go_back()

        async def own_up() -> None:
            try:
                await self._keyboard.play(MOVES[Act.OWN_UP], maker, at=view.moves)
            except Exception as error:  # even a bug must not end the application
                message = ChoiceScreen(narration.describe_failure(error))
                self.app.push_screen(message, lambda _: go_back())
            else:
                self._keyboard.hold(self._index is not None)

        def go_back() -> None:
            self._keyboard.hold(False)
            self._keyboard.sit(None)
            self._advance()

        self._keyboard.hold(True)
        cover = HandoverScreen(names[maker], narration.OWN_UP_ALONE, names[other_player(maker)])
        self.app.push_screen(cover, sat)

    # Leaving --------------------------------------------------------------------------

    def _leave_match(self) -> None:
        """Ask how to leave the match for good, and do it."""
        view, here = self._keyboard.view, self._keyboard.people
        if view.match is None:
            self._say(narration.WAITING)
        elif not here:
            self._say(narration.NOT_SEATED)
        elif self._finished:
            self._say(narration.explain_game_over(view.match))
        else:
            question, choices = narration.ask_to_leave(view, here)
            if len(choices) == 1:
                self._confirm(question, lambda: self._leave_by(*choices, at=view.moves))
            else:
                self.app.push_screen(
                    ChoiceScreen(question, choices), lambda way: self._leave_by(way, at=view.moves)
                )

    def _leave_by(self, way: str | None, *, at: int) -> None:
        """Leave the match in one of the ways of `ask_to_leave`."""
        here = self._keyboard.people
        if way == STOP:
            self._offer(STOP)
        elif way == narration.GONE:
            them = other_player(here[0])
            self._play(Leave(self._keyboard.role(them)), here[0], at=at)
        elif way is not None:
            player = next(player for player in here if way == f"{narration.LEAVE}{player}")
            self._play(Leave(self._keyboard.role(player)), player, at=at)
