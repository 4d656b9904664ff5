"""Catalogue of editions: one for each game of the rule sheets, and three more."""

from __future__ import annotations

from types import MappingProxyType
from typing import Unpack

from codepegs.errors import NotationError, UnknownEdition
from codepegs.rules.box import PAINTS, Box, Hue, KeyPeg, Keys, KeyStyle, Option, ScoreKeeping, hue, key_peg
from codepegs.rules.edition import Answers, Edition, HouseRules

_COMMON = (hue("red"), hue("blue"), hue("yellow"), hue("green"), hue("white"), hue("black", "K"))
_BLACK_AND_WHITE = Keys(KeyStyle.PEGS, key_peg("black"), key_peg("white"))
_RED_AND_WHITE = Keys(KeyStyle.PEGS, key_peg("red"), key_peg("white"))
_EXTRA_CHALLENGE = Option(
    "Extra challenge", "holes may stay empty, and empty counts as one more colour", "blanks=yes"
)
_TIME_LIMITS = tuple(
    Option(
        f"{minutes} minutes per guess",
        "a time limit for when the Codebreaker is slow",
        f"time={60 * minutes}",
    )
    for minutes in (3, 4)
)

_HASBRO_2010 = Edition(
    box=Box(
        slug="hasbro-2010",
        title="Hasbro 2010",
        sheet="000",
        hues=(*_COMMON, hue("orange"), hue("purple")),
        keys=Keys(KeyStyle.ARMS, key_peg("red"), key_peg("white")),
        codebreaker="Decoder",
        ours="The sheet doesn't say how many colours there are, or name them. "
        "Its 80 pegs suggest eight, and we chose the names.",
    ),
    colours=8,
    code_repeats=False,
    rows=9,
    bonus=0,
    even=True,
)

_INVICTA = Edition(
    box=Box(
        slug="invicta",
        title="Invicta",
        sheet="001",
        hues=_COMMON,
        keys=_BLACK_AND_WHITE,
        codemaker="Code maker",
        codebreaker="Code breaker",
        options=(
            Option("Eight turns", "8 rows instead of 10", "rows=8"),
            Option("Twelve turns", "12 rows instead of 10", "rows=12"),
            Option(
                "Code breaker's score",
                "1 point per row for the Code breaker; fewest points win",
                "scoring=codebreaker",
            ),
            Option(
                "Code maker's score",
                "1 point for every row that isn't the code",
                "scoring=codemaker",
            ),
            Option(
                "Coloured key pegs",
                "1 point for each coloured key peg",
                "scoring=key-pegs",
            ),
        ),
        ours="The sheet doesn't name its colours, so we chose the usual six.",
    ),
    even=True,
)

_PRESSMAN_2007 = Edition(
    box=Box(
        slug="pressman-2007",
        title="Pressman 2007",
        sheet="002",
        hues=(hue("magenta"), hue("teal"), hue("purple"), hue("white"), hue("yellow"), hue("orange")),
        keys=_RED_AND_WHITE,
        options=(_EXTRA_CHALLENGE,),
    ),
)

_PRESSMAN_TRACKER = Edition(
    box=Box(
        slug="pressman-tracker",
        title="Pressman with score tracker",
        sheet="003",
        hues=(hue("green"), hue("red"), hue("blue"), hue("yellow"), hue("orange"), hue("purple")),
        keys=_RED_AND_WHITE,
        score_keeping=ScoreKeeping.TRACKER,
        score_pegs=("red", "white"),
        options=(_EXTRA_CHALLENGE,),
        ours="The sheet names only one of its six colours: green. We chose the other five.",
    ),
)

_CLASSIC_1 = Edition(
    box=Box(
        slug="classic-1",
        title="Classic",
        sheet="004",
        hues=_COMMON,
        keys=_BLACK_AND_WHITE,
        score_keeping=ScoreKeeping.LINES,
        score_pegs=("white", "black"),
        options=_TIME_LIMITS,
    ),
)

