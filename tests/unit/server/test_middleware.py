"""Security headers and client addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from starlette.requests import HTTPConnection

from codepegs.rules.catalogue import CATALOGUE
from codepegs.server.http.auth import address_of
from codepegs.server.http.headers import MAX_HEAD_SIZE
from tests.support.world import CONFIG, WebSocketDenialResponse, World, world

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
"""Written out here too, so that none of them can be dropped or weakened by accident."""
PICTURES = {"/preview.png", "/daily/2026-01-01.png"}
PATH_VALUES = {
    "day": "2026-01-01",
    "table": "nonesuch22",
    "line": "mini",
    "puzzle": "x",
    "slug": "mini",
    "version": "0",
    "name:path": "css/pages.css",
}


def every_request(here: World) -> Iterator[tuple[str, str]]:
    """Yield each route with each of its methods, and with one that it does not have."""
    routes = here.client.app.routes  # type: ignore[attr-defined]
    for route in routes:
        path = re.sub(r"\{([^}]+)\}", lambda found: PATH_VALUES.get(found[1], "x"), route.path)
        for method in (*getattr(route, "methods", ["GET"]), "PATCH"):
            yield method, path
    yield from (("GET", "/nothing"), ("GET", "/rules/"), ("GET", "/api"), ("POST", "/nothing"))


def missing(headers: Mapping[str, str]) -> dict[str, str | None]:
    """Return the security headers that a response lacks, or has with another value."""
    return {name: headers.get(name) for name, value in HEADERS.items() if headers.get(name) != value}


def test_every_response_has_the_security_headers(here: World) -> None:
    asked = list(every_request(here))
    assert len(asked) > 80
    for method, path in asked:
        answer = here.client.request(method, path, follow_redirects=False)
        # Pages of other sites show the pictures of link previews, and nothing else.
        shared = answer.status_code == 200 and path in PICTURES
        expected = {"cross-origin-resource-policy": "cross-origin"} if shared else {}
        assert missing(answer.headers) == expected, f"{method} {path} {answer.status_code}"
        assert "server" not in answer.headers
        assert "strict-transport-security" not in answer.headers


def test_refusals_files_and_errors_have_the_security_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError

    with world(replace(CONFIG, address_rate=10)) as here:
        who, get = here.headers("Ada"), here.client.get
        monkeypatch.setattr(here.registry, "list_tables", fail)
        file = re.findall('href="(/static/[^"]+)"', get("/").text)[0]
        answers = [
            (400, get("/rules", headers={"host": ""})),
            (403, get("/rules", headers={"host": "evil.example"})),
            (403, get("/", headers={"host": "evil.example", "accept": "text/html"})),
            (404, get("/nothing", headers={"accept": "text/html"})),
            (413, here.post("/api/tables", {"edition": "a" * 5000})),
            (413, get("/rules", headers={"cookie": "x" * MAX_HEAD_SIZE})),
            (200, get(file)),
            (500, get("/api/tables", headers=who)),
            (429, [get("/rules") for _ in range(30)][-1]),
        ]
        here.hands.pass_seconds(10)
        with pytest.raises(WebSocketDenialResponse) as refused, here.socket("nonesuch22"):
            pass
    for status, answer in (*answers, (404, refused.value)):
        assert answer.status_code == status
        assert missing(answer.headers) == {}


@pytest.mark.parametrize("path", ["/", "/api/tables", "/healthz", "/nothing", "/rules/"])
def test_behind_https_browsers_stay_there_and_cache_only_files(here: World, path: str) -> None:
    answer = here.client.get(f"https://testserver{path}", follow_redirects=False)
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    assert answer.headers["cache-control"] == "no-store"
    assert missing(answer.headers) == {}


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


PAGES = ["/", "/rules", "/record", "/settings", "/about", "/t/nonesuch22", "/t/nonesuch22/record"]


@pytest.mark.parametrize("path", [*PAGES, *(f"/rules/{slug}" for slug in CATALOGUE)])
def test_pages_obey_the_policy_and_have_no_dead_links(here: World, path: str) -> None:
    page = here.client.get(path)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    tags = Tags()
    tags.feed(page.text)
    named = [attributes["id"] for _, attributes in tags.found if "id" in attributes]
    marks = set(named)
    assert len(marks) == len(named)
    for tag, attributes in tags.found:
        assert tag not in ("style", "iframe", "object", "embed", "base")
        data = attributes.get("type") == "application/json"  # never runs
        if tag in ("script", "img") and not data:
            source = attributes.get("src") or ""
            assert source.startswith("/static/")
            assert here.client.get(source).status_code == 200
        assert not {name for name in attributes if name.startswith("on") or name == "style"}
        link = attributes.get("href")
        if link is not None and link.startswith("#"):
            assert link[1:] in marks
        elif link is not None:
            assert here.client.get(link).status_code == 200


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_limits_count_ipv6_networks(host: str, counted: str) -> None:
    scope = {"type": "http", "headers": [], "client": (host, 1)}
    assert address_of(HTTPConnection(scope)) == counted
