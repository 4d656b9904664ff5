"""Runs the server for `codepegs serve`, with its archive, worker pool, clocks and randomness."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from random import SystemRandom
from secrets import token_hex
from time import monotonic_ns, time_ns

import click

from codepegs.cli import lan, paths
from codepegs.compute.pool import ComputePool
from codepegs.server.app import app
from codepegs.server.http.auth import ALL_INTERFACES, parse_origin, parse_proxy, url_of
from codepegs.server.http.connections import raise_descriptor_limit
from codepegs.server.http.headers import is_ip_address
from codepegs.server.ops import log
from codepegs.server.ops.config import LIMITS, Config, Limits
from codepegs.server.run import Server, listen, schedule_gc, shorten_thread_switches
from codepegs.storage import open_tables
from codepegs.storage.tables import Tables
from codepegs.table.bus.peers import BusPeers

SHARED = ("postgresql", "postgres")
"""Databases that several server processes can use at once."""


def run(config: Config, *, limits: Limits = LIMITS) -> None:
    """Serve until a signal stops the server."""
    archive = config.archive or paths.archive_url()
    if config.lan:
        config = replace(config, host="::" if socket.has_dualstack_ipv6() else "0.0.0.0")
    listener = listen(config)
    try:
        config = _completed(replace(config, archive=archive), port=listener.getsockname()[1])
        log.configure(style=config.log)
        with closing(open_tables(archive)) as tables:
            _serve(listener, config, tables, limits)
    finally:
        listener.close()


def _serve(listener: socket.socket, config: Config, archive: Tables, limits: Limits) -> None:
    with closing(ComputePool(processes=config.compute)) as pool:
        application = app(
            config,
            archive=archive,
            compute=pool,
            random=SystemRandom(),
            now=now,
            monotonic=monotonic_ns,
            limits=limits,
            peers=_find_peers(config, archive),
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


def _find_peers(config: Config, archive: Tables) -> BusPeers | None:
    """Return the other server processes at the archive, or None if it serves one process only."""
    assert config.archive is not None
    if config.archive.partition(":")[0] not in SHARED:
        return None
    from codepegs.server.bus import NotifyBus

    bus = NotifyBus(config.archive)
    return BusPeers(bus, name=token_hex(8), key=archive.token_key(), now=now, monotonic=monotonic_ns)


def now() -> int:
    """Return the time in microseconds since 1970, UTC, as archives store it."""
    return time_ns() // 1000


def _completed(config: Config, *, port: int) -> Config:
    """Return the settings with what is known now that the server listens."""
    origins = tuple(map(parse_origin, config.origins))
    if not origins and config.host != "localhost" and not is_ip_address(config.host):
        origins = (url_of(config.host, port),)
    proxies = tuple(each for text in config.proxies for each in parse_proxy(text))
    return replace(config, port=port, origins=origins, proxies=proxies)


def _announce(config: Config) -> None:
    everywhere = config.host in ALL_INTERFACES
    url = url_of("127.0.0.1" if everywhere else config.host, config.port)
    click.echo(url)
    click.echo(f"Open it in a browser. Press Ctrl-C to stop. API documentation: {url}/api", err=True)
    if everywhere and (config.lan or not config.origins):
        for line in _describe_lan(config):
            click.echo(line, err=True)


def _describe_lan(config: Config) -> Iterator[str]:
    """Yield how others in the network reach the server."""
    urls = [url_of(address, config.port) for address in lan.find_addresses()]
    if not urls:
        yield "This machine isn't on a network, so nobody else can connect. Join one and start again."
        return
    yield "Others on your network can open:"
    yield from (f"  {url}" for url in urls)
    if config.lan and sys.stderr.isatty():
        yield from (
            click.style(line, fg="bright_white", bg="black")
            for line in lan.draw_qr_code(urls[0]).splitlines()
        )
    yield f"If they cannot, allow TCP port {config.port} in this machine's firewall."
    yield "The connection is not encrypted, so use a network that you trust."
