"""Match screen: draws what the people at a keyboard may see, and sends their moves to the table."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key

from codepegs.errors import CodepegsError
from codepegs.players.level import level_of
from codepegs.rules.agreement import NOBODY
from codepegs.rules.game import Phase
from codepegs.rules.move import Act
from codepegs.rules.seat import other_player
from codepegs.rules.view import MatchView
from codepegs.storage.archive import MatchId
from codepegs.table.keyboard import Keyboard
from codepegs.table.view import TableView
from codepegs.tui.actions import ACTIONS, ACTS, BINDINGS, RESULT_KEYS, key_line
from codepegs.tui.keys import KeysScreen
from codepegs.tui.match import narration
from codepegs.tui.match.agreed_screen import AgreedScreen
from codepegs.tui.match.agreements import may_set_clock
from codepegs.tui.match.clock_screen import ClockScreen
from codepegs.tui.match.handover import HandoverScreen
from codepegs.tui.match.layout import MatchLayout
from codepegs.tui.match.palette import Entry, PaletteScreen
from codepegs.tui.match.result import Results
from codepegs.tui.widgets.confirm import ChoiceScreen, ConfirmScreen
from codepegs.tui.widgets.key_line import KeyLine, spell_key

if TYPE_CHECKING:
    from codepegs.rules.agreement import Agreement
    from codepegs.table.local import LocalTables

_TICK = 0.2
"""Seconds between updates of the clock."""
_TYPED_ACTS = (Act.SET_CODE, Act.GUESS, Act.ANSWER)
_SUBMIT = {Act.SET_CODE: "hide", Act.GUESS: "guess", Act.ANSWER: "send"}
FOLLOWING = "follow"
"""Group of the worker that waits for changes. It runs as long as the screen."""


class MatchScreen(Results):
    """Plays at one keyboard until the player leaves, and returns whether there is nothing to continue.

    The table, near or far, decides everything. The screen gets views, in which the table has
    hidden the code from those who may not see it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*BINDINGS]
    AUTO_FOCUS = "#board"

    def _sit_down(self, keyboard: Keyboard) -> None:
        super()._sit_down(keyboard)
        self._games = 0
        """Number of games in the last view."""
        self._turn: object = None
        """The turn for which the board asks."""
        self._told: list[str] = []
        """The latest news. A hint or new terms are still told after the next move."""
        self._moves = -1
        self._board_state: object = None
        self._board_changed = True
        """Whether the last move changed the board."""
        self._noting = False
        """Whether the key line is that of the notes."""

    # The widgets ----------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield MatchLayout(self._settings)

    def on_mount(self) -> None:
        self._board.expect()
        # Focus comes first, so that no key finds neither the list nor the board.
        self.set_focus(self._board)
        if self._app_context is not None:
            self._board.expect(sorted(self._app_context.typed or (), key=lambda key: key.time))
            self._app_context.typed = None
        self.set_interval(_TICK, self._show_clock)
        self.run_worker(self._follow(), group=FOLLOWING)

    async def on_unmount(self) -> None:
        self.workers.cancel_group(self, FOLLOWING)
        self._stop_judging.set()
        # Nobody can play now, so no time runs.
        self._keyboard.hold(True)
        await self._keyboard.close()
        if self._untouched and self._tables is not None:
            with suppress(CodepegsError):
                await self._tables.delete(MatchId(self._keyboard.view.id))

    # Changes --------------------------------------------------------------------------

    async def _follow(self) -> None:
        """Show each change of the table, and continue at the table of a rematch."""
        try:
            while await self._follow_table():
                await self._change_table(await self._keyboard.rematch())
        except CodepegsError as error:
            self._say(narration.describe_failure(error))
        else:
            self._say(narration.CLOSED)

    async def _change_table(self, keyboard: Keyboard) -> None:
        await self._keyboard.close()
        self._sit_down(keyboard)
        self._board.forget()

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
        if self._visitor is not None and self._app_context is not None and self._keyboard.people:
            self._app_context.seats.pop(view.id, None)
            if not view.over:
                self._app_context.seats[view.id] = self._visitor.link_to(view.id)
        self._advance()

    def _take_note(self, view: TableView, match: MatchView) -> None:
        if view.moves == self._moves:
            return
        self._say(self._late)
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
        self._finish_motion()
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
            self._board.unlock()
            self._match_layout.write("turn", narration.WAITING)
            self._match_layout.keys.show([*key_line(["help", "palette", "leave"], {})])
            self._match_layout.write("narration", "\n".join(self._describe_table(view)))
            self._show_clock()
        else:
            self._board.laid = view.laid
            self._match_layout.show(view.match, self._shown_index(view.match), then=self._show_words)
            self._watched = True

    def _describe_table(self, view: TableView) -> list[str]:
        here, match = self._keyboard.people, view.match
        people = match is not None and not all(map(level_of, match.agreement.players))
        return [*([narration.WATCHING] if people and not here else []), *narration.describe_table(view, here)]

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
        self._show_keys(view.match)
        lines = [
            *self._describe_table(view),
            *reversed(self._hints),
            *narration.describe_news(
                self._told,
                hints=bool(self._hints) or view.match.agreement.solo,
                guessing=self._board.asked is Act.GUESS,
            ),
        ]
        layout.write("narration", "\n".join(lines))
        layout.write("agreed", "\n".join(f"· {sentence}" for sentence in view.agreed))
        self._show_codes_left(view.match)
        self._show_clock()
        if self._finished:
            self._show_result(view.match, index)
        else:
            layout.show_result(None)
            self._load_history(view.match, over=False)

    def _ask_player(self, match: MatchView) -> None:
        """Ask the board for a row or an answer. Within one turn, what is typed stays."""
        covered = self._keyboard.covered
        acts = {} if self._finished or covered else self._keyboard.acts()
        asked = next((act for act in _TYPED_ACTS if act in acts), None)
        turn = (len(match.games), len(match.game.board.rows), asked, self._keyboard.sitting)
        if turn != self._turn:
            if asked is not None and self._turn is not None:
                self._ring("turn")
            self._turn = turn
            self._hints.clear()
            self._board.ask(asked, soon=self._guess_is_next(match))
            self._say(self._late)

    def _guess_is_next(self, match: MatchView) -> bool:
        """Whether the player will guess as soon as the program has set a code or answered."""
        game = match.game
        maker = match.agreement.players[game.codemaker]
        automatic = maker == NOBODY or level_of(maker) is not None
        waits = game.phase in (Phase.SETTING, Phase.ANSWERING)
        return automatic and waits and bool(self._keyboard.people) and self._index is None

    # Actions --------------------------------------------------------------------------

    def _show_keys(self, match: MatchView) -> None:
        self._noting = self._board.striking
        self._match_layout.keys.show([*key_line(self._usable(match), self._labels)])

    def on_play_board_board_changed(self) -> None:
        match = self._keyboard.view.match
        if match is not None and self._noting != self._board.striking:
            self._show_keys(match)

    def _usable(self, match: MatchView) -> list[str]:
        """Return what can be done now, the most wanted first."""
        if self._board.striking:
            return ["submit", "help", "palette", "leave"]
        if self._finished:
            return [*self._result_actions(match), "help", "palette", "leave"]
        acts, asked, agreement = self._keyboard.acts(), self._board.asked, match.agreement
        names = ["reply"] if self._keyboard.view.offers and self._keyboard.people else []
        if self._pace is not None and self._computer_to_move:
            names += ["step", "pause", "speed"]
        if asked is not None:
            names += ["submit", "undo"]
        if asked is Act.GUESS and match.game.board.rows:
            names.append("copy-row")
        names += [name for name in ("take-back", "claim") if ACTS[name] in acts]
        if self._may_own_up is not None and self._may_own_up == self._player:
            names.append("own-up")
        if asked is Act.GUESS and (match.game.hints_allowed or agreement.daily is None):
            names.append("hint")
        return [*names, "help", "palette", "leave"]

    def _all_actions(self, match: MatchView) -> list[str]:
        """Return everything that can be done now, in the order of the palette."""
        found, agreement, people = {*self._usable(match)}, match.agreement, self._keyboard.people
        found |= {"theme", "symbols", "motion", "bell", "terms", "quit"}
        if not self._finished:
            found |= {"codes-left"}
            if self._board.asked is Act.GUESS:
                found |= {"notes", "hold"}
            if self._board.asked is not None:
                found.add("clear")
            if Act.GIVE_UP in self._keyboard.acts():
                found.add("give-up")
            if self._may_own_up is not None:
                found.add("own-up")
            if people:
                found |= {"leave-match", *(["set-clock"] if may_set_clock(agreement) else [])}
            if agreement.solo and agreement.daily is None and self._tables is not None:
                found.add("new-game")
        found -= {"palette", "speed"}
        return [name for name in ACTIONS if name in found]

    @property
    def _labels(self) -> dict[str, str]:
        """Words on the key line that depend on the moment."""
        asked = self._board.asked
        if self._board.striking:
            return {"submit": "done", "leave": "done"}
        return {} if asked is None else {"submit": _SUBMIT[asked]}

    def _open_palette(self) -> None:
        match = self._keyboard.view.match
        if match is None:
            return
        now = self._settings
        states = {
            "theme": now.theme,
            "symbols": now.symbols,
            "motion": "on" if now.motion else "off",
            "bell": "on" if now.bell else "off",
        }
        entries = []
        for name in self._all_actions(match):
            action = ACTIONS[name]
            title = f"{action.title}: {states[name]}" if name in states else action.title
            if name == "codes-left" and not self._may_count(match):
                title += " (needs hints)"
            entries.append(Entry(name, title, spell_key(action.keys[0]) if action.keys else ""))

        def chosen(name: str | None) -> None:
            if name is not None:
                self.action_perform(name)

        self.app.push_screen(PaletteScreen(entries), chosen)

    def on_key_line_pressed(self, message: KeyLine.Pressed) -> None:
        self._board.focus()
        self._finish_motion()
        self.action_perform(message.action)

    def on_key(self, event: Key) -> None:
        """Handle keys that the board ignores: in a finished game, or while computers play."""
        self._finish_motion()
        if self._board.keep(event):
            return
        name = {"enter": "step", "right": "step", "space": "pause"}.get(event.key)
        if self._finished:
            name = self._enter if event.key == "enter" else RESULT_KEYS.get(event.character or "")
        if name is not None:
            self.action_perform(name)
        elif event.character in ("+", "-") and self._pace is not None:
            (self._pace.faster if event.character == "+" else self._pace.slower)()
            self._show_clock()
        else:
            return
        # Otherwise the key would reach the screen that opens next.
        event.stop()

    def _finish_motion(self) -> None:
        """Show the last frame of everything that moves."""
        self._board.motion.finish()
        self._match_layout.card.motion.finish()

    def action_perform(self, name: str) -> None:
        """Perform an action of the key line, the palette or a key."""
        self._finish_motion()
        match name:
            case "submit":
                self._board.submit()
            case "undo":
                self._board.erase()
            case "clear":
                self._board.clear()
            case "copy-row":
                self._board.copy_row(-1)
            case "help":
                self._open_help()
            case "palette":
                self._open_palette()
            case "leave":
                self.action_leave()
            case "quit":
                self.app.exit()
            case "next" | "again" | "replay" | "rematch" if self._finished:
                self._go_next()
            case "step" if self._pace is not None and self._computer_to_move:
                self._pace.step()
            case "pause" if self._pace is not None and self._computer_to_move:
                self._pace.pause()
                self._show()
            case "on" | "back":
                self._match_layout.scroll_narration(1 if name == "on" else -1)
            case "hint":
                self._take_hint()
            case "codes-left":
                self._switch_meter()
            case "notes":
                self._switch_notes()
            case "hold":
                self._hold_peg()
            case "review" if self._finished:
                self._start("review", self._review())
            case "statistics":
                self.run_worker(self.run_action("app.statistics"))
            case "copy" | "correct" if self._finished:
                self._start("copy", self._copy_result())
            case "agree" | "set-clock" | "reply":
                self._agree()
            case "correct" | "own-up":
                self._correct()
            case "new-game":
                self._new_game()
            case "leave-match":
                self._leave_match()
            case "terms":
                self.app.push_screen(AgreedScreen(self._keyboard.view.agreed))
            case "theme":
                self._switch_theme()
            case "symbols":
                self._change_settings(symbols="letters" if self._settings.symbols == "shapes" else "shapes")
            case "motion" | "bell":
                self._change_settings(**{name: not getattr(self._settings, name)})
            case "claim" | "give-up" | "take-back":
                self._perform_act(ACTS[name])

    def _new_game(self) -> None:
        """Play another solo game. One that is not over is saved."""
        match, tables = self._keyboard.view.match, self._tables
        if match is None or not match.agreement.solo or match.agreement.daily is not None:
            self._say(narration.NO_NEW_GAME)
        elif match.outcome is not None:
            self._go_next()
        elif self._untouched:
            self._say(narration.CODE_IS_NEW)
        elif tables is None:
            self._say(narration.NO_NEW_GAME)
        else:
            self._board.expect()
            self._start("new game", self._attempt(self._open_another(tables, match.agreement)))

    async def _open_another(self, tables: LocalTables, agreement: Agreement) -> None:
        another = await tables.open(agreement)
        self.workers.cancel_group(self, FOLLOWING)
        self._keyboard.hold(True)
        await self._change_table(another)
        self._late = narration.OTHER_SAVED if self._app_context and self._app_context.saving else ""
        self.run_worker(self._follow(), group=FOLLOWING)

    def _open_help(self) -> None:
        match = self._keyboard.view.match
        if match is not None:
            watching = self._pace is not None and any(map(level_of, match.agreement.players))
            self.app.push_screen(KeysScreen(match.agreement, watching=watching))

    def _close_questions(self) -> None:
        """Close dialogs before a handover, so that no dialog stays under it."""
        screen = self.app.screen
        dialogs = ConfirmScreen | ChoiceScreen | ClockScreen | KeysScreen | AgreedScreen | PaletteScreen
        if isinstance(screen, dialogs):
            screen.dismiss(None)

    def action_leave(self) -> None:
        """Leave the screen, or the notes."""
        if self._board.striking:
            self._board.strike(False)
        else:
            super().action_leave()
