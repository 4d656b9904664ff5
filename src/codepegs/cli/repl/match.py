"""A match in line mode, at a table of this process or of a server."""

from __future__ import annotations

from codepegs.cli.repl.console import Console, InputEnded, Leave
from codepegs.cli.repl.loop import LoopThread
from codepegs.cli.repl.person import Person
from codepegs.cli.repl.report import Reporter
from codepegs.cli.repl.solo import ask_after_solo
from codepegs.cli.repl.spectator import Spectator
from codepegs.cli.repl.sync_keyboard import SyncKeyboard
from codepegs.errors import CodepegsError
from codepegs.players.level import level_of
from codepegs.table.keyboard import Keyboard
from codepegs.table.offers import REMATCH, Offer
from codepegs.table.view import TableView


class MatchRunner:
    """Plays on a console for the people at a keyboard. Without any, it watches."""

    def __init__(self, console: Console, loop: LoopThread, *, stored: bool) -> None:
        """The keyboards belong to `loop`. `stored` means that matches are in the user's archive."""
        self._console, self._loop, self._stored = console, loop, stored
        self.view: TableView | None = None
        """The last view of the match in play, or of the last match."""

    def run(self, keyboard: Keyboard) -> None:
        """Play a match and its rematches to the end. Raises Leave or InputEnded if the user leaves.

        It closes the keyboards, but not the tables.
        """
        again: Keyboard | None = keyboard
        while again is not None:
            reporter = Reporter(self._console, again.people)
            table = SyncKeyboard(self._loop, again, reporter.report)
            try:
                again = _Conversation(self._console, table, reporter, stored=self._stored).run()
            finally:
                self.view = table.view
                table.close()


class _Conversation:
    """One match: asks the people at the keyboard for moves, and waits for those of others."""

    def __init__(self, console: Console, table: SyncKeyboard, reporter: Reporter, *, stored: bool) -> None:
        self._console, self._table, self._stored = console, table, stored
        self._person = Person(console, table, reporter)
        self._spectator = Spectator(console, table, reporter)
        self._answered: set[Offer] = set()
        self._waited_at = -1

    def run(self) -> Keyboard | None:
        """Play until the match is over. Return the keyboard of the rematch, if there is one."""
        while not self._table.closed:
            view = self._table.catch_up()
            if view.over:
                return self._play_again(view)
            self._answered.intersection_update(view.offers)
            offers = [offer for offer in view.offers if self._is_for_us(offer)]
            if offers:
                self._answer(offers[0])
            elif view.turn is not None and view.turn in self._table.people:
                self._person.take_turn(view.turn)
            else:
                self._wait(view)
        self._console.say("This match was closed.")
        return None

    def _wait(self, view: TableView) -> None:
        """Wait for a change. Say for whom, unless it is a computer, which takes no time."""
        terminal = self._console.descriptor
        name = None if view.turn is None else view.names[view.turn]
        if name and self._table.people:
            if level_of(name) is not None:
                terminal = None
            elif self._waited_at != view.moves:
                self._waited_at = view.moves
                can = "Press Ctrl-C to quit." if terminal is None else "You can type help."
                self._console.say(f"Waiting for {name}. {can}")
        if terminal is None:
            self._table.wait()
            return
        self._table.wait_or_read(terminal)
        if self._console.has_line:
            self._speak_up(self._console.ask(""))

    def _speak_up(self, line: str) -> None:
        """Do what was typed while somebody else has the turn."""
        view, people = self._table.view, self._table.people
        if people and view.match is not None:
            self._person.speak_up(line, people[0])
        else:
            self._spectator.follow(line, view)

    def _is_for_us(self, offer: Offer) -> bool:
        people = self._table.people
        return bool(people) and offer.by not in people and offer not in self._answered

    def _answer(self, offer: Offer) -> None:
        self._answered.add(offer)
        yes = self._console.confirm("Do you accept?")
        try:
            self._table.reply(offer.text, yes=yes)
        except CodepegsError as error:
            self._console.say(str(error))

    def _play_again(self, view: TableView) -> Keyboard | None:
        """Ask what to do after the match. Return the keyboard of the next one, if there is one."""
        if view.match is not None and view.match.agreement.solo and self._table.people:
            again = ask_after_solo(self._console, view.match, review=view.id if self._stored else None)
            if again:
                self._table.offer(REMATCH)
            return self._table.rematch() if again else None
        return self._rematch(view)

    def _rematch(self, view: TableView) -> Keyboard | None:
        """Ask for a rematch, and wait until the other player agrees. A pipe ends with the match."""
        if not (self._table.people and self._console.interactive):
            return None
        offered = any(self._is_for_us(offer) for offer in view.offers)
        try:
            wanted = view.rematch is not None or self._console.confirm("Rematch?")
        except (Leave, InputEnded):
            wanted = False
        if not wanted:
            if offered:
                self._table.reply(REMATCH, yes=False)
            return None
        self._table.offer(REMATCH)
        view = self._table.catch_up()
        if view.rematch is None:
            self._console.say("Waiting for an answer. Press Ctrl-C to quit.")
        while view.rematch is None and view.offers and not self._table.closed:
            self._table.wait()
            view = self._table.catch_up()
        return None if view.rematch is None else self._table.rematch()
