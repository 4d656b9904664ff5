"""Runs the server for `codepegs serve`, with its archive, worker pool, clocks and randomness."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import replace
from random import SystemRandom
from secrets import token_hex
from time import monotonic_ns, time_ns

import click

from codepegs.cli import paths
from codepegs.compute.pool import ComputePool
from codepegs.server import workers
from codepegs.server.app import app
from codepegs.server.bus.fleet import is_shared, open_fleet
from codepegs.server.errors import CannotShare
from codepegs.server.http.auth import ALL_INTERFACES, local_origins, parse_origin, parse_proxy
from codepegs.server.http.connections import raise_descriptor_limit
from codepegs.server.ops import log
from codepegs.server.ops.config import LIMITS, Config, Limits
from codepegs.server.run import Server, listen, schedule_gc, shorten_thread_switches
from codepegs.storage import open_tables


def run(config: Config, *, limits: Limits = LIMITS) -> None:
    """Serve until a signal stops the server, in one process or in several."""
    archive = config.archive or paths.archive_url()
    if config.workers > 1 and not is_shared(archive):
        raise CannotShare
    listener = listen(config)
    try:
        port = listener.getsockname()[1]
        origins = tuple(map(parse_origin, config.origins)) or local_origins(config.host, port)
        proxies = tuple(map(parse_proxy, config.proxies))
        config = replace(config, archive=archive, port=port, origins=origins, proxies=proxies)
        if config.workers == 1:
            serve(listener, config, limits)
        else:
            # Creates or migrates the archive, or says what is wrong with it, before any worker starts.
            open_tables(archive).close()
            _announce(config)
            log.configure()
            workers.run(serve, config.workers, listener, config, limits)
    finally:
        listener.close()


def serve(listener: socket.socket, config: Config, limits: Limits, *, worker: int | None = None) -> None:
    """Serve in this process, the only one or `worker` of several, until a signal stops it."""
    assert config.archive is not None
    archive = open_tables(config.archive)
    try:
        if worker is None:
            log.configure()
        fleet = open_fleet(
            config.archive,
            bus=config.bus,
            name=token_hex(8),
            key=archive.token_key(),
            now=now,
            monotonic=monotonic_ns,
        )
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
                fleet=fleet,
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
            if worker is None:
                _announce(config)
            schedule_gc()
            shorten_thread_switches()
            asyncio.run(server.serve([listener]))
        finally:
            pool.close()
    finally:
        archive.close()


def now() -> int:
    """Return the time in microseconds since 1970, UTC, as archives store it."""
    return time_ns() // 1000


def _announce(config: Config) -> None:
    local = local_origins(config.host, config.port)
    click.echo(local[0])
    click.echo(f"Serving on {local[0]}. API documentation: {local[0]}/api", err=True)
    if config.host in ALL_INTERFACES and config.origins == local:
        click.echo("Browsers on other machines are refused. Set --origin to the site's public URL.", err=True)
