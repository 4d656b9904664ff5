"""A real server and hostile clients: half requests, endless frames, floods, clients that do not read.

None of them gets more than a refusal, memory does not grow, and others are served meanwhile.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.support.load_player import get, post, tokens
from tests.support.raw_http import (
    connect_raw,
    frame,
    memory,
    open_socket,
    open_table,
)
from tests.support.serving import Server
from tests.support.terminal import PATIENCE

MORE = 64 << 20
"""Bytes by which the server may grow, whatever is sent to it."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    options = ("--rate=1000000", "--address-rate=1000000", "--address-sockets=30")
    with Server(tmp_path_factory.mktemp("bounds"), *options, handshake=1, idle=1) as running:
        yield running.address, running.process.pid


def test_a_head_without_end_is_cut_off(server: tuple[str, int]) -> None:
    def endless() -> None:
        made.sendall(b"GET / HTTP/1.1\r\n")
        while True:
            made.sendall(b"X: " + b"a" * 1000 + b"\r\n")

    with connect_raw(server[0]) as made, pytest.raises(ConnectionError):
        endless()


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
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
        move: dict[str, Any] = {"key": "c", "moves": 0, "move": "code RRR"}
        assert post(url, f"/api/tables/{other}/moves", move, tokens(url)[0])["number"] == 0
        assert memory(process) - before < MORE
        assert get(url, f"/api/tables/{table}")["moves"] == 0


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
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
            move = {"key": f"k{number}", "moves": number, "move": text}
            if number == 0:
                ada.send(json.dumps(move))
            else:
                post(url, f"/api/tables/{table}/moves", move, tokens(url)[1])
            while f'"moves":{number + 1}' not in str(ada.recv(PATIENCE)):
                pass
    assert memory(process) - before < MORE
