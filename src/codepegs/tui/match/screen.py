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
from codepegs.rules.move import Act, Answer, Leave, Move
from codepegs.rules.seat import PlayerNumber, Seat, other_player
from codepegs.rules.view import MatchView
from codepegs.table.keyboard import Keyboard
from codepegs.table.offers import HINTS, REMATCH, STOP, Offer
from codepegs.table.view import TableView
from codepegs.tui.keys import KeysScreen
from codepegs.tui.match import narration
from codepegs.tui.match.agreed_screen import AgreedScreen
from codepegs.tui.match.clock_screen import ClockScreen
from codepegs.tui.match.handover import HandoverScreen
from codepegs.tui.match.layout import MatchLayout
from codepegs.tui.pace import Pace
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.action_bar import ACTS, KEYS, MOVES, usable_buttons
from codepegs.tui.widgets.confirm import ChoiceScreen, ConfirmScreen
from codepegs.tui.widgets.play_board import PegScreen, PlayBoard
from codepegs.tui.widgets.status import StatusLine

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
        Binding("escape", "leave", "Exit"),
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
        """The latest news. A hint or new terms are still told after the next move."""
        self._counted: object = None
        """The position for which the codes left were counted last."""
        self._shared_text = ""
        """The solo result as it was copied to the clipboard."""
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

    @property
    def _solo_result(self) -> MatchView | None:
        """The solo game on the screen, if it is over."""
        match = self._keyboard.view.match
        return match if match is not None and match.agreement.solo and match.outcome is not None else None

    def _say(self, words: str) -> None:
        if not self._emptied:
            self._match_layout.show_status(words)

    @property
    def _emptied(self) -> bool:
        """Whether the widgets are being removed, while a change may still arrive."""
        return not self.query(StatusLine)

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
        if self._emptied:
            return
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
        self._board.motion.finish()
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
        """Show the view. When everything on the board has appeared, tell what it means."""
        view = self._keyboard.view
        if view.match is None:
            self._match_layout.write("turn", narration.WAITING)
            self._match_layout.action_bar.show(())
            self._match_layout.write("narration", "\n".join(self._describe_table(view)))
            self._show_clock()
        else:
            self._match_layout.show(view.match, self._shown_index(view.match), then=self._show_words)

    def _shown_index(self, match: MatchView) -> int:
        return len(match.games) - 1 if self._index is None else self._index

    def _describe_table(self, view: TableView) -> list[str]:
        return narration.describe_table(view, self._keyboard.people)

    def _show_words(self) -> None:
        """Show everything but the board, and ask for a row or an answer if somebody here has to give one."""
        view, layout = self._keyboard.view, self._match_layout
        if view.match is None:
            return
        index = self._shown_index(view.match)
        self._ask_player(view.match)
        layout.show_rows(view.match, index)
        thinking = self._pace is None or not self._pace.paused
        here = self._keyboard.people
        layout.write("turn", narration.describe_turn(view.match, index, here=here, thinking=thinking))
        self._show_actions(view)
        lines = self._describe_table(view) + self._describe_game(view.match, index)
        self._show_codes_left(view.match)
        layout.write("narration", "\n".join(lines))
        self._show_clock()

    def _describe_game(self, match: MatchView, index: int) -> list[str]:
        if self._finished:
            shared = [narration.SHARED, self._shared_text] if self._shared_text else []
            return narration.describe_ending(match, index) + shared
        return [*reversed(self._hints), *narration.describe_news(self._told)]

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
            self._say("")

    def _show_actions(self, view: TableView) -> None:
        acts = {} if self._finished else self._keyboard.acts()
        self._match_layout.action_bar.show(
            usable_buttons(
                acts,
                asked=self._board.asked,
                finished=self._finished,
                watching=self._pace is not None and self._computer_to_move,
                more=self._more_buttons(view),
            )
        )

    def _more_buttons(self, view: TableView) -> set[str]:
        """Return the buttons of what can be agreed on now, and of a solo result."""
        if view.match is None or not self._keyboard.people or self._index is not None:
            return set()
        if view.offers:
            return {"reply"}
        agreement = view.match.agreement
        if self._solo_result is not None:
            return {"share", "again"} if agreement.daily is None else {"share"}
        if view.over:
            return {"rematch"}
        return set() if agreement.friendly or agreement.daily is not None else {"set-clock"}

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

    def _show_codes_left(self, match: MatchView) -> None:
        """Show how many codes are left, unless a codebreaker without hints is here."""
        game, roles = match.game, map(self._keyboard.role, self._keyboard.people)
        answered = sum(row.feedback is not None for row in game.board.rows)
        allowed = game.hints_allowed or Seat.CODEBREAKER not in roles
        state = (len(match.games), answered) if allowed and answered and not self._finished else None
        if state != self._counted:
            self._counted = state
            self._match_layout.show_codes_left(None)
            self.workers.cancel_group(self, "codes")
            if state is not None:
                self.run_worker(self._count_codes_left(), group="codes")

    async def _count_codes_left(self) -> None:
        self._match_layout.show_codes_left(await self._attempt(self._keyboard.codes_left()))

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
        move, view = message.move, self._keyboard.view
        player = self._keyboard.acts().get(ACT_OF[type(move)])
        if player is None or view.match is None:
            self._board.unlock()
            self._say(narration.TOO_LATE)
        elif isinstance(move, Answer) and not view.match.agreement.edition.is_possible(move.feedback):
            self._board.unlock()
            self._confirm(narration.IMPOSSIBLE_ANSWER, lambda: self._play(move, player, at=view.moves))
        else:
            self._play(move, player, at=view.moves)

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

    def _correct(self) -> None:
        """Own up to a wrong answer, or take a row back."""
        keyboard = self._keyboard
        maker = next((player for player in keyboard.people if Act.OWN_UP in keyboard.acts_of(player)), None)
        if maker is None or self._finished:
            self._perform_act(Act.TAKE_BACK)
        elif keyboard.shared and keyboard.sitting != maker:
            self._own_up_alone(maker)
        else:
            self._perform_act(Act.OWN_UP)

    def _own_up_alone(self, maker: PlayerNumber) -> None:
        """Let the codemaker own up behind a cover. Only they may learn that all their answers are right."""
        view = self._keyboard.view
        assert view.match is not None
        names = view.match.agreement.players

        def sat(here: bool | None) -> None:
            if here:
                self.app.push_screen(ConfirmScreen(narration.QUESTIONS[Act.OWN_UP]), confirmed)
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

    def _confirm(self, question: str, then: Callable[[], None]) -> None:
        self.app.push_screen(ConfirmScreen(question), lambda yes: then() if yes else None)

    def _take_hint(self) -> None:
        match, draft = self._keyboard.view.match, self._board.draft
        if match is None:
            self._say(narration.WAITING)
        elif draft is None or self._board.asked is not Act.GUESS:
            self._say(narration.explain_no_hint(match.agreement.edition))
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
        elif "set-clock" not in self._more_buttons(view):
            self._say(narration.NO_CLOCK)
        else:
            question = narration.ask_for_clock(view.match.agreement, both=self._keyboard.shared)
            screen = ClockScreen(question, limit=view.match.game.time_limit)
            self.app.push_screen(screen, lambda text: None if text is None else self._send_offer(text))

    def _offer(self, text: str) -> None:
        """Offer hints or a rematch. If nobody far away has to agree, ask those who are here."""
        match = self._keyboard.view.match
        assert match is not None
        agreement = match.agreement
        nobody_far = agreement.solo or any(map(level_of, agreement.players))
        if self._keyboard.shared or (nobody_far and text == HINTS and agreement.daily is None):
            question = narration.ask_here(agreement, text, both=self._keyboard.shared)
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
        if self._board.answer_draft is not None:
            self._match_layout.show_tray()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self._board.focus()
        self.action_perform(event.button.id or "")

    def on_key(self, event: Key) -> None:
        """Handle keys that the board ignores: in a finished game, or while computers play."""
        self._board.motion.finish()
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
        if self._solo_result is not None and self._solo_result.agreement.daily is None:
            return "again"
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
            case "agree" | "set-clock" | "rematch" | "reply" | "again":
                self._agree()
            case "share" | "correct" if self._solo_result is not None:
                self._share(self._solo_result)
            case "correct" | "own-up" | "take-back":
                self._correct()
            case "leave-match":
                self._leave_match()
            case "terms":
                self.app.push_screen(AgreedScreen(self._keyboard.view.agreed))
            case "claim" | "give-up":
                self._perform_act(ACTS[name])

    def _share(self, match: MatchView) -> None:
        """Copy the result to the clipboard, and show what was copied."""
        # Imported here, because it loads numpy.
        from codepegs.analysis.solo_result import share_solo_game

        self._shared_text = share_solo_game(match).text
        self.app.copy_to_clipboard(self._shared_text)
        self._show()

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
        if isinstance(screen, ConfirmScreen | ChoiceScreen | ClockScreen | KeysScreen | AgreedScreen):
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
