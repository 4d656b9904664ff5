"""`codepegs serve` as a process: it says where it is, keeps what it acknowledged, and logs no secret."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from codepegs.client import Client
from codepegs.protocol.messages import Opened
from codepegs.storage import MatchId, open_archive
from codepegs.table.registry import STOPPING
from tests.support.raw_http import connect_raw
from tests.support.serving import Server, new_key
from tests.support.terminal import PATIENCE

CODES = ["RGBY", "WKYB", "RRGG"]


@contextmanager
def seated(server: Server) -> Iterator[tuple[Client, Client, Opened]]:
    """Ada and Bob, and the table at which they sit."""
    with Client(server.address) as ada, Client(server.address) as bob:
        opened = ada.open("classic-1", games=2, players=("Ada", None))
        bob.join(opened.id, invitation=opened.invitation or "", name="Bob")
        yield ada, bob, opened


def socket_of(server: Server, table: str, player: Client) -> ClientConnection:
    return connect(
        f"{server.address.replace('http', 'ws', 1)}/api/tables/{table}/socket",
        additional_headers={"Authorization": f"Bearer {player.token}"},
        proxy=None,
    )


def heard(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of that kind."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
        if kind in message:
            return message


def last_word(socket: ClientConnection) -> tuple[int, str]:
    """With what a socket is closed."""
    try:
        while True:
            socket.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (0, "")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_stopped_says_goodbye_and_has_kept_every_move(
    tmp_path: Path, number: signal.Signals
) -> None:
    with Server(tmp_path) as here, seated(here) as (ada, bob, opened):
        with socket_of(here, opened.id, bob) as socket:
            heard(socket, "view")
            ada.move(opened.id, f"code {CODES[0]}", moves=0)
            heard(socket, "change")
            socket.send(json.dumps({"key": "b", "moves": 1, "move": f"guess {CODES[1]}"}))
            heard(socket, "answer")
            socket.send("no JSON with " + CODES[2])
            heard(socket, "refused")
            assert httpx.post(f"{here.address}/api/tables", content=CODES[2]).status_code >= 400
            here.stop(number)
            assert last_word(socket) == (1012, STOPPING)
        # Nothing that was secret stands in the log, and every line of it is an object of named facts.
        said = here.said.splitlines()
        for secret in (ada.token, bob.token, opened.invitation or "", *CODES):
            assert secret not in here.said
        facts = [json.loads(line) for line in said if line.startswith("{")]
        assert len(said) - len(facts) <= 3
        assert {"request"} <= {fact["event"] for fact in facts}
        assert not [fact for fact in facts if fact["level"] == "error"]
    with closing(open_archive(f"sqlite:///{tmp_path}/matches.db")) as kept:
        assert len(kept.match(MatchId(opened.id)).moves) == 2


def run(*words: str, archive: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "codepegs", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env={**os.environ, "CODEPEGS_ARCHIVE": f"sqlite:///{archive}"},
    )


def test_a_port_that_is_taken_and_settings_that_are_none_are_refused_in_words(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for options, code in (
            (("--port", port), 1),
            (("--origin", "nowhere"), 1),
            (("--host", "192.0.2.1"), 1),
            (("--port", "70000"), 2),
        ):
            refused = run("serve", *options, archive=tmp_path / "matches.db")
            assert refused.returncode == code, refused.stderr
            assert "Traceback" not in refused.stderr
            assert refused.stdout == ""


def test_sockets_take_no_long_message_and_slow_requests_are_cut_off(tmp_path: Path) -> None:
    with ExitStack() as stack:
        here = stack.enter_context(Server(tmp_path, handshake=3))
        _, bob, opened = stack.enter_context(seated(here))
        with socket_of(here, opened.id, bob) as seat:
            assert seat.response is not None
            assert "Sec-WebSocket-Extensions" not in seat.response.headers
            heard(seat, "view")
            seat.send("x" * 5000)
            assert last_word(seat)[0] == 1009
        late = "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        late += "Content-Length: 9\r\n\r\n{"
        answers = {b"": b"", b"GET /healthz HT": b"", late[:40].encode(): b"", late.encode(): b"HTTP/1.1 400"}
        begun = [stack.enter_context(connect_raw(here.address)) for _ in answers]
        for slow, sent in zip(begun, answers, strict=True):
            slow.sendall(sent)
        for slow, answer in zip(begun, answers.values(), strict=True):
            assert slow.recv(4000)[:12] == answer
        # One who takes time between two requests, or stays on a socket, is left alone.
        with socket_of(here, opened.id, bob) as seat, httpx.Client() as client:
            heard(seat, "view")
            assert client.get(f"{here.address}/readyz").status_code == 200
            with connect_raw(here.address) as slow:
                slow.sendall(late.encode())
                assert b"400 Bad Request" in slow.recv(4000)
            assert client.get(f"{here.address}/readyz").status_code == 200
            seat.send("{}")
            heard(seat, "refused")


@pytest.mark.parametrize("believed", [True, False])
def test_a_proxy_is_believed_only_where_it_was_named(tmp_path: Path, believed: bool) -> None:
    named = ["--proxy", "127.0.0.1"] if believed else []
    origin = "https://pegs.example"
    with Server(tmp_path, *named, "--origin", origin, "--address-rate", "0.1") as here:
        opening = {"key": new_key(), "edition": "classic-1", "games": 2, "players": ["Ada", None]}
        forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
        opened = httpx.post(
            f"{here.address}/api/tables", json=opening, headers={"Origin": origin, **forwarded}
        )
        assert opened.status_code == 201, opened.text
        names = [cookie.partition("=")[0] for cookie in opened.headers.get_list("set-cookie")]
        secure = ["__Host-codepegs", "__Secure-codepegs-seat"]
        assert names == (secure if believed else ["codepegs", "codepegs-seat"])
        assert ("; secure" in opened.headers["set-cookie"].lower()) is believed
        # One request in ten seconds is what an address has: another one has its own.
        told = httpx.get(f"{here.address}/api/editions", headers={"X-Forwarded-For": "192.0.2.2"})
        assert told.status_code == (200 if believed else 429)
