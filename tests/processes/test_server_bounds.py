"""A real server and hostile clients: half requests, endless frames, floods, clients that do not read.

None of them gets more than a refusal, memory does not grow, and others are served meanwhile.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.sync.client import connect

from tests.support.raw_http import (
    ask,
    connect_raw,
    frame,
    memory,
    metric,
    open_socket,
    read_rest,
    request,
    status_of,
)
from tests.support.serving import Server, get, move, open_table, tokens
from tests.support.terminal import PATIENCE

needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and all of 127.0.0.0/8")

MORE = 64 << 20
"""Bytes by which the server may grow, whatever is sent to it."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    options = ("--rate=1000000", "--address-rate=1000000", "--address-sockets=30")
    with Server(tmp_path_factory.mktemp("bounds"), *options) as running:
        yield running.address, running.process.pid


def test_a_head_without_end_is_cut_off(server: tuple[str, int]) -> None:
    def endless() -> None:
        made.sendall(b"GET / HTTP/1.1\r\n")
        while True:
            made.sendall(b"X: " + b"a" * 1000 + b"\r\n")

    with connect_raw(server[0]) as made, pytest.raises(ConnectionError):
        endless()


@needs_linux
def test_floods_from_those_who_do_not_read_fill_nothing_and_hold_nobody_up(server: tuple[str, int]) -> None:
    url, process = server
    table, other = open_table(url), open_table(url)
    before = memory(process)
    with ExitStack() as stack:
        for number in range(20):
            made = stack.enter_context(open_socket(url, table, number % 2))
            made.setblocking(False)
            command = frame(json.dumps({"key": "k", "moves": 9, "move": "guess RRR"}).encode())
            # Until nothing more is taken: neither there nor on the way.
            for _ in range(200_000):
                try:
                    made.send(command * 100)
                except OSError:
                    break
        assert move(url, other, 0, 0, "code RRR")["number"] == 0
        assert memory(process) - before < MORE
        assert get(url, f"/api/tables/{table}")["moves"] == 0


@needs_linux
def test_pings_whose_answers_nobody_reads_end_their_socket_and_no_other(server: tuple[str, int]) -> None:
    url, process = server
    table, before = open_table(url), memory(process)
    pings = frame(b"p" * 125, kind=0x89) * 500

    def flood() -> None:
        with open_socket(url, table) as made:
            while True:
                made.sendall(pings)

    address = f"ws{url.removeprefix('http')}/api/tables/{table}/socket"
    moves = ("code RRR", *["guess GGG"] * 4)
    with connect(
        address, additional_headers={"authorization": f"Bearer {tokens(url)[0]}"}, proxy=None
    ) as ada:
        for number, text in enumerate(moves):
            with pytest.raises(ConnectionError):
                flood()
            if number == 0:
                ada.send(json.dumps({"key": "k0", "moves": 0, "move": text}))
            else:
                move(url, table, 1, number, text)
            while f'"moves":{number + 1}' not in str(ada.recv(PATIENCE)):
                pass
    assert memory(process) - before < MORE


# Few descriptors -----------------------------------------------------------------------

DESCRIPTORS = 128
"""Half of them can be connections, and three quarters of those can belong to one address."""
TOTAL = 64


@needs_linux
def test_silent_connections_of_many_addresses_keep_nobody_out(tmp_path: Path) -> None:
    with Server(tmp_path, descriptors=DESCRIPTORS) as few, ExitStack() as stack:
        player = stack.enter_context(open_socket(few.address, open_table(few.address)))
        for number in range(3 * DESCRIPTORS):
            stack.enter_context(connect_raw(few.address, f"127.0.1.{number % 32}"))
        assert status_of(ask(few.address, "/rules", "127.0.2.1")) == 200
        assert metric(few.address, "codepegs_connections") == TOTAL
        player.sendall(frame(json.dumps({"key": "c", "moves": 0, "move": "code RRR"}).encode()))
        heard = b""
        while b'"answer"' not in heard:
            heard += player.recv(65536)
    lines = few.said.splitlines()
    assert sum("too many connections" in line for line in lines) == 1
    assert sum('"level": "warning"' in line for line in lines) == 1


@needs_linux
def test_exhausted_descriptors_are_logged_once(tmp_path: Path) -> None:
    # Too few for what the server promises itself: it starts, and then accepts fail.
    with Server(tmp_path, descriptors=26) as server, ExitStack() as stack:
        for number in range(60):
            stack.enter_context(connect_raw(server.address, f"127.0.1.{number}"))
        stack.close()
        assert status_of(ask(server.address, "/healthz")) == 200
        lines = server.said.splitlines()
    assert sum("cannot accept connections" in line for line in lines) == 1
    assert len(lines) < 10


HOSTILE = {
    "a bad chunk": request("POST", "/api/tables", "Transfer-Encoding: chunked") + b"zz\r\n",
    "a bad chunk after a complete response": request("GET", "/healthz", "Transfer-Encoding: chunked")
    + b"z\r\n",
    "a bad chunk to HEAD": request("HEAD", "/rules", "Transfer-Encoding: chunked") + b"zz\r\n",
    "no HTTP": b"\x16\x03\x01\x02\x00",
    "a bad length": request("POST", "/api/tables", "Content-Length: +5"),
    "two hosts": request("GET", "/", "Host: localhost"),
    "an unknown upgrade": request("GET", "/", "Upgrade: h2c", "Connection: upgrade, close"),
    "no key": request("GET", "/", "Upgrade: websocket", "Connection: upgrade"),
    "a long request line": b"GET /" + b"a" * 20_000,
    "two lengths": request("POST", "/api/tokens", "Content-Length: 5", "Transfer-Encoding: chunked"),
}


@needs_linux
def test_hostile_bytes_are_no_internal_errors(tmp_path: Path) -> None:
    with Server(tmp_path, handshake=5, idle=1) as server:
        table = open_table(server.address)
        hostile = [connect_raw(server.address) for _ in HOSTILE]
        for made, sent in zip(hostile, HOSTILE.values(), strict=True):
            head, end, rest = sent.partition(b"\r\n\r\n")
            made.sendall(head + end)
            made.sendall(rest)
        for made in hostile:
            read_rest(made)
        command = frame(json.dumps({"key": "k", "moves": 9, "move": "guess RRR"}).encode())
        for bad in (b"\xff\xfe", b"a" * 5000):
            for count in range(30):
                with open_socket(server.address, table) as made:
                    made.sendall(command * count + frame(bad))
                    read_rest(made)
        with pytest.raises(ConnectionError, match="404"):
            open_socket(server.address, "nonesuch22")
        assert metric(server.address, "codepegs_internal_errors_total") == 0
    levels = [json.loads(line)["level"] for line in server.said.splitlines() if line.startswith("{")]
    assert set(levels) == {"debug", "info"}
