"""Tables compared with the pure rules."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from codepegs.protocol import messages, view
from codepegs.rules import Match, MatchView, Move, replay
from codepegs.table.seats import ClientId
from codepegs.table.table import Played
from tests.support.pure_table import CLIENTS, EVERYBODY, STRANGER, Room, seated, spelled
from tests.support.strategies import legal_moves, matches

SENDERS: tuple[ClientId | None, ...] = (*CLIENTS, STRANGER, None)

TEXTS = [
    *("code RRR", "code RRRR", "guess RRR", "guess RRRR", "guess", "answer 1+0", "answer 9+9", "answer x"),
    *(
        "give up",
        "own up",
        "take back",
        "opponent gone",
        "claim",
        "claim rows 1",
        "claim rows 2 1",
        "leave",
        "hint 1",
        "hint 3",
        "hint 7",
        "timeout",
    ),
    *("code hidden", "code veiled 000000", "clock 60", "hints allowed", "leave codemaker", "", "\u0000"),
]
OFFERS = ["rematch", "clock 60", "clock 90000", "clock off", "hints", "draw", "", "clock 0", "clock 1.5"]

anything: SearchStrategy[dict[str, object]] = st.one_of(
    st.fixed_dictionaries({"move": st.sampled_from(TEXTS), "moves": st.integers(0, 12)}),
    st.fixed_dictionaries({"offer": st.sampled_from(OFFERS)}),
    st.fixed_dictionaries({"reply": st.sampled_from(OFFERS), "yes": st.booleans()}),
    st.fixed_dictionaries({"move": st.sampled_from(TEXTS), "moves": st.just(-1)}),
)
"""Commands of every kind, most of them illegal; -1 stands for the current number of moves."""


@given(data=st.data(), match=matches(moves=20))
def test_only_accepted_commands_change_the_match(data: st.DataObject, match: Match) -> None:
    room = Room(seated(match.agreement)).play(match.moves)
    for _ in range(12):
        before = room.table
        assert before.match is not None
        client = data.draw(st.sampled_from(SENDERS))
        fields: dict[str, object] = data.draw(anything)
        if not before.over and data.draw(st.booleans()):
            move = data.draw(legal_moves(before.match))
            fields = {"move": spelled(before.match, move), "moves": before.moves}
        if fields.get("moves") == -1:
            fields["moves"] = before.moves
        back = msgspec.json.decode(room.send(client, **fields))
        if "refused" in back:
            assert room.table is before
        else:
            assert before.seats.player_of(client) is not None
    assert room.table.match == replay(match.agreement, _kept(room))


@given(match=matches())
def test_applying_all_changes_gives_the_last_view(match: Match) -> None:
    room = Room(seated(match.agreement)).play(match.moves)
    for player in EVERYBODY:
        seen = room.first[player]
        versions = [seen.version]
        for message in room.heard[player]:
            if message.startswith(b'{"change"'):
                change = msgspec.json.decode(message, type=messages.Changed).change
                seen = messages.apply_change(seen, change)
                versions.append(change.version)
        assert seen == room.views[player] == view.make_view(room.table, player)
        assert versions == list(range(room.first[player].version, room.table.version + 1))


@given(match=matches())
def test_a_change_contains_what_differs_and_a_running_clock(match: Match) -> None:
    room = Room(seated(match.agreement))
    for move in match.moves:
        before = dict(room.views)
        room.make(move)
        for player in EVERYBODY:
            after = room.views[player]
            change = msgspec.json.decode(
                messages.encode(messages.diff_views(before[player], after, line=None, by=None))
            )
            differing = {n for n in messages.SECTIONS if getattr(before[player], n) != getattr(after, n)}
            if after.clock.limit is not None:
                # What its reader has of it depends on when that was sent.
                differing.add("clock")
            assert set(change) == differing | {"version", "moves", "line", "by"}


@given(match=matches())
def test_the_view_says_what_the_rules_say(match: Match) -> None:
    table = Room(seated(match.agreement)).play(match.moves).table
    for player in EVERYBODY:
        seen, true = view.make_view(table, player), MatchView.of(match, player)
        assert (seen.points, seen.turn, seen.you) == (true.points, match.turn, player)
        assert seen.terms.least_wins is match.agreement.edition.scoring.least_wins
        assert {view.ACT_WORDS[act] for act in true.legal} == set(seen.legal)
        assert len(seen.past) + 1 == len(match.games)
        assert seen.game is not None
        for shown, game in zip((*seen.past, seen.game), true.games, strict=True):
            spell = match.agreement.edition.spell
            assert shown.code == (game.code and spell(game.code))
            rows = [(row.guess and spell(row.guess), row.feedback) for row in game.board.rows]
            assert [(row.guess, row.feedback) for row in shown.rows] == [
                (guess, None if feedback is None else str(feedback)) for guess, feedback in rows
            ]


def _kept(room: Room) -> list[Move]:
    return [effect.move for effect in room.kept if isinstance(effect, Played)]
