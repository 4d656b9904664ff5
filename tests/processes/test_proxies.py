"""The configuration files for nginx, Caddy and HAProxy, with the real programs and a real server."""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Event, Thread
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.support.postgresql import Cluster
from tests.support.proxy import KINDS, LOOPBACK, Proxy, free_port, require, url_of
from tests.support.serving import Server, new_key
from tests.support.terminal import PATIENCE

TABLES = 8
"""So many that each of two servers would get some."""
UNCHECKED = ssl.create_default_context()
UNCHECKED.check_hostname = False
UNCHECKED.verify_mode = ssl.CERT_NONE


@dataclass
class Site:
    """Running server behind a proxy."""

    url: str
    direct: str

    def visitor(self) -> httpx.Client:
        """Return a new browser."""
        return httpx.Client(
            base_url=self.url, verify=UNCHECKED, headers={"origin": self.url}, timeout=PATIENCE
        )

    def socket(self, visitor: httpx.Client, table: str) -> ClientConnection:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in visitor.cookies.jar)
        return connect(
            f"{self.url.replace('https', 'wss')}/api/tables/{table}/socket",
            ssl=UNCHECKED,
            additional_headers={"cookie": cookies, "origin": self.url},
            proxy=None,
        )


NIGHTLY = [pytest.param(kind, marks=() if kind == "nginx" else pytest.mark.night) for kind in KINDS]


