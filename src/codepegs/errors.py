"""Everything this library refuses to do, and why.

CodepegsError
├── NotationError        the text does not spell what it should          (ValueError)
│   └── RecordError      a record fails, at a line that is named
├── UnknownEdition       no edition has that name                        (LookupError)
├── UnknownStrategy      no strategy has that name                       (LookupError)
├── UnknownLevel         a computer has no level of that name            (LookupError)
├── NotRemembered        settings could not be written down
├── NotServed            a server cannot listen at that address
├── NoConnection         a server cannot be reached, or was lost
├── Refused              a server refuses what it was asked: it has the reason from this tree
├── TooLarge             the board has more codes than can be listed
├── NoPuzzle             nothing to solve like this is there, or was found
├── ArchiveError         matches cannot be kept, or not found again
│   ├── NoArchive        the archive cannot be opened
│   ├── NotKept          it could not be read, or written to, just now
│   ├── UnknownMatch     it has no match of that name                    (LookupError)
│   ├── DamagedMatch     what it keeps of a match is not what it was
│   ├── Stale            the match has gone on, or was never as far
│   ├── AtTable          the match is played at a table of a server
│   ├── Changed          the table is not as it was any more
│   ├── SeatTaken        somebody else sits there
│   ├── NotInvited       the invitation is not for this table
│   └── NotCopied        the archive could not be copied
├── NotWorkedOut         a question to the engine was not answered
│   ├── TooMuch          it takes more time or memory than a question may
│   └── Lost             the process that worked on it has ended
├── RequestError         a server does not do what it was asked
│   ├── Malformed        the request is not written as it should be
│   ├── NoHolder         it does not say who sends it
│   ├── NotAllowed       whoever sends it may not ask for this
│   │   ├── NoSeat       that is for those who sit at the table
│   │   └── NotYours     that is for the other player
│   ├── NoOffer          that is not offered, or nothing to offer now
│   ├── UnknownTable     there is no table of that name                  (LookupError)
│   ├── KeyTaken         its key was used before, for something else
│   ├── TooLong          it is longer than anything that is asked for
│   ├── TooMany          there were too many of them lately
│   └── Busy             the server has too much to do just now
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


class NotRemembered(CodepegsError):
    """Settings hold for now and will be forgotten: `path` could not be written."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"This holds until you leave, as {path} cannot be written: {reason}.")
        self.path, self.reason = path, reason


