"""Match screen: draws what the people at a keyboard may see, and sends their moves to the table."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Awaitable, Callable, Coroutine
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.widgets import Button

from codepegs.errors import CodepegsError, IllegalCode
from codepegs.notation import record
from codepegs.players.level import level_of
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.game import Phase
from codepegs.rules.match import Match
from codepegs.rules.move import ACTS as ACT_OF
from codepegs.rules.move import Act, Move
from codepegs.rules.seat import PlayerNumber, other_player
from codepegs.rules.view import MatchView
from codepegs.table.keyboard import Keyboard
from codepegs.table.offers import HINTS, REMATCH, Offer
from codepegs.table.view import TableView
from codepegs.tui.keys import KeysScreen
from codepegs.tui.match import narration
from codepegs.tui.match.clock_screen import ClockScreen
from codepegs.tui.match.handover import HandoverScreen
from codepegs.tui.match.layout import MatchLayout
from codepegs.tui.pace import Pace
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.action_bar import ACTS, KEYS, build_move, usable_buttons
from codepegs.tui.widgets.confirm import ConfirmScreen
from codepegs.tui.widgets.play_board import PegScreen, PlayBoard

_TICK = 0.2
"""Seconds between updates of the clock."""
_TYPED_ACTS = (Act.SET_CODE, Act.GUESS, Act.ANSWER)
FOLLOWING = "follow"
"""Group of the worker that waits for changes. It runs as long as the screen."""

T = TypeVar("T")


class MatchScreen(PegScreen[bool]):
    """Plays at one keyboard until the player leaves, and returns whether the match is over.

    The table, near or far, decides everything. The screen gets views, in which the table has
    hidden the code from those who may not see it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave"),
        Binding("question_mark", "keys", "Keys"),
        *KEYS,
    ]
    AUTO_FOCUS = "#board"

    def __init__(self, keyboard: Keyboard, *, settings: Settings, pace: Pace | None = None) -> None:
        """`pace` is the delay between the moves of computers, if it can be changed here."""
        super().__init__()
        self._settings, self._pace = settings, pace
        self._sit_down(keyboard)

    def _sit_down(self, keyboard: Keyboard) -> None:
        self._keyboard = keyboard
        self._index: int | None = None
        """A finished game that stays on the screen until a player continues."""
        self._games = 0
        """Number of games in the last view."""
        self._turn: object = None
        """The turn for which the board asks."""
        self._hints: list[str] = []
        """Hints taken for the current row."""
        self._told: list[str] = []
        """What happened last. A hint or new terms are still told after the next move."""
        self._moves = -1
        self._board_state: object = None
        self._board_changed = True
        """Whether the last move changed the board."""

    # The widgets ----------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield MatchLayout(self._settings)

    def on_mount(self) -> None:
        self.set_interval(_TICK, self._show_clock)
        self.run_worker(self._follow(), group=FOLLOWING)

    async def on_unmount(self) -> None:
        self.workers.cancel_group(self, FOLLOWING)
        # Nobody can play now, so no time runs.
        self._keyboard.hold(True)
        await self._keyboard.close()

    @property
    def _match_layout(self) -> MatchLayout:
        return self.query_one(MatchLayout)

    @property
    def _finished(self) -> bool:
        """Whether the game on the screen is over."""
        return self._index is not None or self._keyboard.view.over

    def _say(self, words: str) -> None:
        self._match_layout.show_status(words)

    # Changes --------------------------------------------------------------------------

    async def _follow(self) -> None:
        """Show each change of the table, and continue at the table of a rematch."""
        try:
            while await self._follow_table():
                again = await self._keyboard.rematch()
                await self._keyboard.close()
                self._sit_down(again)
        except CodepegsError as error:
            self._say(narration.describe_failure(error))
        else:
            self._say(narration.CLOSED)

    async def _follow_table(self) -> bool:
        """Show each change. Return True as soon as there is a rematch, or False when the table is closed."""
        async for view in self._keyboard.changes():
            self._show_change(view)
            if view.rematch is not None:
                return True
        return False

    def _show_change(self, view: TableView) -> None:
        match = view.match
        if match is not None:
            if 0 < self._games < len(match.games):
                self._stay(len(match.games) - 2)
            elif not self._keyboard.people and match.game.phase is not Phase.SETTING:
                self._index = None
            self._games = len(match.games)
            self._take_note(view, match)
        self._advance()

    def _take_note(self, view: TableView, match: MatchView) -> None:
        if view.moves == self._moves:
            return
        self._say("")
        state = (len(match.games), len(match.game.board.rows), match.game.phase)
        self._told = [*([] if self._board_changed else self._told), *view.told]
        self._moves, self._board_state, self._board_changed = view.moves, state, state != self._board_state

    def _stay(self, index: int) -> None:
        """Keep a finished game on the screen. Everybody may look at it."""
        self._index = index
        if self._keyboard.people:
            self._keyboard.hold(True)
        if self._keyboard.shared:
            self._keyboard.sit(None)

    def _go_on(self) -> None:
        """Leave a finished game for the next one."""
        match = self._keyboard.view.match
        if match is not None and match.game.phase is Phase.SETTING:
            self._told = []
        self._index = None
        self._keyboard.hold(False)
        self._advance()

    def _advance(self) -> None:
        """Give the turn to the next player, with a handover if that is another person."""
        if self._index is None and self._keyboard.covered:
            self._hand_over()
            return
        if self._index is None and self._keyboard.shared:
            self._keyboard.sit(self._keyboard.wanted)
        self._show()

    def _hand_over(self) -> None:
        """Show the handover screen. The widgets forget the code before it appears."""
        player, match = self._keyboard.wanted, self._keyboard.view.match
        assert player is not None
        assert match is not None
        if any(isinstance(screen, HandoverScreen) for screen in self.app.screen_stack):
            return
        self._close_questions()
        self._keyboard.sit(None)
        self._show()
        away = match.agreement.players[other_player(player)] if self._keyboard.alone else None
        why = narration.HANDOVER_REASONS[match.game.phase]

        def sat(here: bool | None) -> None:
            if not here:
                self.action_leave()
                return
            if self._keyboard.wanted == player:
                self._keyboard.sit(player)
            self._advance()

        self.app.push_screen(HandoverScreen(match.agreement.players[player], why, away), sat)

    # Drawing --------------------------------------------------------------------------

    def _show(self) -> None:
        """Show the view, and ask for a row or an answer if somebody here has to give one."""
        view = self._keyboard.view
        lines = narration.describe_table(view, self._keyboard.people)
        if view.match is None:
            self._match_layout.write("turn", narration.WAITING)
            self._match_layout.action_bar.show(())
        else:
            index = len(view.match.games) - 1 if self._index is None else self._index
            self._match_layout.show(view.match, index)
            self._ask_player(view.match)
            self._match_layout.show_tray()
            thinking = self._pace is None or not self._pace.paused
            self._match_layout.write("turn", narration.describe_turn(view.match, index, thinking=thinking))
            self._show_actions(view)
            lines += self._describe_game(view.match, index)
        self._match_layout.write("narration", "\n".join(lines))
        self._show_clock()

    def _describe_game(self, match: MatchView, index: int) -> list[str]:
        if self._finished:
            return narration.describe_ending(match, index)
        return [*reversed(self._hints), *self._told]

    def _ask_player(self, match: MatchView) -> None:
        """Ask the board for a row or an answer. Within one turn, what is typed stays."""
        covered = self._keyboard.covered
        acts = {} if self._finished or covered else self._keyboard.acts()
        asked = next((act for act in _TYPED_ACTS if act in acts), None)
        turn = (len(match.games), len(match.game.board.rows), asked, self._keyboard.sitting)
        if turn != self._turn:
            self._turn = turn
            self._hints.clear()
            self._board.ask(asked)

    def _show_actions(self, view: TableView) -> None:
        acts = {} if self._finished else self._keyboard.acts()
        self._match_layout.action_bar.show(
            usable_buttons(
                acts,
                asked=self._board.asked,
                finished=self._finished,
                watching=self._pace is not None and self._computer_to_move,
                agree=self._agreement_button(view),
            )
        )

    def _agreement_button(self, view: TableView) -> str | None:
        if not self._keyboard.people or self._index is not None:
            return None
        if view.offers:
            return "reply"
        return "rematch" if view.over else "set-clock"

    @property
    def _computer_to_move(self) -> bool:
        view = self._keyboard.view
        name = None if view.turn is None or self._index is not None else view.names[view.turn]
        return name is not None and level_of(name) is not None

    def _show_clock(self) -> None:
        left = self._keyboard.view.left
        if self._pace is not None and self._computer_to_move:
            words = str(self._pace)
        else:
            words = "" if left is None else f"Time left {left // 60_000}:{left // 1000 % 60:02d}"
        self._match_layout.write("clock", words)

    # Commands to the table ------------------------------------------------------------

    def _start(self, name: str, work: Coroutine[None, None, object]) -> None:
        """Run a command in the background, unless the same one is still running."""
        if any(worker.group == name and not worker.is_finished for worker in self.workers):
            work.close()
        else:
            self.run_worker(work, group=name)

    async def _attempt(self, command: Awaitable[T]) -> T | None:
        """Wait for a command. If it is refused or fails, say so; the row on the board stays as it is."""
        try:
            return await command
        except Exception as error:  # even a bug must not end the application
            self._board.unlock()
            self._say(narration.describe_failure(error))
            return None

    def _play(self, move: Move, player: PlayerNumber, *, at: int) -> None:
        name = ACT_OF[type(move)].value
        self._start(name, self._attempt(self._keyboard.play(move, player, at=at)))

    def on_play_board_submitted(self, message: PlayBoard.Submitted) -> None:
        self._say("")
        player = self._keyboard.acts().get(ACT_OF[type(message.move)])
        if player is None:
            self._board.unlock()
            self._say(narration.TOO_LATE)
        else:
            self._play(message.move, player, at=self._keyboard.view.moves)

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
            move = build_move(act, self._keyboard.role(player))
            if act in acts and act in narration.QUESTIONS:
                self._confirm(narration.QUESTIONS[act], lambda: self._play(move, player, at=view.moves))
                return
            self._say(narration.LOOKING_FOR_CLAIM if act in acts and act is Act.CLAIM else "")
            self._play(move, player, at=view.moves)

    @property
    def _player(self) -> PlayerNumber | None:
        """The player who has the keyboard, or any of those who share it."""
        if self._keyboard.sitting is not None:
            return self._keyboard.sitting
        return next(iter(self._keyboard.people), None)

    def _confirm(self, question: str, then: Callable[[], None]) -> None:
        self.app.push_screen(ConfirmScreen(question), lambda yes: then() if yes else None)

    def _take_hint(self) -> None:
        match, draft = self._keyboard.view.match, self._board.draft
        if match is None or draft is None or self._board.asked is not Act.GUESS:
            self._say(narration.NO_HINT_NOW)
        elif not match.game.hints_allowed:
            self._offer(HINTS)
        elif not match.game.hints_left:
            self._say(narration.NO_MORE_HINTS)
        else:
            self._say(narration.LOOKING_FOR_HINT)
            self._start("hint", self._find_hint(_planned_guess(match.game.board, draft.code)))

    async def _find_hint(self, plan: Code | None) -> None:
        found = await self._attempt(self._keyboard.hint(plan))
        if found is not None:
            self._hints.append(" ".join(found))
            self._show()
            self._match_layout.scroll_narration(0)

    # Agreements -----------------------------------------------------------------------

    def _agree(self) -> None:
        """Answer an offer, or make one: a clock during the match, a rematch after it."""
        view = self._keyboard.view
        if view.match is None or not self._keyboard.people:
            self._say(narration.NOT_SEATED)
        elif self._index is not None:
            self._say(narration.explain_game_over(view.match))
        elif view.offers:
            theirs = (offer for offer in view.offers if offer.by not in self._keyboard.people)
            self._ask_about(view, next(theirs, view.offers[0]))
        elif view.over:
            self._offer(REMATCH)
        else:
            question = narration.ask_for_clock(view.match.agreement, both=self._keyboard.shared)
            screen = ClockScreen(question, limit=view.match.game.time_limit)
            self.app.push_screen(screen, lambda text: None if text is None else self._send_offer(text))

    def _offer(self, text: str) -> None:
        """Offer hints or a rematch. If nobody far away has to agree, ask those who are here."""
        match = self._keyboard.view.match
        assert match is not None
        computer = any(level_of(name) is not None for name in match.agreement.players)
        if self._keyboard.shared or (computer and text == HINTS):
            question = narration.ask_here(match.agreement, text, both=self._keyboard.shared)
            self._confirm(question, lambda: self._send_offer(text))
        else:
            self._send_offer(text)

    def _send_offer(self, text: str) -> None:
        self._start("offer", self._attempt(self._keyboard.offer(text)))

    def _ask_about(self, view: TableView, offer: Offer) -> None:
        """Ask the player to accept or decline an offer, or to withdraw their own."""
        own = offer.by in self._keyboard.people

        def reply(yes: bool | None) -> None:
            if yes is None or (own and not yes):
                return
            self._start("offer", self._attempt(self._keyboard.reply(offer.text, yes=yes and not own)))

        question = "Withdraw the offer?" if own else "Do you accept?"
        self.app.push_screen(ConfirmScreen(f"{narration.describe_offer(view, offer)} {question}"), reply)

    # Keys and buttons -----------------------------------------------------------------

    def on_play_board_refused(self, message: PlayBoard.Refused) -> None:
        self._say(message.why)

    def on_play_board_board_changed(self) -> None:
        self._say("")
        self._match_layout.show_tray()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self._board.focus()
        self.action_perform(event.button.id or "")

    def on_key(self, event: Key) -> None:
        """Handle keys that the board ignores: in a finished game, or while computers play."""
        name = {"enter": self._enter(), "right": "step", "space": "pause"}.get(event.key)
        if name is not None:
            self.action_perform(name)
        elif event.character in ("+", "-") and self._pace is not None:
            (self._pace.faster if event.character == "+" else self._pace.slower)()
            self._show_clock()
        else:
            return
        # Otherwise the key would reach the screen that opens next.
        event.stop()

    def _enter(self) -> str:
        """Return what Enter does when no row is being built."""
        return "next" if self._finished else "step"

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
            case "next" if self._index is not None:
                self._go_on()
            case "next":
                self.action_leave()
            case "step" if self._pace is not None and self._computer_to_move:
                self._pace.step()
            case "pause" if self._pace is not None and self._computer_to_move:
                self._pace.pause()
                self._show()
            case "on" | "back":
                self._match_layout.scroll_narration(1 if name == "on" else -1)
            case "hint":
                self._take_hint()
            case "review" if self._finished:
                self._start("review", self._review())
            case "agree" | "set-clock" | "rematch" | "reply":
                self._agree()
            case "reveal" | "claim" | "accept" | "give-up" | "abandon":
                self._perform_act(ACTS[name])

    async def _review(self) -> None:
        from codepegs.tui.review.screen import ReviewScreen

        match = await self._attempt(self._read_record())
        if match is not None:
            self.app.push_screen(ReviewScreen(match, settings=self._settings))

    async def _read_record(self) -> Match:
        return await to_thread(record.read, await self._keyboard.record())

    def _close_questions(self) -> None:
        """Close dialogs before a handover, so that no dialog stays under it."""
        screen = self.app.screen
        if isinstance(screen, ConfirmScreen | ClockScreen | KeysScreen):
            screen.dismiss(None)

    def action_keys(self) -> None:
        match = self._keyboard.view.match
        if match is not None:
            watching = self._pace is not None and any(map(level_of, match.agreement.players))
            self.app.push_screen(KeysScreen(match.agreement.edition, watching=watching))

    def action_leave(self) -> None:
        if self.is_current:
            self.dismiss(self._keyboard.view.over)


def _planned_guess(board: Board, code: Code | None) -> Code | None:
    """Return `code` if it is a legal guess, else None."""
    if code is not None:
        try:
            board.edition.check_guess(code)
        except IllegalCode:
            return None
    return code
