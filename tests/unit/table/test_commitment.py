"""Commitments: published with a code, and opened at the reveal."""

from __future__ import annotations

from hashlib import sha256

from codepegs.notation import commitment
from codepegs.protocol import view
from codepegs.protocol.view import View
from codepegs.rules import Answers, Code, PlayerNumber, Secret, SetCode, find_edition
from codepegs.table import commands
from tests.support.pure_table import CLIENTS, EVERYBODY, NAME, SALT, Room, seated, two
from tests.unit.table.test_opening import opened


def shown(view: View) -> view.Game:
    assert view.game is not None
    return view.game


def by_hand(*fields: str) -> str:
    """Return a commitment as the documentation defines it."""
    words = b"".join(len(field.encode()).to_bytes(4, "big") + field.encode() for field in fields)
    return sha256(b"codepegs commitment 1\n" + words + SALT).hexdigest()


def test_a_reveal_publishes_code_salt_and_commitment() -> None:
    room = Room(seated(two("mini", 1)))
    room.move(0, "code RGB")
    for player in EVERYBODY:
        game = shown(room.views[player])
        assert game.commitment == by_hand(NAME, "1 0", "0", "mini", "RGB")
        assert game.salt is None
    room.move(1, "guess RGB")
    for player in EVERYBODY:
        game = shown(room.views[player])
        assert (game.code, game.salt) == ("RGB", SALT.hex())
        assert game.commitment == by_hand(NAME, "1 0", "0", "mini", "RGB")


def test_a_replayed_game_has_its_own_commitment() -> None:
    room = Room(seated(two(find_edition("mini", answers=Answers.HAND), 1)))
    script: list[tuple[PlayerNumber, str]] = [
        (0, "code RGB"),
        (1, "guess RRR"),
        (0, "answer 1+0"),
        (1, "guess RRR"),
        (0, "answer 0+0"),
        (1, "claim rows 1 2"),
        (0, "code RGB"),
    ]
    for player, text in script:
        assert b"refused" not in room.move(player, text)
    first, again = room.views[None].past[0], shown(room.views[None])
    assert first.salt == SALT.hex()
    assert again.commitment != first.commitment
    assert again.commitment == by_hand(NAME, "1 1", "0", "mini answers=hand", "RGB")


def test_a_computer_commits_to_its_code_too() -> None:
    table = opened(("computer", "Ada"))
    step = commands.play(table, SetCode(Secret(Code.parse("abc"))), by=0, salt=SALT)
    match = step.table.match
    assert match is not None
    assert commitment.verify(match, match.game) is True


def test_a_repeated_code_keeps_its_first_salt() -> None:
    room = Room(seated(two("mini")))
    first = room.send(CLIENTS[0], key="a", moves=0, move="code RGB")
    room.salt = bytes(32)
    assert room.send(CLIENTS[0], key="a", moves=0, move="code RGB") == first
    assert room.table.moves == 1
