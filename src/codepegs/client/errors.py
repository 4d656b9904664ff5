"""Errors of the client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codepegs.errors import CodepegsError

if TYPE_CHECKING:
    from codepegs.protocol.view import View


class NoConnection(CodepegsError):
    """The client cannot reach the server at `url`, or lost it during a request that it must not repeat."""

    def __init__(self, url: str) -> None:
        super().__init__(f"Cannot connect to {url}. Check the address and that the server is running.")
        self.url = url


class ServerRefused(CodepegsError):
    """The server rejected the request. `kind` is its error class, `status` its HTTP status."""

    def __init__(self, kind: str, message: str, status: int) -> None:
        super().__init__(message)
        self.kind, self.message, self.status = kind, message, status

    def means(self, *errors: type[CodepegsError]) -> bool:
        """Return whether the server's error is one of these classes or a subclass of one.

        >>> from codepegs.errors import RuleError
        >>> ServerRefused("IllegalCode", "AAB is not allowed: …", 422).means(RuleError)
        True
        """
        # Loaded here, because a client needs these packages only to compare their errors.
        import codepegs.compute.errors
        import codepegs.storage.errors
        import codepegs.table.errors  # noqa: F401

        return any(self.kind in _names(error) for error in errors)


class Outdated(ServerRefused):
    """The match has changed since you loaded it. `view` is the table as it is now."""

    def __init__(self, kind: str, message: str, status: int, view: View) -> None:
        super().__init__(kind, message, status)
        self.view = view


def _names(error: type[CodepegsError]) -> set[str]:
    """Return the names of an error class and its subclasses."""
    return {error.__name__}.union(*map(_names, error.__subclasses__()))
