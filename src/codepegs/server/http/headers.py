"""Checks of the headers of every request, before anything else looks at it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from codepegs.protocol.errors import Malformed, RequestTooLarge
from codepegs.table.errors import Forbidden

MAX_HEAD_SIZE = 16 * 1024
"""Bytes in the request line and headers."""
_HOST = re.compile(r"(\[[^\]]+\]|[^:\[\]]+)(?::\d*)?", re.ASCII)
"""Name or IP address, and perhaps a port."""


def allowed_hosts(origins: Iterable[str]) -> frozenset[str]:
    """Return the names under which a site with these origins is known."""
    return frozenset({"localhost", *(urlsplit(origin).hostname or "" for origin in origins)})


def check_host(request: HTTPConnection, allowed: Collection[str]) -> None:
    """Raise Forbidden if the client uses a name for this server that is not allowed.

    A page of another site could let its own name lead to this server, and would then count as
    the same site (DNS rebinding). An IP address cannot be redirected, so it is always allowed.
    """
    given = request.headers.getlist("host")
    found = _HOST.fullmatch(given[0]) if len(given) == 1 else None
    if found is None:
        raise Malformed("The request needs one Host header, with the name or IP address of this server.")
    name = found[1].lower()
    if name not in allowed and not is_ip_address(name.strip("[]")):
        raise Forbidden(
            "This server does not answer under the name in your request. Use its public URL or its IP "
            "address. If the server is yours, start it with --origin and the URL that people use."
        )


def check_head_size(request: HTTPConnection) -> None:
    """Raise RequestTooLarge if the headers are too long.

    The parser limits a head that arrives in pieces, but not one that arrives at once.
    """
    if sum(len(name) + len(value) for name, value in request.scope["headers"]) > MAX_HEAD_SIZE:
        raise RequestTooLarge(MAX_HEAD_SIZE)


def check_framing(request: HTTPConnection) -> None:
    """Raise Malformed if the end of the request is ambiguous.

    A proxy might see another end, and take the rest for the request of another client
    (RFC 9112, section 6.1).
    """
    if "transfer-encoding" in request.headers and "content-length" in request.headers:
        raise Malformed("The request has both Content-Length and Transfer-Encoding. Send one of them.")


def is_ip_address(name: str) -> bool:
    """Return whether this host is an IP address, in a URL without its brackets."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
