"""`codepegs serve`: runs a game server."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import click

from codepegs.server.ops.config import REMOVED, Config, Setting, default_text, settings, split_values


def _options(function: Callable[..., None]) -> Callable[..., None]:
    """Add an option for every setting. Environment variables are read later, by `config_of`."""
    for setting in reversed(settings()):
        function = click.option(
            setting.flag,
            setting.name,
            type=_param_type(setting),
            multiple=setting.repeatable,
            is_flag=setting.kind is bool,
            metavar=_metavar(setting),
            default=() if setting.repeatable else None,
            help=f"{setting.help[0].upper()}{setting.help[1:]}." + _default(setting),
        )(function)
    return function


def _default(setting: Setting) -> str:
    text = default_text(setting)
    return f"  [default: {text}]" if text else ""


def _param_type(setting: Setting) -> click.ParamType[Any]:
    if setting.kind is bool:
        return click.BOOL
    if setting.name.endswith("port"):
        return click.IntRange(0, 65535)
    if setting.name == "log":
        return click.Choice(("text", "json"))
    if setting.kind is int:
        return click.IntRange(min=int(setting.minimum))
    return click.FloatRange(min=setting.minimum) if setting.kind is float else click.STRING


def _metavar(setting: Setting) -> str | None:
    if setting.kind is bool:
        return None
    return {
        "log": "text|json",
        "archive": "URL",
        "origins": "ORIGIN",
        "proxies": "ADDRESS",
    }.get(setting.name) or ("NUMBER" if setting.kind in (int, float) else setting.name.upper())


@click.command()
@_options
def command(**given: Any) -> None:
    """Run a game server for browsers and programs.

    Everyone who can connect may start matches, invite a friend, play against computers and
    watch. Browsers open the address that the server prints; programs use HTTP, WebSocket or
    NDJSON streams. You can also set each option by an environment variable
    (docs/serving.md). Press Ctrl-C to stop. No acknowledged move is lost.

    \b
    codepegs serve
    codepegs serve --lan
    codepegs serve --port 9000 --origin https://pegs.example
    codepegs serve --archive postgresql:///codepegs
    """
    from codepegs.cli import run_server

    for variable in REMOVED:
        if variable in os.environ:
            click.echo(
                f"{variable} has no effect any more. See docs/hosting.md for several servers.", err=True
            )
    run_server.run(config_of(given))


def config_of(given: dict[str, Any]) -> Config:
    """Return the settings: flags override environment variables, which override defaults."""
    values: dict[str, Any] = {}
    for setting in settings():
        if given[setting.name] not in (None, ()):
            values[setting.name] = given[setting.name]
        elif text := os.environ.get(setting.variable, "").strip():
            parts = split_values(text) if setting.repeatable else (text,)
            try:
                converted = tuple(_param_type(setting).convert(part, None, None) for part in parts)
            except click.BadParameter as error:
                raise click.UsageError(f"{setting.variable}: {error.message}") from None
            values[setting.name] = converted if setting.repeatable else converted[0]
    if values.get("lan") and "host" in values:
        raise click.UsageError("--lan listens on all interfaces. Leave out --host (or CODEPEGS_HOST).")
    return Config(**values)
