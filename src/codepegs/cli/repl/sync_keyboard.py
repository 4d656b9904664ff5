"""A keyboard for a thread without an event loop."""

from __future__ import annotations

from collections.abc import Callable

from codepegs.cli.repl.loop import LoopThread, Stream, Waker
from codepegs.rules.code import Code
from codepegs.rules.move import Act, Move
from codepegs.rules.seat import PlayerNumber, Seat
from codepegs.table.keyboard import Keyboard
from codepegs.table.view import TableView


class SyncKeyboard:
    """Waits for a :class:`~codepegs.table.keyboard.Keyboard`, and reports every change at its table.

    Changes that happen while the user types are reported afterwards, by `catch_up`.
    """

    def __init__(self, loop: LoopThread, keyboard: Keyboard, report: Callable[[TableView], None]) -> None:
        self._loop, self._keyboard, self._report = loop, keyboard, report
        self._changes = Stream(loop, keyboard.changes())
        self._version = -1
        self.closed = False
        """Whether the table was closed."""
        self.people, self.shared = keyboard.people, keyboard.shared

    @property
    def view(self) -> TableView:
        return self._loop.call(lambda: self._keyboard.view)

    @property
    def alone(self) -> bool:
        return self._loop.call(lambda: self._keyboard.alone)

    def acts(self) -> dict[Act, PlayerNumber]:
        return self._loop.call(self._keyboard.acts)

    def acts_of(self, player: PlayerNumber) -> frozenset[Act]:
        return self._loop.call(lambda: self._keyboard.acts_of(player))

    def role(self, player: PlayerNumber) -> Seat:
        return self._loop.call(lambda: self._keyboard.role(player))

    def sit(self, player: PlayerNumber) -> None:
        self._loop.call(lambda: self._keyboard.sit(player))

    def wait_or_read(self, descriptor: int) -> None:
        """Wait for the next change and report it, or until a line can be read from a terminal."""
        with self._loop.watching(descriptor, self._changes.wake):
            self.wait()

    def wait(self) -> None:
        """Wait for the next change and report it."""
        change = self._changes.next()
        if isinstance(change, Waker):
            return
        if change is None:
            self.closed = True
            return
        self._version = change.version
        self._report(change)

    def catch_up(self) -> TableView:
        """Report the changes up to now. Return the view, which is not older than the last one reported."""
        view = self.view
        while (self._version < view.version or self._changes.pending) and not self.closed:
            self.wait()
            view = self.view
        return view

    def play(self, move: Move, player: PlayerNumber, *, at: int) -> None:
        self._loop.run(self._keyboard.play(move, player, at=at))

    def offer(self, text: str) -> None:
        self._loop.run(self._keyboard.offer(text))

    def reply(self, text: str, *, yes: bool) -> None:
        self._loop.run(self._keyboard.reply(text, yes=yes))

    def hint(self, plan: Code | None) -> tuple[str, ...]:
        return self._loop.run(self._keyboard.hint(plan))

    def codes_left(self) -> int | None:
        return self._loop.run(self._keyboard.codes_left())

    def rematch(self) -> Keyboard:
        return self._loop.run(self._keyboard.rematch())

    def close(self) -> None:
        """Leave the table. The match stays as it is."""
        self._changes.close()
        self._loop.run(self._keyboard.close())
