"""Assets: the scripts, style sheets and pictures that pages load.

Their address holds a hash of them all, so that browsers may keep them for good, and
scripts that import each other by relative address get those that belong together.
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

from codepegs.server.pages import palettes as palette

FOLDER = Path(__file__).parent / "static"
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_IMPORT = re.compile(r'^(?:import|export|\}).*?"(\.[\w./-]+\.js)";$', re.MULTILINE)
FOR_GOOD = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent: as it is, and packed."""

    kind: str
    body: bytes
    packed: bytes


@cache
def assets() -> dict[str, Asset]:
    """Every asset by its name. Names come from here alone, so no request reaches another file."""
    bodies = {
        file.relative_to(FOLDER).as_posix(): file.read_bytes()
        for file in sorted(FOLDER.rglob("*"))
        if file.suffix in KINDS
    }
    bodies["paints.css"] = palette.style().encode()
    return {
        name: Asset(KINDS[Path(name).suffix], body, compress(body, mtime=0)) for name, body in bodies.items()
    }


@cache
def version() -> str:
    """A hash of all assets."""
    digest = sha256()
    for name, asset in assets().items():
        digest.update(f"{name} {len(asset.body)}\n".encode() + asset.body)
    return digest.hexdigest()[:16]


@cache
def imported(name: str) -> tuple[str, ...]:
    """The scripts that a script imports, and those that they import: pages fetch them all at once."""
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        script = waiting.pop()
        addresses = _IMPORT.findall(assets()[script].body.decode())
        names = [normpath(f"{dirname(script)}/{address}") for address in addresses]
        fresh = [name for name in names if name not in found]
        found.update(dict.fromkeys(fresh))
        waiting += fresh
    return tuple(found)


def address(name: str) -> str:
    """Where pages load the asset from."""
    assert name in assets(), name
    return f"/static/{version()}/{name}"


async def serve(request: Request) -> Response:
    """An asset. A page from before the server was renewed gets what there is now, but not for good."""
    asset = assets().get(request.path_params["name"])
    if asset is None:
        raise HTTPException(404)
    packs = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"vary": "accept-encoding"}
    if request.path_params["version"] == version():
        headers["cache-control"] = FOR_GOOD
    if packs:
        headers["content-encoding"] = "gzip"
    return Response(asset.packed if packs else asset.body, media_type=asset.kind, headers=headers)
