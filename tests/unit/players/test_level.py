"""Names of computers and of people."""

from __future__ import annotations

import pytest

from codepegs.errors import IllegalAgreement
from codepegs.notation.sentences import is_computer
from codepegs.players.level import RESERVED_NAME, check_person

THEIRS = ("computer", "Computer perfect", "COMPUTER 2", "computerised")
PEOPLE = ("Ada", "a computer", "compute", "Conputer")


@pytest.mark.parametrize("name", THEIRS)
def test_a_person_cannot_use_a_name_of_a_computer(name: str) -> None:
    assert is_computer(name)
    with pytest.raises(IllegalAgreement) as refused:
        check_person(name)
    assert str(refused.value) == RESERVED_NAME


@pytest.mark.parametrize("name", PEOPLE)
def test_a_person_can_use_any_other_name(name: str) -> None:
    assert not is_computer(name)
    check_person(name)
