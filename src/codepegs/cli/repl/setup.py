"""The questions before a match: edition, players, number of games, and hints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from codepegs.cli.repl.console import Console
from codepegs.cli.repl.prompt import ask, confirm
from codepegs.errors import NotationError
from codepegs.notation import edition_line
from codepegs.notation.edition_facts import list_house_rules
from codepegs.players.level import COMPUTER, COMPUTERS_NAME, LEVELS, STEADY, level_of
from codepegs.rules.agreement import Agreement, check_name, check_players
from codepegs.rules.catalogue import CATALOGUE
from codepegs.rules.edition import Edition

EDITION, PERSON, GAMES = "classic-1", "Player", 2


def opponent(name: str) -> str:
    """Return the default opponent of a player."""
    return COMPUTER if level_of(name) is None else PERSON


def agree(console: Console) -> Agreement:
    """Ask for the terms of a match."""
    console.say("What do you want to play? Press Enter for the value in brackets, or type quit to leave.\n")
    _list_editions(console)
    edition = ask(console, "Edition, by name or number", EDITION, _edition, help=_list_editions)
    rules = ask(
        console,
        "House rules, such as rows=8; ? lists them",
        "none",
        lambda line: edition.with_rules(
            **edition_line.read_house_rules([] if line == "none" else line.split())
        ),
        help=lambda console: console.say("\n".join(list_house_rules(edition))),
    )
    console.say(f"Players swap roles after every game. {COMPUTERS_NAME}.")
    codemaker = _player(console, "Who makes the first code", COMPUTER, _name)
    codebreaker = _player(
        console, "Who breaks it", opponent(codemaker), lambda name: _other(codemaker, _name(name))
    )
    players = (codemaker, codebreaker)
    agreed = ask(
        console, "How many games", str(GAMES), lambda games: Agreement(rules, players, _number(games))
    )
    if all(level_of(name) for name in players):
        return agreed
    return replace(agreed, hints=confirm(console, "May the codebreaker ask for hints?"))


def _player(console: Console, question: str, default: str, read: Callable[[str], str]) -> str:
    """Ask for a name, and for the level if the answer is just computer."""
    name = ask(console, question, default, lambda line: line if line.casefold() == COMPUTER else read(line))
    if name.casefold() != COMPUTER:
        return name
    return ask(
        console,
        "Its level, by name or number; ? lists them",
        STEADY.name,
        lambda line: read(f"{name} {_level(line)}"),
        help=_list_levels,
    )


def _level(line: str) -> str:
    """Return the level for a name or number. A number after it tells two equal computers apart."""
    word, _, rest = line.casefold().partition(" ")
    numbered = {str(number): level for number, level in enumerate(LEVELS, start=1)}
    level = numbered.get(word, word)
    if level not in LEVELS:
        raise NotationError(f"There is no level {line!r}. Choose one of: {', '.join(LEVELS)}.")
    return f"{level} {rest}".strip()


def _list_levels(console: Console) -> None:
    for number, level in enumerate(LEVELS.values(), start=1):
        console.say(f"  {number}  {level.name:<8} {level.summary}")


def _list_editions(console: Console) -> None:
    for number, edition in enumerate(CATALOGUE.values(), start=1):
        size = f"{edition.size:,} codes, {edition.rows} rows"
        console.say(f"  {number}  {edition.slug:<17} {edition.box.title}: {size}")
    console.say()


def _edition(line: str) -> Edition:
    word, _, rest = line.partition(" ")
    numbered = {str(number): slug for number, slug in enumerate(CATALOGUE, start=1)}
    return edition_line.read(f"{numbered.get(word, word.lower())} {rest}")


def _other(codemaker: str, name: str) -> str:
    check_players(codemaker, name)
    return name


def _name(line: str) -> str:
    check_name(line)
    level_of(line)
    return line


def _number(line: str) -> int:
    if not (line.isascii() and line.isdecimal() and len(line) < 4):
        raise NotationError(f"{line!r} is not a number of games.")
    return int(line)
