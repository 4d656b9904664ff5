"""HTTP status and message of every error, and the errors of malformed requests."""

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
    404: "There is nothing at this address. See /api for what there is.",
    405: "This address does not support that method. See /api for what it supports.",
}
"""Messages of statuses that the web framework raises."""

INTERNAL_ERROR_MESSAGE = "Internal error. It has been logged; please try again."


def status(error: CodepegsError) -> int:
    """Return the HTTP status of an error."""
    return next(STATUSES[name] for name in _names(error) if name in STATUSES)


def _names(error: CodepegsError) -> list[str]:
    """Return the names of the error's class and its base classes."""
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
    """Why a request failed: the kind for programs, the message for people."""

    kind: str
    message: str


def refusal(error: CodepegsError) -> Refusal:
    """Return what a client is sent about an error."""
    return Refusal(kind=type(error).__name__, message=_sentence(error))


def _sentence(error: CodepegsError) -> str:
    # Details of the archive are for the operator, not for players.
    if "DamagedMatch" in _names(error):
        return "This match was modified outside codepegs and cannot continue."
    if status(error) == 503 and "ArchiveError" in _names(error):
        return "The server cannot save anything right now, so nothing was changed. Try again later."
    return str(error)
