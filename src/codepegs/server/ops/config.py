"""The settings of a server, each with its flag, environment variable and meaning; and its fixed limits."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any


def _setting(default: Any, meaning: str, *, flag: str | None = None, least: float = 0) -> Any:
    return field(default=default, metadata={"meaning": meaning, "flag": flag, "least": least})


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The settings of a server. What is not said is as the defaults here say."""

    host: str = _setting("127.0.0.1", "the address it listens at; 0.0.0.0 is every one of this machine")
    port: int = _setting(8000, "the port it listens at; 0 takes one that is free")
    archive: str | None = _setting(None, "the archive, as in sqlite:///matches.db; this user's unless said")
    origins: tuple[str, ...] = _setting(
        (),
        "where pages may come from, as in https://pegs.example; its own address unless said",
        flag="origin",
    )
    proxies: tuple[str, ...] = _setting(
        (), "addresses of proxies that are believed about who asks, by X-Forwarded headers", flag="proxy"
    )
    compute: int = _setting(1, "processes for engine work: computers, claims, hints, reviews", least=1)
    rate: float = _setting(20.0, "commands a second of one holder, or of one socket", least=0.1)
    address_rate: float = _setting(100.0, "requests a second from one address", least=0.1)
    address_sockets: int = _setting(200, "sockets and streams open at once from one address", least=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits that operators have no reason to change. Tests pass in others."""

    address_tables: int = 200
    """New tables per hour from one address."""
    tables: int = 50
    """Unfinished tables of one holder."""
    queue: int = 64
    """Changes that wait for one slow reader before it is sent a fresh view instead."""
    handshake: float = 10.0
    """Seconds in which a request has to arrive."""
    idle: float = 20.0
    """Seconds of silence after which a WebSocket is pinged, and seconds in which it has to answer."""
    pace: float = 1.0
    """Seconds between moves that a computer makes one after another."""
    keep: float = 600.0
    """Seconds for which a table that nobody looks at stays in memory."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Setting:
    """One of the settings, as flags and documents speak of it."""

    name: str
    flag: str
    variable: str
    kind: type
    many: bool
    default: Any
    least: float
    meaning: str


def settings() -> tuple[Setting, ...]:
    """Every setting of a :class:`Config`, in order."""
    return tuple(
        Setting(
            name=each.name,
            flag="--" + (each.metadata["flag"] or each.name).replace("_", "-"),
            variable="CODEPEGS_" + each.name.upper(),
            kind=type(each.default) if type(each.default) in (int, float) else str,
            many=isinstance(each.default, tuple),
            default=each.default,
            least=each.metadata["least"],
            meaning=each.metadata["meaning"],
        )
        for each in fields(Config)
    )


def shown(setting: Setting) -> str:
    """The default of a setting as documents write it."""
    if setting.default is None or setting.default == ():
        return ""
    return f"{setting.default:g}" if isinstance(setting.default, float) else str(setting.default)


def split(text: str) -> tuple[str, ...]:
    """The values in an environment variable that holds several, with commas or spaces between them."""
    return tuple(text.replace(",", " ").split())
