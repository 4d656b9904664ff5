"""Who sends a request: a program by its bearer token, or a browser by its cookie; never both.

A cookie comes along whoever wrote the page, so a request with one must name an origin
that is listed before it changes anything. A bearer token is put there on purpose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address

from starlette.requests import HTTPConnection
from starlette.responses import Response

from codepegs.protocol.errors import Malformed, Unauthenticated
from codepegs.server.http.origin import allowed
from codepegs.table.errors import Forbidden

COOKIE = "codepegs"
LIFE = 400 * 24 * 3600
"""Seconds for which a browser keeps its cookie: the longest that browsers allow."""

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
"""32 bytes in the URL-safe alphabet of base64."""
_BEARER = re.compile(r"bearer +(\S+)", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends a request: `token` is None for somebody new."""

    token: str | None
    address: str
    by_cookie: bool = False
    """Whether the token, if there is one, is a browser's."""

    def __repr__(self) -> str:
        # A token stands in no log, also not by accident.
        return f"Sender({'somebody' if self.token else 'nobody'})"

    @classmethod
    def of(cls, request: HTTPConnection) -> Sender:
        """The sender of a request, or of a handshake; raises Unauthenticated for a token that is none."""
        address = address_of(request)
        given = request.headers.getlist("authorization")
        if given:
            found = _BEARER.fullmatch(given[0]) if len(given) == 1 else None
            if found is None or not _TOKEN.fullmatch(found[1]):
                raise Unauthenticated(
                    "The Authorization is Bearer and a token: POST /api/tokens gives you one."
                )
            return cls(found[1], address)
        cookie = request.cookies.get(COOKIE)
        if cookie is not None and _TOKEN.fullmatch(cookie):
            return cls(cookie, address, by_cookie=True)
        return cls(None, address)


def address_of(request: HTTPConnection) -> str:
    """Where a request comes from, as limits count it: of IPv6 the half that one household has to itself."""
    host = request.client.host if request.client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> 64 << 64))


def check_origin(request: HTTPConnection, sender: Sender, listed: Iterable[str]) -> None:
    """Raise Forbidden unless the request comes from where it may change something."""
    given = request.headers.getlist("origin")
    if len(given) > 1:
        raise Forbidden("A request names one origin.")
    if not allowed(given[0] if given else None, listed, needed=sender.by_cookie):
        raise Forbidden(
            "Requests that change something come from a page of this server: "
            "open it under its own address, or use a bearer token."
        )


def check_kind(request: HTTPConnection) -> None:
    """Raise Malformed unless the body says that it is JSON, which no form of another site can."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Malformed("Send JSON, and say so: Content-Type: application/json.")


def keep_cookie(response: Response, token: str, *, https: bool) -> None:
    """Give a browser its token to keep, where no script can read it."""
    response.set_cookie(COOKIE, token, max_age=LIFE, path="/", httponly=True, samesite="strict", secure=https)
