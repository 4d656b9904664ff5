"""A browser that loses the answers of a real server, and somebody who has planted its session."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from codepegs.server.http.auth import SESSION_COOKIE
from tests.support.load_player import new_key, tokens
from tests.support.serving import Server
from tests.support.terminal import PATIENCE


def send_and_hang_up(address: str, path: str, body: dict[str, Any]) -> None:
    """Send a request, wait until the server answers, and throw the answer away unread."""
    found, content = urlsplit(address), json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {found.netloc}\r\nOrigin: {address}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    with socket.create_connection((found.hostname, found.port), timeout=PATIENCE) as made:
        made.sendall(head.encode() + content)
        assert made.recv(1, socket.MSG_PEEK)


def test_lost_answers_lose_neither_table_nor_seat(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        opening = {"key": new_key(), "edition": "mini", "games": 2, "players": ["Ada", None]}
        origin = {"origin": server.address}
        with httpx.Client(base_url=server.address, headers=origin) as ada:
            send_and_hang_up(server.address, "/api/tables", opening)
            opened = ada.post("/api/tables", json=opening).json()
            table = f"/api/tables/{opened['id']}"
            assert [each["id"] for each in ada.get("/api/tables").json()["tables"]] == [opened["id"]]
            joining = {"key": new_key(), "invitation": opened["invitation"], "name": "Bob"}
            send_and_hang_up(server.address, f"{table}/join", joining)
            move = {"key": "a", "moves": 0, "move": "code RGB"}
            assert ada.post(f"{table}/moves", json=move).status_code == 200
        # Also after a restart, because nothing was kept in memory.
        server.stop()
    with Server(tmp_path) as server, httpx.Client(base_url=server.address) as bob:
        bob.headers["origin"] = server.address
        late = httpx.post(f"{server.address}{table}/join", json=joining | {"key": new_key()})
        assert (late.status_code, late.json()["refused"]["kind"]) == (409, "SeatTaken")
        sat = bob.post(f"{table}/join", json=joining)
        assert (sat.status_code, sat.json()["you"]) == (200, 1)
        guess = {"key": "b", "moves": 1, "move": "guess RGB"}
        assert bob.post(f"{table}/moves", json=guess).json()["feedback"] == "3+0"


@pytest.mark.parametrize("issued", [False, True])
def test_a_stream_shows_no_code_to_a_planted_session(tmp_path: Path, issued: bool) -> None:
    with Server(tmp_path) as server:
        token = tokens(server.address)[0] if issued else "A" * 65
        with httpx.Client(base_url=server.address, headers={"origin": server.address}) as ada:
            ada.cookies.set(SESSION_COOKIE, token, domain="127.0.0.1")
            opening = {"key": new_key(), "edition": "mini", "games": 2, "players": ["Ada", None]}
            opened = ada.post("/api/tables", json=opening).json()
            table = f"/api/tables/{opened['id']}"
            joining = {"key": new_key(), "invitation": opened["invitation"], "name": "Bob"}
            assert httpx.post(f"{server.address}{table}/join", json=joining).status_code == 200
            move = {"key": "a", "moves": 0, "move": "code RGB"}
            assert ada.post(f"{table}/moves", json=move).status_code == 200
            assert _first_line(ada, f"{table}/stream")["view"]["game"]["code"] == "RGB"
        cookies = {"cookie": f"{SESSION_COOKIE}={token}"}
        with httpx.Client(base_url=server.address, headers=cookies) as eve:
            view = _first_line(eve, f"{table}/stream")["view"]
            assert (view["you"], view["game"]["code"]) == (None, None)


def _first_line(client: httpx.Client, path: str) -> dict[str, Any]:
    with client.stream("GET", path) as response:
        line: dict[str, Any] = json.loads(next(response.iter_lines()))
        return line
