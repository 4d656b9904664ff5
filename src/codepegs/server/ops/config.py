"""Settings of a server, each with its flag, environment variable and help; and its fixed limits."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from codepegs.storage.archive import SOLO_DAYS


def _setting(default: Any, help_text: str, *, flag: str | None = None, minimum: float = 0) -> Any:
    return field(default=default, metadata={"help": help_text, "flag": flag, "minimum": minimum})


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Settings of a server, with their defaults."""

    host: str = _setting("127.0.0.1", "address to listen on; 0.0.0.0 means all interfaces")
    port: int = _setting(8000, "port to listen on; 0 means any free port")
    lan: bool = _setting(
        False,
        "listen on all interfaces, so that others on your network can connect, and show a QR code of the "
        "address",
    )
    archive: str | None = _setting(
        None,
        "archive URL, such as sqlite:///matches.db or postgresql://user@host/database "
        "(default: the user's own archive)",
    )
    origins: tuple[str, ...] = _setting(
        (),
        "public URL of the site, such as https://pegs.example; repeatable (default: any IP address)",
        flag="origin",
    )
    proxies: tuple[str, ...] = _setting(
        (),
        "IP address or network of a proxy whose X-Forwarded headers the server should trust; repeatable",
        flag="proxy",
    )
    compute: int = _setting(
        1, "worker processes for analysis; computer players have one of their own", minimum=1
    )
    log: str | None = _setting(
        None, "text for people or json for programs (default: text in a terminal, else json)"
    )
    rate: float = _setting(20.0, "commands per second from one client", minimum=0.1)
    address_rate: float = _setting(100.0, "requests per second from one IP address", minimum=0.1)
    address_sockets: int = _setting(200, "open WebSockets and streams from one IP address", minimum=1)
    expire_solo_days: int = _setting(
        SOLO_DAYS, "delete solo games after this many days without a move; 0 means never"
    )
    expire_match_days: int = _setting(90, "end matches after this many days without a move; 0 means never")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits that operators have no reason to change. Tests pass in others."""

    address_tables: int = 200
    """New tables per hour from one IP address."""
    challenges: int = 2
    """Open challenges of one client."""
    address_challenges: int = 5
    """Open challenges from one IP address."""
    all_challenges: int = 200
    """Open challenges in total."""
    asks: int = 30
    """New requests to play per hour from one client or IP address."""
    address_connections: int = 100
    """Connections, and requests under way, from one IP address besides its WebSockets and streams."""
    probe_rate: float = 10.0
    """Requests of monitoring per second from one IP address."""
    queue: int = 64
    """Changes queued for a slow subscriber before it gets a fresh view instead."""
    handshake: float = 10.0
    """Timeout for receiving a request, in seconds."""
    idle: float = 20.0
    """Idle seconds after which a WebSocket is pinged, and seconds it has to reply."""
    pace: float = 1.0
    """Seconds between consecutive moves of a computer."""
    keep: float = 600.0
    """Seconds for which a table without subscribers stays in memory."""


LIMITS = Limits()

REMOVED = ("CODEPEGS_BUS", "CODEPEGS_METRICS_PORT", "CODEPEGS_WORKERS")
"""Environment variables of earlier versions."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Description of one setting, for the command line and the documentation."""

    name: str
    flag: str
    variable: str
    kind: type
    repeatable: bool
    default: Any
    minimum: float
    help: str


def settings() -> tuple[Setting, ...]:
    """Return every setting of :class:`Config`, in order."""
    return tuple(
        Setting(
            name=each.name,
            flag="--" + (each.metadata["flag"] or each.name).replace("_", "-"),
            variable="CODEPEGS_" + each.name.upper(),
            kind=type(each.default) if type(each.default) in (bool, int, float) else str,
            repeatable=isinstance(each.default, tuple),
            default=each.default,
            minimum=each.metadata["minimum"],
            help=each.metadata["help"],
        )
        for each in fields(Config)
    )


def default_text(setting: Setting) -> str:
    """Return the default of a setting as text, or "" if it has none."""
    if setting.default is None or setting.default == () or setting.kind is bool:
        return ""
    return f"{setting.default:g}" if isinstance(setting.default, float) else str(setting.default)


def split_values(text: str) -> tuple[str, ...]:
    """Split an environment variable that holds several values, at commas and spaces."""
    return tuple(text.replace(",", " ").split())
