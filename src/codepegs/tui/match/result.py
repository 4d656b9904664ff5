"""Result of a game on the match screen: the card, and what to do next."""

from __future__ import annotations

from asyncio import to_thread
from threading import Event

from codepegs.notation import headlines, record, sentences
from codepegs.players.level import level_of
from codepegs.rules.game import Ending
from codepegs.rules.match import Match
from codepegs.rules.seat import PlayerNumber
from codepegs.rules.view import MatchView, View
from codepegs.table.keyboard import Keyboard
from codepegs.table.offers import REMATCH
from codepegs.tui.actions import key_line
from codepegs.tui.match import narration
from codepegs.tui.match.aids import Aids
from codepegs.tui.match.figures import Figures, History, compute_figures, load_history
from codepegs.tui.match.result_card import CardContent
from codepegs.tui.review.share import write_result


class Results(Aids):
    """Shows the result card, and computes what it says about skill, luck and the player's history."""

    def _sit_down(self, keyboard: Keyboard) -> None:
        super()._sit_down(keyboard)
        self._judged: object = None
        """The game whose figures are computed or known."""
        self._figures: Figures | None = None
        self._history: History | None = None
        self._history_of: object = None
        """The game before or after which the history was loaded."""
        self._shared_text = ""
        self._stop_judging = Event()

    # The card -------------------------------------------------------------------------

    def _show_result(self, match: MatchView, index: int) -> None:
        """Show the card of a finished game. Its figures follow when they are computed."""
        game = (self._keyboard.view.id, index)
        if game != self._judged:
            self._judged, self._figures, self._shared_text = game, None, ""
            self._stop_judging.set()
            self._stop_judging = Event()
            self.run_worker(self._judge(index, self._stop_judging), group="judge", exclusive=True)
        self._load_history(match, over=True)
        layout = self._match_layout
        moving = self._settings.animation != "none" and self._watched
        layout.show_result(self._make_result(match, index), moving=moving)

    def _make_result(self, match: MatchView, index: int) -> CardContent:
        agreement, game, view = match.agreement, match.games[index], self._keyboard.view
        player = None if self._keyboard.shared else self._player
        found = self._figures
        told = headlines.describe_game_result(
            agreement,
            game,
            player,
            codes_left=None if found is None else found.codes_left,
            par=None if found is None else found.par,
            more=match.outcome is None,
        )
        headline, said = told.headline, [*told.sentences]
        if game.ending is Ending.BROKEN and not self._keyboard.shared and player != game.codemaker and said:
            headline = f"{said.pop(0)} {headline}" if player is not None else headline
        if agreement.games > 1 and match.outcome is None:
            said.append(sentences.describe_points(agreement, match.points))
        ending = _describe_match(match, game, player)
        if ending is not None and agreement.games > 1:
            headline, said = ending, [f"Last game: {headline}", *said]
        elif ending is not None:
            said.append(ending)
        counts = game.ending is Ending.BROKEN and player is not None and player != game.codemaker
        # Computers play well by design, and nobody wants to read how lucky they were.
        person = level_of(agreement.players[1 - game.codemaker]) is None
        rated = person and game.ending is not Ending.VOID and bool(game.board.rows)
        return CardContent(
            headline=headline,
            sentences=said,
            code=game.code if game.ending is not Ending.BROKEN else None,
            figures=found,
            rated=rated and (found is None or found.skill is not None),
            history=self._history if player != game.codemaker else None,
            guesses=len(game.board.rows) if counts else None,
            answers=[row.feedback for row in game.board.rows if row.feedback] if counts else (),
            shared=self._shared_text,
            news=narration.describe_table(view, self._keyboard.people),
            keys=[*key_line(self._result_actions(match), {})],
        )

    async def _judge(self, index: int, stop: Event) -> None:
        text = await self._attempt(self._keyboard.record())
        if text is not None:
            found = await self._attempt(to_thread(compute_figures, text, index, stop.is_set))
            if not stop.is_set() and not self._emptied:
                self._figures = found or Figures()
                self._refresh_result()

    def _refresh_result(self) -> None:
        """Show the card again, with what has become known."""
        match = self._keyboard.view.match
        if match is not None and self._match_layout.card.result is not None and self._finished:
            self._match_layout.show_result(self._make_result(match, self._shown_index(match)))

    # The player's history -------------------------------------------------------------

    def _load_history(self, match: MatchView, *, over: bool) -> None:
        """Load the results of a single person at a table of this program."""
        people, context = self._keyboard.people, self._app_context
        if context is None or self._pace is None or len(people) != 1 or not (over or match.agreement.solo):
            return
        state = (self._keyboard.view.id, len(match.games), over)
        if state != self._history_of:
            self._history_of = state
            name = match.agreement.players[people[0]]

            async def load() -> None:
                self._history = await self._attempt(to_thread(load_history, context, match, name))
                if not self._emptied:
                    self._match_layout.show_history(self._history)
                    self._refresh_result()

            self.run_worker(load(), group="history", exclusive=True)

    # What to do next ------------------------------------------------------------------

    def _result_actions(self, match: MatchView) -> list[str]:
        """Return what can be done with a finished game, the most wanted first."""
        agreement, names = match.agreement, list[str]()
        if self._keyboard.view.offers and self._keyboard.people:
            names.append("reply")
        if self._index is not None:
            names.append("replay" if match.games[self._index].ending is Ending.VOID else "next")
        elif agreement.solo and agreement.daily is None:
            names.append("again")
        elif self._keyboard.people and not agreement.solo:
            names.append("rematch")
        names.append("review")
        if match.games[self._shown_index(match)].board.rows:
            names.append("copy")
        if self._app_context is not None:
            names.append("statistics")
        return names

    @property
    def _enter(self) -> str:
        """What Enter does with a result: the next game, unless another person has to agree to it."""
        if self._index is not None:
            return "next"
        match = self._keyboard.view.match
        if match is None or not self._keyboard.people or match.agreement.daily is not None:
            return "leave"
        return "rematch" if self._nobody_far and not self._keyboard.shared else "leave"

    def _go_next(self) -> None:
        """Go on to the next game, or play again."""
        if self._index is not None:
            self._go_on()
        elif not self._keyboard.people or self._keyboard.view.offers:
            self._agree()
        else:
            if self._nobody_far and not self._keyboard.shared:
                self._board.expect()
            self._offer(REMATCH)

    def _go_on(self) -> None:
        """Leave a finished game for the next one."""
        raise NotImplementedError

    async def _copy_result(self) -> None:
        """Copy the result to the clipboard, and show what was copied."""
        match = self._keyboard.view.match
        if match is None or not self._finished:
            return
        game = match.games[self._shown_index(match)]
        text = await self._attempt(to_thread(write_result, match.agreement, game))
        if text is not None and not self._emptied:
            self.app.copy_to_clipboard(text)
            self._shared_text = text
            self._refresh_result()

    async def _review(self) -> None:
        from codepegs.tui.review.screen import ReviewScreen

        match = await self._attempt(self._read_record())
        if match is not None:
            self.app.push_screen(ReviewScreen(match, settings=self._settings))

    async def _read_record(self) -> Match:
        return await to_thread(record.read, await self._keyboard.record())


def _describe_match(match: MatchView, game: View, player: PlayerNumber | None) -> str | None:
    """Return who won the match, or None if it is not over or nobody needs to read it.

    A single game against a computer is about cracking the code. Usually only the codemaker
    gets points, so the winner would be clear from the start.
    """
    agreement, outcome = match.agreement, match.outcome
    if outcome is None or agreement.solo:
        return None
    people = all(level_of(name) is None for name in agreement.players)
    if agreement.games == 1 and not people and not outcome.stopped and outcome.abandoned_by is None:
        return None
    void = game.ending is Ending.VOID
    return f"{headlines.describe_outcome(agreement, match.points, outcome, player, void=void)}."
