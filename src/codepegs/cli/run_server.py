"""What `codepegs serve` runs: the server with its archive, its clocks and its chances."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import SystemRandom
from time import monotonic_ns, time_ns

import click

from codepegs.cli import paths
from codepegs.compute.pool import ComputePool
from codepegs.server.app import app
from codepegs.server.http import origin
from codepegs.server.ops import log
from codepegs.server.ops.config import LIMITS, Config, Limits
from codepegs.server.run import Server, collect_seldom, listening, switch_often
from codepegs.storage import open_tables


def run(config: Config, *, limits: Limits = LIMITS) -> None:
    """Serve until somebody stops it."""
    listener = listening(config)
    port = listener.getsockname()[1]
    origins = tuple(map(origin.origin, config.origins)) or origin.own(config.host, port)
    config = replace(config, port=port, origins=origins)
    archive = open_tables(config.archive or paths.archive_url())
    try:
        log.begin()
        thinker = ComputePool(processes=config.compute)
        try:
            served = app(
                config,
                archive=archive,
                thinker=thinker,
                random=SystemRandom(),
                now=now,
                monotonic=monotonic_ns,
                limits=limits,
            )
            server = Server(served, config, farewell=served.state.site.house.farewell, limits=limits)
            _welcome(config)
            collect_seldom()
            switch_often()
            asyncio.run(server.serve([listener]))
        finally:
            thinker.close()
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
    if config.host in origin.EVERYWHERE and config.origins == origin.own(config.host, config.port):
        click.echo("Pages on other machines are refused until --origin says how they reach it.", err=True)
