"""Compression of responses, only where it is safe.

The length of a compressed response tells how alike its parts are. If a response contains both
a secret and text that somebody else chooses, that person can guess the secret piece by piece
(the BREACH attack). So responses that depend on who asks are never compressed: views of tables,
which can contain a code, and messages with tokens or invitations. Pages, the catalogue and
computations about a public position contain no secret. Statistics contain nothing that a
request can choose.
"""

from __future__ import annotations

from functools import lru_cache
from gzip import compress

from starlette.requests import Request
from starlette.responses import Response

MIN_LENGTH = 1000
"""Bytes from which compression pays off."""
_LEVEL = 6
"""Higher levels take much longer and save little."""


def accepts_gzip(request: Request) -> bool:
    """Return whether the client can unpack a compressed response.

    >>> def asked(text: str) -> bool:
    ...     headers = [(b"accept-encoding", text.encode())]
    ...     return accepts_gzip(Request({"type": "http", "headers": headers}))
    >>> [asked(text) for text in ("gzip", "br, GZIP;q=0.5", "gzip; q=0", "identity")]
    [True, True, False, False]
    """
    for choice in request.headers.get("accept-encoding", "").lower().split(","):
        coding, _, weight = choice.replace(" ", "").partition(";q=")
        if coding == "gzip":
            return weight.strip("0.") != "" or not weight
    return False


@lru_cache(maxsize=32)
def _pack(body: bytes) -> bytes:
    # Most visitors get the same bytes, and packing them takes longer than making them.
    return compress(body, _LEVEL, mtime=0)


def compressed(request: Request, response: Response) -> Response:
    """Return a response that contains no secret, compressed if the client accepts that and it pays off."""
    response.headers["vary"] = "accept-encoding"
    if len(response.body) >= MIN_LENGTH and accepts_gzip(request):
        response.body = _pack(bytes(response.body))
        response.headers["content-length"] = str(len(response.body))
        response.headers["content-encoding"] = "gzip"
    return response
