"""Bytes on a real connection, for clients that do not follow HTTP or WebSocket."""

from __future__ import annotations

import base64
import os
import socket
import struct
from pathlib import Path
from urllib.parse import urlsplit

from tests.support.serving import tokens
from tests.support.terminal import PATIENCE


def connect_raw(url: str, source: str = "127.0.0.1") -> socket.socket:
    """Connect to a server, from an address of this machine."""
    made = socket.create_connection(("127.0.0.1", urlsplit(url).port or 0), source_address=(source, 0))
    made.settimeout(PATIENCE)
    return made


def request(method: str, path: str, *headers: str, host: str = "localhost") -> bytes:
    """Return the head of a request, with its empty line."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {host}", *headers, "", ""]).encode()


def read_rest(made: socket.socket) -> bytes:
    """Return everything that comes until the server closes the connection."""
    heard = b""
    try:
        while part := made.recv(65536):
            heard += part
    except ConnectionResetError:
        pass
    made.close()
    return heard


def ask(url: str, path: str, source: str = "127.0.0.1") -> bytes:
    """Return the whole response to a GET request on a connection of its own."""
    made = connect_raw(url, source)
    made.sendall(request("GET", path, "Connection: close"))
    return read_rest(made)


def status_of(heard: bytes) -> int:
    return int(heard.split()[1])


def metric(url: str, name: str) -> float:
    """Return a metric of the server, with its label if it has one; 0 if it was never counted."""
    lines = ask(url, "/metrics").decode().splitlines()
    return next((float(line.split()[-1]) for line in lines if line.startswith(f"{name} ")), 0)


def frame(payload: bytes, *, kind: int = 0x81, masked: bool = True, size: int | None = None) -> bytes:
    """Return a frame of a WebSocket that may lie about its `size`."""
    length = len(payload) if size is None else size
    bit = 0x80 if masked else 0
    if length < 126:
        head = bytes((kind, bit | length))
    elif length < 65536:
        head = bytes((kind, bit | 126)) + struct.pack("!H", length)
    else:
        head = bytes((kind, bit | 127)) + struct.pack("!Q", length)
    return head + (bytes(4) if masked else b"") + payload


def handshake(table: str, token: str) -> bytes:
    """Return the request for the WebSocket of a table."""
    key = base64.b64encode(os.urandom(16)).decode()
    return request(
        "GET",
        f"/api/tables/{table}/socket",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
        f"Authorization: Bearer {token}",
    )


def open_socket(url: str, table: str, player: int = 0) -> socket.socket:
    """Open a WebSocket, or raise ConnectionError with the refusal."""
    made = connect_raw(url)
    made.sendall(handshake(table, tokens(url)[player]))
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += made.recv(1)
    if not heard.startswith(b"HTTP/1.1 101"):
        raise ConnectionError((heard + read_rest(made)).decode())
    return made


def memory(process: int) -> int:
    """Return the bytes that a process has in memory."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmRSS"))
