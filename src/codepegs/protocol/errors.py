"""Errors on the wire: the status, message and facts of each, and the way back to the same error."""

from __future__ import annotations

from functools import cache

import msgspec

from codepegs.errors import CodepegsError

STATUSES = {
    "CodepegsError": 400,
    "Unauthenticated": 401,
    "Forbidden": 403,
    "NotInvited": 403,
    "UnknownTable": 404,
    "UnknownMatch": 404,
    "UnknownPlayer": 404,
    "Stale": 409,
    "VersionConflict": 409,
    "MatchUnfinished": 409,
    "SeatTaken": 409,
    "NoOffer": 409,
    "KeyReused": 409,
    "AlreadyPlayed": 409,
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
    404: "There is nothing at this address. See /api for a list of addresses.",
    405: "This address does not support that method. See /api for what it supports.",
}
"""Messages of statuses that the web framework raises."""

INTERNAL_ERROR_MESSAGE = "Something went wrong on the server. It has been logged. Please try again."


OPERATOR_ONLY = {
    "ArchiveError": "The server can't save anything right now, so nothing has changed. Try again later.",
    "DamagedMatch": "This match has been damaged on the server and can't continue.",
    "ComputationError": "The computation stopped unexpectedly. Please try again.",
}
"""Errors whose message and facts are for the operator, and the message that clients get instead."""

RETRY_AFTER = 3
"""Seconds after which a client may repeat a request, unless the error knows better."""


def status(error: CodepegsError) -> int:
    """Return the HTTP status of an error."""
    return STATUSES[_listed_class(error)]


def retry_after(error: CodepegsError) -> int | None:
    """Return the seconds after which the client may repeat the request, or None if that would not help."""
    if status(error) not in (429, 503):
        return None
    seconds: int = getattr(error, "retry_after", RETRY_AFTER)
    return seconds


def _listed_class(error: CodepegsError) -> str:
    """Return the name of the nearest class of the error in :data:`STATUSES`."""
    return next(kind.__name__ for kind in type(error).__mro__ if kind.__name__ in STATUSES)


class Malformed(CodepegsError):
    """The request is malformed. The message says how."""


class Unauthenticated(CodepegsError):
    """The request has no valid cookie or token."""


class RequestTooLarge(CodepegsError):
    """The request is larger than `limit` bytes."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"The request is too large. The limit is {limit:,} bytes.")
        self.limit = limit


class ServerRefused(CodepegsError):
    """The server refused the request with an error of a `kind` that this version does not know."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind, self.message = kind, message


Fact = str | int | float | bool | tuple[str | int, ...] | None


class Refusal(msgspec.Struct, frozen=True):
    """Why a request failed: the kind and its facts for programs, the message for people."""

    kind: str
    message: str
    facts: dict[str, Fact] = {}


def refusal(error: CodepegsError) -> Refusal:
    """Return what a client is sent about an error."""
    private = OPERATOR_ONLY.get(_listed_class(error))
    facts = {} if private else vars(error)
    wait = retry_after(error)
    if wait is not None:
        facts = facts | {"retry_after": wait}
    return Refusal(type(error).__name__, private or str(error), facts)


def to_error(refused: Refusal) -> CodepegsError:
    """Return the error that the server raised, with the same class, message and facts.

    Errors of the operator arrive without their facts. An unknown kind becomes ServerRefused.
    """
    kind = _error_classes().get(refused.kind, ServerRefused)
    if kind is ServerRefused:
        return ServerRefused(refused.kind, refused.message)
    error = kind.__new__(kind, refused.message)
    # A fact must not hide what every error has, such as its notes or methods.
    vars(error).update(
        (name, fact)
        for name, fact in refused.facts.items()
        if not name.startswith("_") and not hasattr(kind, name)
    )
    return error


@cache
def _error_classes() -> dict[str, type[CodepegsError]]:
    # Imported here, so that a client loads these packages only when the server refuses a request.
    import codepegs.compute.errors
    import codepegs.storage.errors
    import codepegs.table.errors  # noqa: F401

    return {kind.__name__: kind for kind in _subclasses(CodepegsError)}


def _subclasses(kind: type[CodepegsError]) -> set[type[CodepegsError]]:
    return {kind}.union(*map(_subclasses, kind.__subclasses__()))
