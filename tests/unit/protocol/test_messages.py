"""Messages: strict decoding, stable encoding, and errors."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.protocol import messages
from codepegs.protocol.errors import Malformed, RequestTooLarge
from codepegs.rules import Agreement, Guess, Match, Secret, SetCode, find_edition, replay
from codepegs.rules.edition import Answers
from codepegs.rules.move import Move, TakeBack
from tests.support.pure_table import CLIENTS, Room, seated, two
from tests.support.strategies import matches


def moving(key: str = '"k"', moves: str = "2", move: str = '"claim"', more: str = "") -> bytes:
    return f'{{"key": {key}, "moves": {moves}, "move": {move}{more}}}'.encode("utf-8", "surrogateescape")


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"null", b"[]", b'"move"', b"{", b"{}", b'{"key": "k"}', b'{"key": "k", "moves": 2}'),
        *(moving(moves=text) for text in ("2.0", "2e0", '"2"', "true", "null", "-1", "NaN", "9" * 26)),
        *(moving(key=f'"{text}"') for text in ("", "a b", r"k\n", "é", "k" * 65)),
        *(moving(move=f'"{text}"') for text in ("x" * 101, r"\ud800", r"\ud800A", "\udcff")),
        moving(key="7"),
        moving(more=', "seat": 0'),
        moving(more=', "offer": "hints"'),
        moving() + b" {}",
        b'{"key": "k", "reply": "hints"}',
        b'{"key": "k", "reply": "hints", "yes": 1}',
        b'{"key": "k", "offer": ["hints"]}',
        b"[" * 4000,
        b'{"move":' * 400,
        b'{"key": "k", "x": ' + b"[" * 3900,
    ],
)
def test_malformed_messages_are_refused(body: bytes) -> None:
    with pytest.raises(Malformed):
        messages.decode_command(body)


def test_the_fields_tell_the_kind_of_command() -> None:
    assert messages.decode_command(moving()) == messages.Moving("k", 2, "claim")
    assert messages.decode_command(b'{"offer": "hints", "key": "a-Z_0"}') == messages.Offering(
        "a-Z_0", "hints"
    )
    sent = messages.decode_command(b'{"reply": "hints", "key": "k", "yes": false}')
    assert sent == messages.Replying("k", "hints", False)


def test_a_message_over_the_limit_is_not_decoded() -> None:
    with pytest.raises(RequestTooLarge):
        messages.decode_command(moving() + b" " * messages.MAX_MESSAGE_BYTES)


def test_an_error_repeats_nothing_that_was_sent() -> None:
    for body in (
        b'{"key": "k", "moves": 2, "move": "x", "code RGBY": 1}',
        b'{"key": "code RGBY", "move": 1}',
    ):
        with pytest.raises(Malformed) as refused:
            messages.decode_command(body)
        assert "RGBY" not in str(refused.value)


@given(
    st.binary(max_size=200)
    | st.recursive(
        st.none() | st.booleans() | st.floats(allow_nan=False) | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from(["key", "move", "moves", "yes"]), inner)
        ),
    ).map(lambda value: msgspec.json.encode(value) if not isinstance(value, int) else b"1")
)
def test_any_bytes_are_decoded_or_refused(body: bytes) -> None:
    for kind in (messages.Opening, messages.Joining, messages.Moving, messages.Offering, messages.Replying):
        try:
            messages.decode(body, kind)
            messages.decode_command(body)
        except Malformed:
            pass


def test_open_and_join_requests_are_decoded() -> None:
    key = "k" * 22
    body = f'{{"key": "{key}", "edition": "mini", "games": 2, "players": ["Ada", null]}}'
    opening = messages.Opening(key, "mini", 2, ("Ada", None), False)
    assert messages.decode(body.encode(), messages.Opening) == opening
    for good, bad in (('"Ada", null', '"Ada"'), ("2", "2.0"), ("]}", '], "hints": 0}'), ('"key"', '"kay"')):
        with pytest.raises(Malformed):
            messages.decode(body.replace(good, bad).encode(), messages.Opening)
    body = f'{{"key": "{key}", "invitation": "t", "name": "Bob"}}'
    assert messages.decode(body.encode(), messages.Joining) == messages.Joining(key, "t", "Bob")


@pytest.mark.parametrize(
    "key", ["", "k" * 21, "k" * 65, "k" * 21 + ".", "k" * 21 + " ", "ĸ" * 22, "k" * 22 + "\n"]
)
def test_a_key_that_could_be_guessed_is_refused(key: str) -> None:
    body = json.dumps({"key": key, "invitation": "t", "name": "Bob"}).encode()
    with pytest.raises(Malformed):
        messages.decode(body, messages.Joining)


@given(match=matches(moves=40))
def test_a_reply_does_not_depend_on_later_moves(match: Match) -> None:
    for number in range(len(match.moves)):
        then = replay(match.agreement, match.moves[: number + 1])
        assert messages.make_reply(then, number, "k") == messages.make_reply(match, number, "k")


def test_a_repeated_guess_is_marked_like_the_first_time() -> None:
    """Even if its row was taken back since, its game has ended, and others have other codes."""
    mini = find_edition("mini")
    code, other, guess = mini.code("RGB"), mini.code("YYY"), mini.code("RBY")
    start = Match.start(Agreement(mini, ("Ada", "Bob"), games=2, friendly=True))
    game: list[Move] = [SetCode(Secret(code)), Guess(guess), TakeBack(), Guess(guess), Guess(code)]
    match = replay(start.agreement, [*game, SetCode(Secret(other)), Guess(guess)])
    replies = [messages.make_reply(match, number, "k") for number in range(match.length)]
    assert [reply.feedback for reply in replies] == [None, "1+1", None, "1+1", "3+0", None, "1+0"]
    assert [reply.move for reply in replies[:3]] == ["code hidden", "guess RBY", "take back"]


def test_a_guess_to_be_answered_by_hand_is_not_marked() -> None:
    mini = find_edition("mini", answers=Answers.HAND)
    start = Match.start(Agreement(mini, ("Ada", "Bob"), games=2))
    match = replay(start.agreement, [SetCode(Secret(mini.code("RGB"))), Guess(mini.code("RBY"))])
    assert messages.make_reply(match, 1, "k").feedback is None


def test_a_stale_move_is_refused_with_the_current_view() -> None:
    room = Room(seated(two("mini")))
    room.move(0, "code RGB")
    room.move(1, "guess RBB")
    for moves in (0, 1, 3):
        back = msgspec.json.decode(room.send(CLIENTS[1], moves=moves, move="guess RGB"))
        assert back["refused"]["kind"] == "Stale"
        assert back["view"] == msgspec.json.decode(messages.encode(room.views[1]))
