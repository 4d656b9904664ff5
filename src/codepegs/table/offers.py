"""Offers: a rematch, a clock, hints or to stop. One player proposes, the other accepts or declines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from codepegs.errors import NotationError
from codepegs.rules.edition import MAX_TIME_LIMIT
from codepegs.rules.move import AllowHints, Leave, Move, SetClock
from codepegs.rules.seat import PlayerNumber

REMATCH = "rematch"
HINTS = "hints"
STOP = "stop"
"""Ends the match without a winner."""
_CLOCK = re.compile(r"clock (off|[1-9][0-9]{0,5})", re.ASCII)
_STORED = re.compile(r"([01]) (.+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer: its player and its text."""

    by: PlayerNumber
    text: str

    @property
    def kind(self) -> str:
        """`rematch`, `clock`, `hints` or `stop`. A player has at most one open offer of each kind."""
        return self.text.partition(" ")[0]


def check(text: str) -> None:
    """Raise NotationError unless `text` is an offer."""
    found = _CLOCK.fullmatch(text)
    if found and found[1] != "off" and int(found[1]) > MAX_TIME_LIMIT:
        raise NotationError(f"A turn has {MAX_TIME_LIMIT} seconds at most. Offer less, or clock off.")
    if not found and text not in (REMATCH, HINTS, STOP):
        raise NotationError(
            "This is not an offer. Send one of: rematch, clock SECONDS, clock off, hints, stop."
        )


def to_move(text: str) -> AllowHints | SetClock | Leave:
    """Return the move that carries out an offer. A rematch is not a move."""
    assert text != REMATCH
    if text == HINTS:
        return AllowHints()
    if text == STOP:
        return Leave(None)
    seconds = text.removeprefix("clock ")
    return SetClock(None if seconds == "off" else int(seconds))


_ENDED_BY: dict[str, type[Move]] = {"clock": SetClock, "hints": AllowHints, STOP: Leave}


def remaining(offers: tuple[Offer, ...], move: Move, *, over: bool) -> tuple[Offer, ...]:
    """Return the offers that stay open after a move.

    A move that changes the terms closes the offers to change them. When the match is over,
    only the offer of a rematch stays.
    """
    if not offers:
        return ()
    return tuple(
        offer
        for offer in offers
        if offer.text == REMATCH or not (over or isinstance(move, _ENDED_BY[offer.kind]))
    )


def may_close(move: Move, *, over: bool) -> bool:
    """Return whether a move closes some offers if there are any."""
    return over or isinstance(move, (*_ENDED_BY.values(),))


def write(offers: Iterable[Offer]) -> str:
    """Return offers as text for the store, one per line."""
    return "\n".join(f"{offer.by} {offer.text}" for offer in offers)


def read(text: str) -> tuple[Offer, ...]:
    """Return the offers that `write` wrote, or raise NotationError."""
    offers = []
    for line in text.splitlines():
        found = _STORED.fullmatch(line)
        if found is None:
            raise NotationError("The stored offers cannot be read.")
        check(found[2])
        offers.append(Offer(cast(PlayerNumber, int(found[1])), found[2]))
    return tuple(offers)
