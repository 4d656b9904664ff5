"""Somebody at the console who watches a match, or waits for it to begin."""

from __future__ import annotations

from codepegs.cli.repl.codes_left import describe_codes_left
from codepegs.cli.repl.console import Console, Leave
from codepegs.cli.repl.report import Reporter
from codepegs.cli.repl.sync_keyboard import SyncKeyboard
from codepegs.errors import CodepegsError
from codepegs.table.view import TableView

HELP = (
    "You can type:",
    "  board      show the board again",
    "  left       count the codes that fit all answers",
    "  terms      show the rules of this match (rules works too)",
    "  quit       stop for now; you can come back later",
)


class Spectator:
    """Does what a spectator types, which never changes the match."""

    def __init__(self, console: Console, table: SyncKeyboard, reporter: Reporter) -> None:
        self._console, self._table, self._reporter = console, table, reporter

    def follow(self, line: str, view: TableView) -> None:
        """Do what a line says."""
        word = line.casefold()
        try:
            if word in ("quit", "exit"):
                raise Leave
            if word in ("terms", "rules"):
                self._say(*view.agreed)
            elif word == "board" and view.match is not None:
                self._reporter.draw(view.match, view.match.game)
            elif word == "left" and view.match is not None:
                self._say(describe_codes_left(self._table))
            elif word:
                self._say(*HELP)
        except CodepegsError as error:
            self._say(str(error))

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._console.say(line)
