"""Permissions: every role, command and phase."""

from __future__ import annotations

import msgspec
import pytest

from codepegs.errors import NotNow
from codepegs.protocol.view import ACT_WORDS, PHASES, Outcome
from codepegs.rules import Act, Agreement, Answers, PlayerNumber, find_edition
from codepegs.table import commands, seats
from codepegs.table.seats import ClientId
from tests.support.pure_table import CLIENTS, STRANGER, Room, seated, waiting
from tests.support.strategies import spelled

MINI = find_edition("mini", answers=Answers.HAND)
HAND = Agreement(MINI, ("Ada", "Bob"), 1)
HINTED = Agreement(MINI, ("Ada", "Bob"), 1, hints=True)
FRIENDLY = Agreement(MINI, ("Ada", "Bob"), 1, friendly=True)

PREFIXES: dict[str, tuple[Agreement, list[str]]] = {
    "setting": (HAND, []),
    "guessing": (HAND, ["code AAA"]),
    "guessing with hints": (HINTED, ["code AAA"]),
    "guessing in a friendly match": (FRIENDLY, ["code AAA", "guess ABC", "answer 1+0"]),
    "answering": (HAND, ["code AAA", "guess ABC"]),
    "answered": (HAND, ["code AAA", "guess ABC", "answer 1+0"]),
    "answered wrongly": (HAND, ["code AAA", "guess ABC", "answer 0+1"]),
    "contradicted": (HAND, ["code AAA", "guess ABC", "answer 1+0", "guess ABC", "answer 0+0"]),
    "contradicted, answering": (
        HAND,
        ["code AAA", "guess ABC", "answer 1+0", "guess ABC", "answer 0+0", "guess AAA"],
    ),
    "over": (HAND, ["code AAA", "give up"]),
    "left": (HAND, ["code AAA", "leave codebreaker"]),
    "stopped": (HAND, ["code AAA", "stop"]),
}
MOVES = {
    "code": "code RRR",
    "guess": "guess RRR",
    "answer": "answer 1+0",
    "hint": "hint 1",
    "give up": "give up",
    "claim": "claim rows 1 2",
    "own up": "own up",
    "take back": "take back",
    "leave": "leave",
}
OFFERS = ("rematch", "clock 60", "clock off", "hints", "stop")
NEVER = (
    *("timeout", "code hidden", "code veiled 081811", "clock 60", "clock off", "hints allowed", "hints"),
    *("stop", "leave codemaker", "leave codebreaker"),
)

MAY: dict[str, tuple[set[str], set[str]]] = {
    "waiting": (set(), set()),
    "setting": ({"code"}, set()),
    "guessing": (set(), {"guess", "give up"}),
    "guessing with hints": (set(), {"guess", "give up", "hint"}),
    "guessing in a friendly match": (set(), {"guess", "give up", "take back"}),
    "answering": ({"answer"}, set()),
    "answered": (set(), {"guess", "give up"}),
    "answered wrongly": ({"own up"}, {"guess", "give up"}),
    "contradicted": ({"own up"}, {"guess", "give up", "claim"}),
    "contradicted, answering": ({"answer", "own up"}, {"claim"}),
    "over": (set(), set()),
    "left": (set(), set()),
    "stopped": (set(), set()),
}
"""Moves of codemaker and codebreaker that are accepted, except for leaving the match."""
ENDED = ("over", "left", "stopped")

MAY_OFFER = {
    "waiting": set[str](),
    **{phase: {"rematch"} for phase in ENDED},
    "guessing with hints": {"clock 60", "stop"},
    "guessing in a friendly match": {"hints", "stop"},
}
IN_PLAY = {"clock 60", "hints", "stop"}
"""Legal offers in every other phase. No clock runs, so it cannot be switched off."""

ROLES: dict[str, ClientId | None] = {
    "codemaker": CLIENTS[0],
    "codebreaker": CLIENTS[1],
    "spectator": None,
    "stranger": STRANGER,
    "client of another table": seats.client_id("who sits elsewhere"),
}


