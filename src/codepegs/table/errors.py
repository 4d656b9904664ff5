"""Errors of a table."""

from __future__ import annotations

from codepegs.errors import CodepegsError


class Forbidden(CodepegsError):
    """The client may not do this, or not from this origin. The message says why."""


class NotSeated(Forbidden):
    """The client has no seat at this table."""

    def __init__(self) -> None:
        super().__init__("You are a spectator here. To play, start a new match.")


class NotYourMove(Forbidden):
    """Only the other player may do this. The message says what."""


class NoOffer(CodepegsError):
    """There is no such offer, or it cannot be made now."""


class AlreadyPlayed(CodepegsError):
    """The client has begun the daily code of that day before, at `table`."""

    def __init__(self, table: str) -> None:
        super().__init__(
            "You have begun this daily code before, and there is one try per day. Return to that game."
        )
        self.table = table


class RateLimited(CodepegsError):
    """One client or address sent too many of something, which `of` names in the plural.

    It may try again after `retry_after` seconds.
    """

    def __init__(self, of: str, retry_after: int = 3) -> None:
        super().__init__(f"Too many {of}. Wait a moment and try again.")
        self.of, self.retry_after = of, retry_after
