"""A browser at an application in this process: a jar of cookies, and answers that can get lost."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.support.world import ORIGIN, World


@dataclass
class Visitor:
    """Browser of one visitor. It keeps the cookies that the server sets, each for its path."""

    here: World
    jar: httpx.Cookies = field(default_factory=httpx.Cookies)

    def send(
        self, method: str, path: str, body: Any = None, *, lost: bool = False, origin: str = ORIGIN
    ) -> httpx.Response:
        """Send a request. If its answer is `lost`, the browser gets no cookie from it."""
        client = self.here.client
        client.cookies = self.jar  # it copies them
        try:
            answer: httpx.Response = client.request(
                method, f"{origin}{path}", json=body, headers={"origin": origin}
            )
            if not lost:
                self.jar = httpx.Cookies(client.cookies)
        finally:
            client.cookies.clear()
        return answer

    def post(self, path: str, body: Any = None, *, lost: bool = False) -> httpx.Response:
        return self.send("POST", path, body, lost=lost)

    def get(self, path: str) -> httpx.Response:
        return self.send("GET", path)

    def plant(self, name: str, value: str, *, path: str = "/") -> None:
        """Set a cookie, as another service on the same host can."""
        self.jar.set(name, value, domain="testserver.local", path=path)

    def headers(self, path: str) -> dict[str, str]:
        """Return the headers that the browser sends to a path."""
        request = httpx.Request("GET", f"{ORIGIN}{path}", headers={"origin": ORIGIN})
        self.jar.set_cookie_header(request)
        return dict(request.headers)

    def seat(self, table: str) -> str:
        """Return the token of the seat at a table."""
        found = (cookie for cookie in self.jar.jar if cookie.path == f"/api/tables/{table}")
        return str(next(found).value)

    # Tables ------------------------------------------------------------------------------

    def open(self, *players: str | None, lost: bool = False, **terms: Any) -> dict[str, Any]:
        """Open a table, and return the answer."""
        body = {"key": next(self.here.keys), "edition": "mini", "games": 2, "players": players} | terms
        made = self.post("/api/tables", body, lost=lost)
        assert made.status_code == 201, made.text
        opened: dict[str, Any] = made.json()
        return opened

    def join(self, opened: dict[str, Any], name: str, *, lost: bool = False) -> dict[str, Any]:
        """Join a table, and return the view."""
        body = {"key": next(self.here.keys), "invitation": opened["invitation"], "name": name}
        made = self.post(f"/api/tables/{opened['id']}/join", body, lost=lost)
        assert made.status_code == 200, made.text
        view: dict[str, Any] = made.json()
        return view

    def look(self, table: str) -> dict[str, Any]:
        shown = self.get(f"/api/tables/{table}")
        assert shown.status_code == 200, shown.text
        view: dict[str, Any] = shown.json()
        return view

    def play(self, table: str, text: str) -> httpx.Response:
        moves = self.look(table)["moves"]
        return self.post(f"/api/tables/{table}/moves", {"key": f"k{moves}", "moves": moves, "move": text})

    def offer(self, table: str, text: str) -> httpx.Response:
        return self.post(f"/api/tables/{table}/offers", {"key": text.replace(" ", "-"), "offer": text})
