"""Limits on open connections, per IP address and in total.

They count from the first moment, because a client that sends nothing takes a file
descriptor too. Without descriptors the server could not even refuse a connection.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress

from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.server import ServerState

from codepegs.server.http.auth import count_as
from codepegs.server.ops import log
from codepegs.server.ops.config import LIMITS, Config, Limits
from codepegs.server.ops.metrics import Metrics

MAX_DESCRIPTORS = 16_384
"""File descriptors that the server asks the system for."""
RESERVED_DESCRIPTORS = 128
"""Descriptors for the archive, the worker processes, and connections that are being closed."""


class Connections:
    """Open connections. If there are too many, the one that has waited longest is closed.

    A connection waits until its client has sent a whole request, and again after the response.
    One that is being served is never closed: if no connection waits, the new one is. Connections
    of a trusted proxy count in total only, because they carry the requests of many addresses.
    """

    def __init__(self, *, per_address: int, total: int, proxies: tuple[str, ...], metrics: Metrics) -> None:
        self._per_address, self._total = per_address, total
        self._proxies, self._metrics = _TrustedHosts(list(proxies)), metrics
        self._open: dict[asyncio.Transport, str | None] = {}
        """The address of each, or None for a proxy."""
        self._counts: Counter[str] = Counter()
        self._waiting: dict[str | None, dict[asyncio.Transport, None]] = {None: {}}
        """Waiting connections of each address, longest first. None stands for all addresses together."""
        self._log = log.Throttle("too many connections")
        metrics.add_gauge("codepegs_connections", "Open connections.", lambda: len(self._open))

    def add(self, transport: asyncio.Transport, host: str) -> None:
        """Add a new connection, and close the one that has waited longest if that is too many."""
        address = None if host in self._proxies else count_as(host)
        self._open[transport] = address
        if address is not None:
            self._counts[address] += 1
            self.wait(transport)
            if self._counts[address] > self._per_address:
                self._close(next(iter(self._waiting[address])), "address")
        if len(self._open) > self._total:
            self._log.event(open=len(self._open))
            self._close(next(iter(self._waiting[None]), transport), "total")

    def wait(self, transport: asyncio.Transport) -> None:
        """Note that the connection waits for a request. A proxy's connection is left alone."""
        address = self._open.get(transport)
        if address is not None:
            self._waiting[None].setdefault(transport)
            self._waiting.setdefault(address, {}).setdefault(transport)

    def serve(self, transport: asyncio.Transport) -> None:
        """Note that the connection's request is complete."""
        address = self._open.get(transport)
        if address is not None and transport in self._waiting[None]:
            del self._waiting[None][transport], self._waiting[address][transport]
            if not self._waiting[address]:
                del self._waiting[address]

    def remove(self, transport: asyncio.Transport) -> None:
        """Forget a connection that is closed."""
        self.serve(transport)
        address = self._open.pop(transport, None)
        if address is not None:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]

    def _close(self, transport: asyncio.Transport, limit: str) -> None:
        self._metrics.closed_connections.labels(limit).inc()
        self.remove(transport)
        transport.abort()


class ConnectionState(ServerState):
    """State that uvicorn passes to every protocol."""

    def __init__(self, limited: Connections, *, timeout: float) -> None:
        super().__init__()
        self.limited, self.timeout = limited, timeout


def limit_connections(
    config: Config, metrics: Metrics, *, descriptors: int, limits: Limits = LIMITS
) -> Connections:
    """Return the connections of a server that can have this many file descriptors.

    One address can have at most three quarters of them, so that some are left for others.
    """
    total = max(descriptors // 2, descriptors - RESERVED_DESCRIPTORS)
    return Connections(
        per_address=min(config.address_sockets + limits.address_connections, total * 3 // 4),
        total=total,
        proxies=config.proxies,
        metrics=metrics,
    )


def raise_descriptor_limit() -> int:
    """Raise the process's limit on file descriptors as far as the system allows, and return it."""
    try:
        import resource
    except ImportError:
        return MAX_DESCRIPTORS  # Windows has no such limit.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    # macOS refuses more than it has, whatever the hard limit is.
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
