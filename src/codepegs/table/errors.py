"""Errors of a table: requests that it refuses."""

from __future__ import annotations

from codepegs.errors import CodepegsError


class Forbidden(CodepegsError):
    """Whoever sends the request may not ask for this, or not from there."""


class NotSeated(Forbidden):
    """That is for those who sit at the table."""

    def __init__(self) -> None:
        super().__init__("You do not sit at this table: you can watch it, and play at a table of your own.")


class NotYourMove(Forbidden):
    """That is for the other player; the message says what."""


class NoOffer(CodepegsError):
    """That is not offered, or it is nothing to offer now."""


class RateLimited(CodepegsError):
    """There is too much `of` something from one side; later there may be more."""

    def __init__(self, of: str) -> None:
        super().__init__(f"Too many {of}: wait a little, then try again.")
        self.of = of
