"""What a server can be told: each setting with its flag, its environment variable and its meaning."""

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
    processes: int = _setting(1, "processes that think for computers, and decide claims", least=1)
    rate: float = _setting(20.0, "commands a second of one holder, or of one socket", least=0.1)
    address_rate: float = _setting(100.0, "requests a second from one address", least=0.1)
    address_sockets: int = _setting(200, "sockets and streams open at once from one address", least=1)
    address_tables: int = _setting(200, "new tables an hour from one address", least=1)
    tables: int = _setting(50, "unfinished tables of one holder", least=1)
    queue: int = _setting(
        64, "changes that wait for one slow reader, before it is sent a fresh view", least=1
    )
    handshake: float = _setting(10.0, "seconds in which a request has to have come", least=0.1)
    idle: float = _setting(20.0, "seconds after which a silent socket is asked whether it lives", least=0.1)
    pace: float = _setting(1.0, "seconds between moves that a computer makes one after another")
    keep: float = _setting(600.0, "seconds for which a table that nobody looks at stays in memory")


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
