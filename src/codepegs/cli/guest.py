"""Guest at a table of a server: reads the link, takes the seat, and remembers the token of the seat."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from codepegs.cli.tokens import read_token, save_token
from codepegs.client import Client, RemoteSeat
from codepegs.errors import CodepegsError
from codepegs.protocol.errors import Unauthenticated
from codepegs.protocol.view import View
from codepegs.table.keyboard import Keyboard

CONNECT_TIMEOUT = 5.0
"""Seconds after which a server that does not reply is given up, before the match has started."""
_PATH = re.compile(r"/t/([a-z0-9]{10})/?", re.ASCII)
_TOKEN = re.compile(r"[\w-]{43}", re.ASCII)


@dataclass(frozen=True, slots=True)
class TableLink:
    """Address of a table, with the token of an invitation if it has one."""

    server: str
    table: str
    invitation: str | None


def read_link(text: str) -> TableLink:
    """Return the link that the user gave, or raise a CodepegsError."""
    try:
        parts = urlsplit(text.strip())
        server = f"{parts.scheme}://{parts.netloc}".lower()
        found = _PATH.fullmatch(parts.path)
        known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        found, known = None, None
    if not (found and known) or (parts.fragment and not _TOKEN.fullmatch(parts.fragment)):
        raise CodepegsError(
            "This isn't a link to a match. Copy all of it from the web page: "
            "http://HOST/t/TABLE to watch, http://HOST/t/TABLE#INVITATION to play."
        )
    return TableLink(server, found[1], parts.fragment or None)


class Guest:
    """Visitor at the table of a link. Call :meth:`look` first, because sitting down agrees to the terms."""

    def __init__(self, link: TableLink) -> None:
        self.link = link
        self.token: str | None = None
        """Token that returns the user to seats at this server."""

    def look(self) -> tuple[str, ...] | None:
        """Return the terms if the link offers a seat, or None to return to a seat or to watch.

        Raises a CodepegsError if the server refuses, and if somebody else has used the invitation.
        """
        self.token = read_token(self.link.server) or self._request_token()
        try:
            view = self._view()
        except Unauthenticated:
            # The server has another archive than before, so it has none of the user's seats either.
            self.token = self._request_token(instead_of=self.token)
            view = self._view()
        if view.you is not None or self.link.invitation is None:
            return None
        if view.phase != "waiting":
            raise CodepegsError(
                "Somebody else has used this invitation. "
                "To watch the match, leave out the part of the link after #."
            )
        return tuple(view.agreed)

    def sit_down(self, name: str) -> None:
        """Take the seat, and agree to the terms."""
        assert self.link.invitation is not None
        with self._client() as client:
            client.join(self.link.table, invitation=self.link.invitation, name=name)

    async def open_keyboard(self) -> Keyboard:
        """Connect, and return the keyboard of the seat, or of a spectator."""
        link = self.link
        seat = await RemoteSeat(link.server, link.table, self.token).connect(timeout=CONNECT_TIMEOUT)
        you = seat.view.you
        return Keyboard({} if you is None else {you: seat}, seat)

    def link_to(self, table: str) -> str:
        return f"{self.link.server}/t/{table}"

    def _view(self) -> View:
        with self._client() as client:
            return client.view(self.link.table)

    def _client(self) -> Client:
        return Client(self.link.server, self.token, retry_timeout=CONNECT_TIMEOUT)

    def _request_token(self, *, instead_of: str | None = None) -> str:
        # Stored before it is used, so that a crash cannot lose a seat.
        with Client(self.link.server, retry_timeout=CONNECT_TIMEOUT) as client:
            return save_token(self.link.server, client.token, instead_of=instead_of)
