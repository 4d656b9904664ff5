"""Errors of a table."""

from __future__ import annotations

from codepegs.errors import Busy, CodepegsError


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


class CodeNotReady(Busy):
    """A guess came before the program had set the code. It may be sent again after `retry_after` seconds."""

    def __init__(self, retry_after: int = 1) -> None:
        CodepegsError.__init__(self, "The code is not ready yet. Wait a moment and guess again.")
        self.retry_after = retry_after


class RateLimited(CodepegsError):
    """One client or address sent too many of something, which `of` names in the plural.

    It may try again after `retry_after` seconds.
    """

    def __init__(self, of: str, retry_after: int = 3) -> None:
        super().__init__(f"Too many {of}. Wait a moment and try again.")
        self.of, self.retry_after = of, retry_after
