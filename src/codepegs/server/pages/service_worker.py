"""The service worker: it keeps the pages that work without a network, and their scripts and styles."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from codepegs import __version__
from codepegs.rules.catalogue import CATALOGUE
from codepegs.server.pages import static_files

PATH = "/service-worker.js"
OFFLINE = "/offline"
"""Page that stands for all that need the server."""
PAGES = ("/", "/daily", "/rules", *(f"/rules/{slug}" for slug in CATALOGUE), OFFLINE)
"""Pages that work without a network. They are fetched without cookies, so they say nothing about anybody."""
SCRIPT = "js/service-worker.js"
_TEMPLATES = Path(__file__).parent / "templates"
_LEFT_OUT = {".ico", ".png"}
"""Icons, which the browser keeps itself when the site is installed."""


@cache
def version() -> str:
    """Return a hash that changes with every file of which the kept pages are made."""
    digest = sha256(f"{__version__} {static_files.version()}".encode())
    for file in sorted(_TEMPLATES.iterdir()):
        digest.update(f"\n{file.name}\n".encode() + file.read_bytes())
    return digest.hexdigest()[:16]


@cache
def text() -> str:
    """Return the script, with what it has to keep."""
    files = [
        static_files.url_of(name)
        for name in static_files.load_files()
        if Path(name).suffix not in _LEFT_OUT and name != SCRIPT
    ]
    shell = {"version": version(), "pages": PAGES, "files": files, "offline": OFFLINE}
    body = static_files.load_files()[SCRIPT].body.decode()
    return f"self.SHELL = {json.dumps(shell)};\n{body}"


async def serve(_: Request) -> Response:
    """Serve the script. Browsers compare it with theirs at every visit, so it is never cached."""
    return Response(text(), media_type="text/javascript", headers={"cache-control": "no-cache"})


def routes() -> list[Route]:
    return [Route(PATH, serve)]
