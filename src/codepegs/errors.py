"""Everything this library refuses to do, and why.

CodepegsError
├── NotationError        the text does not spell what it should          (ValueError)
│   └── RecordError      a record fails, at a line that is named
├── UnknownEdition       no edition has that name                        (LookupError)
├── UnknownStrategy      no strategy has that name                       (LookupError)
├── UnknownLevel         a computer has no level of that name            (LookupError)
├── NotRemembered        settings could not be written down
├── TooLarge             the board has more codes than can be listed
├── NoPuzzle             nothing to solve like this is there, or was found
├── ArchiveError         matches cannot be kept, or not found again
│   ├── NoArchive        the archive cannot be opened
│   ├── NotKept          it could not be read, or written to, just now
│   ├── UnknownMatch     it has no match of that name                    (LookupError)
│   ├── DamagedMatch     what it keeps of a match is not what it was
│   └── Stale            the match has gone on, or was never as far
└── RuleError            well formed, but the rules forbid it
    ├── IllegalEdition   these house rules make no playable game
    ├── IllegalAgreement the players may not agree on this match
    ├── IllegalCode      the edition does not allow this code
    ├── IllegalFeedback  no row can be answered like this
    ├── NotNow           the game is at another point
    ├── NothingToShow    the answers do not contradict each other (yet)
    └── Undecided        whether they do is too much work to find out

Every message is a sentence for a player; the facts behind it are attributes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class CodepegsError(Exception):
    """Whatever this library refuses; catch this to catch every refusal."""

    def __reduce__(self) -> tuple[Callable[..., CodepegsError], tuple[object, ...]]:
        # As it stands, message and facts: a refusal may come from another process.
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[CodepegsError], args: tuple[object, ...], facts: dict[str, object]) -> CodepegsError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(facts)
    return error


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
        super().__init__(
            f"A computer has no level {name!r}. Choose one of: {', '.join(known)}; "
            "names of people begin with another word."
        )
        self.name, self.known = name, known


class NotRemembered(CodepegsError):
    """Settings hold for now and will be forgotten: `path` could not be written."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"This holds until you leave, as {path} cannot be written: {reason}.")
        self.path, self.reason = path, reason


class TooLarge(CodepegsError):
    """The board has `size` codes or guesses, and no more than `most` can be listed, or searched."""

    def __init__(self, size: int, most: int, *, done: str = "listed") -> None:
        super().__init__(
            f"There are {size:,} codes to choose from, and no more than {most:,} can be {done}. "
            "Choose fewer pegs or colours."
        )
        self.size, self.most = size, most


class NoPuzzle(CodepegsError):
    """These rows are no puzzle, or none of that kind was found."""


class ArchiveError(CodepegsError):
    """Matches cannot be kept, or not found again."""


class NoArchive(ArchiveError):
    """The archive at `place` cannot be opened, for `reason`."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"The archive {place} cannot be opened: {reason}.")
        self.place, self.reason = place, reason


class NotKept(ArchiveError):
    """The archive could not be read, or written to, for `reason`. Nothing is acknowledged."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The archive cannot be used now: {reason}.")
        self.reason = reason


class UnknownMatch(ArchiveError, LookupError):
    """The archive has no match called `match`, or no longer."""

    def __init__(self, match: str) -> None:
        super().__init__(f"The archive has no match {match!r}: look in its list for those it has.")
        self.match = match


class DamagedMatch(ArchiveError):
    """What the archive keeps of `match` does not read back, for `reason`: it was changed by other hands."""

    def __init__(self, match: str, reason: str) -> None:
        super().__init__(f"The match {match!r} is damaged in the archive: {reason}")
        self.match, self.reason = match, reason


class Stale(ArchiveError):
    """A move was to be number `number` of `match`, counted from 0, which has `moves` moves."""

    def __init__(self, match: str, number: int, moves: int) -> None:
        super().__init__(
            f"The match {match!r} stands at move {moves} and not at {number}: look at it again, then move."
        )
        self.match, self.number, self.moves = match, number, moves


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
