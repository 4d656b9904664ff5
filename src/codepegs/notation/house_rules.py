"""Declarations of the house rules, which the edition line, forms, help, API and docs share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from codepegs.rules.code import MAX_COLOURS
from codepegs.rules.edition import MAX_BONUS, MAX_PEGS, MAX_ROWS, MAX_TIME_LIMIT, Answers, Edition, Scoring


@dataclass(frozen=True, slots=True)
class ScoringText:
    """Label and description of a scoring."""

    label: str
    description: str
    """It has `{codemaker}` and `{codebreaker}` in place of the edition's titles."""


SCORINGS = {
    Scoring.ROWS: ScoringText("per guess", "the {codemaker} scores 1 point per guess, and most points win"),
    Scoring.CODEBREAKER: ScoringText(
        "per guess, low wins",
        "the {codebreaker} scores 1 point per guess, and fewest points win",
    ),
    Scoring.CODEMAKER: ScoringText(
        "per wrong row",
        "the {codemaker} scores 1 point for every row that isn't the code, and most points win",
    ),
    Scoring.KEY_PEGS: ScoringText(
        "per exact peg",
        "the {codemaker} scores 1 point for every exact peg in the answers, and most points win",
    ),
}
assert SCORINGS.keys() == set(Scoring)


@dataclass(frozen=True, slots=True)
class HouseRule:
    """What players may change about an edition."""

    word: str
    """Its name in the edition line."""
    label: str
    """Label in forms, at most 18 characters."""
    meaning: str
    names: Mapping[str, object]
    """Values that are written as words."""
    choices: Mapping[str, str]
    """Values that forms offer, with their labels."""
    limits: tuple[int, int] | None = None
    """Least and largest number, if numbers are allowed."""

    @property
    def field(self) -> str:
        """Name of the edition's field."""
        return "time_limit" if self.word == "time" else self.word.replace("-", "_")

    @property
    def values(self) -> str:
        """Description of the allowed values."""
        numbers = [] if self.limits is None else [f"{self.limits[0]} to {self.limits[1]}"]
        return " or ".join(", ".join([*numbers, *self.names]).rsplit(", ", 1))

    def read(self, text: str) -> object:
        """Return the value that is written as `text`, or raise ValueError."""
        if text in self.names:
            return self.names[text]
        if self.limits is None or len(text) > 6 or not text.isdecimal() or text != str(int(text)):
            raise ValueError
        return int(text)

    def write(self, value: object) -> str:
        return next((text for text, named in self.names.items() if named == value), str(value))

    def of(self, edition: Edition) -> str:
        """Return its value in an edition, as it is written."""
        return self.write(getattr(edition, self.field))


def _number(word: str, label: str, least: int, most: int, meaning: str) -> HouseRule:
    choices = {str(number): str(number) for number in range(least, most + 1)}
    return HouseRule(word, label, meaning, {}, choices, (least, most))


def _switch(
    word: str, label: str, meaning: str, *, yes: str = "allowed", no: str = "not allowed"
) -> HouseRule:
    return HouseRule(word, label, meaning, {"yes": True, "no": False}, {"yes": yes, "no": no})


BOARD_RULES = (
    _number("pegs", "Pegs in a code", 1, MAX_PEGS, "pegs in a code"),
    _number("colours", "Colours", 2, MAX_COLOURS, "colours"),
    _switch("blanks", "Empty holes", "whether holes may stay empty"),
    _switch("code-repeats", "Repeats in a code", "whether a code may repeat a colour"),
    _switch("guess-repeats", "Repeats in guesses", "whether a guess may repeat a colour"),
    _number("rows", "Rows", 1, MAX_ROWS, "rows on the board"),
)
TIME_LIMITS = {
    "none": "none",
    "30": "30 seconds",
    "60": "1 minute",
    **{str(60 * minutes): f"{minutes} minutes" for minutes in (2, 3, 4, 10)},
}
MATCH_RULES = (
    HouseRule(
        "scoring",
        "Scoring",
        "how points are scored",
        {scoring.value: scoring for scoring in Scoring},
        {scoring.value: text.label for scoring, text in SCORINGS.items()},
    ),
    _number("bonus", "Bonus if uncracked", 0, MAX_BONUS, "extra points for an uncracked code"),
    _switch("even", "Even game count", "whether the number of games must be even", yes="yes", no="no"),
    HouseRule(
        "time",
        "Time per guess",
        "seconds the codebreaker has for each guess",
        {"none": None},
        TIME_LIMITS,
        (1, MAX_TIME_LIMIT),
    ),
    HouseRule(
        "codemaker-time",
        "Codemaker's time",
        "seconds the codemaker has to make a code, or to mark a guess",
        {"none": None},
        TIME_LIMITS,
        (1, MAX_TIME_LIMIT),
    ),
    HouseRule(
        "answers",
        "Who marks guesses",
        "who marks the guesses: referee is the computer (our addition), hand is the codemaker",
        {answers.value: answers for answers in Answers},
        {"referee": "the computer", "hand": "the codemaker"},
    ),
)
RULES = {rule.word: rule for rule in (*BOARD_RULES, *MATCH_RULES)}
"""All house rules by word, in the order of the edition line."""
