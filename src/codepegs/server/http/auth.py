"""Authentication of requests: bearer token, cookies and origin.

A program sends a bearer token. A browser sends the cookie of its session, and to each table
the cookie of its seat there. Browsers send cookies along with requests from any site, so a
request with a cookie must come from an allowed origin before it may change anything (CSRF
protection). A page cannot fake its origin.

Others can set cookies too: a service on another port of the same host, a sibling domain, or
somebody between a browser and plain HTTP. So a session that somebody planted must not hold a
seat: that needs the seat's own token, which the server makes and nobody else knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from codepegs.errors import NotationError
from codepegs.protocol.errors import Malformed, Unauthenticated
from codepegs.server.http.headers import is_ip_address
from codepegs.server.http.tokens import TokenIssuer
from codepegs.server.ops.config import Config
from codepegs.table.errors import Forbidden
from codepegs.table.seats import ClientId, client_id

SESSION_COOKIE = "codepegs"
SEAT_COOKIE = "codepegs-seat"
COOKIE_MAX_AGE = 400 * 24 * 3600
"""Lifetime of a cookie in seconds: the maximum that browsers allow."""
ALL_INTERFACES = ("0.0.0.0", "::")
"""Hosts that listen on every interface."""

_DEFAULT_PORTS = {"http": 80, "https": 443}
_BEARER = re.compile(r"bearer +(\S+)", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sender:
    """Sender of a request. `token` is None for a new client."""

    address: str
    token: str | None
    """Bearer token, or token of a browser's session."""
    seats: tuple[str, ...] = ()
    """Tokens of seats, in cookies for the path of the request."""
    by_cookie: bool = False
    """Whether the tokens came in a browser's cookies."""

    def __repr__(self) -> str:
        # Keeps the tokens out of logs.
        return f"Sender({'known' if self.token else 'new'})"

    @classmethod
    def of(cls, request: HTTPConnection, issuer: TokenIssuer) -> Sender:
        """Return the sender of a request or handshake, or raise Unauthenticated for an invalid bearer token.

        A cookie that the server has not issued counts as none.
        """
        address = address_of(request)
        given = request.headers.getlist("authorization")
        if given:
            found = _BEARER.fullmatch(given[0]) if len(given) == 1 else None
            if found is None:
                raise Unauthenticated(
                    "The Authorization header is not valid. Send Bearer and a token from POST /api/tokens."
                )
            if not issuer.is_issued(found[1]):
                raise Unauthenticated(
                    "This server has not issued that token. Get a new one from POST /api/tokens."
                )
            return cls(address, found[1])
        https = is_https(request)
        sessions, seats = (
            tuple(filter(issuer.is_issued, _cookies(request, name)))
            for name in (session_cookie(https=https), seat_cookie(https=https))
        )
        return cls(address, next(iter(sessions), None), seats, by_cookie=bool(sessions or seats))

    @property
    def browser(self) -> bool:
        """Whether to answer with cookies."""
        return self.by_cookie or self.token is None

    @property
    def client(self) -> ClientId | None:
        """Id of the program or the browser's session, or None for a new client."""
        return None if self.token is None else client_id(self.token)

    def choose_token(self, *wanted: Callable[[ClientId], bool]) -> str | None:
        """Return the first token whose client is `wanted`, by the first rule that finds one.

        If none is, return the sender's own.
        """
        tokens = self.seats if self.token is None else (*self.seats, self.token)
        found = (token for rule in wanted for token in tokens if rule(client_id(token)))
        return next(found, self.token)


def is_https(request: HTTPConnection) -> bool:
    """Return whether the request or handshake came over HTTPS, perhaps to a trusted proxy."""
    return request.url.scheme in ("https", "wss")


def session_cookie(*, https: bool) -> str:
    """Return the name of the cookie of a browser's session.

    Over HTTPS its prefix keeps sibling domains and plain HTTP from setting it.
    """
    return f"__Host-{SESSION_COOKIE}" if https else SESSION_COOKIE


def seat_cookie(*, https: bool) -> str:
    """Return the name of the cookie of a seat. A cookie with a path cannot have the prefix __Host-."""
    return f"__Secure-{SEAT_COOKIE}" if https else SEAT_COOKIE


def _cookies(request: HTTPConnection, name: str) -> Iterator[str]:
    """Yield the values of all cookies of this name. A browser sends the longest path first."""
    for sent in request.headers.getlist("cookie"):
        for pair in sent.split(";"):
            given, _, value = pair.strip().partition("=")
            if given == name:
                yield value


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


def own_origin(request: HTTPConnection) -> str:
    """Return the origin of this server, as the client of the request sees it."""
    return f"{'https' if is_https(request) else 'http'}://{request.url.netloc}"


def is_allowed(origin: str, request: HTTPConnection, config: Config) -> bool:
    """Return whether pages of this origin may use cookies: if it is listed, or found by IP address.

    The latter holds if no origin is listed, or with --lan. Nobody can make another site's page
    have the IP address of this server (see :func:`~codepegs.server.http.headers.check_host`).
    """
    if origin in config.origins:
        return True
    host = request.url.hostname or ""
    by_address = host == "localhost" or is_ip_address(host)
    return by_address and origin == own_origin(request) and (config.lan or not config.origins)


def check_origin(request: HTTPConnection, sender: Sender, config: Config) -> None:
    """Raise Forbidden if the request's origin is not allowed, or missing although it has a cookie."""
    given = request.headers.getlist("origin")
    if len(given) > 1:
        raise Forbidden("The request has several Origin headers. Send one.")
    refused = not is_allowed(given[0], request, config) if given else sender.by_cookie
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


def set_session(response: Response, request: HTTPConnection, token: str) -> None:
    """Store the token of a session in the browser."""
    https = is_https(request)
    _set_cookie(response, session_cookie(https=https), token, path="/", https=https)


def set_seat(response: Response, request: HTTPConnection, token: str, *, path: str) -> None:
    """Store the token of a seat in the browser, which sends it only to the table at `path`."""
    https = is_https(request)
    _set_cookie(response, seat_cookie(https=https), token, path=path, https=https)


def _set_cookie(response: Response, name: str, token: str, *, path: str, https: bool) -> None:
    # Scripts cannot read it, and other sites cannot make the browser send it.
    response.set_cookie(
        name, token, max_age=COOKIE_MAX_AGE, path=path, httponly=True, samesite="strict", secure=https
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


def parse_proxy(text: str) -> tuple[str, ...]:
    """Return the IP address or network of a proxy as uvicorn expects it, or "*" for all.

    A host name would never match. A socket for both IPv4 and IPv6 shows an IPv4 address as a
    mapped one, so that is listed too.

    >>> parse_proxy("10.0.0.0/8")
    ('10.0.0.0/8', '::ffff:10.0.0.0/104')
    """
    if text == "*":
        return (text,)
    try:
        network = ip_network(text)
    except ValueError:
        raise NotationError(
            f"{text!r} is not the IP address of a proxy. Write an address or a network, such as 10.0.0.0/8."
        ) from None
    if network.version == 6:
        return (str(network),)
    return (str(network), f"::ffff:{network.network_address}/{96 + network.prefixlen}")


def url_of(host: str, port: int) -> str:
    """Return the URL of a server at this address.

    >>> url_of("2001:db8::1", 8000)
    'http://[2001:db8::1]:8000'
    """
    return parse_origin(f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}")
