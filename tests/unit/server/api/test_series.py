"""Whole series over the API, in every edition of the sheets: lies, claims, replays, time-outs, both roles."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec
import pytest

from codepegs.notation import edition_line, record
from codepegs.protocol import messages
from codepegs.protocol.view import Game, View
from codepegs.rules import BLANK, CATALOGUE, Code, Edition, Feedback, mark, replay
from tests.support.asgi import Site, Talk, site

LIMIT = 5


class Series:
    """A table with three who watch it: both players and a spectator, each by what changes alone."""

    def __init__(self, here: Site, edition: Edition, talks: dict[str | None, Talk]) -> None:
        self.here, self.edition, self.talks = here, edition, talks
        self.views: dict[str | None, View] = {}
        self.codes = some_codes(edition)

    @property
    def view(self) -> View:
        return self.views[None]

    @property
    def roles(self) -> tuple[str, str]:
        """Who makes the code of the game in play, and who breaks it."""
        assert self.view.game is not None
        return ("Ada", "Bob") if self.view.game.codemaker == 0 else ("Bob", "Ada")

    async def play(self, who: str, text: str) -> dict[str, Any]:
        status, answer = await self.here.play(who, text)
        assert status == 200, answer
        await self.hear()
        return dict(answer)

    async def hear(self) -> None:
        for who, talk in self.talks.items():
            change = msgspec.convert((await talk.message())["change"], messages.Change)
            assert change.version == self.views[who].version + 1
            self.views[who] = messages.apply_change(self.views[who], change)
            client = None if who is None else self.here.client_id(who)
            assert self.views[who] == await self.here.registry.view(self.here.table, client)

    async def hide(self, code: Code) -> None:
        maker, breaker = self.roles
        answer = await self.play(maker, f"code {self.edition.spell(code)}")
        assert answer["move"] == "code hidden"
        assert self.seen(maker).code == self.edition.spell(code)
        assert self.seen(breaker).code is None
        assert self.seen(None).code is None

    async def guess(self, guess: Code, answer: Feedback) -> None:
        maker, breaker = self.roles
        await self.play(breaker, f"guess {self.edition.spell(guess)}")
        await self.play(maker, f"answer {answer}")

    async def run_out_of_time(self) -> None:
        """Let the turn run out; the server was awake all the time."""
        rows = len(self.seen(None).rows)
        for _ in range(2 * (LIMIT + 1)):
            self.here.hands.pass_seconds(0.5)
            self.here.registry.tick()
        await self.hear()
        assert len(self.seen(None).rows) == rows + 1
        assert self.seen(None).rows[-1].guess is None

    def seen(self, who: str | None) -> Game:
        game = self.views[who].game
        assert game is not None
        return game


@asynccontextmanager
async def series(terms: str, *, games: int) -> AsyncIterator[Series]:
    async with AsyncExitStack() as stack:
        here = await stack.enter_async_context(site())
        await here.seat(terms, games=games)
        talks = {
            who: await stack.enter_async_context(
                Talk(here, f"/api/tables/{here.table}/socket", who=who, socket=True)
            )
            for who in ("Ada", "Bob", None)
        }
        played = Series(here, edition_line.read(terms), talks)
        for who, talk in talks.items():
            played.views[who] = msgspec.convert((await talk.message())["view"], View)
        yield played


def some_codes(edition: Edition) -> list[Code]:
    """Codes that may be hidden and guessed, with a hole in the first where there may be one."""
    kinds = [kind for kind in edition.kinds if kind != BLANK]
    pegs = range(edition.pegs)
    codes = [Code(tuple(kinds[(peg + shift) % len(kinds)] for peg in pegs)) for shift in range(4)]
    if edition.blanks:
        codes[0] = Code((BLANK, *codes[0].pegs[1:]))
    return codes


def wrong(true: Feedback) -> Feedback:
    """An answer that is another one, and does not end the game."""
    return Feedback(0, 0) if true != Feedback(0, 0) else Feedback(1, 0)


@pytest.mark.parametrize("at_once", [True, False])
async def test_a_match_by_hand_with_a_lie_a_claim_and_a_time_out(at_once: bool) -> None:
    terms = f"classic-1 answers=hand time={LIMIT} blanks=yes"
    async with series(terms, games=2) as here:
        secret, first, second, third = here.codes
        # A lie: shown at once by two answers to one guess, or by the reveal.
        await here.hide(secret)
        truth = mark(first, secret)
        await here.guess(first, truth)
        await here.guess(first if at_once else second, wrong(mark(first if at_once else second, secret)))
        maker, breaker = here.roles
        if not at_once:
            await here.play(breaker, "give up")
            await here.play(maker, "reveal")
            assert here.view.phase == "judging"
        await here.play(breaker, "claim")
        assert here.view.game is not None
        assert (here.view.game.number, here.view.game.replay) == (1, 1)
        assert here.view.past[0].ending == "void"
        assert here.view.past[0].proof is not None
        assert here.view.past[0].code == here.edition.spell(secret)
        # The game again: a turn runs out of time, then the code is broken.
        await here.hide(second)
        await here.run_out_of_time()
        await here.guess(first, mark(first, second))
        await here.guess(second, Feedback(here.edition.pegs, 0))
        await here.play(maker, "reveal")
        # The roles change, and the code holds: its codebreaker gives up.
        assert here.roles == (breaker, maker)
        await here.hide(third)
        await here.guess(first, mark(first, third))
        await here.play(maker, "give up")
        await here.play(breaker, "reveal")
        await finished(here)
        assert [game.ending for game in here.view.past] == ["void", "broken"]


async def finished(here: Series) -> None:
    """The match is over: what the archive has and what the record says is the same, and the points decide."""
    assert here.view.phase == "over"
    assert here.view.outcome is not None
    one, two = here.view.points
    least = here.edition.scoring.least_wins
    better = None if one == two else 0 if (one < two) is least else 1
    assert here.view.outcome.winner == better
    kept = here.here.archive.match(here.here.table)
    assert replay(kept.agreement, kept.moves) == kept
    async with Talk(here.here, f"/api/tables/{here.here.table}/record") as talk:
        text = (await talk.whole()).decode()
    assert record.read(text).points == kept.points
    assert here.edition.spell(here.codes[0]) in text


async def test_a_match_with_a_referee() -> None:
    edition = CATALOGUE["mini"]
    async with series("mini answers=referee", games=2) as here:
        for _ in range(2):
            secret, first, second, _ = here.codes
            _, breaker = here.roles
            await here.hide(secret)
            for guess in (first, second):
                answer = await here.play(breaker, f"guess {edition.spell(guess)}")
                assert answer["feedback"] == str(mark(guess, secret))
            await here.play(breaker, f"guess {edition.spell(secret)}")
        await finished(here)


async def test_wrong_answers_that_the_reveal_shows_may_be_let_pass() -> None:
    async with series("classic-1 answers=hand", games=2) as here:
        secret, _, second, _ = here.codes
        for _ in range(2):
            maker, breaker = here.roles
            await here.hide(secret)
            await here.guess(second, wrong(mark(second, secret)))
            await here.play(breaker, "give up")
            await here.play(maker, "reveal")
            await here.play(breaker, "accept")
        await finished(here)


async def test_a_series_of_games_with_offers_in_between_and_a_rematch() -> None:
    async with series("mini", games=2) as here:
        secret = here.codes[0]
        await here.hide(secret)

        async def offer(who: str, what: str, **reply: Any) -> None:
            said = {"reply": what, **reply} if reply else {"offer": what}
            body = {"key": f"o{here.view.version}", **said}
            status, answer = await here.here.post("replies" if reply else "offers", body, who=who)
            assert status == 200, answer
            await here.hear()

        await offer("Ada", "clock 60")
        assert [(offered.by, offered.offer) for offered in here.view.offers] == [(0, "clock 60")]
        await offer("Bob", "clock 60", yes=True)
        assert (here.view.offers, here.view.clock.limit) == ((), 60)
        await offer("Bob", "hints")
        await offer("Ada", "hints", yes=False)
        assert here.view.game is not None
        assert (here.view.offers, here.view.game.hints_allowed) == ((), False)
        await here.play("Bob", f"guess {here.edition.spell(secret)}")
        await here.play("Bob", f"code {here.edition.spell(secret)}")
        await here.play("Ada", "abandon")
        assert here.view.outcome is not None
        assert here.view.outcome.abandoned_by == 0
        await offer("Ada", "rematch")
        await offer("Bob", "rematch", yes=True)
        assert here.view.rematch is not None
        again = await here.here.registry.view(here.view.rematch, here.here.client_id("Bob"))  # type: ignore[arg-type]
        assert [player.name for player in again.players] == ["Bob", "Ada"]
        assert (again.you, again.phase) == (0, "setting")
