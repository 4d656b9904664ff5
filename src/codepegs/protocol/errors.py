"""Refusals over HTTP and sockets: the one place that gives each error its status and its words."""

from __future__ import annotations

import msgspec

from codepegs import errors
from codepegs.errors import CodepegsError

STATUSES: dict[type[CodepegsError], int] = {
    CodepegsError: 400,
    errors.Malformed: 400,
    errors.NotationError: 400,
    errors.NoHolder: 401,
    errors.NotAllowed: 403,
    errors.NotInvited: 403,
    errors.UnknownTable: 404,
    errors.UnknownMatch: 404,
    errors.Stale: 409,
    errors.Changed: 409,
    errors.SeatTaken: 409,
    errors.NoOffer: 409,
    errors.KeyTaken: 409,
    errors.NotNow: 409,
    errors.DamagedMatch: 409,
    errors.TooLong: 413,
    errors.RuleError: 422,
    errors.UnknownEdition: 422,
    errors.UnknownLevel: 422,
    errors.UnknownStrategy: 422,
    errors.TooLarge: 422,
    errors.NoPuzzle: 422,
    # Asked again, it would take as long.
    errors.TooMuch: 422,
    errors.TooMany: 429,
    errors.Busy: 503,
    errors.NotWorkedOut: 503,
    errors.ArchiveError: 503,
}
"""The status for a kind of error and those below it, unless they have one of their own."""

WORDS = {
    404: "There is nothing at this address: /api tells what there is.",
    405: "This address does not take that method: /api tells which it takes.",
}
"""What is said where no error of ours stands behind a status."""


FAULT = "That was a mistake of this program, and it is noted: try again, or something else."


def status(error: CodepegsError) -> int:
    """The status that tells a client what kind of refusal this is."""
    return next(STATUSES[kind] for kind in type(error).__mro__ if kind in STATUSES)


class Refusal(msgspec.Struct, frozen=True):
    """Why something was not done: the kind for programs, the message for people."""

    kind: str
    message: str


def refusal(error: CodepegsError) -> Refusal:
    return Refusal(kind=type(error).__name__, message=_sentence(error))


def _sentence(error: CodepegsError) -> str:
    # Where an archive is and what is wrong with it is for whoever keeps the server, not for those who play.
    if isinstance(error, errors.DamagedMatch):
        return "This match was changed by other hands in the archive, so it ends here."
    if status(error) == 503 and isinstance(error, errors.ArchiveError):
        return "The server cannot keep anything just now, so nothing was done: try again later."
    return str(error)
