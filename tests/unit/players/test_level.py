"""Names of computers, and of people: one sentence tells them apart, wherever somebody sits down."""

from __future__ import annotations

import pytest

from codepegs.errors import IllegalAgreement
from codepegs.players.level import RESERVED_NAME, check_person, is_computer

THEIRS = ("computer", "Computer perfect", "COMPUTER 2", "computerised")
PEOPLE = ("Ada", "a computer", "compute", "Conputer")


@pytest.mark.parametrize("name", THEIRS)
def test_a_name_that_begins_with_computer_is_no_persons(name: str) -> None:
    assert is_computer(name)
    with pytest.raises(IllegalAgreement) as refused:
        check_person(name)
    assert str(refused.value) == RESERVED_NAME


@pytest.mark.parametrize("name", PEOPLE)
def test_any_other_name_is_a_persons(name: str) -> None:
    assert not is_computer(name)
    check_person(name)


@pytest.mark.parametrize("name", ["", "a\nb", "x" * 25])
def test_a_person_has_a_name_that_can_be_agreed_on(name: str) -> None:
    with pytest.raises(IllegalAgreement):
        check_person(name)
