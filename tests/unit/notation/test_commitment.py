"""Commitments: computed as documented, and able to detect a changed code."""

from __future__ import annotations

import re
from hashlib import sha256

import pytest
from hypothesis import given

from codepegs.errors import IllegalAgreement, NotationError, RecordError
from codepegs.notation import move_line, record
from codepegs.notation.commitment import commit, verify
from codepegs.rules import Agreement, Match, Seat, Secret, SetCode, View, find_edition
from tests.support.strategies import code, matches, played, prefixes, two

MINI = find_edition("mini")
SALT = bytes(range(32))
START = Match.start(Agreement(MINI, ("Ada", "Bob"), 2), name="k7m2")
SET = START.play(commit(START, code("ADB"), salt=SALT))
BROKEN = played(SET, "guess ADB")


def by_the_document(text: str) -> list[bool]:
    """Check the commitments of a finished record with only docs/notation.md and hashlib."""
    lines = text.split("\n")
    named = [line.removeprefix("match ") for line in lines[1:2] if line.startswith("match ")]
    edition_line = next(line for line in lines if line.startswith("edition ")).removeprefix("edition ")
    found, number, again = [], "", 0
    for line in lines:
        if line.startswith("game "):
            again = again + 1 if line.endswith(" again") else 0
            number = line.split(" ")[1]
        if line.startswith("code ") and " commitment " in line:
            _, spelled, _, salt, _, committed = line.split(" ")
            fields = [named[0] if named else "", f"{number} {again}"]
            fields += ["0" if int(number) % 2 else "1", edition_line, spelled]
            data = b"codepegs commitment 1\n"
            for field in fields:
                data += len(field.encode("utf-8")).to_bytes(4, "big") + field.encode("utf-8")
            found.append(sha256(data + bytes.fromhex(salt)).hexdigest() == committed)
    return found


@given(matches(committed=True))
def test_commitments_match_an_independent_implementation_of_the_docs(match: Match) -> None:
    over = match if match.over else played(match, "leave codebreaker")
    committed = [game for game in over.games if game.commitment is not None]
    assert by_the_document(record.write(over)) == [True] * len(committed)


@given(matches(committed=True))
def test_commitments_are_public_and_salts_appear_at_the_reveal(match: Match) -> None:
    for begun in prefixes(match):
        for game in begun.games:
            assert verify(begun, game) in (None, True)
            for seat in Seat:
                seen = View.of(game, seat)
                assert seen.commitment == game.commitment
                shown = game.revealed is not None and game.commitment is not None
                assert (seen.salt is not None) is shown


def test_code_lines_show_only_public_facts() -> None:
    seal = f"salt {SALT.hex()} commitment [0-9a-f]{{64}}"
    assert re.fullmatch(f"code veiled 081811 {seal}", move_line.write(START, SET.moves[0]))
    assert record.write(SET).splitlines()[1] == "match k7m2"
    assert re.fullmatch("code hidden commitment [0-9a-f]{64}", record.write(SET).splitlines()[8])
    assert SALT.hex() not in record.write(SET)
    assert re.fullmatch(f"code veiled 081811 {seal}", record.save(SET).splitlines()[8])
    assert re.fullmatch(f"code RGB {seal}", record.write(BROKEN).splitlines()[8])


def test_a_record_without_commitments_omits_the_match_name() -> None:
    match = played(Match.start(two(MINI), name="k7m2"), "code ABC")
    assert "match" not in record.write(match)
    assert verify(match, match.game) is None
    assert verify(START, START.game) is None


CHANGES = [("code RGB", "code RGY"), ("match k7m2", "match k7m3"), ("salt 00", "salt 01")]


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_a_code_that_does_not_match_its_commitment_is_refused(old: str, new: str) -> None:
    text = record.write(played(SET, "give up")).replace(old, new)
    with pytest.raises(RecordError) as refused:
        record.read(text)
    assert refused.value.line == 9
    assert "does not match its commitment" in refused.value.reason
    match = record.read(text, verify=False)
    assert [verify(match, game) for game in match.games] == [False, None]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("commitment ", "commitment 0"),
        (" salt 00", " salt 0"),
        (f" salt {SALT.hex()}", ""),
        ("match k7m2\n", "match \n"),
        ("match k7m2\n", "match k7 m2\n"),
        ("match k7m2\n", f"match {'x' * 65}\n"),
    ],
)
def test_a_malformed_commitment_is_refused(old: str, new: str) -> None:
    with pytest.raises(RecordError):
        record.read(record.write(BROKEN).replace(old, new), verify=False)


def test_a_match_name_without_commitments_is_refused() -> None:
    text = record.write(played(two(MINI), "code ABC")).replace("codepegs 2\n", "codepegs 2\nmatch k7m2\n")
    with pytest.raises(RecordError, match="Line 2: "):
        record.read(text)


def test_a_stored_line_with_a_changed_code_is_refused() -> None:
    line = move_line.write(START, SET.moves[0])
    for changed in (line.replace("081811", "081812"), line.replace("salt 00", "salt 01")):
        with pytest.raises(NotationError, match="does not match its commitment"):
            move_line.read(START, changed)
    with pytest.raises(NotationError, match="does not match its commitment"):
        move_line.write(Match.start(START.agreement, name="other"), SET.moves[0])


def test_a_commitment_is_valid_for_one_game_of_one_match() -> None:
    other = Match.start(START.agreement, name="other")
    second = played(Match.start(START.agreement, name="k7m2"), "code ABC", "guess ABC")
    third = Match.start(Agreement(find_edition("mini", rows=9), ("Ada", "Bob"), 2), name="k7m2")
    made = {START.play(commit(START, code("ADB"), salt=SALT)).game.commitment}
    for match in (other, second, third):
        made.add(match.play(commit(match, code("ADB"), salt=SALT)).game.commitment)
    made.add(START.play(commit(START, code("ADC"), salt=SALT)).game.commitment)
    made.add(START.play(commit(START, code("ADB"), salt=bytes(32))).game.commitment)
    assert len(made) == 6


def test_moves_with_different_salts_are_equal() -> None:
    assert commit(START, code("ADB"), salt=SALT) == commit(START, code("ADB"), salt=bytes(32))
    assert commit(START, code("ADB"), salt=SALT) == SetCode(Secret(code("ADB")))


@pytest.mark.parametrize("salt", [b"", bytes(31), bytes(33)])
def test_a_salt_of_another_length_is_refused(salt: bytes) -> None:
    with pytest.raises(NotationError, match="A salt must have 32 bytes"):
        commit(START, code("ADB"), salt=salt)


@pytest.mark.parametrize("name", ["", "a b", "a" * 65, "ä", "a\n", "/"])
def test_a_match_name_must_fit_in_a_line(name: str) -> None:
    with pytest.raises(IllegalAgreement, match="A match name"):
        Match.start(START.agreement, name=name)


@pytest.mark.parametrize("parts", [{"salt": SALT}, {"commitment": SALT}])
def test_a_salt_and_a_commitment_need_each_other(parts: dict[str, bytes]) -> None:
    with pytest.raises(TypeError):
        Secret(code("ABC"), **parts)
