"""Catalogue of editions: one for each game of the rule sheets, and three more."""

from __future__ import annotations

from types import MappingProxyType
from typing import Unpack

from codepegs.errors import UnknownEdition
from codepegs.rules.box import PAINTS, Box, Hue, Keys, KeyStyle, ScoreKeeping, hue
from codepegs.rules.edition import Edition, HouseRules

_COMMON = (hue("red"), hue("blue"), hue("yellow"), hue("green"), hue("white"), hue("black", "K"))
_BLACK_AND_WHITE = Keys(KeyStyle.PEGS, black="black")
_RED_AND_WHITE = Keys(KeyStyle.PEGS, black="red")

_HASBRO_2010 = Edition(
    box=Box(
        slug="hasbro-2010",
        title="Hasbro 2010",
        sheet="000",
        hues=(*_COMMON, hue("orange"), hue("purple")),
        keys=Keys(KeyStyle.ARMS, black="red"),
        codebreaker="Decoder",
        ours="The sheet does not count or name the colours. We guess eight from its 80 pegs, and named them.",
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
        ours="The sheet does not name the colours. We chose the usual six.",
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
        ours="The sheet names only green of its six colours. We chose the other five.",
    ),
)

_CLASSIC_1 = Edition(
    box=Box(
        slug="classic-1",
        title="Classic, game no. 1",
        sheet="004",
        hues=_COMMON,
        keys=_BLACK_AND_WHITE,
        score_keeping=ScoreKeeping.LINES,
        score_pegs=("white", "black"),
        suggested_time_limits=(180, 240),
    ),
)

_CLASSIC_2 = Edition(
    box=Box(
        slug="classic-2",
        title="Classic, game no. 2",
        sheet="004",
        hues=_COMMON,
        keys=_BLACK_AND_WHITE,
        score_keeping=ScoreKeeping.LINES,
        score_pegs=("white", "black"),
        suggested_time_limits=(180, 240),
    ),
    blanks=True,
)

_BULLS_AND_COWS = Edition(
    box=Box(
        slug="bulls-and-cows",
        title="Bulls and Cows",
        sheet=None,
        hues=tuple(
            Hue(name, str(digit), PAINTS[paint])
            for digit, (name, paint) in enumerate(
                {
                    "zero": "silver",
                    "one": "cyan",
                    "two": "orange",
                    "three": "green",
                    "four": "yellow",
                    "five": "blue",
                    "six": "red",
                    "seven": "pink",
                    "eight": "brown",
                    "nine": "purple",
                }.items()
            )
        ),
        keys=_BLACK_AND_WHITE,
        ours="A paper game without a rule sheet, with digits for colours. We chose the rows and points.",
    ),
    colours=10,
    code_repeats=False,
    guess_repeats=False,
)

_SUPER = Edition(
    box=Box(
        slug="super",
        title="Super, five pegs of eight colours",
        sheet=None,
        hues=(*_COMMON, hue("orange"), hue("purple")),
        keys=_BLACK_AND_WHITE,
        ours="A larger board without a rule sheet. We chose its colours and points.",
    ),
    pegs=5,
    colours=8,
    rows=12,
)

_MINI = Edition(
    box=Box(
        slug="mini",
        title="Mini, three pegs",
        sheet=None,
        hues=_COMMON,
        keys=_BLACK_AND_WHITE,
        ours="A small board without a rule sheet. We chose its rows and points.",
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
"""Every edition as printed, by slug."""


def find_edition(slug: str, **rules: Unpack[HouseRules]) -> Edition:
    """Return the edition with this slug and these house rules, or raise UnknownEdition.

    >>> find_edition("invicta", rows=8).rows
    8
    """
    if slug not in CATALOGUE:
        raise UnknownEdition(slug, tuple(CATALOGUE))
    return CATALOGUE[slug].with_rules(**rules)
