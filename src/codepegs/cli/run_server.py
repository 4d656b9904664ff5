"""Runs the server for `codepegs serve`, with its archive, worker pool, clocks and randomness."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import SystemRandom
from time import monotonic_ns, time_ns

import click

from codepegs.cli import paths
from codepegs.compute.pool import ComputePool
from codepegs.server.app import app
from codepegs.server.http.auth import ALL_INTERFACES, local_origins, parse_origin, parse_proxy
from codepegs.server.http.connections import raise_descriptor_limit
from codepegs.server.ops import log
from codepegs.server.ops.config import LIMITS, Config, Limits
from codepegs.server.run import Server, listen, schedule_gc, shorten_thread_switches
from codepegs.storage import open_tables


def run(config: Config, *, limits: Limits = LIMITS) -> None:
    """Serve until a signal stops the server."""
    listener = listen(config)
    port = listener.getsockname()[1]
    origins = tuple(map(parse_origin, config.origins)) or local_origins(config.host, port)
    proxies = tuple(map(parse_proxy, config.proxies))
    config = replace(config, port=port, origins=origins, proxies=proxies)
    archive = open_tables(config.archive or paths.archive_url())
    try:
        log.configure()
        pool = ComputePool(processes=config.compute)
        try:
            application = app(
                config,
                archive=archive,
                compute=pool,
                random=SystemRandom(),
                now=now,
                monotonic=monotonic_ns,
                limits=limits,
            )
            context = application.state.context
            server = Server(
                application,
                config,
                metrics=context.metrics,
                on_shutdown=context.registry.stop,
                descriptors=raise_descriptor_limit(),
                limits=limits,
            )
            _announce(config)
            schedule_gc()
            shorten_thread_switches()
            asyncio.run(server.serve([listener]))
        finally:
            pool.close()
    finally:
        archive.close()
        listener.close()


def now() -> int:
    """Return the time in microseconds since 1970, UTC, as archives store it."""
    return time_ns() // 1000


def _announce(config: Config) -> None:
    local = local_origins(config.host, config.port)
    click.echo(local[0])
    click.echo(f"Serving on {local[0]}. API documentation: {local[0]}/api", err=True)
    if config.host in ALL_INTERFACES and config.origins == local:
        click.echo("Browsers on other machines are refused. Set --origin to the site's public URL.", err=True)
