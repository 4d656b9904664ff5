"""Authentication: tokens, cookies, and origins that may use them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from codepegs.errors import NotationError
from codepegs.server.http.auth import SEAT_COOKIE, SESSION_COOKIE, parse_origin, parse_proxy
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
        "seat": {"cookie": f"{SEAT_COOKIE}={here.tokens.get('seat')}"},
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


BY_ADDRESS = (
    "http://192.0.2.7:8000",
    "http://192.0.2.7",
    "http://[2001:db8::7]:8000",
    "http://localhost:8000",
)


def answers(
    origin: str | None, *, at: str, listed: tuple[str, ...] = (), lan: bool = False
) -> tuple[int, bool]:
    """Return the status of a command, and whether a socket opens, for a page of `origin` with a cookie."""
    with world(replace(CONFIG, origins=listed, lan=lan)) as here:
        here.client.headers["host"] = "localhost"
        for who in ("Ada", "Eve"):
            here.tokens[who] = here.client.post("/api/tokens").json()["token"]
        table = here.open()["id"]
        headers = headers_of(here, origin, "session") | {"host": at.removeprefix("http://")}
        made = here.client.post("/api/tables", json={"key": "k" * 22, **OPENING}, headers=headers)
        try:
            with here.socket(table, headers=headers) as socket:
                socket.receive_json()
        except WebSocketDenialResponse:
            return made.status_code, False
        return made.status_code, True


@pytest.mark.parametrize("at", BY_ADDRESS)
@pytest.mark.parametrize("lan", [True, False])
def test_without_origins_a_page_at_an_ip_address_may_use_cookies(at: str, lan: bool) -> None:
    assert answers(at, at=at, lan=lan) == (201, True)


@pytest.mark.parametrize(
    "origin", [*OTHERS, "http://192.0.2.8:8000", "https://192.0.2.7:8000", "http://192.0.2.7", None]
)
def test_pages_of_other_origins_may_not_use_cookies(origin: str | None) -> None:
    assert answers(origin, at="http://192.0.2.7:8000", lan=True) == (403, False)


@pytest.mark.parametrize(
    "name", ["evil.example:8000", "192.0.2.7.evil.example:8000", "localhost.evil.example"]
)
def test_a_name_that_leads_to_the_server_is_refused(name: str) -> None:
    assert answers(f"http://{name}", at=f"http://{name}", lan=True) == (403, False)


def test_with_origins_an_ip_address_needs_the_lan_option() -> None:
    at, listed = "http://192.0.2.7:8000", ("https://pegs.example",)
    assert answers(at, at=at, listed=listed) == (403, False)
    assert answers(at, at=at, listed=listed, lan=True) == (201, True)
    assert answers(listed[0], at=at, listed=listed, lan=True) == (201, True)
