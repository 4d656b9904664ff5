"""The name in the Host header, and the framing of a request."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest
from starlette.requests import HTTPConnection

from codepegs.errors import CodepegsError
from codepegs.protocol.errors import Malformed, RequestTooLarge
from codepegs.server.http.headers import (
    MAX_HEAD_SIZE,
    allowed_hosts,
    check_framing,
    check_head_size,
    check_host,
)
from codepegs.table.errors import Forbidden
from tests.support.world import CONFIG, WebSocketDenialResponse, World, world

ORIGINS = ("https://pegs.example", "http://games.example:8080", "http://[2001:db8::7]:8000")


def with_headers(*headers: tuple[str, str]) -> HTTPConnection:
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers]
    return HTTPConnection({"type": "http", "headers": raw})


@pytest.mark.parametrize(
    ("hosts", "error"),
    [
        (["pegs.example"], None),
        (["pegs.example:443"], None),
        (["pegs.example:"], None),
        (["games.example:8080"], None),
        (["localhost:9000"], None),
        (["192.168.1.20:8000"], None),
        (["[2001:db8::1]:8000"], None),
        (["evil.example"], Forbidden),
        (["pegs.example.evil.example"], Forbidden),
        (["pegs.example."], Forbidden),
        (["localhost.evil.example"], Forbidden),
        (["[evil.example]"], Forbidden),
        (["1.2.3"], Forbidden),
        ([], Malformed),
        (["pegs.example", "pegs.example"], Malformed),
        ([""], Malformed),
        (["pegs.example:80:80"], Malformed),
        (["[::1"], Malformed),
    ],
)
def test_only_own_names_and_ip_addresses_are_allowed(
    hosts: list[str], error: type[CodepegsError] | None
) -> None:
    request = with_headers(*(("host", host) for host in hosts))
    if error is None:
        check_host(request, allowed_hosts(ORIGINS))
    else:
        with pytest.raises(error):
            check_host(request, allowed_hosts(ORIGINS))


def test_a_request_has_one_end() -> None:
    length, chunked = ("content-length", "5"), ("transfer-encoding", "chunked")
    for headers in ((), (length,), (chunked,)):
        check_framing(with_headers(*headers))
    with pytest.raises(Malformed):
        check_framing(with_headers(length, chunked))


def test_a_head_that_arrives_at_once_is_limited_too() -> None:
    check_head_size(with_headers(("cookie", "x" * (MAX_HEAD_SIZE - 6))))
    with pytest.raises(RequestTooLarge):
        check_head_size(with_headers(("cookie", "x" * (MAX_HEAD_SIZE - 5))))


# Through the application ----------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/metrics", "/static/x/y", "/nothing", "/api/tables"])
def test_another_name_is_refused_everywhere(here: World, path: str) -> None:
    answer = here.client.get(path, headers={"host": "evil.example"}, follow_redirects=False)
    assert answer.status_code == 403
    assert answer.json()["refused"]["kind"] == "Forbidden"
    assert "--origin" in answer.json()["refused"]["message"]
    assert "evil" not in str(answer.headers) + answer.text


def test_a_browser_gets_the_refusal_as_a_page(here: World) -> None:
    headers = {"host": "evil.example", "accept": "text/html,*/*"}
    answer = here.client.get("/", headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (403, "text/html; charset=utf-8")
    assert here.client.get("/api/tables", headers=headers).headers["content-type"] == "application/json"


def test_a_socket_under_another_name_is_refused(here: World) -> None:
    table = here.seated()
    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        here.socket(table, "Ada", headers={"host": "evil.example"}),
    ):
        pass
    assert refused.value.status_code == 403


def test_sockets_at_unknown_paths_count() -> None:
    statuses = []
    with world(replace(CONFIG, address_rate=1)) as here:
        for _ in range(4):
            with pytest.raises(WebSocketDenialResponse) as refused, here.client.websocket_connect("/nothing"):
                pass
            statuses.append(refused.value.status_code)
    assert statuses == [404, 404, 404, 429]


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_load_balancers_may_use_any_name(here: World, path: str) -> None:
    assert here.client.get(path, headers={"host": "pod-7"}).status_code == 200


@pytest.mark.parametrize("headers", [{"host": ""}, {"content-length": "2", "transfer-encoding": "chunked"}])
def test_a_malformed_request_closes_its_connection(here: World, headers: dict[str, str]) -> None:
    answer = here.client.get("/rules", headers=headers)
    assert answer.status_code == 400
    assert answer.headers["connection"] == "close"
    assert here.client.get("/rules").headers.get("connection") != "close"


@pytest.mark.parametrize("host", ["testserver", "6.6.6.6:99", "localhost"])
def test_redirects_do_not_repeat_the_host(here: World, host: str) -> None:
    answer = here.client.get("/rules/?a=b", headers={"host": host}, follow_redirects=False)
    assert answer.status_code == 307
    assert answer.headers["location"] == "/rules?a=b"


# Limits ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_monitoring_has_a_rate_of_its_own(path: str) -> None:
    with world(replace(CONFIG, address_rate=1), probe_rate=10) as here:
        statuses = [here.client.get(path).status_code for _ in range(31)]
        assert statuses == [*[200] * 30, 429]
        assert here.client.get("/rules").status_code == 200
        here.hands.pass_seconds(1)
        assert here.client.get(path).status_code == 200


def test_what_is_too_much_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    opening = {"edition": "mini", "games": 2, "players": ["Ada", None]}
    with world(replace(CONFIG, address_rate=2), address_tables=1) as here:
        statuses = [here.post("/api/tables", opening, who=who).status_code for who in "ab"]
        statuses += [here.client.get("/rules").status_code for _ in range(50)]
    assert statuses[:2] == [201, 429]
    assert statuses[-40:] == [429] * 40
    logged = [record.facts["status"] for record in caplog.records if record.msg == "request"]  # type: ignore[attr-defined]
    assert set(logged) == {200, 201}
