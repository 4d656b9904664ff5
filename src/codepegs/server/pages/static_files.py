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
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from codepegs.server.http.compression import accepts_gzip
from codepegs.server.pages import palettes

FOLDER = Path(__file__).parent / "static"
CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_IMPORT = re.compile(r'^(?:import|export|\}).*?"(\.[\w./-]+\.js)";$', re.MULTILINE)
CACHE_FOREVER = "public, max-age=31536000, immutable"
_CACHE_DAY = "public, max-age=86400"

AT_ROOT = {"/favicon.ico": "icons/favicon.ico", "/apple-touch-icon.png": "icons/apple-touch-icon.png"}
"""Files that browsers and chats look for at a fixed path, without reading a page."""
ROBOTS = "User-agent: *\nDisallow: /api/\n"
"""Pages of tables are not listed here: a program that makes a preview reads them, and each says noindex."""


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


def root_routes() -> list[Route]:
    """Return the routes of files at fixed paths."""
    return [Route("/robots.txt", robots), *(Route(path, serve_at_root) for path in AT_ROOT)]


async def robots(_: Request) -> Response:
    return PlainTextResponse(ROBOTS, headers={"cache-control": _CACHE_DAY})


async def serve_at_root(request: Request) -> Response:
    file = load_files()[AT_ROOT[request.url.path]]
    return Response(file.body, media_type=file.content_type, headers={"cache-control": _CACHE_DAY})


async def serve(request: Request) -> Response:
    """Serve a static file. For an outdated hash, serve the current file without caching it."""
    file = load_files().get(request.path_params["name"])
    if file is None:
        raise HTTPException(404)
    gzip = accepts_gzip(request)
    headers = {"vary": "accept-encoding"}
    if request.path_params["version"] == version():
        headers["cache-control"] = CACHE_FOREVER
    if gzip:
        headers["content-encoding"] = "gzip"
    return Response(file.gzipped if gzip else file.body, media_type=file.content_type, headers=headers)
