"""Messages between the server processes at one archive, as text.

A message only notifies: the archive is the source of truth. No message depends on a hidden code, and
none contains a token: clients are the hashes that the archive has too. A payload holds several messages,
the name of the sender, and a MAC, so that a process ignores payloads of other programs and archives.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, fields
from hashlib import sha256
from hmac import compare_digest, digest

MAX_PAYLOAD = 7000
"""Bytes. PostgreSQL takes less than 8,000."""
MAX_RECEIVED = 100_000
"""Characters. No process at this archive sends a longer payload."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A version of a table is stored, see :class:`~codepegs.table.version.Version`.

    A deleted table counts as one more version.
    """

    table: str
    version: int
    moves: int
    notes: int
    challenge: bool = False
    """Whether it is a new challenge."""


@dataclass(frozen=True, slots=True)
class Present:
    """Players and number of spectators that are connected to a table at the sender.

    `seen` are the players who were there without a connection, such as a program that polls.
    """

    table: str
    one: bool
    two: bool
    spectators: int
    seen_one: bool = False
    seen_two: bool = False


@dataclass(frozen=True, slots=True)
class LayingRow:
    """The row that the codebreaker `by` is laying as the next guess, which everybody at the table sees."""

    table: str
    by: int
    moves: int
    pegs: str


@dataclass(frozen=True, slots=True)
class Said:
    """One of the fixed phrases, from a player to everybody at the table."""

    table: str
    by: int
    phrase: str


@dataclass(frozen=True, slots=True)
class Asking:
    """Request to play, and whether its client is connected to the sender."""

    table: str
    client: str
    owner: str
    name: str
    connected: bool


@dataclass(frozen=True, slots=True)
class AskClosed:
    """A request to play was declined, or withdrawn."""

    table: str
    ask: str
    declined: bool


@dataclass(frozen=True, slots=True)
class NewLink:
    """One-time link that moves the seat of `client`: the hash of its token, and when it expires."""

    table: str
    digest: str
    client: str
    until: int


@dataclass(frozen=True, slots=True)
class Hello:
    """The sender has connected to the bus, and knows nothing about the others."""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The sender is running. It sends this every few seconds."""


@dataclass(frozen=True, slots=True)
class Goodbye:
    """The sender stops, and has announced everything."""


Message = Changed | Present | LayingRow | Said | Asking | AskClosed | NewLink | Hello | Heartbeat | Goodbye

_KINDS: dict[str, type[Message]] = {
    "changed": Changed,
    "present": Present,
    "laying": LayingRow,
    "said": Said,
    "asking": Asking,
    "ask closed": AskClosed,
    "link": NewLink,
    "hello": Hello,
    "heartbeat": Heartbeat,
    "goodbye": Goodbye,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}
_TYPES = {"str": str, "int": int, "bool": bool}


def write(messages: Iterable[Message], *, sender: str, key: bytes) -> Iterator[str]:
    """Yield payloads with these messages, in order."""
    lines, size = [sender], 0
    for message in messages:
        line = json.dumps([_NAMES[type(message)], *astuple(message)], separators=(",", ":"))
        if size + len(line) > MAX_PAYLOAD and len(lines) > 1:
            yield _seal(lines, key)
            lines, size = [sender], 0
        lines.append(line)
        size += len(line) + 1
    if len(lines) > 1:
        yield _seal(lines, key)


def read(payload: str, *, key: bytes) -> tuple[str, list[Message]]:
    """Return the sender of a payload and its messages, or "" and none if it has another key.

    Messages of a kind that this version does not know are left out.
    """
    if len(payload) > MAX_RECEIVED:
        return "", []
    mac, _, text = payload.partition("\n")
    if not compare_digest(mac.encode(), _mac(text, key).encode()):
        return "", []
    sender, *lines = text.split("\n")
    return sender, [message for line in lines if (message := _read(line)) is not None]


def _read(line: str) -> Message | None:
    try:
        name, *given = json.loads(line)
        kind = _KINDS[name]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    types = [_TYPES[str(field.type)] for field in fields(kind)]
    if len(given) != len(types) or any(
        type(value) is not one for value, one in zip(given, types, strict=True)
    ):
        return None
    return kind(*given)


def _seal(lines: list[str], key: bytes) -> str:
    text = "\n".join(lines)
    return f"{_mac(text, key)}\n{text}"


def _mac(text: str, key: bytes) -> str:
    return digest(key, b"bus " + text.encode(), sha256).hex()[:32]
