"""Match screen: people at this keyboard and computers play here."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable
from random import Random
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.widgets import Button

from codepegs.errors import RuleError
from codepegs.notation import sentences
from codepegs.players import Computer, level_of
from codepegs.rules.claim import find_claim
from codepegs.rules.match import Match
from codepegs.rules.move import Act, AllowHints, Claim, Hint, Move, SetCode, TimeOut
from codepegs.rules.seat import PlayerNumber
from codepegs.rules.view import MatchView
from codepegs.storage.errors import ArchiveError
from codepegs.tui.keys import KeysScreen
from codepegs.tui.match import narration, seating
from codepegs.tui.match.handover import HandoverScreen
from codepegs.tui.match.hints import HintFinder
from codepegs.tui.match.layout import MatchLayout
from codepegs.tui.match.pace import Pace
from codepegs.tui.match.seating import ANYONE, Sitting
from codepegs.tui.match.turnclock import TurnClock
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.action_bar import ACTS, KEYS, build_move, usable_buttons
from codepegs.tui.widgets.confirm import ConfirmScreen
from codepegs.tui.widgets.play_board import PegScreen, PlayBoard

_TICK = 0.2
"""Seconds between updates of the clock."""
_TYPED_ACTS = (Act.SET_CODE, Act.GUESS, Act.ANSWER)


class MatchScreen(PegScreen[Match]):
    """Continues `match` until the player leaves, and returns its last state.

    Every move goes through `match.play`, and `save` has stored it before the screen
    shows it. The screen shows only what the seated player may see (:mod:`.seating`).
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave"),
        Binding("question_mark", "keys", "Keys"),
        *KEYS,
    ]
    AUTO_FOCUS = "#board"

    def __init__(
        self,
        match: Match,
        *,
        save: Callable[[Match, Move], None],
        settings: Settings,
        random: Random,
        clock: Callable[[], float],
    ) -> None:
        super().__init__()
        self._match, self._save, self._settings = match, save, settings
        self._clock = TurnClock(clock, limit=match.time_limit)
        self._computers = {
            player: Computer(random, level=level)
            for player in (0, 1)
            if (level := level_of(match.agreement.players[player])) is not None
        }
        self._pace = Pace()
        self._sitting = ANYONE
        self._index = len(match.games) - 1
        """The game on the screen. A finished game stays until a player continues."""
        self._hint_finder = HintFinder(
            say=lambda words: self._match_layout.show_status(words),
            play=self._play,
            ask=self._confirm,
            show=self._show,
            turn=lambda: (self._match.length, self._clock.late),
        )
        self._stopped = False
        """Whether no move is possible any more, because saving failed."""

    # The widgets ----------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield MatchLayout(self._settings)

    def on_mount(self) -> None:
        self.set_interval(_TICK, self._tick)
        self._advance()

    @property
    def _match_layout(self) -> MatchLayout:
        return self.query_one(MatchLayout)

    @property
    def _finished(self) -> bool:
        """Whether the game on the screen is over."""
        return self._match.games[self._index].over

    @property
    def _computer_to_move(self) -> PlayerNumber | None:
        """The computer whose turn it is, if any."""
        held_up = self._finished or self._stopped
        return None if held_up or self._match.turn not in self._computers else self._match.turn

    def _show(self) -> None:
        """Show what the seated player may see, and nothing else."""
        view = seating.view(self._match, self._sitting)
        self._match_layout.show(view, self._index)
        self._match_layout.write("turn", self._describe_turn(view))
        self._match_layout.write(
            "narration",
            "\n".join(narration.describe(self._match, view, self._index, self._hint_finder.texts)),
        )
        self._show_clock()
        self._show_actions()

    def _describe_turn(self, view: MatchView) -> str:
        if self._stopped:
            return "The match cannot continue here."
        return narration.describe_turn(view, self._index, thinking=not self._pace.paused)

    def _show_actions(self) -> None:
        acts = set() if self._stopped else {*seating.acts(self._match, self._sitting)}
        asked, watching = self._board.asked, self._computer_to_move is not None
        self._match_layout.action_bar.show(
            usable_buttons(acts, asked=asked, finished=self._finished, watching=watching)
        )

    def _show_clock(self) -> None:
        watching = self._computer_to_move is not None and self._board.asked is None
        self._match_layout.write("clock", str(self._pace if watching else self._clock))

    # Moves ----------------------------------------------------------------------------

    def _play(self, move: Move, *, computer: bool = False) -> bool:
        """Save a move, then show it. Return whether it was made."""
        if self._stopped:
            return False
        try:
            match = self._match.play(move)
        except RuleError as refusal:
            self._show_refusal(str(refusal), computer=computer)
            return False
        try:
            self._save(match, move)
        except Exception as error:  # The move is not made. A foreign error's text may contain the code.
            reason = str(error) if isinstance(error, ArchiveError) else type(error).__name__
            shown = sentences.escape_unprintable(reason).rstrip(".")
            self._stop(f"This move could not be saved: {shown}. Esc leaves.")
            return False
        self._match = match
        self._match_layout.show_status("")
        if isinstance(move, Hint | AllowHints):
            # The turn continues: the row stays as it is and the clock keeps running.
            self._show()
            self._match_layout.scroll_narration(0)
        else:
            self._hint_finder.texts.clear()
            self._clock.stop()
            self._advance()
        return True

    def _show_refusal(self, why: str, *, computer: bool) -> None:
        if computer:
            self._stop(f"{why} Press Esc to leave; the match is saved.")
            return
        if self._board.asked is None:
            self._ask_player()
            self._show()
        self._match_layout.show_status(why)

    def _stop(self, why: str) -> None:
        self._stopped = True
        self._clock.stop()
        self._board.ask(None)
        self._show()
        self._match_layout.show_status(why)

    def _advance(self) -> None:
        """Give the turn to the next player, with a handover if that is another person."""
        then = ANYONE if self._finished and len(self._computers) == 0 else seating.wanted(self._match)
        if seating.covered(self._match.agreement, self._sitting, then):
            self._hand_over(then)
            return
        self._sitting = then
        self._take_turn()

    def _take_turn(self) -> None:
        self._ask_player()
        if self._match.game.may_time_out and self._board.asked is Act.GUESS:
            self._clock.start()
        self._show()
        if self._computer_to_move is not None or (
            self._finished and len(self._computers) == 2 and not self._match.over
        ):
            self.run_worker(self._play_computer(self._match.length), exclusive=True)

    def _ask_player(self) -> None:
        """Ask the board for a row or an answer, if the seated player has to give one."""
        self._board.show(seating.view(self._match, self._sitting).games[self._index])
        acts = {} if self._finished or self._stopped else seating.acts(self._match, self._sitting)
        self._board.ask(next((act for act in _TYPED_ACTS if act in acts), None))

    def _hand_over(self, then: Sitting) -> None:
        """Show the handover screen. The widgets forget the code before it appears."""
        self._sitting = ANYONE
        self._close_questions()
        self._board.show(seating.view(self._match, self._sitting).games[self._index])
        self._board.ask(None)
        self._show()
        agreement, player = self._match.agreement, then.player
        assert player is not None
        away = seating.opponent(agreement, player) if then.alone else None
        why = narration.HANDOVER_REASONS[self._match.game.phase]

        def sat(here: bool | None) -> None:
            if here:
                self._sitting = then
                self._take_turn()
            else:
                self.dismiss(self._match)

        self.app.push_screen(HandoverScreen(agreement.players[player], why, away), sat)

    async def _play_computer(self, number: int) -> None:
        """Make a computer's move: find it in a thread, and show it after the delay."""
        player = self._computer_to_move
        move: Move | None = None
        if player is not None:
            move = await to_thread(self._computers[player].move, MatchView.of(self._match, player))
        if not isinstance(move, SetCode):
            await self._pace.wait()
        if number != self._match.length:
            return
        if move is None:
            self._next_game()
        else:
            self._play(move, computer=True)

    def _next_game(self) -> None:
        self._index = len(self._match.games) - 1
        self._advance()

    def _tick(self) -> None:
        if self._clock.late:
            self._play(TimeOut())
        elif self._clock.left is not None:
            self._show_clock()

    # Input ----------------------------------------------------------------------------

    def on_play_board_submitted(self, message: PlayBoard.Submitted) -> None:
        # The time may be up before a tick notices: such a guess comes too late.
        self._play(TimeOut() if self._clock.late else message.move)

    def on_play_board_refused(self, message: PlayBoard.Refused) -> None:
        self._match_layout.show_status(message.why)

    def on_play_board_board_changed(self) -> None:
        self._match_layout.show_status("")
        self._match_layout.show_tray()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self._board.focus()
        self.action_perform(event.button.id or "")

    def on_key(self, event: Key) -> None:
        """Handle keys that the board ignores: in a finished game, or while computers play."""
        name = {"enter": self._enter(), "right": "step", "space": "pause"}.get(event.key)
        if name is not None:
            self.action_perform(name)
        elif event.character in ("+", "-"):
            (self._pace.faster if event.character == "+" else self._pace.slower)()
            self._show_clock()
        else:
            return
        # Otherwise the key would reach the screen that opens next.
        event.stop()

    def _enter(self) -> str:
        """Return what Enter does when no row is being built."""
        if self._finished:
            return "next"
        return "reveal" if Act.REVEAL in seating.acts(self._match, self._sitting) else "step"

    def action_perform(self, name: str) -> None:
        """Perform the action of a button or key."""
        match name:
            case "submit":
                self._board.submit()
            case "clear":
                self._board.clear()
            case "keys":
                self.action_keys()
            case "leave":
                self.action_leave()
            case "next" if self._finished and not self._match.over:
                self._next_game()
            case "next":
                self.action_leave()
            case "step" if self._computer_to_move is not None:
                self._pace.step()
            case "pause" if self._computers:
                self._pace.pause()
                self._show()
            case "on" | "back":
                self._match_layout.scroll_narration(1 if name == "on" else -1)
            case "hint":
                self._take_hint()
            case "review" if self._finished:
                self._review()
            case "reveal" | "claim" | "accept" | "give-up" | "abandon":
                self._perform_act(ACTS[name])

    def _perform_act(self, act: Act) -> None:
        """Make a move for the seated player. Ask for confirmation if it cannot be undone."""
        if self._stopped:
            return
        if self._finished:
            self._match_layout.show_status(narration.explain_game_over(self._match))
            return
        seat = seating.acts(self._match, self._sitting).get(act)
        move = build_move(act, self._match.game.seat(self._sitting.player) if seat is None else seat)
        if seat is None:
            self._refuse_act(move)
        elif act is Act.CLAIM:
            self._start_claim()
        elif act in narration.QUESTIONS:
            self._confirm(narration.QUESTIONS[act], move)
        else:
            self._play(move)

    def _start_claim(self) -> None:
        if not any(worker.group == "claim" for worker in self.workers):
            self._match_layout.show_status("Looking for wrong answers …")
            self.run_worker(self._claim(), group="claim")

    async def _claim(self) -> None:
        """Find the rows that prove a wrong answer, in a thread, and claim them."""
        match, game = self._match, self._match.game
        try:
            move = await to_thread(find_claim, game.board, game.revealed)
        except RuleError as refusal:
            self._match_layout.show_status(str(refusal))
            return
        if match is self._match:
            self._play(move)
        else:
            self._match_layout.show_status(narration.TOO_LATE)

    def _refuse_act(self, move: Move) -> None:
        try:
            if isinstance(move, Claim):
                self._match.game.check_may_claim()
            else:
                self._match.play(move)
        except RuleError as refusal:
            self._match_layout.show_status(str(refusal))
        else:
            self._match_layout.show_status("Only your opponent can do that.")

    def _confirm(self, question: str, move: Move) -> None:
        number = self._match.length

        def answered(yes: bool | None) -> None:
            if yes and number != self._match.length:
                self._match_layout.show_status(narration.TOO_LATE)
            elif yes:
                self._play(move)

        self.app.push_screen(ConfirmScreen(question), answered)

    def _take_hint(self) -> None:
        draft = self._board.draft if self._board.asked is Act.GUESS else None
        work = self._hint_finder.hint(seating.view(self._match, self._sitting), draft)
        if work is not None:
            self.run_worker(work, group="hint")

    def _review(self) -> None:
        from codepegs.tui.review.screen import ReviewScreen

        self.app.push_screen(ReviewScreen(self._match, settings=self._settings))

    def _close_questions(self) -> None:
        """Close dialogs before a handover, so that no dialog stays under it."""
        screen = self.app.screen
        if isinstance(screen, ConfirmScreen | KeysScreen):
            screen.dismiss(None)

    def action_keys(self) -> None:
        self.app.push_screen(KeysScreen(self._match.agreement.edition, watching=bool(self._computers)))

    def action_leave(self) -> None:
        # A turn that is out of time counts even if the player leaves.
        self._tick()
        if self.is_current:
            # A claim whose rows have not been found yet is dropped.
            self.workers.cancel_node(self)
            self.dismiss(self._match)
