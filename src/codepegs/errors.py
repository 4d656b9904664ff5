"""Errors of rules, notation and engine, and the base class of all errors.

Every message is a sentence for a player, and its facts are attributes. The packages storage,
compute, table, protocol, client, server and tui have their own errors, which derive from
these. docs/library.md draws the whole tree.
"""

from __future__ import annotations


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


class UnknownEdition(CodepegsError, LookupError):
    """There is no edition with this slug. `known` lists all slugs."""

    def __init__(self, slug: str, known: tuple[str, ...]) -> None:
        super().__init__(f"There is no edition {slug!r}. Choose one of: {', '.join(known)}.")
        self.slug, self.known = slug, known


class UnknownStrategy(CodepegsError, LookupError):
    """There is no strategy with this name. `known` lists all names."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"There is no strategy {name!r}. Choose one of: {', '.join(known)}.")
        self.name, self.known = name, known


class UnknownLevel(CodepegsError, LookupError):
    """There is no level with this name. `known` lists all names."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(
            f"There is no level {name!r}. Choose one of: {', '.join(known)}. "
            '(A person\'s name cannot start with "computer".)'
        )
        self.name, self.known = name, known


class TooLarge(CodepegsError):
    """The board has `size` codes or guesses, but at most `limit` can be listed or searched."""

    def __init__(
        self, size: int, limit: int, *, done: str = "listed", remedy: str = "Choose fewer pegs or colours."
    ) -> None:
        super().__init__(
            f"There are {size:,} codes to choose from. At most {limit:,} can be {done}. {remedy}"
        )
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
            "This board is too large to check the claim now. "
            "Play on: the reveal will show every wrong answer."
        )
        self.steps = steps
