"""One story of two matches, for a driver on each surface: line mode, application, server, browser.

A driver plays the steps of a story and returns the sentences that each seat has heard. They are compared
with those that the rules make of the moves in the record, so they are the same on every surface.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from codepegs.notation import edition_line, sentences
from codepegs.rules.agreement import NOBODY, Agreement
from codepegs.rules.match import Match


@dataclass(frozen=True)
class Step:
    """A move of a person, in the words of :mod:`codepegs.table.moves`."""

    who: str
    text: str

    @property
    def word(self) -> str:
        """What kind of move it is: `code`, `guess`, `answer` or the whole text."""
        word = self.text.partition(" ")[0]
        return word if word in ("code", "guess", "answer") else self.text

    @property
    def pegs(self) -> str:
        """The code, the guess or the answer, without the word before it."""
        return self.text.partition(" ")[2]


@dataclass(frozen=True)
class Story:
    """Players, terms, and what the people at the table do. Computers move by themselves."""

    players: tuple[str, str]
    edition: str
    games: int
    steps: tuple[Step, ...]

    @property
    def agreement(self) -> Agreement:
        return Agreement(edition_line.read(self.edition), self.players, self.games)


def _steps(text: str) -> tuple[Step, ...]:
    lines = (line.strip().partition(": ") for line in text.strip().splitlines())
    return tuple(Step(who, move) for who, _, move in lines)


BY_HAND = Story(
    ("Ada", "Bob"),
    "mini answers=hand",
    2,
    _steps(
        """
        Ada: code RGB
        Bob: guess YYY
        Ada: answer 0+0
        Bob: guess RGY
        Ada: answer 0+0
        Bob: guess RRR
        Ada: answer 1+0
        Bob: claim
        Ada: code GGB
        Bob: guess GGB
        Ada: answer 3+0
        Bob: code BRY
        Ada: guess BRY
        Bob: answer 2+0
        Bob: own up
        Bob: code BRY
        Ada: guess BRB
        Bob: answer 3+0
        Bob: code BRY
        Ada: guess BRY
        Bob: answer 3+0
        """
    ),
)
"""Ada answers the second row wrongly, and Bob claims it. Then Bob owns up to a wrong answer, and the
reveal shows another one. Each time the game is played again."""

AGAINST_A_COMPUTER = Story(
    ("computer beginner", "Ada"),
    "mini code-repeats=no",
    2,
    _steps(
        """
        Ada: guess RRG
        Ada: guess YYR
        Ada: give up
        Ada: code BRY
        """
    ),
)
"""Ada breaks no code, as her guesses have repeats. The computer breaks hers or not."""


SOLO = Story(
    (NOBODY, "Ada"),
    "mini code-repeats=no",
    1,
    _steps(
        """
        Ada: guess RRG
        Ada: guess YYR
        Ada: give up
        """
    ),
)
"""Ada plays alone, and gives up."""


def told(match: Match) -> Iterator[str]:
    """Yield every sentence about a match, from its first move to its last."""
    now = Match.start(match.agreement)
    for move in match.moves:
        now = now.play(move)
        yield from sentences.describe_last_move(now)


def check_heard(match: Match, heard: Iterable[str]) -> None:
    """Assert that a seat got exactly the sentences about a match, in order."""
    assert [*heard] == [*told(match)]


def check_printed(match: Match, printed: str, *, as_heard: Callable[[str], str] = str) -> None:
    """Assert that the sentences about a match are in a longer text, in order, however it is wrapped.

    `as_heard` changes a sentence into the words of a screen reader.
    """
    text = " ".join(printed.split())
    for sentence in map(as_heard, told(match)):
        _, found, text = text.partition(" ".join(sentence.split()))
        assert found, f"this is missing, or comes too early: {sentence}"
