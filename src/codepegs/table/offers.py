"""Offers: what one player proposes and the other one says yes or no to."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from codepegs.errors import NotationError
from codepegs.rules.edition import MAX_TIME_LIMIT
from codepegs.rules.move import AllowHints, Move, SetClock
from codepegs.rules.seat import PlayerNumber

REMATCH = "rematch"
HINTS = "hints"
_CLOCK = re.compile(r"clock (off|[1-9][0-9]{0,5})", re.ASCII)
_STORED = re.compile(r"([01]) (.+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that stands: who made it, and what it says."""

    by: PlayerNumber
    text: str

    @property
    def kind(self) -> str:
        """`rematch`, `clock` or `hints`: a player has one offer of each kind at most."""
        return self.text.partition(" ")[0]


def check(text: str) -> None:
    """Raise NotationError unless `text` spells an offer."""
    found = _CLOCK.fullmatch(text)
    if found and found[1] != "off" and int(found[1]) > MAX_TIME_LIMIT:
        raise NotationError(f"A turn has {MAX_TIME_LIMIT} seconds at most: offer less, or clock off.")
    if not found and text not in (REMATCH, HINTS):
        raise NotationError("An offer is one of: rematch, clock and its seconds, clock off, hints.")


def to_move(text: str) -> AllowHints | SetClock:
    """What the table plays when both agree on an offer; a rematch is no move."""
    assert text != REMATCH
    if text == HINTS:
        return AllowHints()
    seconds = text.removeprefix("clock ")
    return SetClock(None if seconds == "off" else int(seconds))


_ENDED_BY = {"clock": SetClock, "hints": AllowHints}


def remaining(offers: tuple[Offer, ...], move: Move, *, over: bool) -> tuple[Offer, ...]:
    """Those of `offers` that are still to be answered after a move.

    When terms change, the offers to change them are answered. When the match is over,
    an offer of a rematch is all that can stand.
    """
    return tuple(
        offer
        for offer in offers
        if offer.text == REMATCH or not (over or isinstance(move, _ENDED_BY[offer.kind]))
    )


def write(offers: Iterable[Offer]) -> str:
    """Offers as text to keep, a line each."""
    return "\n".join(f"{offer.by} {offer.text}" for offer in offers)


def read(text: str) -> tuple[Offer, ...]:
    """The offers that `write` wrote."""
    offers = []
    for line in text.splitlines():
        found = _STORED.fullmatch(line)
        if found is None:
            raise NotationError("What is kept of the offers does not read back.")
        check(found[2])
        offers.append(Offer(cast(PlayerNumber, int(found[1])), found[2]))
    return tuple(offers)
