"""Runs the application in uvicorn: listening socket, timeouts, garbage collection, shutdown."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from signal import SIGINT, SIGTERM, signal
from threading import current_thread, main_thread
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from codepegs.protocol import messages
from codepegs.server.errors import CannotListen
from codepegs.server.http.connections import MAX_DESCRIPTORS, ConnectionState, limit_connections
from codepegs.server.http.headers import MAX_HEAD_SIZE
from codepegs.server.http.protocol import BoundedHttp
from codepegs.server.http.websocket import BoundedWebSocket
from codepegs.server.ops import log
from codepegs.server.ops.config import LIMITS, Config, Limits
from codepegs.server.ops.metrics import Metrics

SHUTDOWN_TIMEOUT = 5
"""Seconds that running requests have to finish when the server stops."""
KEEP_ALIVE_TIMEOUT = 30
BACKLOG = 2048
"""Connections that the system may hold until the server accepts them."""
MAX_ACCEPTED = 8
"""Connections accepted in one turn of the event loop, before any of them can be refused."""
OUT_OF_RESOURCES = "socket.accept() out of system resource"
"""Message of asyncio, which it repeats for every connection that it fails to accept."""
GC_INTERVAL = 600
"""Seconds between two full garbage collections."""
SWITCH_INTERVAL = 0.0005
"""Seconds for which a thread may hold the GIL while another one waits."""


def schedule_gc() -> None:
    """Freeze startup objects and run full garbage collections on a timer instead of on allocation.

    With ten thousand sockets a full collection blocks the event loop for half a second, and
    under load Python would run one every few seconds. Young objects are still collected as
    usual, and reference counting frees nearly everything.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 2, 1_000_000)


def shorten_thread_switches() -> None:
    """Let the archive's writer thread run soon.

    It releases the GIL at every statement of a transaction. With Python's default interval,
    a busy event loop would make it wait ten times as long before each of them.
    """
    sys.setswitchinterval(SWITCH_INTERVAL)


def listen(config: Config) -> socket.socket:
    """Return a listening socket for the address in `config`, or raise CannotListen."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    # asyncio sets TCP_NODELAY only if the protocol is given. Without it, Nagle's algorithm delays the
    # second of two small messages by 40 ms, until the client acknowledges the first.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if config.host == "::" and socket.has_dualstack_ipv6():
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listener.bind((config.host, config.port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or "invalid address"
        raise CannotListen(config.host, config.port, reason.lower()) from None
    return listener


class Server(uvicorn.Server):
    """uvicorn server with limited connections. It notifies subscribers before it closes theirs."""

    def __init__(
        self,
        app: ASGIApp,
        config: Config,
        *,
        metrics: Metrics,
        on_shutdown: Callable[[], Awaitable[None]],
        descriptors: int = MAX_DESCRIPTORS,
        limits: Limits = LIMITS,
    ) -> None:
        self._on_shutdown = on_shutdown
        self._out_of_resources = log.Throttle("cannot accept connections")
        super().__init__(
            uvicorn.Config(
                app,
                loop="asyncio",
                http=BoundedHttp,
                ws=BoundedWebSocket,
                ws_max_size=messages.MAX_MESSAGE_BYTES,
                ws_per_message_deflate=False,
                ws_ping_interval=limits.idle,
                ws_ping_timeout=limits.idle,
                backlog=MAX_ACCEPTED,
                timeout_keep_alive=KEEP_ALIVE_TIMEOUT,
                timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
                h11_max_incomplete_event_size=MAX_HEAD_SIZE,
                proxy_headers=bool(config.proxies),
                forwarded_allow_ips=list(config.proxies),
                server_header=False,
                access_log=False,
                log_config=None,
            )
        )
        connections = limit_connections(config, metrics, descriptors=descriptors, limits=limits)
        self.server_state = ConnectionState(connections, timeout=limits.handshake)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Shut down on SIGINT and SIGTERM, and return normally instead of raising the signal again."""
        if current_thread() is not main_thread():
            yield
            return
        before = {number: signal(number, self.handle_exit) for number in (SIGINT, SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(self._handle_loop_error)
        await super().startup(sockets)
        # asyncio has one number for both, and has just set it.
        for listener in sockets or []:
            listener.listen(BACKLOG)

    def _handle_loop_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if context.get("message") == OUT_OF_RESOURCES:
            self._out_of_resources.event(error=type(context.get("exception")).__name__)
        else:
            loop.default_exception_handler(context)

    async def on_tick(self, counter: int) -> bool:
        # uvicorn calls this ten times per second.
        if counter % (10 * GC_INTERVAL) == 10 * GC_INTERVAL - 1:
            gc.collect()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._on_shutdown()
        await super().shutdown(sockets)
