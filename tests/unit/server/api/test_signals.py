"""Signals of players on their sockets: the row being laid, and phrases. Nothing of them is stored."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, get_args

import pytest

from codepegs.notation import record
from codepegs.protocol.messages import Phrase
from codepegs.server.context import PHRASE_BURST, PHRASE_RATE
from tests.support.asgi import Site, Talk, site
from tests.unit.server.api.test_stream import listening, settled


async def heard(talk: Talk, field: str) -> Any:
    """Return the next message with a field."""
    while field not in (message := await talk.message()):
        assert "refused" not in message or field == "refused"
    return message


async def rest(talk: Talk) -> list[dict[str, Any]]:
    """Return everything that has been sent and not read."""
    await settled()
    found = []
    try:
        while True:
            async with asyncio.timeout(0):
                found.append(await talk.message())
    except TimeoutError:
        return found


@asynccontextmanager
async def guessing() -> AsyncIterator[Site]:
    """Seat Ada, who has set a code, and Bob, who guesses."""
    async with site() as here:
        here.welcome("Eve")
        await here.seat()
        assert (await here.play("Ada", "code RGB"))[0] == 200
        yield here


async def lay(here: Site, talk: Talk, pegs: str, *, moves: int = 1) -> None:
    talk.tell({"moves": moves, "laid": pegs})
    await settled()
    here.registry.tick()


async def test_the_codemaker_and_spectators_see_the_row_being_laid() -> None:
    async with (
        guessing() as here,
        listening(here, "Ada") as ada,
        listening(here, "Bob") as bob,
        listening(here) as eve,
    ):
        await lay(here, bob, "R..")
        for talk in (ada, eve):
            assert await heard(talk, "laid") == {"moves": 1, "laid": "R.."}
        async with listening(here) as late:
            assert await heard(late, "laid") == {"moves": 1, "laid": "R.."}
        assert not [message for message in await rest(bob) if "laid" in message or "refused" in message]


async def test_many_changes_are_one_message_for_each_tick() -> None:
    async with guessing() as here, listening(here, "Ada") as ada, listening(here, "Bob") as bob:
        await rest(ada)
        for pegs in ("R..", "RY.", "RYB"):
            bob.tell({"moves": 1, "laid": pegs})
        await settled()
        here.registry.tick()
        assert [message for message in await rest(ada) if "laid" in message] == [{"moves": 1, "laid": "RYB"}]
        here.registry.tick()
        assert not [message for message in await rest(ada) if "laid" in message]


@pytest.mark.parametrize(
    ("who", "pegs", "kind"),
    [
        ("Ada", "R..", "NotYourMove"),
        ("Eve", "R..", "NotSeated"),
        (None, "R..", "Unauthenticated"),
        ("Bob", "R.", "NotationError"),
        ("Bob", "R..." * 20, "NotationError"),
        ("Bob", "R" * 101, "Malformed"),
        ("Bob", "<b>", "NotationError"),
        ("Bob", "R-.", "NotationError"),  # no hole may stay empty in this edition
    ],
)
async def test_nothing_else_is_shown_as_a_row(who: str | None, pegs: str, kind: str) -> None:
    async with guessing() as here, listening(here) as watching, listening(here, who) as talk:
        await rest(watching)
        await lay(here, talk, pegs)
        assert (await heard(talk, "refused"))["refused"]["kind"] == kind
        assert not [message for message in await rest(watching) if "laid" in message]


async def test_a_code_being_set_is_never_shown() -> None:
    async with site() as here:
        await here.seat()
        async with listening(here, "Ada") as ada, listening(here, "Bob") as bob:
            for who, talk, other in (("Ada", ada, bob), ("Bob", bob, ada)):
                await rest(other)
                await lay(here, talk, "RGB", moves=0)
                assert (await heard(talk, "refused"))["refused"]["kind"] == "NotYourMove"
                status, reply = await here.post("laid", {"moves": 0, "laid": "RGB"}, who=who)
                assert (status, reply["refused"]["kind"]) == (403, "NotYourMove")
                here.registry.tick()
                assert not [message for message in await rest(other) if "laid" in message]


async def test_a_program_shows_its_row_over_http() -> None:
    async with guessing() as here, listening(here, "Ada") as ada:
        row = {"moves": 1, "laid": "R.."}
        assert await here.post("laid", row, who="Bob") == (200, row)
        here.registry.tick()
        assert await heard(ada, "laid") == row


async def test_a_row_of_an_earlier_position_is_not_shown() -> None:
    async with guessing() as here, listening(here, "Ada") as ada, listening(here, "Bob") as bob:
        await lay(here, bob, "RY.")
        await heard(ada, "laid")
        assert (await here.play("Bob", "guess RYY"))[0] == 200
        await lay(here, bob, "RYY")
        assert not [message for message in await rest(ada) if "laid" in message]
        async with listening(here) as late:
            assert not [message for message in await rest(late) if "laid" in message]
        await lay(here, bob, "B..", moves=2)
        await lay(here, bob, "RYY")
        async with listening(here) as late:
            assert await heard(late, "laid") == {"moves": 2, "laid": "B.."}


async def test_everybody_hears_a_phrase_and_nobody_keeps_it() -> None:
    async with (
        guessing() as here,
        listening(here, "Ada") as ada,
        listening(here, "Bob") as bob,
        listening(here) as eve,
    ):
        version = (await here.registry.view(here.table, None)).version
        ada.tell({"say": "Nice one"})
        for talk in (ada, bob, eve):
            assert await heard(talk, "said") == {"by": 0, "said": "Nice one"}
        async with listening(here) as late:
            assert not [message for message in await rest(late) if "said" in message]
        assert (await here.registry.view(here.table, None)).version == version
        assert "Nice one" not in record.save(here.archive.match(here.table))


@pytest.mark.parametrize(
    ("who", "message", "kind"),
    [
        ("Eve", {"say": "Thanks"}, "NotSeated"),
        (None, {"say": "Thanks"}, "Unauthenticated"),
        ("Ada", {"say": "thanks"}, "Malformed"),
        ("Ada", {"say": "The first peg is red"}, "Malformed"),
        ("Ada", {"say": "Thanks", "to": "Bob"}, "Malformed"),
        ("Ada", {"say": ["Thanks"]}, "Malformed"),
    ],
)
async def test_only_players_say_only_these_phrases(who: str | None, message: object, kind: str) -> None:
    async with guessing() as here, listening(here, "Bob") as bob, listening(here, who) as talk:
        await rest(bob)
        talk.tell(message)
        assert (await heard(talk, "refused"))["refused"]["kind"] == kind
        assert not [message for message in await rest(bob) if "said" in message]


async def test_phrases_are_limited_for_each_player() -> None:
    async with guessing() as here, listening(here, "Ada") as ada, listening(here, "Bob") as bob:
        for phrase in get_args(Phrase)[:PHRASE_BURST]:
            ada.tell({"say": phrase})
            assert (await heard(ada, "said"))["said"] == phrase
        ada.tell({"say": "Thanks"})
        assert (await heard(ada, "refused"))["refused"]["kind"] == "RateLimited"
        bob.tell({"say": "Thanks"})
        assert (await heard(ada, "said"))["by"] == 1
        here.hands.pass_seconds(1 / PHRASE_RATE)
        ada.tell({"say": "Thanks"})
        assert (await heard(ada, "said"))["by"] == 0
