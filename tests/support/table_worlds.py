"""Two worlds: rooms with the same moves and different codes that no answer distinguishes."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from codepegs.notation import commitment
from codepegs.protocol import messages, view
from codepegs.rules import (
    NOBODY,
    Agreement,
    Answer,
    Answers,
    Code,
    Guess,
    Match,
    Move,
    PlayerNumber,
    Seat,
    Secret,
    SetCode,
    mark,
)
from codepegs.table import local
from tests.support.pure_table import CLIENTS, EVERYBODY, STRANGER, Room, seated
from tests.support.strategies import (
    agreements,
    claim_of,
    editions,
    feedbacks,
    guesses,
    refusal,
    secrets,
    spelled,
    twins,
)

NOISE = [
    *(
        "own up",
        "take back",
        "opponent gone",
        "answer 4+0",
        "hint 1",
        "hint 2",
        "code RRRR",
        "guess",
        "timeout",
    ),
    *("claim", "claim rows 1", "claim rows 1 2"),
]
"""Moves that are nearly always refused. None of them uses up a row."""


@st.composite
def any_two_codes(draw: DrawFn) -> tuple[Match, Match]:
    """Draw two codes on a small board that fit every guess so far."""
    terms = draw(editions(pegs=3, colours=4, rows=5))
    alone = Agreement(terms.with_rules(answers=Answers.REFEREE), (NOBODY, "Ada"), 1)
    match = Match.start(draw(agreements(st.just(terms)) | st.just(alone)))
    terms = match.agreement.edition
    one = draw(secrets(terms))
    by_hand = terms.answers is Answers.HAND
    moves: list[Move] = []
    left = [code for code in terms.codes() if code != one]
    for _ in range(draw(st.integers(0, terms.rows - 1))):
        guess = draw(guesses(terms))
        same = left if by_hand else [code for code in left if mark(guess, code) == mark(guess, one)]
        if not same or (not by_hand and guess == one):
            continue
        left = same
        # An answer of all black would end the game and show the code.
        answers = feedbacks(terms).filter(lambda feedback: feedback.black < terms.pegs)
        moves += [Guess(guess), Answer(draw(answers))] if by_hand else [Guess(guess)]
    return _behind(match, one, moves), _behind(match, draw(st.sampled_from(left)), moves)


def _behind(match: Match, code: Code, moves: list[Move]) -> Match:
    for move in (SetCode(Secret(code)), *moves):
        match = match.play(move)
    return match


@st.composite
def worlds(draw: DrawFn) -> tuple[Room, Room]:
    """Draw two rooms after the same moves and the same refused commands."""
    pair = draw((twins() | twins(friendly=True)).map(lambda so_far: so_far[-1]) | any_two_codes())
    one, other = (Room(seated(match.agreement)) for match in pair)
    digest = draw(st.binary(min_size=32, max_size=32))
    for left, right in zip(pair[0].moves, pair[1].moves, strict=True):
        if left == right:
            one.make(left)
            other.make(right)
        else:
            # Here the worlds part. A commitment is random to whoever does not know its salt, so both get
            # the same; the salts differ, as nothing that is sent may depend on them either.
            one.salt, other.salt = bytes(32), bytes([1] * 32)
            with patch.object(commitment, "compute_commitment", lambda *_: digest):
                one.make(left)
                other.make(right)
        if draw(st.integers(0, 3)) == 0:
            _disturb(draw, one, other)
    _disturb(draw, one, other)
    return one, other


def _disturb(draw: DrawFn, one: Room, other: Room) -> None:
    match = one.table.match
    assert match is not None
    client = STRANGER if draw(st.integers(0, 3)) == 3 else CLIENTS[match.player(Seat.CODEBREAKER)]
    # What would be accepted is left out: a claim that is upheld reveals, a hint is taken once, a row is
    # taken back, and two equal offers accept each other.
    spared = {"hint 1", "hint 2"} if match.hints_allowed else set()
    spared |= {"take back"} if match.agreement.friendly else set()
    texts = [text for text in NOISE if text not in spared and not upheld(match, text)]
    agreed = {offer.text for offer in one.table.offers if CLIENTS[offer.by] != client}
    agreed |= {"hints"} if match.agreement.solo else set()
    offered = [text for text in ("clock 77", "hints", "rematch", "clock off") if text not in agreed]
    moves = 0 if draw(st.integers(0, 3)) == 3 else one.table.moves
    fields = draw(
        st.sampled_from(texts).map(lambda text: {"moves": moves, "move": text})
        | st.sampled_from(offered).map(lambda text: {"offer": text})
        | st.sampled_from(["clock 77", "hints"]).map(lambda text: {"reply": text, "yes": False})
    )
    for room in (one, other):
        room.send(client, **fields)


def upheld(match: Match, text: str) -> bool:
    """Return whether this is a claim that voids the game."""
    if not text.startswith("claim"):
        return False
    claim = claim_of(match) if text == "claim" else spelled(text)
    return claim is not None and refusal(match, claim) is None


def onlookers(room: Room) -> tuple[PlayerNumber | None, ...]:
    """Return the players who must not know the code, and the spectator."""
    assert room.table.match is not None
    seat = room.table.match.game.seat
    return tuple(player for player in EVERYBODY if seat(player) is not Seat.CODEMAKER)


def look_the_same(one: Room, other: Room) -> bool:
    """Return whether all onlookers are sent, and see at a local table, the same in two rooms."""
    return all(
        one.heard[player] == other.heard[player] and _shown(one, player) == _shown(other, player)
        for player in onlookers(one)
    )


def _shown(room: Room, player: PlayerNumber | None) -> tuple[bytes, str]:
    wire = messages.encode(view.make_view(room.table, player))
    return wire, repr(local.make_view(room.table, player, left=None))
