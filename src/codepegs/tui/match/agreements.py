"""Agreements at the table: offers of a clock, of hints, of a rematch, and answers to them."""

from __future__ import annotations

from collections.abc import Callable

from codepegs.players.level import level_of
from codepegs.rules.agreement import Agreement
from codepegs.table.offers import HINTS, REMATCH, Offer
from codepegs.table.view import TableView
from codepegs.tui.match import narration
from codepegs.tui.match.base import TableScreen
from codepegs.tui.match.clock_screen import ClockScreen
from codepegs.tui.widgets.confirm import ConfirmScreen


def may_set_clock(agreement: Agreement) -> bool:
    """Return whether a time limit can be agreed on during the match."""
    return not agreement.friendly and agreement.daily is None


class Agreements(TableScreen):
    """Makes and answers offers. A computer agrees at once, and so do two people at one keyboard."""

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
        elif not may_set_clock(view.match.agreement):
            self._say(narration.NO_CLOCK)
        else:
            question = narration.ask_for_clock(view.match.agreement, both=self._keyboard.shared)
            screen = ClockScreen(question, limit=view.match.game.time_limit)
            self.app.push_screen(screen, lambda text: None if text is None else self._send_offer(text))

    @property
    def _nobody_far(self) -> bool:
        """Whether no player at another keyboard has to agree."""
        match = self._keyboard.view.match
        assert match is not None
        agreement = match.agreement
        return self._keyboard.shared or agreement.solo or any(map(level_of, agreement.players))

    def _offer(self, text: str, then: Callable[[], None] | None = None) -> None:
        """Offer hints or a rematch. If nobody far away has to agree, ask those who are here, `then` go on."""
        match = self._keyboard.view.match
        assert match is not None
        agreement = match.agreement
        hints = text == HINTS and agreement.daily is None
        if self._keyboard.shared or (self._nobody_far and hints):
            question = narration.ask_here(agreement, text, both=self._keyboard.shared)
            self._confirm(question, lambda: self._send_offer(text, then))
        else:
            self._send_offer(text)

    def _send_offer(self, text: str, then: Callable[[], None] | None = None) -> None:
        async def send() -> None:
            await self._attempt(self._keyboard.offer(text))
            if then is not None:
                then()

        self._start("offer", send())

    def _ask_about(self, view: TableView, offer: Offer) -> None:
        """Ask the player to accept or decline an offer, or to withdraw their own."""
        own = offer.by in self._keyboard.people

        def reply(yes: bool | None) -> None:
            if yes is None or (own and not yes):
                return
            self._start("offer", self._attempt(self._keyboard.reply(offer.text, yes=yes and not own)))

        question = "Withdraw the offer?" if own else "Do you accept?"
        self.app.push_screen(ConfirmScreen(f"{narration.describe_offer(view, offer)} {question}"), reply)
