"""Authentication of requests: bearer token, session cookie and origin.

A program sends a bearer token, a browser sends a cookie. Browsers send the cookie along
with requests from any site, so a request with a cookie must come from an allowed origin
before it may change anything (CSRF protection). A page cannot fake its origin.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from codepegs.errors import NotationError
from codepegs.protocol.errors import Malformed, Unauthenticated
from codepegs.table.errors import Forbidden

COOKIE = "codepegs"
COOKIE_MAX_AGE = 400 * 24 * 3600
"""Lifetime of the cookie in seconds: the maximum that browsers allow."""
ALL_INTERFACES = ("0.0.0.0", "::")
"""Hosts that listen on every interface, so that the origin browsers will use is unknown."""

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_DEFAULT_PORTS = {"http": 80, "https": 443}
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
"""32 bytes in the URL-safe alphabet of base64."""
_BEARER = re.compile(r"bearer +(\S+)", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sender:
    """Sender of a request. `token` is None for a new client."""

    token: str | None
    address: str
    by_cookie: bool = False
    """Whether the token came in a browser's cookie."""

    def __repr__(self) -> str:
        # Keeps the token out of logs.
        return f"Sender({'known' if self.token else 'new'})"

    @classmethod
    def of(cls, request: HTTPConnection) -> Sender:
        """Return the sender of a request or handshake, or raise Unauthenticated for a malformed token."""
        address = address_of(request)
        given = request.headers.getlist("authorization")
        if given:
            found = _BEARER.fullmatch(given[0]) if len(given) == 1 else None
            if found is None or not _TOKEN.fullmatch(found[1]):
                raise Unauthenticated(
                    "The Authorization header is not valid. Send Bearer and a token from POST /api/tokens."
                )
            return cls(found[1], address)
        cookie = request.cookies.get(COOKIE)
        if cookie is not None and _TOKEN.fullmatch(cookie):
            return cls(cookie, address, by_cookie=True)
        return cls(None, address)


def address_of(request: HTTPConnection) -> str:
    """Return the IP address that limits count by."""
    return count_as(request.client.host if request.client else "")


def count_as(host: str) -> str:
    """Return the address that limits count an IP address as: for IPv6 the /64 network of one household."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> 64 << 64))


def check_origin(request: HTTPConnection, sender: Sender, allowed: Iterable[str]) -> None:
    """Raise Forbidden if the request's origin is not allowed, or missing although it has a cookie."""
    given = request.headers.getlist("origin")
    if len(given) > 1:
        raise Forbidden("The request has several Origin headers. Send one.")
    refused = given[0] not in allowed if given else sender.by_cookie
    if refused:
        raise Forbidden(
            "This request comes from another site. Open the page under this server's own address, "
            "or use a bearer token."
        )


def check_json(request: HTTPConnection) -> None:
    """Raise Malformed unless the body is declared as JSON, which a form of another site cannot do."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Malformed("The body must be JSON. Send the header Content-Type: application/json.")


def set_cookie(response: Response, token: str, *, https: bool) -> None:
    """Store the token in the browser, in a cookie that scripts cannot read."""
    response.set_cookie(
        COOKIE, token, max_age=COOKIE_MAX_AGE, path="/", httponly=True, samesite="strict", secure=https
    )


def parse_origin(text: str) -> str:
    """Return an origin as browsers write it: scheme, host, and the port unless it is the default.

    >>> parse_origin("https://Pegs.example:443/")
    'https://pegs.example'
    """
    invalid = NotationError(f"{text!r} is not an origin. Write it like https://pegs.example.")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise invalid from None
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname or parts.path not in ("", "/"):
        raise invalid
    if parts.query or parts.fragment or parts.username is not None or not text.isascii() or " " in text:
        raise invalid
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    if port is None or port == _DEFAULT_PORTS[parts.scheme]:
        return f"{parts.scheme}://{host}"
    return f"{parts.scheme}://{host}:{port}"


def local_origins(host: str, port: int) -> tuple[str, ...]:
    """Return the origins under which browsers reach a server that listens on `host` and `port`."""
    name = f"[{host}]" if ":" in host else host
    names = _LOOPBACK if name in _LOOPBACK or host in ALL_INTERFACES else (name,)
    return tuple(parse_origin(f"http://{name}:{port}") for name in names)
