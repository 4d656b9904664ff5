"""Names that look the same to the eye."""

from __future__ import annotations

import sys
import unicodedata
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.errors import IllegalAgreement
from codepegs.notation.sentences import COMPUTER
from codepegs.players.level import RESERVED_NAME, check_person
from codepegs.rules.agreement import check_name, check_players
from codepegs.rules.look_alike import skeleton

COMPUTERS = (
    "сomputer expert",  # Cyrillic es
    "computеr",  # Cyrillic ie
    "СОМРUТЕR",  # Cyrillic capitals
    "coмpuтer",  # Cyrillic small letters with the shape of a capital
    "cοmρυter",  # Greek
    "ϲomputer",  # Greek lunate sigma, whose compatibility form is another letter
    "cօmpսter",  # Armenian
    "ꓚꓳꓟꓑꓴꓔꓰꓣ",  # Lisu
    "ｃomputer",
    "ＣＯＭＰＵＴＥＲ 2",
    "ⅽomputer",  # Roman numeral
    "𝐜𝐨𝐦𝐩𝐮𝐭𝐞𝐫",
    "c𝛐mputer",  # bold Greek omicron
    "ⓒomputer",
    "ᶜᵒᵐᵖᵘᵗᵉʳ",
    "ᴄᴏᴍᴘᴜᴛᴇʀ",
    "🅲🅾🅼🅿🆄🆃🅴🆁",
    "🇨🇴🇲🇵🇺🇹🇪🇷",
    "c0mputer",
    "cornputer",
)
PEOPLE = ("Ada", "Сорутер", "Компьютер", "υπολογιστής", "計算機", "مريم", "Çomputa", "Cömputer", "a сomputer")
ALIKE = (
    ("Ada", "Аda"),
    ("Ada", "ａda"),
    ("Ada", "ΑDА"),
    ("Ian", "lan"),
    ("Bob", "B0b"),
    ("Bob", "Воb"),
    ("Том", "Tom"),
    ("José", "Jоsé"),
    ("Marna", "Mama"),
)
DIFFERENT = (("Ada", "Ade"), ("Ada", "Adá"), ("ian", "lan"), ("Ольга", "Олег"), ("李", "王"), ("Ann", "Anne"))
FORMS = {"a": "aAАаα𝐚ⓐ", "c": "cСсｃⅭ", "e": "eЕеΕ", "o": "oОоοօ0𝛐", "p": "pРрρ", "t": "tТтτᴛ", "x": "xХхΧ𝕏"}
"""Letters, each with some of its look-alikes."""
SCRIPTS = ("ARABIC", "ARMENIAN", "CYRILLIC", "DEVANAGARI", "GEORGIAN", "GREEK", "HANGUL", "HEBREW", "THAI")


@cache
def letters(script: str) -> tuple[str, ...]:
    found = (chr(code) for code in range(sys.maxunicode + 1))
    return tuple(
        char
        for char in found
        if unicodedata.category(char).startswith("L")
        and unicodedata.name(char, "").startswith(f"{script} ")
        and unicodedata.normalize("NFKC", char) == char
    )


@pytest.mark.parametrize("name", COMPUTERS)
def test_a_person_cannot_look_like_a_computer(name: str) -> None:
    check_name(name)
    with pytest.raises(IllegalAgreement) as refused:
        check_person(name)
    assert str(refused.value) == RESERVED_NAME


@pytest.mark.parametrize("name", PEOPLE)
def test_a_name_in_any_script_is_allowed(name: str) -> None:
    check_person(name)


@given(st.sampled_from(SCRIPTS).flatmap(lambda script: st.text(st.sampled_from(letters(script)), min_size=1)))
def test_letters_of_one_script_never_look_like_a_computer(name: str) -> None:
    assert not skeleton(name).startswith(COMPUTER)


@pytest.mark.parametrize(("one", "two"), [*ALIKE, *((two, one) for one, two in ALIKE)])
def test_two_names_that_look_alike_are_refused(one: str, two: str) -> None:
    with pytest.raises(IllegalAgreement) as refused:
        check_players(one, two)
    assert str(refused.value).startswith(f"The names {one} and {two} look the same.")


@pytest.mark.parametrize(("one", "two"), DIFFERENT)
def test_two_names_that_differ_to_the_eye_are_allowed(one: str, two: str) -> None:
    check_players(one, two)


@given(
    st.lists(
        st.sampled_from(sorted(FORMS)).flatmap(lambda a: st.tuples(st.just(a), st.sampled_from(FORMS[a])))
    )
)
def test_another_form_of_a_letter_reads_the_same(letters: list[tuple[str, str]]) -> None:
    plain, disguised = ("".join(each) for each in zip(*letters, strict=True)) if letters else ("", "")
    assert skeleton(disguised) == skeleton(plain) == plain
