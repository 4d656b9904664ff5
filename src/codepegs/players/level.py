"""Levels of computer players, and the names that select them."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from codepegs.errors import IllegalAgreement, UnknownLevel
from codepegs.notation.sentences import COMPUTER, is_computer
from codepegs.rules.agreement import check_name
from codepegs.rules.look_alike import skeleton

RESERVED_NAME = (
    f"Names that start with {COMPUTER!r}, or look like it, are reserved for computer players. Choose another."
)
"""Error message for a person who chooses such a name."""


@dataclass(frozen=True, slots=True)
class Level:
    """Strength of a computer. All levels answer truthfully."""

    name: str
    summary: str
    """Description of its behaviour, for people."""
    forgets: float = 0.0
    """Probability of forgetting each row, except the last one, when it guesses."""
    thinks: bool = False
    """Whether it searches for the best guess, and hides hard codes (see `players.hard_codes`).

    Otherwise it guesses any code that fits, and hides any code.
    """


LEVELS = MappingProxyType(
    {
        level.name: level
        for level in (
            Level("beginner", "Misses many clues.", forgets=0.6),
            Level("easy", "Often misses a clue.", forgets=0.4),
            Level("medium", "Sometimes misses a clue.", forgets=0.2),
            Level("expert", "Never misses a clue."),
            Level("perfect", "Plays the best guess it can find, and hides hard codes.", thinks=True),
        )
    }
)
"""All levels by name, the weakest first."""

MEDIUM = LEVELS["medium"]
"""Default level, for a computer whose name does not include one."""

ALIASES = MappingProxyType(
    {
        "novice": "beginner",
        "casual": "easy",
        "normal": "medium",
        "steady": "medium",
        "hard": "expert",
        "strong": "expert",
        "best": "perfect",
        "master": "perfect",
    }
)
"""Other names of levels, for people who type them. The names of players have the name of the level."""


def find_level(name: str) -> Level:
    """Return the level with this name or alias, or raise UnknownLevel.

    >>> find_level("hard").name
    'expert'
    """
    word = name.casefold()
    level = LEVELS.get(ALIASES.get(word, word))
    if level is None:
        raise UnknownLevel(name, tuple(LEVELS))
    return level


def check_person(name: str) -> None:
    """Raise IllegalAgreement if a person may not use this name."""
    check_name(name)
    if is_computer(name) or skeleton(name).startswith(COMPUTER):
        raise IllegalAgreement(RESERVED_NAME)


def check_friendly(players: tuple[str | None, str | None], *, friendly: bool) -> None:
    """Raise IllegalAgreement if a match of these players cannot be friendly."""
    if friendly and sum(name is not None and is_computer(name) for name in players) != 1:
        raise IllegalAgreement("Only a match between one person and one computer can be friendly.")


def level_of(name: str) -> Level | None:
    """Return the level in the name of a computer player, or None for a person.

    The name is `computer`, then optionally a level and a number to distinguish two
    players. Raises UnknownLevel for any other name that starts with `computer`.

    >>> level_of("computer perfect 2").name, level_of("Computer").name, level_of("Ada")
    ('perfect', 'medium', None)
    """
    if not is_computer(name):
        return None
    said = name[len(COMPUTER) :].strip()
    words = said.casefold().split()
    if words and words[-1].isdecimal():
        words.pop()
    if not words:
        return MEDIUM
    # Without aliases, because the name is part of the record.
    if len(words) > 1 or words[0] not in LEVELS:
        raise UnknownLevel(said, tuple(LEVELS), in_player_name=True)
    return LEVELS[words[0]]
