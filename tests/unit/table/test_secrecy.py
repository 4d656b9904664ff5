"""Nothing that the codebreaker or a spectator sees or is sent depends on the hidden code.

Two rooms are compared in which everything is the same but the code. Leaks that are put in
on purpose show that the comparison sees them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from hypothesis import Phase, given, settings

from codepegs.errors import NotNow
from codepegs.protocol import messages, view
from codepegs.protocol.view import View
from codepegs.rules import Code, Game, Guess, Match, Move, PlayerNumber, SetCode
from codepegs.table import commands, local, moves
from codepegs.table.table import Table, Transition
from codepegs.table.view import TableView
from tests.support.pure_table import Room
from tests.support.table_worlds import look_the_same, worlds


@settings(
    max_examples=5 * settings().max_examples
)  # Two worlds each: a thousand, or thirty thousand thoroughly.
@given(pair=worlds())
def test_no_byte_for_codebreaker_or_spectator_depends_on_the_code(pair: tuple[Room, Room]) -> None:
    one, other = pair
    assert one.table.match != other.table.match
    assert look_the_same(one, other)


@given(pair=worlds())
def test_the_codemaker_sees_the_code(pair: tuple[Room, Room]) -> None:
    one, other = pair
    assert one.table.match is not None
    maker = one.table.match.game.codemaker
    assert one.heard[maker] != other.heard[maker]


# Leaks --------------------------------------------------------------------------------


def _code(table: Table) -> Code | None:
    secret = None if table.match is None else table.match.game.secret
    return None if secret is None else secret.reveal()


def _view_with(leak: Callable[[View, Code], View]) -> Callable[[pytest.MonkeyPatch], None]:
    """A view that shows something of the code to everybody."""

    def put_in(patch: pytest.MonkeyPatch) -> None:
        plain = view.make_seat_view

        def leaky(public: View, table: Table, player: PlayerNumber | None) -> View:
            seen, code = plain(public, table, player), _code(table)
            return seen if code is None else leak(seen, code)

        patch.setattr(view, "make_seat_view", leaky)

    return put_in


def _game_with(**field: object) -> Callable[[View], View]:
    def changed(seen: View) -> View:
        assert seen.game is not None
        return msgspec.structs.replace(seen, game=msgspec.structs.replace(seen.game, **field))

    return changed


def _salt_before_its_time(patch: pytest.MonkeyPatch) -> None:
    def leaky(game: Game) -> bytes | None:
        return None if game.secret is None else game.secret.salt()

    patch.setattr(Game, "salt", property(leaky))


def _told_with_the_code(patch: pytest.MonkeyPatch) -> None:
    plain = moves.write

    def leaky(match: Match, move: Move) -> str:
        if isinstance(move, SetCode) and move.secret is not None:
            return f"code {match.agreement.edition.spell(move.secret.reveal())}"
        return plain(match, move)

    patch.setattr(moves, "write", leaky)


def _answered_in_order(patch: pytest.MonkeyPatch) -> None:
    plain = messages.make_reply

    def leaky(match: Match, number: int, key: str) -> messages.Reply:
        given = plain(match, number, key)
        made, secret = match.moves[number], match.game.secret
        if not isinstance(made, Guess) or secret is None:
            return given
        exact = [peg == hidden for peg, hidden in zip(made.code.pegs, secret.reveal().pegs, strict=True)]
        return msgspec.structs.replace(given, feedback=f"{given.feedback} {exact}")

    patch.setattr(messages, "make_reply", leaky)


def _refused_with_the_code(patch: pytest.MonkeyPatch) -> None:
    plain = commands.move

    def leaky(table: Table, **sent: Any) -> Transition:
        try:
            return plain(table, **sent)
        except NotNow as error:
            raise NotNow(f"{error} It is not {_code(table)}.") from None

    patch.setattr(commands, "move", leaky)


def _at_a_local_table(patch: pytest.MonkeyPatch) -> None:
    plain = local.make_view

    def leaky(table: Table, player: PlayerNumber | None, **more: Any) -> TableView:
        return replace(plain(table, player, **more), left=hash(_code(table)))

    patch.setattr(local, "make_view", leaky)


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "the code itself": _view_with(lambda seen, code: _game_with(code=str(code))(seen)),
    "the first peg": _view_with(lambda seen, code: _game_with(hints=(code.pegs[0],))(seen)),
    "how many colours it has": _view_with(
        lambda seen, code: msgspec.structs.replace(
            seen, clock=msgspec.structs.replace(seen.clock, left=len(set(code.pegs)))
        )
    ),
    "whether a colour stands twice": _view_with(
        lambda seen, code: msgspec.structs.replace(seen, legal=seen.legal + ("guess",) * code.repeats)
    ),
    "a length": _view_with(
        lambda seen, code: msgspec.structs.replace(seen, rematch=" " * (sum(code.pegs) % 7))
    ),
    "a phase of its own": _view_with(
        lambda seen, code: msgspec.structs.replace(seen, phase="over" if code.pegs[0] < 1 else "guessing")
    ),
    "a digest without salt": _view_with(
        lambda seen, code: _game_with(commitment=sha256(str(code).encode()).hexdigest())(seen)
    ),
    "the salt before its time": _salt_before_its_time,
    "the version": _view_with(
        lambda seen, code: msgspec.structs.replace(seen, version=seen.version + code.pegs[-1])
    ),
    "the code in the line of its move": _told_with_the_code,
    "answers peg by peg": _answered_in_order,
    "the code in a refusal": _refused_with_the_code,
    "the code in the view of a local table": _at_a_local_table,
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_caught(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[leak](monkeypatch)

    @settings(max_examples=300, database=None, derandomize=True, phases=[Phase.generate])
    @given(pair=worlds())
    def nothing_leaks(pair: tuple[Room, Room]) -> None:
        assert look_the_same(*pair)

    with pytest.raises(AssertionError):
        nothing_leaks()
