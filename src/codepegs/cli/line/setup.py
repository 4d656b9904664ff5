"""The questions before a match: what to play, who plays, and how many games."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from codepegs.cli.edition import rules_of
from codepegs.cli.line.screen import Screen
from codepegs.errors import CodepegsError, NotationError
from codepegs.notation import edition as edition_line
from codepegs.rules.agreement import Agreement, check_name
from codepegs.rules.catalogue import CATALOGUE
from codepegs.rules.edition import Edition

T = TypeVar("T")

COMPUTER = "computer"
"""A name that begins like this is a computer's."""
EDITION, CODEMAKER, CODEBREAKER, GAMES = "classic-1", COMPUTER, "You", 2


def is_computer(name: str) -> bool:
    return name.casefold().startswith(COMPUTER)


def agree(screen: Screen) -> Agreement:
    """Ask for everything; an empty line takes what stands in brackets."""
    screen.say("What do you want to play? An empty line takes what stands in brackets.\n")
    for number, edition in enumerate(CATALOGUE.values(), start=1):
        size = f"{edition.size:,} codes, {edition.rows} rows"
        screen.say(f"  {number}  {edition.slug:<17} {edition.box.title}: {size}")
    screen.say()
    edition = _ask(screen, "Edition", EDITION, _edition)
    rules = _ask(screen, "House rules, such as rows=8; ? lists them", "none", _house(screen, edition))
    screen.say(f"Players take turns to make the code. The name '{COMPUTER}' is the computer's.")
    codemaker = _ask(screen, "Who makes the first code", CODEMAKER, _name)
    codebreaker = _ask(
        screen,
        "Who breaks it",
        COMPUTER if not is_computer(codemaker) else CODEBREAKER,
        lambda name: Agreement(rules, (codemaker, _name(name)), games=2).players[1],
    )
    players = (codemaker, codebreaker)
    return _ask(screen, "How many games", str(GAMES), lambda games: Agreement(rules, players, _number(games)))


def _ask(screen: Screen, question: str, default: str, read: Callable[[str], T]) -> T:
    while True:
        line = screen.ask(f"{question} [{default}]: ") or default
        try:
            return read(line)
        except CodepegsError as refusal:
            screen.say(str(refusal))


def _edition(line: str) -> Edition:
    editions = list(CATALOGUE.values())
    if line.isascii() and line.isdecimal() and 1 <= int(line) <= len(editions):
        return editions[int(line) - 1]
    return edition_line.read(line)


def _house(screen: Screen, edition: Edition) -> Callable[[str], Edition]:
    def read(line: str) -> Edition:
        if line == "?":
            for rule in rules_of(edition):
                screen.say(rule)
            raise NotationError("Type those you want to change, with spaces between.")
        return edition.house(**edition_line.house_rules([] if line == "none" else line.split()))

    return read


def _name(line: str) -> str:
    check_name(line)
    return line


def _number(line: str) -> int:
    if not (line.isascii() and line.isdecimal() and len(line) < 4):
        raise NotationError(f"{line!r} is no number of games.")
    return int(line)
