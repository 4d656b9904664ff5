"""Security headers, cookies and client addresses."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from starlette.requests import HTTPConnection

from codepegs.rules.catalogue import CATALOGUE
from codepegs.server.http.auth import address_of
from codepegs.server.middleware import CONTENT_SECURITY_POLICY, SECURITY_HEADERS
from tests.support.world import World, world

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
