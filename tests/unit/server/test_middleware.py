"""Security headers, cookies and client addresses."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from starlette.requests import HTTPConnection

from codepegs.rules.catalogue import CATALOGUE
from codepegs.server.http.auth import COOKIE, address_of
from codepegs.server.middleware import CONTENT_SECURITY_POLICY, SECURITY_HEADERS
from tests.support.world import ORIGIN, World, world

OPENING = {"edition": "mini", "games": 2, "players": ["Ada", None]}


@pytest.fixture
def here() -> object:
    with world() as here:
        yield here


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/rules"),
        ("GET", "/record"),
        ("GET", "/api"),
        ("GET", "/api/openapi.json"),
        ("GET", "/api/tables"),
        ("GET", "/api/tables/nonesuch22"),
        ("GET", "/nothing"),
        ("DELETE", "/api/tables"),
        ("POST", "/api/tables"),
        ("GET", "/healthz"),
        ("GET", "/metrics"),
    ],
)
def test_every_response_has_the_security_headers(here: World, method: str, path: str) -> None:
    answer = here.client.request(method, path)
    assert {name: answer.headers[name] for name in SECURITY_HEADERS} == SECURITY_HEADERS
    assert answer.headers["cache-control"] == "no-store"
    assert "server" not in answer.headers


def test_the_policy_forbids_inline_and_foreign_content() -> None:
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert "http" not in CONTENT_SECURITY_POLICY
    assert "default-src 'none'" in CONTENT_SECURITY_POLICY
    assert "frame-ancestors 'none'" in CONTENT_SECURITY_POLICY


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
        if tag in ("script", "img"):
            source = attributes.get("src") or ""
            assert source.startswith("/static/")
            assert here.client.get(source).status_code == 200
        assert not {name for name in attributes if name.startswith("on") or name == "style"}
        link = attributes.get("href")
        if link is not None and link.startswith("#"):
            assert link[1:] in marks
        elif link is not None:
            assert here.client.get(link).status_code == 200


def test_a_new_client_gets_an_http_only_cookie(here: World) -> None:
    made = here.client.post("/api/tables", json=OPENING, headers={"origin": ORIGIN})
    (cookie,) = made.headers.get_list("set-cookie")
    value, *rules = [part.strip() for part in cookie.split(";")]
    assert re.fullmatch(rf"{COOKIE}=[A-Za-z0-9_-]{{43}}", value)
    assert {rule.lower() for rule in rules} >= {"httponly", "samesite=strict", "path=/"}
    assert "secure" not in cookie.lower()
    again = here.client.post("/api/tables", json=OPENING, headers={"origin": ORIGIN})
    assert again.status_code == 201
    assert "set-cookie" not in again.headers
    assert len(here.client.get("/api/tables").json()) == 2


def test_behind_https_the_cookie_is_secure(here: World) -> None:
    made = here.client.post("https://testserver/api/tables", json=OPENING)
    assert "secure" in made.headers["set-cookie"].lower()


def test_a_bearer_token_overrides_the_cookie(here: World) -> None:
    browser = here.client.post("/api/tables", json=OPENING, headers={"origin": ORIGIN}).json()["id"]
    assert here.client.get(f"/api/tables/{browser}").json()["you"] == 0
    as_bot = here.headers("Bot")
    assert here.client.get(f"/api/tables/{browser}", headers=as_bot).json()["you"] is None
    assert here.client.get("/api/tables", headers=as_bot).json() == []
    assert "set-cookie" not in here.client.post("/api/tables", json=OPENING, headers=as_bot).headers


def test_an_invalid_cookie_is_replaced(here: World) -> None:
    made = here.client.post(
        "/api/tables", json=OPENING, headers={"cookie": f"{COOKIE}=short", "origin": ORIGIN}
    )
    assert made.status_code == 201
    assert "set-cookie" in made.headers


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_limits_count_ipv6_networks(host: str, counted: str) -> None:
    scope = {"type": "http", "headers": [], "client": (host, 1)}
    assert address_of(HTTPConnection(scope)) == counted
