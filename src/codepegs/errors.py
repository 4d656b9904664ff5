"""Errors of rules, notation and engine, and the base class of all errors.

Every message is a sentence for a player; the facts behind it are attributes. The packages
storage, compute, table, protocol, client, server and tui have errors of their own, which
derive from these. docs/library.md draws the whole tree.
"""

from __future__ import annotations


class CodepegsError(Exception):
    """Whatever this library refuses; catch this to catch every refusal."""

    def __reduce__(self) -> tuple[object, ...]:
        # As it stands, message and facts: a refusal may come from another process.
        return _new, (type(self), *self.args), self.__dict__


def _new(kind: type[CodepegsError], *args: object) -> CodepegsError:
    return kind.__new__(kind, *args)


class NotationError(CodepegsError, ValueError):
    """The text does not spell what it should."""


class RecordError(NotationError):
    """A record fails at `line`, counted from 1, for `reason`."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"Line {line}: {reason}")
        self.line, self.reason = line, reason


class UnknownEdition(CodepegsError, LookupError):
    """No edition has this slug; `known` lists those that exist."""

    def __init__(self, slug: str, known: tuple[str, ...]) -> None:
        super().__init__(f"There is no edition {slug!r}. Choose one of: {', '.join(known)}.")
        self.slug, self.known = slug, known


class UnknownStrategy(CodepegsError, LookupError):
    """No strategy has this name; `known` lists those that exist."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"There is no strategy {name!r}. Choose one of: {', '.join(known)}.")
        self.name, self.known = name, known


class UnknownLevel(CodepegsError, LookupError):
    """No level has this name; `known` lists those that exist."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        levels = f"{', '.join(known)}; names of people begin with another word"
        super().__init__(f"A computer has no level {name!r}. Choose one of: {levels}.")
        self.name, self.known = name, known


class TooLarge(CodepegsError):
    """The board has `size` codes or guesses, and no more than `limit` can be listed, or searched."""

    def __init__(
        self, size: int, limit: int, *, done: str = "listed", remedy: str = "Choose fewer pegs or colours."
    ) -> None:
        super().__init__(
            f"There are {size:,} codes to choose from. At most {limit:,} can be {done}. {remedy}"
        )
        self.size, self.limit = size, limit


class NoPuzzle(CodepegsError):
    """These rows are no puzzle, or none of that kind was found."""


class ComputationError(CodepegsError):
    """A question to the engine was not answered; the game can go on without it."""


class Busy(CodepegsError):
    """The server has too much to do just now."""

    def __init__(self, reason: str = "it thinks about too much at once") -> None:
        super().__init__(f"The server is busy: {reason}. Try again later.")
        self.reason = reason


class RuleError(CodepegsError):
    """Well formed, but the rules forbid it."""


class IllegalEdition(RuleError):
    """These numbers make no playable game."""


class IllegalAgreement(RuleError):
    """The players may not agree on this match."""


class IllegalCode(RuleError):
    """The edition in play does not allow this code.

    `code` is None where the code was meant as a secret: a refusal is shown, and
    perhaps logged, so it does not spell what its codemaker was about to hide.
    """

    def __init__(self, code: str | None, reason: str) -> None:
        super().__init__(f"{code or 'That code'} is not allowed: {reason}.")
        self.code, self.reason = code, reason


class IllegalFeedback(RuleError):
    """No row of this edition can be answered like this."""


class NotNow(RuleError):
    """The game is at another point; the message says what it waits for."""


class NothingToShow(RuleError):
    """The answers do not contradict each other, or no row has been shown to be wrong."""


class Undecided(RuleError):
    """The search for a fitting code was stopped after `steps` steps without a result."""

    def __init__(self, steps: int) -> None:
        super().__init__(
            f"On so large a board this was not decided within {steps:,} steps. "
            "Play on: at the reveal every wrong answer shows."
        )
        self.steps = steps
