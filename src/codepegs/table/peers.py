"""Interface to the other server processes at the same archive, and its version for a single process."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from codepegs.rules.seat import PlayerNumber
from codepegs.storage.archive import MatchId
from codepegs.table.asks import Ask
from codepegs.table.seats import ClientId
from codepegs.table.session import Laid, TableSession
from codepegs.table.version import Version

Session = TableSession[Any, Any]


@dataclass(frozen=True, slots=True)
class TransferLink:
    """One-time link that moves the seat of `client` to another device, as the hash of its token."""

    table: MatchId
    digest: str
    client: ClientId
    until: int
    """When it expires, in seconds since 1970."""


class Host(Protocol):
    """Part of the table service of this process that peers need."""

    def find(self, table: MatchId) -> Session | None:
        """Return the session of a table that is in memory, or None."""

    def hear(self, table: MatchId, version: Version) -> None:
        """Note that another process has stored a version of a table."""

    def check_versions(self) -> None:
        """Start to compare every table in memory with the store."""


class Peers(Protocol):
    """Tells the other processes what happens here. No method waits."""

    @property
    def alone(self) -> bool:
        """Whether no other process can use the archive."""

    def announce(self, table: MatchId, version: Version, *, challenge: bool = False) -> None:
        """Tell the others that a version of a table is stored, and whether it is a new challenge."""

    def lay(self, table: MatchId, laid: Laid) -> None:
        """Pass on a row that a codebreaker is laying."""

    def say(self, table: MatchId, player: PlayerNumber, phrase: str) -> None:
        """Pass on what a player says."""

    def ask(self, table: MatchId, ask: Ask) -> None:
        """Pass on a request to play."""

    def close_ask(self, table: MatchId, ask_id: str, *, declined: bool) -> None:
        """Tell the others that a request to play was declined or withdrawn."""

    def share_link(self, link: TransferLink) -> None:
        """Let the link work at every process."""

    def added(self, session: Session) -> None:
        """Tell a session that has just been loaded who is connected elsewhere."""

    def tick(self, sessions: Iterable[Session], now: int) -> None:
        """Send who is connected here. Call this several times per second."""

    def subscribe(self, *, challenges: Callable[[], None], link: Callable[[TransferLink], None]) -> None:
        """Call `challenges` when the list of challenges may have changed, and `link` for each link."""

    async def run(self, host: Host) -> None:
        """Listen to the others until cancelled."""


class NoPeers:
    """Peers of a process that has the archive for itself."""

    alone = True

    def announce(self, table: MatchId, version: Version, *, challenge: bool = False) -> None: ...

    def lay(self, table: MatchId, laid: Laid) -> None: ...

    def say(self, table: MatchId, player: PlayerNumber, phrase: str) -> None: ...

    def ask(self, table: MatchId, ask: Ask) -> None: ...

    def close_ask(self, table: MatchId, ask_id: str, *, declined: bool) -> None: ...

    def share_link(self, link: TransferLink) -> None: ...

    def added(self, session: Session) -> None: ...

    def tick(self, sessions: Iterable[Session], now: int) -> None: ...

    def subscribe(self, *, challenges: Callable[[], None], link: Callable[[TransferLink], None]) -> None: ...

    async def run(self, host: Host) -> None: ...
