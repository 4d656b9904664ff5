"""Authentication: tokens, cookies, and origins that may use them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from codepegs.errors import NotationError
from codepegs.server.api.endpoints import ENDPOINTS
from codepegs.server.http.auth import SEAT_COOKIE, SESSION_COOKIE, parse_origin, parse_proxy
from tests.support.world import CONFIG, WebSocketDenialResponse, World, world

LISTED = ("http://testserver", "https://pegs.example", "http://localhost:8000")
OTHERS = (
    "https://testserver",
    "http://testserver:80",
    "http://testserver/",
    "http://testserver.evil.example",
    "http://eviltestserver",
    "http://TESTSERVER",
    "http://user@testserver",
    "https://pegs.example:443",
    "https://pegs.example.",
    "https://evil.example/https://pegs.example",
    "http://localhost",
    "http://127.0.0.1:8000",
    "null",
    "",
    "*",
    "http://testserver, http://evil.example",
)
OPENING = {"edition": "mini", "games": 2, "players": ["Ada", None]}


@pytest.fixture(scope="module")
def site() -> Iterator[World]:
    with world(replace(CONFIG, origins=LISTED)) as here:
        made = here.post("/api/tables", OPENING, origin=LISTED[0])
        here.tokens |= {"table": made.json()["id"], "seat": here.client.cookies[SEAT_COOKIE]}
        here.client.cookies.clear()
        yield here


def headers_of(here: World, origin: str | None, by: str) -> dict[str, str]:
    """Return headers with an origin, and with a token as a browser or a program sends it."""
    bearer = here.headers("Eve")
    session = bearer["authorization"].removeprefix("Bearer ")
    tokens = {
        "session": {"cookie": f"{SESSION_COOKIE}={session}"},
        "seat": {"cookie": f"{SEAT_COOKIE}={here.tokens.get('seat')}"},
        "bearer": bearer,
    }
    return ({} if origin is None else {"origin": origin}) | tokens.get(by, {})


def socket_status(here: World, table: str, headers: dict[str, str]) -> int:
    """Return 101 if a socket opens, and else the status of the refusal."""
    try:
        with here.socket(table, headers=headers) as socket:
            socket.receive_json()
    except WebSocketDenialResponse as refused:
        return int(refused.status_code)
    return 101


@pytest.mark.parametrize("origin", [*LISTED, *OTHERS, None])
@pytest.mark.parametrize("by", ["session", "seat", "bearer", "nothing"])
def test_commands_and_sockets_need_a_listed_origin_or_none(site: World, origin: str | None, by: str) -> None:
    headers = headers_of(site, origin, by)
    made = site.post("/api/tables", OPENING, **headers)
    site.client.cookies.clear()
    allowed = origin in LISTED or (origin is None and by not in ("session", "seat"))
    assert made.status_code == (201 if allowed else 403)
    assert allowed or "set-cookie" not in made.headers
    assert socket_status(site, site.tokens["table"], headers) == (101 if allowed else 403)


COMMANDS = [(each.method, each.path) for each in ENDPOINTS if each.method != "GET"]


@pytest.mark.parametrize(("method", "path"), COMMANDS)
def test_no_command_of_another_site_is_executed(site: World, method: str, path: str) -> None:
    headers = headers_of(site, "http://evil.example", "seat") | {"content-type": "application/json"}
    address = path.replace("{table}", site.tokens["table"])
    answer = site.client.request(method, address, headers=headers, content=b"{}")
    assert (answer.status_code, answer.json()["refused"]["kind"]) == (403, "Forbidden")


def test_reading_needs_no_origin(site: World) -> None:
    headers = headers_of(site, "http://evil.example", "seat")
    shown = site.client.get(f"/api/tables/{site.tokens['table']}", headers=headers)
    assert (shown.status_code, shown.json()["you"]) == (200, 0)
    assert not [name for name in shown.headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("https://Pegs.Example", "https://pegs.example"),
        ("https://pegs.example:443/", "https://pegs.example"),
        ("http://pegs.example:8080", "http://pegs.example:8080"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        *((text, None) for text in ("pegs.example", "ftp://pegs.example", "https://", "https://a/b", "*")),
        *((text, None) for text in ("https://a:x", "https://a@b", "https://a?b", "https://ä", "")),
    ],
)
def test_an_origin_is_written_as_browsers_do_or_refused(given: str, written: str | None) -> None:
    if written is not None:
        assert parse_origin(given) == written
    else:
        with pytest.raises(NotationError):
            parse_origin(given)


@pytest.mark.parametrize("given", ["nginx", "proxy.example", "10.0.0.0/33", "10.0.0.1/8", "1.2.3", ""])
def test_a_proxy_is_an_address_or_a_network(given: str) -> None:
    assert [parse_proxy(each) for each in ("127.0.0.1", "::1", "10.0.0.0/8", "*")]
    with pytest.raises(NotationError):
        parse_proxy(given)


IP, NAMED = "http://192.0.2.7:8000", ("https://pegs.example",)


@pytest.mark.parametrize(
    ("at", "origin", "listed", "lan", "allowed"),
    [
        # Without a list, a page at an IP address or at localhost may use cookies.
        *((at, at, (), lan, True) for at in (IP, "http://[2001:db8::7]", "http://localhost:8000")
          for lan in (True, False)),
        # Pages elsewhere may not.
        *((IP, origin, (), True, False)
          for origin in ("http://192.0.2.8:8000", "https://192.0.2.7:8000", "http://192.0.2.7",
                         "http://evil.example", "null", None)),
        # Nor may those at a name that leads here.
        *((f"http://{name}", f"http://{name}", (), True, False)
          for name in ("evil.example:8000", "192.0.2.7.evil.example", "localhost.evil.example")),
        # With a list, an IP address needs --lan.
        (IP, IP, NAMED, False, False),
        (IP, IP, NAMED, True, True),
        (IP, NAMED[0], NAMED, True, True),
    ],
)  # fmt: skip
def test_pages_found_by_ip_address_may_use_cookies(
    at: str, origin: str | None, listed: tuple[str, ...], lan: bool, allowed: bool
) -> None:
    with world(replace(CONFIG, origins=listed, lan=lan)) as here:
        here.client.headers["host"] = "localhost"
        for who in ("Ada", "Eve"):
            here.tokens[who] = here.client.post("/api/tokens").json()["token"]
        headers = headers_of(here, origin, "session") | {"host": at.removeprefix("http://")}
        table = here.open()["id"]
        assert here.post("/api/tables", OPENING, **headers).status_code == (201 if allowed else 403)
        assert socket_status(here, table, headers) == (101 if allowed else 403)