@pytest.fixture(params=NIGHTLY, scope="module")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server behind a proxy, which believes that there are two."""
    require(request.param)
    tmp_path = tmp_path_factory.mktemp(request.param)
    port = free_port()
    with ExitStack() as stack:
        server = stack.enter_context(
            Server.unlimited(tmp_path, "--origin", url_of(port), "--proxy", LOOPBACK)
        )
        gone = f"{LOOPBACK}:{free_port()}"
        proxy = Proxy(request.param, tmp_path, (gone, f"{LOOPBACK}:{server.port}"), port=port)
        yield Site(stack.enter_context(proxy.running()), server.address)


def post(visitor: httpx.Client, path: str, **body: Any) -> Any:
    answer = visitor.post(path, json={"key": new_key(), **body})
    assert answer.is_success, answer.text
    return answer.json()


def heard(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
        if kind in message:
            return message


def test_people_play_over_https_although_a_server_is_gone(site: Site) -> None:
    for _ in range(TABLES):
        with site.visitor() as ada, site.visitor() as bob:
            opened = post(ada, "/api/tables", edition="mini", games=2, players=["Ada", None])
            table = opened["id"]
            names = {cookie.name for cookie in ada.cookies.jar}
            assert names == {"__Host-codepegs", "__Secure-codepegs-seat"}
            assert ada.get(f"/t/{table}").status_code == 200
            post(bob, f"/api/tables/{table}/join", invitation=opened["invitation"], name="Bob")
            with site.socket(bob, table) as socket:
                heard(socket, "view")
                post(ada, f"/api/tables/{table}/moves", moves=0, move="code RGB")
                heard(socket, "change")
                socket.send(json.dumps({"key": new_key(), "moves": 1, "move": "guess RGB"}))
                heard(socket, "answer")
            assert ada.get(f"/api/tables/{table}").json()["moves"] >= 2


def test_a_stream_is_not_held_back(site: Site) -> None:
    with site.visitor() as ada:
        table = post(ada, "/api/tables", edition="mini", games=2, players=["Ada", "computer"])["id"]
        with ada.stream("GET", f"/api/tables/{table}/stream") as stream:
            lines = stream.iter_lines()
            assert "view" in json.loads(next(lines))
            post(ada, f"/api/tables/{table}/moves", moves=0, move="code RGB")
            assert any("change" in json.loads(line) for line in lines if line)


def test_metrics_stay_inside_and_names_outside(site: Site) -> None:
    with site.visitor() as visitor:
        assert visitor.get("/metrics").status_code == 404
        assert httpx.get(f"{site.direct}/metrics").status_code == 200
        forged = {"X-Forwarded-For": "203.0.113.9", "X-Table": "x"}
        assert visitor.get("/readyz", headers=forged).status_code == 200


@pytest.mark.night
def test_matches_go_on_when_one_of_two_servers_is_killed(tmp_path: Path, postgresql: Cluster) -> None:
    require("nginx")
    port, archive = free_port(), postgresql.new_database()
    options = ("--archive", archive, "--origin", url_of(port), "--proxy", LOOPBACK)
    with ExitStack() as stack:
        servers = [stack.enter_context(Server.unlimited(tmp_path, *options)) for _ in range(2)]
        addresses = [f"{LOOPBACK}:{server.port}" for server in servers]
        url = stack.enter_context(Proxy("nginx", tmp_path, addresses, port=port).running())
        visitors = [stack.enter_context(Site(url, "").visitor()) for _ in range(TABLES)]
        tables = [
            post(ada, "/api/tables", edition="mini", games=2, players=["Ada", "computer"])["id"]
            for ada in visitors
        ]
        servers[0].kill()
        for ada, table in zip(visitors, tables, strict=True):
            post(ada, f"/api/tables/{table}/moves", moves=0, move="code RGB")
            assert ada.get(f"/api/tables/{table}").json()["moves"] >= 1


class Named(BaseHTTPRequestHandler):
    """Server that answers with its own port."""

    def do_GET(self) -> None:
        body = str(self.server.server_port).encode()  # type: ignore[attr-defined]
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, *_: object) -> None:
        pass


class Dying(BaseHTTPRequestHandler):
    """Server that dies after it has read a request."""

    def do_POST(self) -> None:
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.night
def test_nginx_repeats_a_command_whose_server_died(tmp_path: Path) -> None:
    with ExitStack() as stack:
        servers = [stack.enter_context(ThreadingHTTPServer((LOOPBACK, 0), kind)) for kind in (Dying, Named)]
        for server in servers:
            Thread(target=server.serve_forever, daemon=True).start()
            stack.callback(server.shutdown)
        addresses = [f"{LOOPBACK}:{server.server_port}" for server in servers]
        url = stack.enter_context(Proxy("nginx", tmp_path, addresses, port=free_port()).running())
        visitor = stack.enter_context(httpx.Client(base_url=url, verify=UNCHECKED, timeout=PATIENCE))
        for number in range(TABLES):
            answer = visitor.post(f"/api/tables/{number:010}/moves", json={})
            assert answer.text == str(servers[1].server_port)


@pytest.mark.parametrize("kind", KINDS)
def test_requests_for_a_table_go_to_the_same_server(kind: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        servers = [stack.enter_context(ThreadingHTTPServer((LOOPBACK, 0), Named)) for _ in range(2)]
        for server in servers:
            Thread(target=server.serve_forever, daemon=True).start()
            stack.callback(server.shutdown)
        addresses = [f"{LOOPBACK}:{server.server_port}" for server in servers]
        url = stack.enter_context(Proxy(kind, tmp_path, addresses, port=free_port()).running())
        visitor = stack.enter_context(httpx.Client(base_url=url, verify=UNCHECKED, timeout=PATIENCE))
        used = set()
        for number in range(20):
            table = f"{number:010}"
            paths = (f"/t/{table}", f"/t/{table}?x=1", f"/api/tables/{table}", f"/api/tables/{table}/socket")
            asked = {visitor.get(path, headers={"X-Table": path}).text for path in paths}
            assert len(asked) == 1
            used |= asked
        assert len(used) == 2


class Holding(Named):
    """Server that holds all answers back until the test is over."""

    held: Queue[str]
    released: Event

    def do_GET(self) -> None:
        if self.path == "/held":
            self.held.put(self.path)
            assert self.released.wait(PATIENCE)
        super().do_GET()


def tls(port: int, source: str = LOOPBACK) -> ssl.SSLSocket:
    plain = socket.create_connection((LOOPBACK, port), timeout=PATIENCE, source_address=(source, 0))
    return UNCHECKED.wrap_socket(plain, server_hostname="localhost")


def status(connection: ssl.SSLSocket, path: str) -> str:
    """Return the status of a request, or an empty text if the connection is closed instead."""
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return connection.recv(4096).decode().partition(" ")[2][:3]


ADDRESS_LIMITS = {
    "nginx": {"limit_conn codepegs 300": "limit_conn codepegs 5"},
    "haproxy": {"sc0_conn_cur gt 300": "sc0_conn_cur gt 5"},
}


@pytest.mark.parametrize("kind", ADDRESS_LIMITS)
def test_one_address_cannot_use_up_the_connections(kind: str, tmp_path: Path) -> None:
    Holding.held, Holding.released = Queue(), Event()
    with ExitStack() as stack:
        server = stack.enter_context(ThreadingHTTPServer((LOOPBACK, 0), Holding))
        Thread(target=server.serve_forever, daemon=True).start()
        stack.callback(server.shutdown)
        stack.callback(Holding.released.set)
        addresses = [f"{LOOPBACK}:{server.server_port}"] * 2
        proxy = Proxy(kind, tmp_path, addresses, port=free_port(), limits=ADDRESS_LIMITS[kind])
        stack.enter_context(proxy.running())
        for _ in range(5):
            open_one = stack.enter_context(tls(proxy.port, "127.0.0.2"))
            open_one.sendall(b"GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n")
            Holding.held.get(timeout=PATIENCE)
        try:
            with tls(proxy.port, "127.0.0.2") as refused:
                assert status(refused, "/") in ("429", "")
        except (ConnectionError, ssl.SSLError):
            assert kind == "haproxy", "It refuses before TLS."
        with tls(proxy.port) as other:
            assert status(other, "/") == "200"


SLOW_LIMITS = {
    "nginx": {"client_header_timeout 10s": "client_header_timeout 1s"},
    "caddy": {"read_header 10s": "read_header 1s"},
    "haproxy": {"timeout http-request 10s": "timeout http-request 1s"},
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_header_that_never_ends_is_cut_off(kind: str, tmp_path: Path) -> None:
    gone = (f"{LOOPBACK}:{free_port()}", f"{LOOPBACK}:{free_port()}")
    proxy = Proxy(kind, tmp_path, gone, port=free_port(), limits=SLOW_LIMITS[kind])
    with proxy.running(), tls(proxy.port) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: local")
        answer = b""
        with suppress(ConnectionError, ssl.SSLError):
            while part := slow.recv(4096):
                answer += part
    assert answer.partition(b" ")[2][:3] in (b"", b"408")
