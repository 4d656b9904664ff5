"""Errors of rules, notation and engine, and the base class of all errors.

Every message is a sentence for a player, and its facts are attributes. The packages storage,
compute, table, protocol, client, server and tui have their own errors, which derive from
these. docs/library.md draws the whole tree.
"""

from __future__ import annotations

from collections.abc import Iterable

_MAX_MISSPELLED = 40
"""Longest text that is compared with known names. Comparing takes the square of the length."""
_SIMILAR = 0.6
"""How similar a name must be to be suggested, from 0 to 1."""


def suggest(name: str, known: Iterable[str]) -> str:
    """Return "Did you mean …? " with the most similar of some names, or "" if none is similar.

    >>> suggest("clasic", ["classic-1", "super"])
    "Did you mean 'classic-1'? "
    """
    # Imported here, because few programs ever need it.
    from difflib import SequenceMatcher

    def similarity(other: str) -> float:
        return SequenceMatcher(None, name.casefold(), other).ratio()

    close = max(known, key=similarity, default=None) if len(name) <= _MAX_MISSPELLED else None
    return f"Did you mean {close!r}? " if close is not None and similarity(close) >= _SIMILAR else ""


class CodepegsError(Exception):
    """Base class of all errors of this library."""

    def __reduce__(self) -> tuple[object, ...]:
        # Pickles message and facts as they are: an error may come from another process.
        return _new, (type(self), *self.args), self.__dict__


def _new(kind: type[CodepegsError], *args: object) -> CodepegsError:
    return kind.__new__(kind, *args)


class NotationError(CodepegsError, ValueError):
    """The text cannot be read. The message says why."""


class RecordError(NotationError):
    """A record is wrong at `line`, counted from 1, for `reason`."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"Line {line}: {reason}")
        self.line, self.reason = line, reason


def _describe_unknown(kind: str, name: str, known: tuple[str, ...]) -> str:
    return f"There is no {kind} {name!r}. {suggest(name, known)}Choose one of: {', '.join(known)}."


class UnknownEdition(CodepegsError, LookupError):
    """There is no edition with this slug. `known` lists all slugs."""

    def __init__(self, slug: str, known: tuple[str, ...]) -> None:
        super().__init__(_describe_unknown("edition", slug, known))
        self.slug, self.known = slug, known


class UnknownStrategy(CodepegsError, LookupError):
    """There is no strategy with this name. `known` lists all names."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(_describe_unknown("strategy", name, known))
        self.name, self.known = name, known


class UnknownLevel(CodepegsError, LookupError):
    """There is no level with this name, perhaps `in_player_name`. `known` lists all names."""

    def __init__(self, name: str, known: tuple[str, ...], *, in_player_name: bool = False) -> None:
        note = ' (A person\'s name cannot start with "computer".)' if in_player_name else ""
        super().__init__(_describe_unknown("level", name, known) + note)
        self.name, self.known, self.in_player_name = name, known, in_player_name


class TooLarge(CodepegsError):
    """The board has `size` codes or guesses, but at most `limit` can be listed or searched."""

    def __init__(
        self, size: int, limit: int, *, done: str = "listed", remedy: str = "Choose fewer pegs or colours."
    ) -> None:
        super().__init__(f"That makes {size:,} possible codes. At most {limit:,} can be {done}. {remedy}")
        self.size, self.limit = size, limit


class NoPuzzle(CodepegsError):
    """These rows do not make a puzzle, or no puzzle of that kind was found."""


class ComputationError(CodepegsError):
    """The engine did not finish a job. The game can continue without it."""


class Busy(CodepegsError):
    """The server cannot take another job now, for `reason`."""

    def __init__(self, reason: str = "too many computations are running") -> None:
        super().__init__(f"The server is busy: {reason}. Try again later.")
        self.reason = reason


class RuleError(CodepegsError):
    """The rules forbid this."""


class IllegalEdition(RuleError):
    """A game cannot be played with these numbers."""


class IllegalAgreement(RuleError):
    """The players cannot agree on this match."""


class IllegalCode(RuleError):
    """The edition in play does not allow this code.

    `code` is None if the code was meant as a secret. Errors are shown and may be logged,
    so they must not spell what the codemaker was about to hide.
    """

    def __init__(self, code: str | None, reason: str) -> None:
        super().__init__(f"{code or 'That code'} is not allowed: {reason}.")
        self.code, self.reason = code, reason


class IllegalFeedback(RuleError):
    """No row of this edition can have this answer."""


class NotNow(RuleError):
    """The move cannot be made now. The message says why."""


class NothingToShow(RuleError):
    """The claim proves nothing: the answers do not contradict each other, or are right."""


class Undecided(RuleError):
    """A search for a fitting code stopped after `steps` steps without a result."""

    def __init__(self, steps: int) -> None:
        super().__init__(
            "This board is too large to check the claim right now. "
            "Play on: any wrong answer will come out when the code is revealed."
        )
        self.steps = steps
