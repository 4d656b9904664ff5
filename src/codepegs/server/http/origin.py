"""Origins: from which pages a request may come.

A browser names the page that a request comes from, and a page cannot lie about it. So
a listed origin, compared letter by letter, is what keeps another site from playing with
the cookie of whoever visits it.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from codepegs.errors import NotationError

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that are every address of a machine: which one a browser uses cannot be told."""
_PORTS = {"http": 80, "https": 443}


def origin(text: str) -> str:
    """An origin as browsers write it: scheme, host, and the port unless it is the usual one.

    >>> origin("https://Pegs.example:443/")
    'https://pegs.example'
    """
    refusal = NotationError(f"An origin is written as in https://pegs.example, not as {text!r}.")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise refusal from None
    if parts.scheme not in _PORTS or not parts.hostname or parts.path not in ("", "/"):
        raise refusal
    if parts.query or parts.fragment or parts.username is not None or not text.isascii() or " " in text:
        raise refusal
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = port is None or port == _PORTS[parts.scheme]
    return f"{parts.scheme}://{host}" + ("" if usual else f":{port}")


def own(host: str, port: int) -> tuple[str, ...]:
    """The origins of a server that listens at `host` and `port`, under the names one reaches it by."""
    name = f"[{host}]" if ":" in host else host
    names = _LOOPBACK if name in _LOOPBACK or host in EVERYWHERE else (name,)
    return tuple(origin(f"http://{name}:{port}") for name in names)


def allowed(given: str | None, listed: Iterable[str], *, needed: bool) -> bool:
    """Whether a request with the origin `given` may go on; one without only where none is `needed`."""
    return not needed if given is None else given in listed
