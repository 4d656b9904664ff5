"""`codepegs serve`: the server."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import click

from codepegs.server.ops.config import Config, Setting, settings, shown, split


def _options(function: Callable[..., None]) -> Callable[..., None]:
    """An option for every setting; what it does not say may be said by an environment variable."""
    for setting in reversed(settings()):
        function = click.option(
            setting.flag,
            setting.name,
            type=_kind(setting),
            multiple=setting.many,
            metavar=_metavar(setting),
            default=None if not setting.many else (),
            help=f"{setting.meaning[0].upper()}{setting.meaning[1:]}." + _default(setting),
        )(function)
    return function


def _default(setting: Setting) -> str:
    return f"  [default: {shown(setting)}]" if shown(setting) else ""


def _kind(setting: Setting) -> click.ParamType[Any]:
    if setting.name == "port":
        return click.IntRange(0, 65535)
    if setting.kind is int:
        return click.IntRange(min=int(setting.least))
    return click.FloatRange(min=setting.least) if setting.kind is float else click.STRING


def _metavar(setting: Setting) -> str:
    return {"archive": "URL", "origins": "ORIGIN", "proxies": "ADDRESS"}.get(setting.name) or (
        "NUMBER" if setting.kind in (int, float) else setting.name.upper()
    )


@click.command()
@_options
def command(**given: Any) -> None:
    """Serve matches to people and programs elsewhere.

    Whoever reaches the address can open tables, invite a friend, play computers and
    watch, by HTTP, WebSocket and NDJSON streams: the address says how. Each option may
    also be given by an environment variable (docs/serving.md). Ctrl-C stops; every move
    that was acknowledged is kept.

    \b
    codepegs serve
    codepegs serve --port 9000 --origin https://pegs.example
    """
    from codepegs.cli import run_server as serving

    serving.run(config_of(given))


def config_of(given: dict[str, Any]) -> Config:
    """The settings: flags before environment variables before defaults."""
    said: dict[str, Any] = {}
    for setting in settings():
        if given[setting.name] not in (None, ()):
            said[setting.name] = given[setting.name]
        elif text := os.environ.get(setting.variable, "").strip():
            kind = _kind(setting)
            parts = split(text) if setting.many else (text,)
            try:
                values = tuple(kind.convert(part, None, None) for part in parts)
            except click.BadParameter as refusal:
                raise click.UsageError(f"{setting.variable}: {refusal.message}") from None
            said[setting.name] = values if setting.many else values[0]
    return Config(**said)
