"""Editions: the numbers of the game, and house rules over them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import permutations, product
from math import perm
from typing import TypedDict, Unpack

from codepegs.errors import IllegalCode, IllegalEdition, IllegalFeedback, NotationError
from codepegs.rules.box import Box, Hue, palette
from codepegs.rules.code import BLANK, MAX_COLOURS, Code, Colour
from codepegs.rules.feedback import Feedback

MAX_PEGS = 12
MAX_ROWS = 30
MAX_BONUS = 30
MAX_TIME_LIMIT = 24 * 60 * 60


class Scoring(Enum):
    """What counts as a point, and for whom: the four ways of sheet 001."""

    ROWS = "rows"
    CODEBREAKER = "codebreaker"
    CODEMAKER = "codemaker"
    KEY_PEGS = "key-pegs"

    @property
    def least_wins(self) -> bool:
        return self is Scoring.CODEBREAKER

    @property
    def takes_bonus(self) -> bool:
        """Whether an unbroken code earns the edition's bonus."""
        return self in (Scoring.ROWS, Scoring.KEY_PEGS)


class Answers(Enum):
    """Who marks the guesses: the computer, or the codemaker by hand."""

    REFEREE = "referee"
    HAND = "hand"


class HouseRules(TypedDict, total=False):
    """House rules: what players may change about an edition. See its fields."""

    pegs: int
    colours: int
    blanks: bool
    code_repeats: bool
    guess_repeats: bool
    rows: int
    scoring: Scoring
    bonus: int
    even: bool
    time_limit: int | None
    codemaker_time: int | None
    answers: Answers


