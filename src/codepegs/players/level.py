"""Levels: how well a computer breaks codes, and the names of computers that carry them."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from codepegs.errors import IllegalAgreement, UnknownLevel
from codepegs.rules.agreement import check_name

COMPUTER = "computer"
"""A name that begins like this is a computer's."""

COMPUTERS_NAME = f"A name that starts with {COMPUTER!r} is reserved for computer players"
RESERVED_NAME = f"{COMPUTERS_NAME}. Choose another."
"""What a person hears who takes such a name, wherever they sit down."""


@dataclass(frozen=True, slots=True)
class Level:
    """How a computer guesses. Every level hides its own code at random and answers truly."""

    name: str
    summary: str
    """What it does, in a sentence for people."""
    forgets: float = 0.0
    """How likely it is to overlook a row when it guesses; the last row it always sees."""
    thinks: bool = False
    """Whether it looks for the best guess; otherwise any code that fits is good enough."""


LEVELS = MappingProxyType(
    {
        level.name: level
        for level in (
            Level(
                "novice",
                "It ignores 60 % of earlier rows at random, but never the latest.",
                forgets=0.6,
            ),
            Level("casual", "It ignores 40 % of earlier rows.", forgets=0.4),
            Level("steady", "It ignores 20 % of earlier rows.", forgets=0.2),
            Level("expert", "It uses every row: each of its guesses could be the code."),
            Level("perfect", "It looks for the best possible guess.", thinks=True),
        )
    }
)
"""Every level by its name, the weakest first."""

STEADY = LEVELS["steady"]
"""The level of a computer whose name says nothing of one."""


def is_computer(name: str) -> bool:
    """Whether only a computer may be called so; whether there is one of that level, :func:`level_of` says."""
    return name.casefold().startswith(COMPUTER)


def check_person(name: str) -> None:
    """Raise IllegalAgreement unless a person may sit down under this name."""
    check_name(name)
    if is_computer(name):
        raise IllegalAgreement(RESERVED_NAME)


def level_of(name: str) -> Level | None:
    """The level that a player's name asks for; None for a person.

    A computer is called `computer`, with a level behind it if you like, and with a
    number to tell two of a kind apart. Any other name that begins so raises UnknownLevel.

    >>> level_of("computer perfect 2").name, level_of("Computer").name, level_of("Ada")
    ('perfect', 'steady', None)
    """
    if not is_computer(name):
        return None
    said = name[len(COMPUTER) :].strip()
    words = said.casefold().split()
    if words and words[-1].isdecimal():
        words.pop()
    if not words:
        return STEADY
    if len(words) > 1 or words[0] not in LEVELS:
        raise UnknownLevel(said, tuple(LEVELS))
    return LEVELS[words[0]]
