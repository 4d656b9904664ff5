"""A real server with few file descriptors, and clients that take them or never finish a request."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.raw_http import (
    ask,
    connect_raw,
    frame,
    metric,
    open_socket,
    open_table,
    read_rest,
    request,
    status_of,
)
from tests.support.serving import Server

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and all of 127.0.0.0/8")

DESCRIPTORS = 128
"""Half of them can be connections, and three quarters of those can belong to one address."""
PER_ADDRESS, TOTAL = 48, 64


@pytest.fixture
def few(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, descriptors=DESCRIPTORS) as running:
        yield running


def test_silent_connections_of_many_addresses_keep_nobody_out(few: Server) -> None:
    player = open_socket(few.address, open_table(few.address))
    with ExitStack() as stack:
        for number in range(3 * DESCRIPTORS):
            stack.enter_context(connect_raw(few.address, f"127.0.1.{number % 32}"))
        assert status_of(ask(few.address, "/rules", "127.0.2.1")) == 200
        assert metric(few.address, "codepegs_connections") == TOTAL
        player.sendall(frame(json.dumps({"key": "c", "moves": 0, "move": "code RRR"}).encode()))
        heard = b""
        while b'"answer"' not in heard:
            heard += player.recv(65536)
    player.close()
    lines = few.said.splitlines()
    assert sum("too many connections" in line for line in lines) == 1
    assert sum('"level": "warning"' in line for line in lines) == 1


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


def test_hostile_bytes_are_no_internal_errors(tmp_path: Path) -> None:
    with Server(tmp_path, handshake=1, idle=1) as server:
        table = open_table(server.address)
        for sent in HOSTILE.values():
            head, end, rest = sent.partition(b"\r\n\r\n")
            with connect_raw(server.address) as made:
                made.sendall(head + end)
                made.sendall(rest)
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
