"""Running the application: the sockets it listens at, and how it stops."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from signal import SIGINT, SIGTERM, signal
from threading import current_thread, main_thread

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from codepegs.protocol import messages as wire
from codepegs.server.errors import CannotListen
from codepegs.server.http.websocket import BoundedSocket, leaving
from codepegs.server.ops.config import LIMITS, Config, Limits

GRACE = 5
"""Seconds that requests under way have to end when the server stops."""
KEEP_ALIVE = 30
HEAD = 16 * 1024
"""Bytes in the head of a request, at most."""
BACKLOG = 2048


COLLECT = 600
"""Seconds between two searches of the whole memory for rubbish."""


def collect_seldom() -> None:
    """Leave it to the server when all of the memory is searched for rubbish; what is there now is none.

    With ten thousand sockets that takes half a second, in which nobody is answered, and
    Python would do it whenever a quarter more has come: every few seconds under load.
    What has just been made it still looks through, and nearly all goes without a search.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 2, 1_000_000)


SWITCH = 0.0005
"""Seconds for which a thread may keep Python to itself while another one waits."""


def switch_often() -> None:
    """Let the archive's thread have its turn soon.

    It gives way at every statement of a transaction, and a busy event loop would let it
    wait for ten times as long, before each of them.
    """
    sys.setswitchinterval(SWITCH)


def listening(config: Config) -> socket.socket:
    """A socket at the address of `config`, or CannotListen."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    # Only where the protocol is named does asyncio send small messages at once; otherwise of two that
    # follow each other the second waits for 40 ms, until the other side has acknowledged the first.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((config.host, config.port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or "there is no such address"
        raise CannotListen(config.host, config.port, reason.lower()) from None
    return listener


class Server(uvicorn.Server):
    """Tells whoever listens that it stops, before it closes their connections."""

    def __init__(
        self,
        app: ASGIApp,
        config: Config,
        *,
        farewell: Callable[[], Awaitable[None]],
        limits: Limits = LIMITS,
    ) -> None:
        self._farewell = farewell
        super().__init__(
            uvicorn.Config(
                app,
                loop="asyncio",
                http=_protocol(limits.handshake),
                ws=BoundedSocket,
                ws_max_size=wire.LONGEST,
                ws_per_message_deflate=False,
                ws_ping_interval=limits.idle,
                ws_ping_timeout=limits.idle,
                timeout_keep_alive=KEEP_ALIVE,
                timeout_graceful_shutdown=GRACE,
                h11_max_incomplete_event_size=HEAD,
                proxy_headers=bool(config.proxies),
                forwarded_allow_ips=list(config.proxies),
                server_header=False,
                access_log=False,
                log_config=None,
            )
        )

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop when asked to, and end as after work that is done, not as if it had been killed."""
        if current_thread() is not main_thread():
            yield
            return
        before = {number: signal(number, self.handle_exit) for number in (SIGINT, SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal(number, handler)

    async def on_tick(self, counter: int) -> bool:
        # Ten times a second.
        if counter % (10 * COLLECT) == 10 * COLLECT - 1:
            gc.collect()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._farewell()
        await super().shutdown(sockets)


def _protocol(patience: float) -> type[asyncio.Protocol]:
    class Punctual(H11Protocol):
        """Closes connections on which a request has begun, or should have, and does not come to its end."""

        _due: asyncio.TimerHandle | None = None
        _upgraded = False

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(leaving(transport))
            self._await_head()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.cycle is None or self.cycle.response_complete:
                self._await_head()
            else:
                self._head_came()

        def handle_websocket_upgrade(self, event: object) -> None:
            self._upgraded = True
            self._head_came()
            super().handle_websocket_upgrade(event)  # type: ignore[arg-type]

        def connection_lost(self, exc: Exception | None) -> None:
            self._head_came()
            super().connection_lost(exc)

        def _await_head(self) -> None:
            if self._due is None and not self._upgraded and not self.transport.is_closing():
                self._due = self.loop.call_later(patience, self.transport.close)

        def _head_came(self) -> None:
            if self._due is not None:
                self._due.cancel()
                self._due = None

    return Punctual
