"""Requests and their retries, shared by the blocking client and the seats, without any waiting."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

import httpx
import msgspec
from msgspec import UNSET, UnsetType

from codepegs.client.errors import NoConnection
from codepegs.errors import CodepegsError
from codepegs.notation.sentences import escape_unprintable
from codepegs.protocol import messages
from codepegs.protocol.errors import Refusal, ServerRefused, to_error
from codepegs.protocol.view import View

RETRY_TIMEOUT = 60.0
"""Seconds for which a request is retried."""
READ_TIMEOUT = 60.0
"""Seconds without data after which a connection is lost. A stream sends something every 15 seconds."""
MIN_RETRY_DELAY, MAX_RETRY_DELAY = 0.05, 5.0
"""Seconds between two attempts, if the server does not say. The delay doubles each time."""
MAX_TOLD_DELAY = 60.0
"""Seconds between two attempts, at most, if the server says it."""
RETRY_STATUSES = (429, 502, 503, 504)
"""Statuses of temporary failures: too many requests, or a server that is unavailable."""

_DECODE_ERRORS = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Errors of decoding a response that is not from a codepegs server, such as a proxy's error page."""

T = TypeVar("T")


class Temporary(Exception):
    """Refusal after which the request can be retried, `retry_after` seconds later if the server says so."""

    def __init__(self, error: CodepegsError, retry_after: str) -> None:
        self.error = error
        self.retry_after = int(retry_after) if re.fullmatch("[0-9]{1,9}", retry_after) else None


FAILURES = (httpx.TransportError, httpx.DecodingError, httpx.InvalidURL, UnicodeError, Temporary)
"""Errors of an impossible address, a lost connection or a corrupt response, and temporary refusals."""


class Attempts:
    """Decides whether to repeat a request that failed, and how long to wait before."""

    def __init__(self, url: str, *, retry_timeout: float, clock: Callable[[], float]) -> None:
        self._url, self.retry_timeout, self._clock = url, retry_timeout, clock
        self._since, self._delays = clock(), _retry_delays()

    def reached(self) -> None:
        """Note that the server sent something. The retry timeout starts now."""
        self._since = self._clock()

    def progressed(self) -> None:
        """Note that something new arrived. The delays are short again."""
        self._delays = _retry_delays()

    def delay_after(self, cause: Exception | None) -> float:
        """Return the seconds to wait before the next attempt, or raise the error if there is none."""
        told = cause.retry_after if isinstance(cause, Temporary) else None
        seconds = next(self._delays) if told is None else told
        if self._clock() + seconds - self._since > self.retry_timeout:
            raise self._error(cause) from cause
        return min(seconds, MAX_TOLD_DELAY)

    def _error(self, cause: Exception | None) -> CodepegsError:
        return cause.error if isinstance(cause, Temporary) else NoConnection(self._url)


def _retry_delays() -> Iterator[float]:
    delay = MIN_RETRY_DELAY
    while True:
        yield delay
        delay = min(2 * delay, MAX_RETRY_DELAY)


def headers_for(token: str | None) -> dict[str, str]:
    """Return the headers of a request from the client that `token` identifies."""
    authorization = {} if token is None else {"authorization": f"Bearer {token}"}
    return {"content-type": "application/json"} | authorization


def check(response: httpx.Response) -> httpx.Response:
    """Return a response that is a success. Raise Temporary or the server's error for any other."""
    if response.is_success:
        return response
    status = response.status_code
    try:
        refused = msgspec.json.decode(response.content, type=messages.Refused)
    except _DECODE_ERRORS:
        refused = messages.Refused(Refusal("NotHere", f"The server responded with status {status}."))
    message = escape_unprintable(refused.refused.message)
    error = to_error(msgspec.structs.replace(refused.refused, message=message))
    if status in RETRY_STATUSES:
        raise Temporary(error, response.headers.get("retry-after", ""))
    raise error


def decode(content: bytes | str, kind: type[T], status: int = httpx.codes.OK) -> T:
    """Decode a message of the server, or raise ServerRefused if it is not a `kind`."""
    try:
        return msgspec.json.decode(content, type=kind)
    except _DECODE_ERRORS:
        message = f"Unexpected response with status {status}. Check the address of the server."
        raise ServerRefused("NotHere", message) from None


class StreamLine(msgspec.Struct, frozen=True):
    """Line of a stream. An empty line and other fields are ignored."""

    view: View | UnsetType = UNSET
    change: messages.Change | UnsetType = UNSET
    here: tuple[bool, bool] | UnsetType = UNSET
    watching: int | UnsetType = UNSET
    laid: str | UnsetType = UNSET
    moves: int | UnsetType = UNSET
    """Number of moves for which a row is laid."""

    @classmethod
    def read(cls, text: str) -> StreamLine:
        return decode(text, cls) if text else cls()

    def apply(self, view: View | None) -> View | None:
        """Return the view after this line, or None if it changes nothing."""
        if self.view is not UNSET:
            return self.view
        if self.change is UNSET or view is None or self.change.version <= view.version:
            return None
        return messages.apply_change(view, self.change)