def room_at(phase: str) -> Room:
    if phase == "waiting":
        return Room(waiting(HAND))
    agreement, moves = PREFIXES[phase]
    return Room(seated(agreement)).play(spelled(text) for text in moves)


def test_every_phase_of_the_rules_is_covered() -> None:
    seen = {room_at(phase).views[None].phase for phase in MAY}
    assert seen == {"waiting", *PHASES.values()}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("phase", MAY)
def test_a_move_is_accepted_exactly_when_the_rules_allow_it(phase: str, role: str) -> None:
    maker, breaker = MAY[phase]
    may = {"codemaker": set(maker), "codebreaker": set(breaker)}.get(role)
    if may is not None and phase not in ("waiting", *ENDED):
        may |= {"leave"}
    for word, text in MOVES.items():
        room = room_at(phase)
        before = room.table
        back = msgspec.json.decode(room.send(ROLES[role], moves=before.moves, move=text))
        assert ("answer" in back) == (may is not None and word in may), (phase, role, text, back)
        assert (room.table is before) == ("refused" in back)
        if before.seats.player_of(ROLES[role]) is None:
            assert back["refused"]["kind"] == "NotSeated"
        elif "refused" in back:
            assert back["refused"]["kind"] in ("NotNow", "NotYourMove", "NothingToShow")


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("phase", MAY)
def test_nobody_can_send_the_moves_of_the_table(phase: str, role: str) -> None:
    for text in NEVER:
        room = room_at(phase)
        back = msgspec.json.decode(room.send(ROLES[role], moves=room.table.moves, move=text))
        assert back["refused"]["kind"] in ("NotSeated", "NotNow", "NotationError")


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("phase", MAY)
def test_only_players_make_offers_that_could_be_accepted(phase: str, role: str) -> None:
    may = MAY_OFFER.get(phase, IN_PLAY) if role in ("codemaker", "codebreaker") else set()
    for text in OFFERS:
        room = room_at(phase)
        back = msgspec.json.decode(room.send(ROLES[role], offer=text))
        assert ("answer" in back) == (text in may), (phase, role, text, back)
        assert [stands.text for stands in room.table.offers] == ([text] if text in may else [])


@pytest.mark.parametrize("by", [0, 1])
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("phase", MAY)
def test_only_the_other_player_can_accept_an_offer(phase: str, role: str, by: PlayerNumber) -> None:
    for text in MAY_OFFER.get(phase, IN_PLAY):
        room = room_at(phase)
        room.send(CLIENTS[by], offer=text)
        before = room.table
        back = msgspec.json.decode(room.send(ROLES[role], reply=text, yes=True))
        may = ROLES[role] == CLIENTS[1 - by]
        assert ("answer" in back) == may, (phase, role, text, back)
        assert (room.table is before) != may
        if may and text == "stop":
            assert room.views[None].outcome == Outcome(None, None, stopped=True, cracked_in=None)
        elif may and text != "rematch":
            assert room.table.offers == ()
            assert room.table.match is not None
            assert (room.table.match.time_limit, room.table.match.hints_allowed) == (
                (60, phase == "guessing with hints") if text == "clock 60" else (None, True)
            )


@pytest.mark.parametrize("phase", MAY)
def test_only_a_codebreaker_with_a_limit_loses_a_row(phase: str) -> None:
    for limited in (False, True):
        room = room_at(phase)
        if limited and MAY_OFFER.get(phase, IN_PLAY) & {"clock 60"}:
            room.send(CLIENTS[0], offer="clock 60")
            room.send(CLIENTS[1], reply="clock 60", yes=True)
        if room.views[None].clock.limit is not None:
            assert (limited, room.views[None].phase) == (True, "guessing")
            room.take(commands.time_out(room.table, code=MINI.code("RRR"), salt=None))
            game = room.views[None].game
            assert game is not None
            assert game.rows[-1].guess is None
        else:
            with pytest.raises(NotNow):
                commands.time_out(room.table, code=MINI.code("RRR"), salt=None)


def test_every_kind_of_move_is_covered() -> None:
    assert list(MOVES) == sorted(MOVES, key=list(ACT_WORDS.values()).index)
    assert set(MOVES) == {ACT_WORDS[act] for act in Act}
