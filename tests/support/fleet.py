"""Several applications in one event loop that share an archive and a bus, as server processes do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, ParamSpec, TypeVar

from codepegs.storage.tables import Tables
from codepegs.table.bus.peers import BusPeers
from tests.support.asgi import Site
from tests.support.memory_store import MemoryTables
from tests.support.world import CONFIG, Hands, make_app

P = ParamSpec("P")
T = TypeVar("T")


class InlineExecutor(ThreadPoolExecutor):
    """Runs each call at once, so that a test need not wait for threads on a busy machine."""

    def submit(self, function: Callable[P, T], /, *arguments: P.args, **options: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(function(*arguments, **options))
        except Exception as error:
            future.set_exception(error)
        return future


class Hub:
    """The place where the buses of all applications meet."""

    def __init__(self) -> None:
        self.buses: list[HubBus] = []
        self.payloads: list[str] = []
        """Everything that was sent."""


class HubBus:
    """Implements :class:`~codepegs.table.bus.bus.Bus`. A test can disconnect it."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._on_payload: Callable[[str], None] = lambda _: None
        self._on_connect: Callable[[], None] = lambda: None
        self.connected = False
        hub.buses.append(self)

    def send(self, payloads: list[str]) -> None:
        loop = asyncio.get_running_loop()
        self._hub.payloads += payloads
        for payload in payloads:
            for bus in self._hub.buses:
                if bus.connected:
                    loop.call_soon(bus._on_payload, payload)

    async def drain(self) -> None: ...

    async def run(self, *, on_payload: Callable[[str], None], on_connect: Callable[[], None]) -> None:
        self._on_payload, self._on_connect = on_payload, on_connect
        self.connect()
        await asyncio.Event().wait()

    def connect(self) -> None:
        self.connected = True
        self._on_connect()

    def disconnect(self) -> None:
        self.connected = False


class Member(Site):
    """One of the applications, with its bus."""

    bus: HubBus


class Fleets:
    """All applications."""

    def __init__(self, hub: Hub, hands: Hands, members: list[Member]) -> None:
        self.hub, self.hands, self.members = hub, hands, members

    async def settle(self, turns: int = 30) -> None:
        """Let everything happen that is due."""
        for _ in range(turns):
            await asyncio.sleep(0.001)

    async def tick(self, seconds: float = 0.2) -> None:
        """Let time pass."""
        self.hands.pass_seconds(seconds)
        for member in self.members:
            member.registry.tick()
        await self.settle()


@asynccontextmanager
async def fleet(number: int = 2, *, archive: Tables | None = None, **limits: Any) -> AsyncIterator[Fleets]:
    """Run applications that share an archive; `limits` are fields of `Limits`."""
    hub, hands, kept = Hub(), Hands(), archive or MemoryTables()
    members = []
    asyncio.get_running_loop().set_default_executor(InlineExecutor())
    async with AsyncExitStack() as stack:
        for index in range(number):
            bus = HubBus(hub)
            peers = BusPeers(
                bus, name=f"process {index}", key=kept.token_key(), now=hands.now, monotonic=hands.monotonic
            )
            made = make_app(CONFIG, kept, hands, peers=peers, **limits)
            await stack.enter_async_context(made.router.lifespan_context(made))
            member = Member(made, kept, hands)
            member.bus = bus
            members.append(member)
        fleets = Fleets(hub, hands, members)
        await fleets.settle()
        yield fleets
