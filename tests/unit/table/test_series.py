"""Whole matches through commands, in every printed edition."""

from __future__ import annotations

import msgspec
import pytest

from codepegs.notation import record
from codepegs.protocol import messages, view
from codepegs.rules import (
    CATALOGUE,
    Agreement,
    Answers,
    Code,
    Edition,
    Feedback,
    PlayerNumber,
    Scoring,
    mark,
    other_player,
)
from codepegs.table import commands
from codepegs.table.table import Played
from tests.support.pure_table import CLIENTS, EVERYBODY, Room, seated

SHEETS = [slug for slug, terms in CATALOGUE.items() if terms.box.sheet]
BY_HAND = [CATALOGUE[slug].with_rules(answers=Answers.HAND) for slug in SHEETS]


class Series:
    """Two people who play. The test writes out every command."""

    def __init__(self, terms: Edition, games: int) -> None:
        self.terms = terms
        self.room = Room(seated(Agreement(terms, ("Ada", "Bob"), games)))
        codes = [code for code, _ in zip(_codes(terms), range(4), strict=False)]
        self.code, *self.wrong = codes

    @property
    def maker(self) -> PlayerNumber:
        return self.game().codemaker

    @property
    def breaker(self) -> PlayerNumber:
        return other_player(self.maker)

    def make(self, text: str) -> None:
        self._done(self.room.move(self.maker, text))

    def break_(self, text: str) -> None:
        self._done(self.room.move(self.breaker, text))

    def hide(self) -> None:
        self.make(f"code {self.terms.spell(self.code)}")

    def row(self, guess: Code, *, lie: Feedback | None = None) -> None:
        self.break_(f"guess {self.terms.spell(guess)}")
        if self.terms.answers is Answers.HAND:
            self.make(f"answer {lie or mark(guess, self.code)}")

    def agree(self, text: str) -> None:
        self._done(self.room.send(CLIENTS[0], offer=text))
        self._done(self.room.send(CLIENTS[1], reply=text, yes=True))

    def time_out(self) -> None:
        self.room.take(commands.time_out(self.room.table))

    def _done(self, back: bytes) -> None:
        assert back.startswith(b'{"answer"'), back

    def look(self) -> view.View:
        return self.room.views[None]

    def game(self) -> view.Game:
        game = self.look().game
        assert game is not None
        return game


def _codes(terms: Edition) -> list[Code]:
    """Return some codes of the edition, the first with an empty hole if that is allowed."""
    kinds = terms.kinds[::-1] if terms.blanks else terms.kinds
    return [Code(tuple((kinds * 2)[start : start + terms.pegs])) for start in range(4)]


@pytest.mark.parametrize("terms", BY_HAND, ids=SHEETS)
def test_a_series_by_hand_with_lies_claims_replays_and_time_outs(terms: Edition) -> None:
    series = Series(terms, games=4)
    none, all_black = Feedback(0, 0), Feedback(terms.pegs, 0)

    # Game 1: two answers to one guess contradict each other; the claim voids the game.
    series.hide()
    series.row(series.wrong[0])
    series.row(series.wrong[0], lie=none)
    assert "claim" in series.room.views[1].legal
    series.break_("claim rows 1 2")
    assert (series.look().past[0].ending, series.look().past[0].code) == ("void", terms.spell(series.code))
    assert series.look().past[0].proof == view.Proof((1, 2), None)
    assert (series.game().number, series.game().replay, series.maker) == (1, 1, 0)

    # It is played again, and broken, the second row being lost to the clock.
    series.agree("clock 60")
    series.hide()
    series.row(series.wrong[0])
    series.time_out()
    series.row(series.code)
    assert series.look().phase == "revealing"
    series.make("reveal")
    assert [row.guess is None for row in series.look().past[1].rows] == [False, True, False]

    # Game 2, roles changed: the lie shows at the reveal, and is let pass.
    assert series.maker == 1
    series.hide()
    series.row(series.wrong[1], lie=none)
    series.break_("give up")
    series.make("reveal")
    assert (series.look().phase, series.look().turn) == ("judging", 0)
    series.break_("accept")

    # Game 3: the lie is that the code is broken; the reveal shows it, the claim voids it.
    series.hide()
    series.row(series.wrong[2], lie=all_black)
    series.make("reveal")
    series.break_("claim rows 1")
    wrong = series.look().past[-1].proof
    assert wrong is not None
    assert wrong.answers == (view.Wrong(1, str(all_black), str(mark(series.wrong[2], series.code))),)
    series.agree("clock off")
    series.hide()
    for _ in range(terms.rows):
        series.row(series.wrong[0])
    series.make("reveal")
    assert series.look().past[-1].ending == "held"

    # Game 4: broken at once.
    assert series.maker == 1
    series.hide()
    series.row(series.code)
    series.make("reveal")

    assert series.look().phase == "over"
    _check(series)


@pytest.mark.parametrize("scoring", Scoring)
@pytest.mark.parametrize("slug", SHEETS)
def test_a_series_with_a_referee_in_every_scoring(slug: str, scoring: Scoring) -> None:
    series = Series(CATALOGUE[slug].with_rules(scoring=scoring, time_limit=30), games=2)
    for rows in (2, 0):
        series.hide()
        for guess in series.wrong[:rows]:
            series.row(guess)
        if rows:
            series.time_out()
        series.row(series.code)
    # Bob needed four rows for Ada's code, and Ada one for Bob's; of black key pegs both may have got as many.
    if scoring is not Scoring.KEY_PEGS:
        assert series.look().outcome == view.Outcome(0, None)
    if scoring.least_wins:
        assert series.look().points == (1, 4)
    assert series.look().terms.least_wins is scoring.least_wins
    _check(series)


def test_an_empty_hole_is_sent_as_a_dash() -> None:
    series = Series(CATALOGUE["classic-2"], games=1)
    series.make("code -K-R")
    series.break_("guess ----")
    assert series.game().rows[0] == view.Row("----", "2+0")
    series.break_("guess -K-R")
    assert series.game().code == "-K-R"


def _check(series: Series) -> None:
    """Check that what was saved, sent and recorded is the same match."""
    match = series.room.table.match
    assert match is not None
    assert match.over
    kept = [effect.move for effect in series.room.kept if isinstance(effect, Played)]
    assert tuple(kept) == match.moves
    assert record.read(record.write(match)) == match
    for player in EVERYBODY:
        seen = series.room.first[player]
        for message in series.room.heard[player]:
            if message.startswith(b'{"change"'):
                seen = messages.apply_change(seen, msgspec.json.decode(message, type=messages.Changed).change)
        assert seen == view.make_view(series.room.table, player)
        assert [game.code for game in (*seen.past, seen.game) if game] == [
            series.terms.spell(series.code)
        ] * len(match.games)
