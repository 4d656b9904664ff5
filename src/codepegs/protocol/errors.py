"""Errors over HTTP and sockets: requests that cannot be read, and the status and words of every error."""

from __future__ import annotations

import msgspec

from codepegs.errors import CodepegsError

STATUSES = {
    "CodepegsError": 400,
    "Unauthenticated": 401,
    "Forbidden": 403,
    "NotInvited": 403,
    "UnknownTable": 404,
    "UnknownMatch": 404,
    "Stale": 409,
    "VersionConflict": 409,
    "SeatTaken": 409,
    "NoOffer": 409,
    "KeyReused": 409,
    "NotNow": 409,
    "DamagedMatch": 409,
    "RequestTooLarge": 413,
    "RuleError": 422,
    "UnknownEdition": 422,
    "UnknownLevel": 422,
    "UnknownStrategy": 422,
    "TooLarge": 422,
    "NoPuzzle": 422,
    # A retry would take as long.
    "BudgetExceeded": 422,
    "RateLimited": 429,
    "Busy": 503,
    "ComputationError": 503,
    "ArchiveError": 503,
}
"""HTTP status of each error class and its subclasses, by name, so that a client loads no server package."""

STATUS_MESSAGES = {
    404: "There is nothing at this address: /api tells what there is.",
    405: "This address does not take that method: /api tells which it takes.",
}
"""What is said where no error of ours stands behind a status."""


INTERNAL_ERROR_MESSAGE = "That was a mistake of this program, and it is noted: try again, or something else."


def status(error: CodepegsError) -> int:
    """The status that tells a client what kind of refusal this is."""
    return next(STATUSES[name] for name in _names(error) if name in STATUSES)


def _names(error: CodepegsError) -> list[str]:
    """The names of the error's class and of those above it."""
    return [kind.__name__ for kind in type(error).__mro__]


class Malformed(CodepegsError):
    """The request is malformed. The message says how."""


class Unauthenticated(CodepegsError):
    """The request has no valid cookie or token."""


class RequestTooLarge(CodepegsError):
    """The request is larger than `limit` bytes."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"The request is too large. The limit is {limit:,} bytes.")
        self.limit = limit


class Refusal(msgspec.Struct, frozen=True):
    """Why something was not done: the kind for programs, the message for people."""

    kind: str
    message: str


def refusal(error: CodepegsError) -> Refusal:
    return Refusal(kind=type(error).__name__, message=_sentence(error))


def _sentence(error: CodepegsError) -> str:
    # Where an archive is and what is wrong with it is for whoever keeps the server, not for those who play.
    if "DamagedMatch" in _names(error):
        return "This match was changed by other hands in the archive, so it ends here."
    if status(error) == 503 and "ArchiveError" in _names(error):
        return "The server cannot keep anything just now, so nothing was done: try again later."
    return str(error)