_CLASSIC_2 = Edition(
    box=Box(
        slug="classic-2",
        title="Classic with blanks",
        sheet="004",
        hues=_COMMON,
        keys=_BLACK_AND_WHITE,
        score_keeping=ScoreKeeping.LINES,
        score_pegs=("white", "black"),
        options=_TIME_LIMITS,
    ),
    blanks=True,
)

_BULLS_AND_COWS = Edition(
    box=Box(
        slug="bulls-and-cows",
        title="Bulls and Cows",
        sheet=None,
        hues=tuple(
            Hue(str(digit), str(digit), PAINTS[paint])
            for digit, paint in enumerate(
                ("silver", "cyan", "orange", "green", "yellow", "blue", "red", "pink", "brown", "purple")
            )
        ),
        keys=Keys(KeyStyle.PEGS, KeyPeg("bull", "bulls", "black"), KeyPeg("cow", "cows", "white")),
        ours="A pencil-and-paper game with digits. It has no rule sheet, so we chose the rows and points.",
    ),
    colours=10,
    code_repeats=False,
    guess_repeats=False,
)

_SUPER = Edition(
    box=Box(
        slug="super",
        title="Super",
        sheet=None,
        hues=(*_COMMON, hue("orange"), hue("purple")),
        keys=_BLACK_AND_WHITE,
        ours="A larger board. It has no rule sheet, so we chose the colours and points.",
    ),
    pegs=5,
    colours=8,
    rows=12,
)

_MINI = Edition(
    box=Box(
        slug="mini",
        title="Quick",
        sheet=None,
        hues=_COMMON,
        keys=_BLACK_AND_WHITE,
        ours="A small board. It has no rule sheet, so we chose the rows and points.",
    ),
    pegs=3,
    rows=8,
)

CATALOGUE = MappingProxyType(
    {
        edition.slug: edition
        for edition in (
            _HASBRO_2010,
            _INVICTA,
            _PRESSMAN_2007,
            _PRESSMAN_TRACKER,
            _CLASSIC_1,
            _CLASSIC_2,
            _BULLS_AND_COWS,
            _SUPER,
            _MINI,
        )
    }
)
"""Every edition by slug, with the numbers of its sheet.

In one thing they differ from the sheets: a referee answers, which is our convenience.
:func:`printed_edition` has the codemaker answer.
"""


ALIASES = MappingProxyType(
    {
        "classic": "classic-1",
        "mastermind": "classic-1",
        "quick": "mini",
        "no-repeats": "hasbro-2010",
        "blanks": "classic-2",
        "digits": "bulls-and-cows",
        "bulls": "bulls-and-cows",
        "hasbro": "hasbro-2010",
        "pressman": "pressman-2007",
        "tracker": "pressman-tracker",
    }
)
"""Other names of editions, for people who type them. Records and positions have the slug."""


def find_edition(slug: str, **rules: Unpack[HouseRules]) -> Edition:
    """Return the edition with this slug or alias and these house rules, or raise UnknownEdition.

    >>> find_edition("invicta", rows=8).rows
    8
    >>> find_edition("classic").slug
    'classic-1'
    """
    edition = CATALOGUE.get(ALIASES.get(slug, slug))
    if edition is None and " " in slug:
        raise NotationError(
            f"{slug!r} has house rules in it. Use codepegs.notation.edition_line.read to read such a line."
        )
    if edition is None:
        raise UnknownEdition(slug, tuple(CATALOGUE))
    return edition.with_rules(**rules)


def printed_edition(slug: str) -> Edition:
    """Return the edition as its sheet prints it: the codemaker answers by hand.

    An edition without a sheet stays as the catalogue has it.

    >>> printed_edition("invicta").answers
    <Answers.HAND: 'hand'>
    """
    edition = find_edition(slug)
    return edition.with_rules(answers=Answers.HAND) if edition.box.sheet else edition
