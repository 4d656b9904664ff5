"""Refusals: how everything that is refused is worded for whoever is far away, and its HTTP status."""

from __future__ import annotations

from msgspec import UNSET

from codepegs import errors
from codepegs.errors import CodepegsError
from codepegs.web.view import View
from codepegs.web.wire import Refusal, Refused

STATUS: dict[type[CodepegsError], int] = {
    CodepegsError: 400,
    errors.UnknownEdition: 422,
    errors.UnknownStrategy: 422,
    errors.UnknownLevel: 422,
    errors.TooLarge: 422,
    errors.ArchiveError: 503,
    errors.UnknownMatch: 404,
    errors.DamagedMatch: 409,
    errors.Stale: 409,
    errors.NoHolder: 401,
    errors.NotAllowed: 403,
    errors.Taken: 409,
    errors.NoOffer: 409,
    errors.UnknownTable: 404,
    errors.KeyTaken: 409,
    errors.TooLong: 413,
    errors.TooMany: 429,
    errors.Busy: 503,
    errors.RuleError: 422,
    errors.NotNow: 409,
}
"""The status of each kind; a kind that is not listed has that of the one above it in the tree."""


def status(error: CodepegsError) -> int:
    """The HTTP status of a refusal."""
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def refused(error: CodepegsError) -> Refused:
    """The refusal in words. What an archive says of itself stays in the house: it may name files."""
    match error:
        case errors.DamagedMatch():
            message = "What is kept of this table was changed by other hands, so it cannot be played on."
        case errors.Stale() | errors.UnknownMatch():
            message = str(error)
        case errors.ArchiveError():
            message = "This could not be kept just now, so it was not done: try again in a moment."
        case _:
            message = str(error)
    return Refused(type(error).__name__, message)


def refusal(error: CodepegsError, *, view: View | None = None, key: str | None = None) -> Refusal:
    """The message for a refusal, with the `view` where the request was out of date, the `key` on a socket."""
    return Refusal(refused(error), UNSET if view is None else view, UNSET if key is None else key)
