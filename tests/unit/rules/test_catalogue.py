"""The numbers of the rule sheets, edition by edition."""

import pytest

from codepegs.errors import NotationError, UnknownEdition
from codepegs.notation import edition_line
from codepegs.rules import CATALOGUE, Answers, KeyStyle, ScoreKeeping, Scoring, find_edition, printed_edition
from codepegs.rules.box import KEY_PAINTS, PAINTS
from codepegs.rules.catalogue import ALIASES
from codepegs.rules.code import MAX_COLOURS
from tests.support.strategies import SLUGS

SHEETS = [
    # slug, sheet, pegs, colours, blanks, repeats in code and guess, rows, bonus, even, codes
    ("hasbro-2010", "000", 4, 8, False, False, True, 9, 0, True, 1_680),
    ("invicta", "001", 4, 6, False, True, True, 10, 1, True, 1_296),
    ("pressman-2007", "002", 4, 6, False, True, True, 10, 1, False, 1_296),
    ("pressman-tracker", "003", 4, 6, False, True, True, 10, 1, False, 1_296),
    ("classic-1", "004", 4, 6, False, True, True, 10, 1, False, 1_296),
    ("classic-2", "004", 4, 6, True, True, True, 10, 1, False, 2_401),
    ("bulls-and-cows", None, 4, 10, False, False, False, 10, 1, False, 5_040),
    ("super", None, 5, 8, False, True, True, 12, 1, False, 32_768),
    ("mini", None, 3, 6, False, True, True, 8, 1, False, 216),
]


@pytest.mark.parametrize(
    (
        "slug",
        "sheet",
        "pegs",
        "colours",
        "blanks",
        "repeats",
        "guess_repeats",
        "rows",
        "bonus",
        "even",
        "size",
    ),
    SHEETS,
)
def test_an_edition_has_the_numbers_of_its_sheet(
    slug: str,
    sheet: str | None,
    pegs: int,
    colours: int,
    blanks: bool,
    repeats: bool,
    guess_repeats: bool,
    rows: int,
    bonus: int,
    even: bool,
    size: int,
) -> None:
    terms = find_edition(slug)
    assert (terms.slug, terms.box.sheet) == (slug, sheet)
    assert (terms.pegs, terms.colours, terms.blanks) == (pegs, colours, blanks)
    assert (terms.code_repeats, terms.guess_repeats) == (repeats, guess_repeats)
    assert (terms.rows, terms.bonus, terms.even, terms.size) == (rows, bonus, even, size)
    assert (terms.scoring, terms.time_limit, terms.answers) == (Scoring.ROWS, None, Answers.REFEREE)
    assert terms.box.award == 3


def test_the_catalogue_has_these_editions_and_no_others() -> None:
    assert list(CATALOGUE) == [row[0] for row in SHEETS]


PRINTED = [
    # slug, the exact key peg's paint, style, titles, score keeping, score pegs, house rules of its options
    ("hasbro-2010", "red", KeyStyle.ARMS, "Codemaker", "Decoder", ScoreKeeping.NOTE, None, ""),
    (
        "invicta",
        "black",
        KeyStyle.PEGS,
        "Code maker",
        "Code breaker",
        ScoreKeeping.NOTE,
        None,
        "rows=8 rows=12 scoring=codebreaker scoring=codemaker scoring=key-pegs",
    ),
    (
        "pressman-2007",
        "red",
        KeyStyle.PEGS,
        "Codemaker",
        "Codebreaker",
        ScoreKeeping.NOTE,
        None,
        "blanks=yes",
    ),
    (
        "pressman-tracker",
        "red",
        KeyStyle.PEGS,
        "Codemaker",
        "Codebreaker",
        ScoreKeeping.TRACKER,
        ("red", "white"),
        "blanks=yes",
    ),
    *(
        (
            slug,
            "black",
            KeyStyle.PEGS,
            "Codemaker",
            "Codebreaker",
            ScoreKeeping.LINES,
            ("white", "black"),
            "time=180 time=240",
        )
        for slug in ("classic-1", "classic-2")
    ),
]


@pytest.mark.parametrize(
    ("slug", "black", "style", "codemaker", "codebreaker", "keeping", "score_pegs", "options"), PRINTED
)
def test_a_box_shows_what_its_sheet_prints(
    slug: str,
    black: str,
    style: KeyStyle,
    codemaker: str,
    codebreaker: str,
    keeping: ScoreKeeping,
    score_pegs: tuple[str, str] | None,
    options: str,
) -> None:
    box = find_edition(slug).box
    assert (box.keys.style, box.keys.black.paint, box.keys.white.paint) == (style, black, "white")
    assert (box.codemaker, box.codebreaker) == (codemaker, codebreaker)
    assert (box.score_keeping, box.score_pegs) == (keeping, score_pegs)
    assert [option.rule for option in box.options] == options.split()


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


@pytest.mark.parametrize("slug", sorted(set(SLUGS) - {slug for slug, *_ in COLOURS}))
def test_an_edition_whose_colours_are_ours_says_so(slug: str) -> None:
    assert " we " in f" {find_edition(slug).box.ours.casefold()}"


def test_digits_are_the_colours_of_bulls_and_cows() -> None:
    terms = find_edition("bulls-and-cows")
    assert [hue.letter for hue in terms.hues] == list("0123456789")
    assert terms.spell(terms.code("9702")) == "9702"


@pytest.mark.parametrize("colours", range(2, MAX_COLOURS + 1))
@pytest.mark.parametrize("slug", SLUGS)
def test_every_number_of_colours_has_names_and_letters_of_its_own(slug: str, colours: int) -> None:
    hues = find_edition(slug, pegs=2, colours=colours).hues
    assert len(hues) == len({hue.name for hue in hues}) == len({hue.letter for hue in hues}) == colours
    assert all(len(hue.letter) == 1 and hue.letter.isascii() for hue in hues)
    printed = find_edition(slug).box.hues
    assert hues[: len(printed)] == printed[:colours], "more colours leave the printed ones in place"


@pytest.mark.parametrize("slug", SLUGS)
def test_every_paint_a_box_names_exists(slug: str) -> None:
    box = find_edition(slug).box
    assert {box.keys.black.paint, box.keys.white.paint, *(box.score_pegs or ())} <= KEY_PAINTS.keys()
    assert all(hue.paint in PAINTS.values() for hue in box.hues)


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
    assert str(refused.value) == (
        "There is no edition 'Mini'. Did you mean 'mini'? Choose one of: hasbro-2010, invicta, "
        "pressman-2007, pressman-tracker, classic-1, classic-2, bulls-and-cows, super, mini."
    )
