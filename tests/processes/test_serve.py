"""`codepegs serve` as a process: it says where it is, keeps what it acknowledged, and logs no secret."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from codepegs.storage import MatchId, open_archive
from codepegs.table.registry import STOPPING
from tests.support.load_player import new_key
from tests.support.serving import Server
from tests.support.terminal import PATIENCE

CODES = ["RGBY", "WKYB", "RRGG"]


class ServerWithPlayers(Server):
    """A running server with the tokens of those who play there."""

    def __init__(self, folder: Path, *options: str, **more: Any) -> None:
        super().__init__(folder, *options, **more)
        self.tokens: dict[str, str] = {}

    def headers(self, who: str) -> dict[str, str]:
        if who not in self.tokens:
            self.tokens[who] = httpx.post(f"{self.address}/api/tokens").json()["token"]
        return {"Authorization": f"Bearer {self.tokens[who]}"}

    def post(self, path: str, body: dict[str, Any], who: str) -> dict[str, Any]:
        answer = httpx.post(f"{self.address}{path}", json=body, headers=self.headers(who))
        assert answer.status_code in (200, 201), answer.text
        told: dict[str, Any] = answer.json()
        return told

    def seated(self, edition: str = "classic-1") -> tuple[str, str]:
        """A table at which Ada and Bob sit, and the invitation that Bob came by."""
        body = {"key": new_key(), "edition": edition, "games": 2, "players": ["Ada", None]}
        opened = self.post("/api/tables", body, "Ada")
        joining = {"key": new_key(), "invitation": opened["invitation"], "name": "Bob"}
        self.post(f"/api/tables/{opened['id']}/join", joining, "Bob")
        return opened["id"], opened["invitation"]

    def socket(self, table: str, who: str) -> ClientConnection:
        address = self.address.replace("http", "ws", 1)
        return connect(
            f"{address}/api/tables/{table}/socket", additional_headers=self.headers(who), proxy=None
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
    archive = tmp_path / "matches.db"
    with ServerWithPlayers(tmp_path) as here:
        table, invitation = here.seated()
        path = f"/api/tables/{table}/moves"
        with here.socket(table, "Bob") as bob:
            heard(bob, "view")
            here.post(path, {"key": "a", "moves": 0, "move": f"code {CODES[0]}"}, "Ada")
            heard(bob, "change")
            bob.send(json.dumps({"key": "b", "moves": 1, "move": f"guess {CODES[1]}"}))
            heard(bob, "answer")
            bob.send("no JSON with " + CODES[2])
            heard(bob, "refused")
            refused = httpx.post(f"{here.address}{path}", content=CODES[2], headers=here.headers("Ada"))
            assert refused.status_code == 400
            here.stop(number)
            assert last_word(bob) == (1012, STOPPING)
        # Nothing that was secret stands in the log, and every line of it is an object of named facts.
        said = here.said.splitlines()
        for secret in (*here.tokens.values(), invitation, *CODES):
            assert secret not in here.said
        facts = [json.loads(line) for line in said if line.startswith("{")]
        assert len(said) - len(facts) <= 3
        assert {"request"} <= {fact["event"] for fact in facts}
        assert not [fact for fact in facts if fact["level"] == "error"]
    kept = open_archive(f"sqlite:///{archive}")
    try:
        assert len(kept.match(MatchId(table)).moves) == 2
    finally:
        kept.close()


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
    with ServerWithPlayers(tmp_path, handshake=0.5) as here:
        table, _ = here.seated()
        with here.socket(table, "Bob") as bob:
            assert bob.response is not None
            assert "Sec-WebSocket-Extensions" not in bob.response.headers
            heard(bob, "view")
            bob.send("x" * 5000)
            assert last_word(bob)[0] == 1009
        where = urlsplit(here.address)
        for begun in (b"", b"GET /healthz HT", b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"):
            with socket.create_connection((where.hostname or "", where.port or 0), timeout=PATIENCE) as slow:
                slow.sendall(begun)
                assert slow.recv(1000) == b""
        # One who takes time between two requests, or stays on a socket, is left alone.
        with here.socket(table, "Bob") as bob, httpx.Client() as client:
            heard(bob, "view")
            assert client.get(f"{here.address}/readyz").status_code == 200
            late = "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            late += "Content-Length: 9\r\n\r\n{"
            with socket.create_connection((where.hostname or "", where.port or 0), timeout=PATIENCE) as slow:
                slow.sendall(late.encode())
                assert b"400 Bad Request" in slow.recv(4000)
            assert client.get(f"{here.address}/readyz").status_code == 200
            bob.send("{}")
            heard(bob, "refused")


@pytest.mark.parametrize("believed", [True, False])
def test_a_proxy_is_believed_only_where_it_was_named(tmp_path: Path, believed: bool) -> None:
    named = ["--proxy", "127.0.0.1"] if believed else []
    origin = "https://pegs.example"
    with ServerWithPlayers(tmp_path, *named, "--origin", origin, "--address-rate", "0.1") as here:
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
