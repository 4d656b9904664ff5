"""The numbers of the rule sheets, edition by edition."""

import pytest

from codepegs.errors import NotationError, UnknownEdition
from codepegs.notation import edition_line
from codepegs.rules import CATALOGUE, Answers, KeyStyle, ScoreKeeping, Scoring, find_edition, printed_edition
from codepegs.rules.catalogue import ALIASES
from codepegs.rules.code import MAX_COLOURS
from tests.support.strategies import SLUGS

SHEETS = {
    # slug: sheet, pegs, colours, blanks, repeats in code and guess, rows, bonus, even, codes
    "hasbro-2010": ("000", 4, 8, False, False, True, 9, 0, True, 1_680),
    "invicta": ("001", 4, 6, False, True, True, 10, 1, True, 1_296),
    "pressman-2007": ("002", 4, 6, False, True, True, 10, 1, False, 1_296),
    "pressman-tracker": ("003", 4, 6, False, True, True, 10, 1, False, 1_296),
    "classic-1": ("004", 4, 6, False, True, True, 10, 1, False, 1_296),
    "classic-2": ("004", 4, 6, True, True, True, 10, 1, False, 2_401),
    "bulls-and-cows": (None, 4, 10, False, False, False, 10, 1, False, 5_040),
    "super": (None, 5, 8, False, True, True, 12, 1, False, 32_768),
    "mini": (None, 3, 6, False, True, True, 8, 1, False, 216),
}


@pytest.mark.parametrize("slug", CATALOGUE)
def test_an_edition_has_the_numbers_of_its_sheet(slug: str) -> None:
    terms = find_edition(slug)
    assert (terms.slug, terms.box.award) == (slug, 3)
    numbers = (terms.box.sheet, terms.pegs, terms.colours, terms.blanks, terms.code_repeats)
    assert (*numbers, terms.guess_repeats, terms.rows, terms.bonus, terms.even, terms.size) == SHEETS[slug]
    assert (terms.scoring, terms.time_limit, terms.answers) == (Scoring.ROWS, None, Answers.REFEREE)


PEGS, ARMS = KeyStyle.PEGS, KeyStyle.ARMS
NOTE, TRACKER, LINES = ScoreKeeping.NOTE, ScoreKeeping.TRACKER, ScoreKeeping.LINES
SCORINGS = "rows=8 rows=12 scoring=codebreaker scoring=codemaker scoring=key-pegs"
PRINTED = {
    # slug: the exact key peg's paint, style, titles, score keeping, score pegs, house rules of its options
    "hasbro-2010": ("red", ARMS, "Codemaker", "Decoder", NOTE, None, ""),
    "invicta": ("black", PEGS, "Code maker", "Code breaker", NOTE, None, SCORINGS),
    "pressman-2007": ("red", PEGS, "Codemaker", "Codebreaker", NOTE, None, "blanks=yes"),
    "pressman-tracker": ("red", PEGS, "Codemaker", "Codebreaker", TRACKER, ("red", "white"), "blanks=yes"),
    "classic-1": ("black", PEGS, "Codemaker", "Codebreaker", LINES, ("white", "black"), "time=180 time=240"),
    "classic-2": ("black", PEGS, "Codemaker", "Codebreaker", LINES, ("white", "black"), "time=180 time=240"),
}


@pytest.mark.parametrize("slug", PRINTED)
def test_a_box_shows_what_its_sheet_prints(slug: str) -> None:
    box = find_edition(slug).box
    options = " ".join(option.rule for option in box.options)
    shown = (box.keys.black.paint, box.keys.style, box.codemaker, box.codebreaker, box.score_keeping)
    assert (*shown, box.score_pegs, options) == PRINTED[slug]
    assert box.keys.white.paint == "white"


@pytest.mark.parametrize("slug", SLUGS)
def test_by_a_sheet_the_codemaker_answers_and_nothing_else_differs(slug: str) -> None:
    usual, printed = find_edition(slug), printed_edition(slug)
    assert printed.answers is (Answers.HAND if usual.box.sheet else Answers.REFEREE)
    assert printed.with_rules(answers=usual.answers) == usual


COLOURS = [
    ("pressman-2007", "magenta teal purple white yellow orange", "MTPWYO"),
    ("classic-1", "red blue yellow green white black", "RBYGWK"),
    ("classic-2", "red blue yellow green white black", "RBYGWK"),
]


@pytest.mark.parametrize(("slug", "names", "letters"), COLOURS)
def test_sheets_that_name_their_colours_are_followed(slug: str, names: str, letters: str) -> None:
    hues = find_edition(slug).hues
    assert [hue.name for hue in hues] == names.split()
    assert "".join(hue.letter for hue in hues) == letters


@pytest.mark.parametrize("colours", range(2, MAX_COLOURS + 1))
@pytest.mark.parametrize("slug", SLUGS)
def test_every_number_of_colours_has_names_and_letters_of_its_own(slug: str, colours: int) -> None:
    hues = find_edition(slug, pegs=2, colours=colours).hues
    assert len(hues) == len({hue.name for hue in hues}) == len({hue.letter for hue in hues}) == colours
    assert all(len(hue.letter) == 1 and hue.letter.isascii() for hue in hues)
    printed = find_edition(slug).box.hues
    assert hues[: len(printed)] == printed[:colours], "more colours leave the printed ones in place"


@pytest.mark.parametrize(("alias", "slug"), ALIASES.items())
def test_an_alias_finds_an_edition_and_hides_none(alias: str, slug: str) -> None:
    assert find_edition(alias, rows=8) == find_edition(slug, rows=8)
    assert alias not in CATALOGUE


def test_a_line_with_house_rules_is_no_slug() -> None:
    with pytest.raises(NotationError, match=r"edition_line\.read"):
        find_edition("classic-1 rows=8")
    with pytest.raises(UnknownEdition, match="There is no edition 'rows=8'"):
        edition_line.read("rows=8")


def test_a_slug_beyond_the_catalogue_is_refused_with_those_that_exist() -> None:
    with pytest.raises(UnknownEdition) as refused:
        find_edition("Mini")
    assert (refused.value.slug, refused.value.known) == ("Mini", tuple(CATALOGUE))
    assert "Did you mean 'mini'?" in str(refused.value)