class NotServed(CodepegsError):
    """No server can listen at `host` and `port`, for `reason`."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        at = f"{host}, port {port}"
        super().__init__(f"No server can listen at {at}: {reason}. Choose --port, or --port 0.")
        self.host, self.port, self.reason = host, port, reason


class NoConnection(CodepegsError):
    """The server at `url` cannot be reached, or was lost over a request that cannot be made again."""

    def __init__(self, url: str) -> None:
        super().__init__(
            f"There is no connection to {url}: check the address, and whether a server runs there."
        )
        self.url = url


class Refused(CodepegsError):
    """A server refuses: `kind` is the name of its error, `status` that of its HTTP response."""

    def __init__(self, kind: str, message: str, status: int) -> None:
        super().__init__(message)
        self.kind, self.message, self.status = kind, message, status

    def means(self, *errors: type[CodepegsError]) -> bool:
        """Whether the server's error is one of these, or of their branches of the tree.

        >>> Refused("IllegalCode", "AAB is not allowed: …", 422).means(RuleError)
        True
        """
        kind = globals().get(self.kind)
        return isinstance(kind, type) and issubclass(kind, errors)


class TooLarge(CodepegsError):
    """The board has `size` codes or guesses, and no more than `most` can be listed, or searched."""

    def __init__(
        self, size: int, most: int, *, done: str = "listed", remedy: str = "Choose fewer pegs or colours."
    ) -> None:
        super().__init__(f"There are {size:,} codes to choose from. At most {most:,} can be {done}. {remedy}")
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


class AtTable(ArchiveError):
    """The match `match` is played at a table of a server, and goes on nowhere else."""

    def __init__(self, match: str) -> None:
        there = f"open it in the browser, at /t/{match} of that server"
        super().__init__(f"The match {match!r} is played at a table of a server: {there}.")
        self.match = match


class NotWorkedOut(CodepegsError):
    """A question to the engine was not answered; the game can go on without it."""


class TooMuch(NotWorkedOut):
    """It takes more than `most` of what `of` says: seconds (TIME) or bytes (MEMORY)."""

    TIME, MEMORY = "time", "memory"

    def __init__(self, of: str, most: float, said: str) -> None:
        super().__init__(
            f"This takes more than {said}, which is all that one question may take: ask for less."
        )
        self.of, self.most = of, most

    @classmethod
    def time(cls, seconds: float) -> TooMuch:
        return cls(cls.TIME, seconds, f"{seconds:g} seconds")

    @classmethod
    def memory(cls, size: int) -> TooMuch:
        return cls(cls.MEMORY, size, f"{size >> 20:,} MB of memory")


class Lost(NotWorkedOut):
    """The process that worked on it has ended, or failed as `trace` tells those who can mend it."""

    def __init__(self, trace: str = "") -> None:
        super().__init__("The server failed to work this out. Please try again.")
        self.trace = trace


class Changed(ArchiveError):
    """The table `table` was to be at version `expected`, and is at `version`."""

    def __init__(self, table: str, expected: int, version: int) -> None:
        super().__init__(f"The table {table!r} has changed meanwhile: look at it again, then choose.")
        self.table, self.expected, self.version = table, expected, version


class SeatTaken(ArchiveError):
    """Somebody else sits at the seat of the table `table` that was asked for."""

    def __init__(self, table: str) -> None:
        super().__init__(
            f"Somebody else has sat down at the table {table!r}: watch, or open one of your own."
        )
        self.table = table


class NotInvited(ArchiveError):
    """The invitation is not the one to the free seat of the table `table`."""

    def __init__(self, table: str) -> None:
        super().__init__(f"This invitation is not to the table {table!r}: ask for the whole address again.")
        self.table = table


class NotCopied(ArchiveError):
    """There is no copy of the archive, for `reason`."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"No copy of the archive was made: {reason}.")
        self.reason = reason


class RequestError(CodepegsError):
    """A server does not do what it was asked to."""


class Malformed(RequestError):
    """The request is not written as it should be; the message says what is wrong with it."""


class NoHolder(RequestError):
    """The request does not say who sends it."""


class NotAllowed(RequestError):
    """Whoever sends the request may not ask for this, or not from there."""


class NoSeat(NotAllowed):
    """That is for those who sit at the table."""

    def __init__(self) -> None:
        super().__init__("You do not sit at this table: you can watch it, and play at a table of your own.")


class NotYours(NotAllowed):
    """That is for the other player; the message says what."""


class NoOffer(RequestError):
    """That is not offered, or it is nothing to offer now."""


class UnknownTable(RequestError, LookupError):
    """There is no table called `table`."""

    def __init__(self, table: str) -> None:
        super().__init__(f"There is no table {table!r} here: check its address.")
        self.table = table


class KeyTaken(RequestError):
    """A command came under the `key` of another one before it."""

    def __init__(self, key: str) -> None:
        super().__init__(f"The key {key!r} was used before, for another command: take a fresh one.")
        self.key = key


class TooLong(RequestError):
    """The request is longer than the `most` bytes that are read."""

    def __init__(self, most: int) -> None:
        super().__init__(f"That is too long: {most:,} bytes are read at most.")
        self.most = most


class TooMany(RequestError):
    """There is too much `of` something from one side; later there may be more."""

    def __init__(self, of: str) -> None:
        super().__init__(f"Too many {of}: wait a little, then try again.")
        self.of = of


class Busy(RequestError):
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