def check_time_limit(seconds: int | None, name: str = "time") -> None:
    """Raise IllegalEdition unless `seconds` is a possible time limit, or None."""
    if seconds is not None and not (isinstance(seconds, int) and 1 <= seconds <= MAX_TIME_LIMIT):
        raise IllegalEdition(f"{name} must be 1 to {MAX_TIME_LIMIT} seconds or none, not {seconds!r}.")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Edition:
    """A box and the numbers its game is played with.

    The numbers are those of the sheet, or changed by :meth:`with_rules`. They are checked,
    so every edition can be played.
    """

    box: Box
    pegs: int = 4
    colours: int = 6
    blanks: bool = False
    """Whether holes may stay empty, in codes and in guesses."""
    code_repeats: bool = True
    guess_repeats: bool = True
    rows: int = 10
    scoring: Scoring = Scoring.ROWS
    bonus: int = 1
    """The codemaker's additional points for an unbroken code."""
    even: bool = False
    """Whether a match must have an even number of games."""
    time_limit: int | None = None
    """Seconds per turn of the codebreaker, or None for no limit."""
    codemaker_time: int | None = None
    """Seconds for the codemaker to set a code, and to answer, or None for no limit."""
    answers: Answers = Answers.REFEREE
    _letters: dict[Colour, str] = field(init=False, repr=False, compare=False)
    """The letters of the colours, and of an empty hole."""
    _colours: dict[str, Colour] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name, least, most in (
            ("pegs", 1, MAX_PEGS),
            ("colours", 2, MAX_COLOURS),
            ("rows", 1, MAX_ROWS),
            ("bonus", 0, MAX_BONUS),
        ):
            value = getattr(self, name)
            if not isinstance(value, int) or not least <= value <= most:
                raise IllegalEdition(f"{name} must be {least} to {most}, not {value!r}.")
        for name in ("blanks", "code_repeats", "guess_repeats", "even"):
            if not isinstance(getattr(self, name), bool):
                raise IllegalEdition(f"{name} must be True or False, not {getattr(self, name)!r}.")
        for name, kind in (("scoring", Scoring), ("answers", Answers)):
            try:
                object.__setattr__(self, name, kind(getattr(self, name)))
            except ValueError:
                words = ", ".join(each.value for each in kind)
                raise IllegalEdition(f"{name} must be one of: {words}.") from None
        check_time_limit(self.time_limit)
        check_time_limit(self.codemaker_time, "codemaker-time")
        if self.pegs > len(self.kinds) and not (self.code_repeats and self.guess_repeats):
            raise IllegalEdition(
                f"Without repeats, {self.pegs} pegs need at least {self.pegs} colours. "
                f"There are only {len(self.kinds)}."
            )
        if self.code_repeats and not self.guess_repeats and self.pegs > 1:
            raise IllegalEdition("If codes may repeat colours, guesses must be allowed to as well.")
        letters = {Colour(number): hue.letter for number, hue in enumerate(self.hues)} | {BLANK: "-"}
        object.__setattr__(self, "_letters", letters)
        colours = {
            spelled: colour for colour, letter in letters.items() for spelled in (letter, letter.lower())
        }
        object.__setattr__(self, "_colours", colours)

    def __repr__(self) -> str:
        """Return `find_edition('invicta', rows=8)`, or `<Edition …>` for a box of another catalogue."""
        from codepegs.rules.catalogue import CATALOGUE

        printed = CATALOGUE.get(self.slug)
        if printed is None or printed.box != self.box:
            return f"<Edition {self.slug}>"
        words = [repr(self.slug)]
        for name in HouseRules.__annotations__:
            value = getattr(self, name)
            if value != getattr(printed, name):
                words.append(f"{name}={value if isinstance(value, Enum) else repr(value)}")
        return f"find_edition({', '.join(words)})"

    @property
    def slug(self) -> str:
        return self.box.slug

    @property
    def hues(self) -> tuple[Hue, ...]:
        """The colours in play, in order, without the empty hole."""
        return palette(self.box.hues, self.colours)

    @property
    def colour_word(self) -> str:
        """What players call a colour: "digit" if all letters are digits."""
        return "digit" if all(hue.letter.isdigit() for hue in self.hues) else "colour"

    @property
    def kinds(self) -> tuple[Colour, ...]:
        """What a hole may hold: every colour, and BLANK if holes may stay empty."""
        return (*map(Colour, range(self.colours)), *([BLANK] if self.blanks else []))

    @property
    def size(self) -> int:
        """How many codes the codemaker can choose from."""
        kinds = len(self.kinds)
        return kinds**self.pegs if self.code_repeats else perm(kinds, self.pegs)

    def codes(self) -> Iterator[Code]:
        """Yield every code that the codemaker can choose, in order. There are `size` of them."""
        rows = (
            product(self.kinds, repeat=self.pegs)
            if self.code_repeats
            else permutations(self.kinds, self.pegs)
        )
        return map(Code, rows)

    def with_rules(self, **rules: Unpack[HouseRules]) -> Edition:
        """Return this edition with other house rules."""
        return replace(self, **rules) if rules else self

    def code(self, text: str) -> Code:
        """Return the code that `text` spells in this edition's letters, with `-` for an empty hole.

        Small letters are read, too.
        The code may still be forbidden. :func:`codepegs.notation.user_input.read_code` reads
        what people type.
        """
        try:
            return Code(tuple([self._colours[letter] for letter in text]))
        except KeyError as error:
            letters = " ".join(hue.letter for hue in self.hues)
            raise NotationError(
                f"{error.args[0]!r} is not a {self.colour_word} here. The letters are {letters}."
            ) from None

    def spell(self, code: Code) -> str:
        """Return a code in this edition's letters, with `?` for a colour that it does not have."""
        return "".join([self._letters.get(colour, "?") for colour in code.pegs])

    def check_guess(self, code: Code) -> None:
        """Raise IllegalCode unless the codebreaker may guess `code`."""
        reason = self._reason_against(code, repeats=self.guess_repeats)
        if reason:
            raise IllegalCode(self.spell(code), reason)

    def check_secret(self, code: Code) -> None:
        """Raise IllegalCode, without spelling it, unless the codemaker may hide `code`."""
        reason = self._reason_against(code, repeats=self.code_repeats)
        if reason:
            raise IllegalCode(None, reason)

    def check_feedback(self, feedback: Feedback) -> None:
        """Raise IllegalFeedback if a row has fewer pegs than `feedback` counts.

        An answer that no code can earn, such as 3+1, may be given by mistake. A claim can
        prove it wrong, and :meth:`is_possible` notices it before.
        """
        if feedback.black + feedback.white > self.pegs:
            raise IllegalFeedback(f"{feedback} isn't a possible answer: a guess has only {self.pegs} pegs.")

    def is_possible(self, feedback: Feedback) -> bool:
        """Return whether some code can earn `feedback` for some guess.

        Ask this before an answer by hand is sent: 3+1 on four pegs is always a slip. It does
        not look at the guess, so a possible answer may still be wrong.

        >>> from codepegs.rules.catalogue import find_edition
        >>> [find_edition("classic-1").is_possible(Feedback(3, white)) for white in (0, 1)]
        [True, False]
        """
        black, white, kinds = feedback.black, feedback.white, len(self.kinds)
        missed = self.pegs - black - white
        if missed < 0:
            return False
        if white == 1 and missed == 0:
            # The last peg has only its own place left.
            return False
        if self.code_repeats:
            # With two colours, misplaced pegs come in pairs: one of each colour.
            return kinds > 2 or white % 2 == 0
        if self.guess_repeats:
            # A code with all colours has every colour of the guess. If there is only one, it is in its place.
            return kinds > self.pegs or black >= 1 or white >= 2
        # The code leaves out `kinds - pegs` colours, and each of them can be missed once.
        return missed <= kinds - self.pegs

    def _reason_against(self, code: Code, *, repeats: bool) -> str | None:
        if not isinstance(code, Code):
            raise TypeError("A code is a value such as edition.code('RRBB'), not text.")
        if len(code) != self.pegs:
            return f"it has {len(code)} {'peg' if len(code) == 1 else 'pegs'}, not {self.pegs}"
        if not self.blanks and BLANK in code.pegs:
            return "holes cannot stay empty in this game"
        if not self._letters.keys() >= set(code.pegs):
            return f"it has a {self.colour_word} that isn't one of this game's {self.colours}"
        if code.repeats and not repeats:
            return f"a {self.colour_word} cannot appear twice" + (
                ", and neither can an empty hole" if self.blanks else ""
            )
        return None
