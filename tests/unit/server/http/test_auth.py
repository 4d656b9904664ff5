"""Authentication: tokens, cookies, and origins that may use them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from codepegs.errors import NotationError
from codepegs.server.http.auth import SEAT_COOKIE, SESSION_COOKIE, local_origins, parse_origin, parse_proxy
from tests.support.world import CONFIG, WebSocketDenialResponse, World, world

LISTED = ("http://testserver", "https://pegs.example", "http://localhost:8000")
OTHERS = (
    "https://testserver",
    "http://testserver:80",
    "http://testserver:8000",
    "http://testserver/",
    "http://testserver.evil.example",
    "http://eviltestserver",
    "http://evil.example",
    "http://TESTSERVER",
    "HTTP://testserver",
    "http://user@testserver",
    "http://testserver#",
    "http://testserver?",
    "http://pegs.example",
    "https://pegs.example:443",
    "https://pegs.example.",
    "https://www.pegs.example",
    "https://pegs.example.evil.example",
    "https://evil.example/https://pegs.example",
    "http://localhost",
    "http://localhost:8001",
    "http://127.0.0.1:8000",
    "https://localhost:8000",
    "null",
    "",
    "*",
    "file://",
    "http://testserver, http://evil.example",
    "chrome-extension://abcdefghijklmnop",
)


OPENING = {"edition": "mini", "games": 2, "players": ["Ada", None]}


@pytest.fixture(scope="module")
def _here() -> object:
    with world(replace(CONFIG, origins=LISTED)) as here:
        made = here.post("/api/tables", OPENING, origin=LISTED[0])
        assert made.status_code == 201
        here.tokens["table"] = made.json()["id"]
        here.tokens["seat"] = here.client.cookies[SEAT_COOKIE]
        yield here


@pytest.fixture
def here(_here: World) -> World:
    _here.client.cookies.clear()
    return _here


def headers_of(here: World, given: str | None, by: str) -> dict[str, str]:
    """Return headers with an origin, and with a token as a browser or a program sends it."""
    bearer = here.headers("Eve")
    session = bearer["authorization"].removeprefix("Bearer ")
    tokens = {
        "session": {"cookie": f"{SESSION_COOKIE}={session}"},
        "seat": {"cookie": f"{SEAT_COOKIE}={here.tokens['seat']}"},
        "bearer": bearer,
    }
    return ({} if given is None else {"origin": given}) | tokens.get(by, {})


COOKIES = ("session", "seat")


@pytest.mark.parametrize("given", [*LISTED, *OTHERS, None])
@pytest.mark.parametrize("by", [*COOKIES, "bearer", "nothing"])
def test_a_command_needs_a_listed_origin_or_none(here: World, given: str | None, by: str) -> None:
    headers = headers_of(here, given, by)
    made = here.post("/api/tables", OPENING, **headers)
    allowed = given in LISTED or (given is None and by not in COOKIES)
    assert made.status_code == (201 if allowed else 403)
    if not allowed:
        assert made.json()["refused"]["kind"] == "Forbidden"
        assert "set-cookie" not in made.headers


@pytest.mark.parametrize("given", [*LISTED, *OTHERS, None])
@pytest.mark.parametrize("by", [*COOKIES, "bearer", "nothing"])
def test_a_socket_needs_a_listed_origin_or_none(here: World, given: str | None, by: str) -> None:
    headers = headers_of(here, given, by)
    if given in LISTED or (given is None and by not in COOKIES):
        with here.socket(here.tokens["table"], headers=headers) as socket:
            assert socket.receive_json()["view"]["you"] == (0 if by == "seat" else None)
    else:
        with (
            pytest.raises(WebSocketDenialResponse) as refused,
            here.socket(here.tokens["table"], headers=headers),
        ):
            pass
        assert refused.value.status_code == 403


def test_reading_needs_no_origin(here: World) -> None:
    headers = headers_of(here, "http://evil.example", "seat")
    shown = here.client.get(f"/api/tables/{here.tokens['table']}", headers=headers)
    assert (shown.status_code, shown.json()["you"]) == (200, 0)
    assert not [name for name in shown.headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("https://Pegs.Example", "https://pegs.example"),
        ("https://pegs.example:443/", "https://pegs.example"),
        ("http://pegs.example:8080", "http://pegs.example:8080"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_an_origin_is_written_as_browsers_do(given: str, written: str) -> None:
    assert parse_origin(given) == written


@pytest.mark.parametrize(
    "given",
    ["pegs.example", "ftp://pegs.example", "https://", "https://a/b", "https://a:x", "https://a@b", "", "*"],
)
def test_invalid_origins_are_refused(given: str) -> None:
    with pytest.raises(NotationError):
        parse_origin(given)


@pytest.mark.parametrize("given", ["nginx", "proxy.example", "10.0.0.0/33", "10.0.0.1/8", "1.2.3", ""])
def test_a_proxy_is_an_address_or_a_network(given: str) -> None:
    assert [parse_proxy(each) for each in ("127.0.0.1", "::1", "10.0.0.0/8", "*")]
    with pytest.raises(NotationError, match="IP address"):
        parse_proxy(given)


def test_a_local_server_has_all_loopback_origins() -> None:
    assert "http://localhost:8000" in local_origins("127.0.0.1", 8000)
    assert "http://127.0.0.1:8000" in local_origins("localhost", 8000)
    assert local_origins("192.0.2.7", 80) == ("http://192.0.2.7",)
    assert local_origins("2001:db8::1", 8000) == ("http://[2001:db8::1]:8000",)
