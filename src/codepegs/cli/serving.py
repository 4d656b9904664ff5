"""What `codepegs serve` runs: the server with its archive, its clocks and its chances."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import SystemRandom
from time import monotonic, time_ns

import click

from codepegs.cli import place
from codepegs.web import log, origin
from codepegs.web.app import app
from codepegs.web.config import Config
from codepegs.web.serve import Server, listening


def run(config: Config) -> None:
    """Serve until somebody stops it."""
    listener = listening(config)
    port = listener.getsockname()[1]
    origins = tuple(map(origin.origin, config.origins)) or origin.own(config.host, port)
    config = replace(config, port=port, origins=origins)
    archive = place.archive(config.archive)
    try:
        log.begin()
        served = app(config, archive=archive, now=now, monotonic=monotonic, random=SystemRandom())
        server = Server(served, config, farewell=_nothing)
        _welcome(config)
        asyncio.run(server.serve([listener]))
    finally:
        archive.close()
        listener.close()


def now() -> int:
    """The time of day as archives note it: microseconds since 1970, UTC."""
    return time_ns() // 1000


def _welcome(config: Config) -> None:
    address = origin.own(config.host, config.port)[0]
    click.echo(address)
    click.echo(f"codepegs serves there. Open {address}/ in a browser; {address}/api says", err=True)
    click.echo("how programs play. Ctrl-C stops.", err=True)


async def _nothing() -> None:
    pass
