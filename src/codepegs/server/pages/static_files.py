"""Static files: scripts, style sheets and pictures.

Their URL contains a hash of all of them, so browsers can cache them forever, and scripts
that import each other by relative URL always match.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from gzip import compress
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, normpath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from codepegs.server.pages import palettes

FOLDER = Path(__file__).parent / "static"
CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_IMPORT = re.compile(r'^(?:import|export|\}).*?"(\.[\w./-]+\.js)";$', re.MULTILINE)
CACHE_FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file with its content type, plain and compressed."""

    content_type: str
    body: bytes
    gzipped: bytes


@cache
def load_files() -> dict[str, StaticFile]:
    """Return all static files by name. A request can reach no other file."""
    bodies = {
        file.relative_to(FOLDER).as_posix(): file.read_bytes()
        for file in sorted(FOLDER.rglob("*"))
        if file.suffix in CONTENT_TYPES
    }
    bodies["paints.css"] = palettes.stylesheet().encode()
    return {
        name: StaticFile(CONTENT_TYPES[Path(name).suffix], body, compress(body, mtime=0))
        for name, body in bodies.items()
    }


@cache
def version() -> str:
    """Return a hash of all static files."""
    digest = sha256()
    for name, file in load_files().items():
        digest.update(f"{name} {len(file.body)}\n".encode() + file.body)
    return digest.hexdigest()[:16]


@cache
def imports_of(name: str) -> tuple[str, ...]:
    """Return all scripts that a script imports, directly or not, so that pages can preload them."""
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        script = waiting.pop()
        addresses = _IMPORT.findall(load_files()[script].body.decode())
        names = [normpath(f"{dirname(script)}/{address}") for address in addresses]
        fresh = [name for name in names if name not in found]
        found.update(dict.fromkeys(fresh))
        waiting += fresh
    return tuple(found)


def url_of(name: str) -> str:
    """Return the URL of a static file."""
    assert name in load_files(), name
    return f"/static/{version()}/{name}"


async def serve(request: Request) -> Response:
    """Serve a static file. For an outdated hash, serve the current file without caching it."""
    file = load_files().get(request.path_params["name"])
    if file is None:
        raise HTTPException(404)
    gzip = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"vary": "accept-encoding"}
    if request.path_params["version"] == version():
        headers["cache-control"] = CACHE_FOREVER
    if gzip:
        headers["content-encoding"] = "gzip"
    return Response(file.gzipped if gzip else file.body, media_type=file.content_type, headers=headers)
