"""The rules do what the sheets say: they are played against an independent model."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from codepegs.errors import CodepegsError
from codepegs.rules import (
    NOBODY,
    Act,
    Agreement,
    Answers,
    Edition,
    Match,
    Outcome,
    Scoring,
    Seat,
    find_edition,
    replay,
)
from tests.model import BREAKER, MAKER, Model, Refused, Terms, true_answer
from tests.support.strategies import spelled

ACTS = {
    Act.SET_CODE: "code",
    Act.GUESS: "guess",
    Act.ANSWER: "answer",
    Act.HINT: "hint",
    Act.GIVE_UP: "give up",
    Act.CLAIM: "claim",
    Act.OWN_UP: "own up",
    Act.TAKE_BACK: "take back",
    Act.LEAVE: "leave",
}
OUT_OF_PLACE = [
    *["code AAB", "code A", "guess AB-", "guess EEE", "answer 1+0", "answer 4+0", "timeout", "give up"],
    *["claim rows 1", "claim rows 2 1", "hint 0", "hint 4", "hints allowed", "clock 0"],
    *["leave codemaker", "leave codebreaker", "stop"],
]
SEATS = {MAKER: Seat.CODEMAKER, BREAKER: Seat.CODEBREAKER}


@st.composite
def terms(draw: st.DrawFn) -> Terms:
    """Terms of a match on a board so small that the model can try every code."""
    kind = draw(st.sampled_from(["match", "match", "by hand", "by hand", "friendly", "solo"]))
    pegs, colours, blanks = draw(st.integers(1, 3)), draw(st.integers(2, 4)), draw(st.booleans())
    code_repeats = pegs > colours + blanks or draw(st.booleans())
    guess_repeats = (code_repeats and pegs > 1) or pegs > colours + blanks or draw(st.booleans())
    return Terms(
        pegs=pegs,
        colours=colours,
        rows=draw(st.integers(1, 4)),
        blanks=blanks,
        code_repeats=code_repeats,
        guess_repeats=guess_repeats,
        scoring=draw(st.sampled_from([each.value for each in Scoring])),
        bonus=draw(st.integers(0, 2)),
        by_hand=kind == "by hand" or (kind == "friendly" and draw(st.booleans())),
        clock=None if kind == "friendly" else draw(st.sampled_from([None, 60])),
        hints=draw(st.booleans()),
        games=1 if kind == "solo" else draw(st.integers(1, 3)),
        solo=kind == "solo",
        friendly=kind == "friendly",
    )


def edition_of(agreed: Terms) -> Edition:
    return find_edition(
        "classic-1",
        pegs=agreed.pegs,
        colours=agreed.colours,
        rows=agreed.rows,
        blanks=agreed.blanks,
        code_repeats=agreed.code_repeats,
        guess_repeats=agreed.guess_repeats,
        scoring=Scoring(agreed.scoring),
        bonus=agreed.bonus,
        time_limit=agreed.clock,
        answers=Answers.HAND if agreed.by_hand else Answers.REFEREE,
    )


class RulesAgainstModel(RuleBasedStateMachine):
    """Machine that plays legal and illegal moves in both, and compares everything that shows."""

    match: Match
    model: Model

    @initialize(agreed=terms())
    def start(self, agreed: Terms) -> None:
        players = (NOBODY if agreed.solo else "Bob", "Ada")
        self.model = Model(agreed)
        self.match = Match.start(
            Agreement(edition_of(agreed), players, agreed.games, hints=agreed.hints, friendly=agreed.friendly)
        )

    def play(self, move: str) -> None:
        """Play a move in both. If the sheets forbid it, the library must refuse it and stay as it was."""
        before = self.match
        try:
            self.model.play(move)
        except Refused:
            try:
                self.match = self.match.play(spelled(move))
            except CodepegsError:
                assert self.match is before
            else:
                raise AssertionError(f"{move!r} should have been refused") from None
        else:
            self.match = self.match.play(spelled(move))

    @rule(data=st.data())
    def go_on(self, data: st.DataObject) -> None:
        """Play what the game waits for."""
        terms, game = self.model.terms, self.model.game
        guesses = st.lists(st.sampled_from(terms.letters), min_size=terms.pegs, max_size=terms.pegs)
        match game.phase:
            case "setting":
                self.play(f"code {data.draw(st.sampled_from(terms.codes()))}")
            case "guessing" if data.draw(st.integers(0, 5)):
                self.play(f"guess {''.join(data.draw(guesses))}")
            case "guessing":
                self.play(data.draw(st.sampled_from(["timeout", "give up", f"guess {game.code}"])))
            case "answering" if data.draw(st.integers(0, 3)):
                self.play("answer {}+{}".format(*true_answer(game.rows[-1].guess, str(game.code))))
            case "answering":
                self.play(f"answer {data.draw(st.integers(0, 3))}+{data.draw(st.integers(0, 2))}")

    @rule(
        move=st.sampled_from(["own up", "take back", "hint 1", "hint 2", "hint 3", "clock off", "clock 60"])
    )
    def aside(self, move: str) -> None:
        self.play(move)

    @rule(data=st.data())
    @precondition(lambda self: self.model.terms.by_hand and self.model.game.answered)
    def claim(self, data: st.DataObject) -> None:
        rows = data.draw(st.sets(st.sampled_from(sorted(self.model.game.answered)), min_size=1))
        self.play(f"claim rows {' '.join(map(str, sorted(rows)))}")

    @rule(move=st.sampled_from(OUT_OF_PLACE), seldom=st.integers(0, 5))
    def anything(self, move: str, seldom: int) -> None:
        """Play a move that is mostly out of place. One that ends the match is played seldom."""
        ends = move.startswith(("leave", "stop")) and not (
            self.model.terms.solo and move != "leave codebreaker"
        )
        if seldom == 0 or not ends:
            self.play(move)

    @invariant()
    def shows_the_same(self) -> None:
        if not hasattr(self, "model"):
            return
        match, model = self.match, self.model
        assert (match.over, match.turn, list(match.points)) == (model.over, model.turn, model.points)
        for seat, named in SEATS.items():
            assert {ACTS[act] for act in match.legal(named)} == model.legal(seat)
        assert len(match.games) == len(model.games)
        for game, plain in zip(match.games, model.games, strict=True):
            rows = [
                (
                    row.guess and str(row.guess).upper(),
                    row.feedback and (row.feedback.black, row.feedback.white),
                )
                for row in game.board.rows
            ]
            assert rows == [(row.guess, row.answer) for row in plain.rows]
            assert (game.number, game.replay, game.codemaker) == (plain.number, plain.replay, plain.maker)
            assert (game.ending and game.ending.value) == plain.ending
            assert (game.proof.rows if game.proof else ()) == plain.wrong
            assert (game.time_limit, game.hints_allowed) == (plain.clock, plain.hints)
            guessing = plain.phase == "guessing"
            assert game.turn_limit == (plain.clock if guessing else None)
            assert {*game.hints_left} == ({1, 2, 3} - plain.steps if plain.hints and guessing else set())
            if plain.ending:
                assert (game.revealed and str(game.revealed).upper()) == plain.code
        outcome = match.outcome or Outcome()
        assert (outcome.winner, outcome.abandoned_by) == (model.winner, model.left_by)
        assert outcome.stopped is (model.game.ending == "stopped")
        cracked = model.terms.solo and model.game.ending == "broken"
        assert outcome.cracked_in == (len(model.game.rows) if cracked else None)
        assert replay(match.agreement, match.moves) == match


TestRulesAgainstModel = RulesAgainstModel.TestCase
TestRulesAgainstModel.settings = settings(max_examples=4 * settings().max_examples, stateful_step_count=40)
