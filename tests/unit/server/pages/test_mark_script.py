"""Marking and drawing codes in the browser's script, run by Node.js: the same as in Python."""

from __future__ import annotations

from random import Random

from codepegs.analysis.puzzle.prng import Prng
from codepegs.rules import CATALOGUE, Code, Edition, find_edition, mark
from tests.support.script import needs_node, run_script

EXPORTS = "drawCode, mark, randomBelow"
pytestmark = needs_node
LARGEST = find_edition("classic-1").with_rules(pegs=12, colours=26)
EDITIONS = [
    *CATALOGUE.values(),
    LARGEST,
    LARGEST.with_rules(code_repeats=False, guess_repeats=False),
    find_edition("classic-2").with_rules(pegs=6, colours=2),
    find_edition("classic-2").with_rules(colours=4, code_repeats=False, guess_repeats=False),
]


def terms(edition: Edition) -> dict[str, object]:
    """The terms of an edition as a view has them, as far as the script needs them."""
    return {
        "pegs": edition.pegs,
        "colours": [{"letter": hue.letter} for hue in edition.hues],
        "blanks": edition.blanks,
        "code_repeats": edition.code_repeats,
    }


def test_pairs_of_every_edition_are_marked_alike() -> None:
    given, wanted = [], []
    for edition in EDITIONS:
        random = Random(str(edition))
        for number in range(2000):
            code = draw(edition, random, edition.code_repeats)
            # Random codes of many colours share few, so half of the guesses are shuffled codes.
            shuffled = Code(tuple(random.sample(code.pegs, k=edition.pegs)))
            guess = draw(edition, random, edition.guess_repeats) if number % 2 else shuffled
            given.append((edition.spell(guess), edition.spell(code)))
            wanted.append(str(mark(guess, code)))
    assert run_script("mark.js", EXPORTS, "given.map(([guess, code]) => mark(guess, code))", given) == wanted


def draw(edition: Edition, random: Random, repeats: bool) -> Code:
    return Code(tuple((random.choices if repeats else random.sample)([*edition.kinds], k=edition.pegs)))


class NotedPrng(Prng):
    """Generator that notes the numbers it has drawn."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.drawn: list[int] = []

    def below(self, count: int) -> int:
        self.drawn.append(super().below(count))
        return self.drawn[-1]


def test_codes_are_drawn_as_by_the_twin_in_python() -> None:
    given, wanted = [], []
    for edition in EDITIONS:
        for seed in range(200):
            prng = NotedPrng(f"{edition} {seed}")
            row = prng.row(edition.kinds, edition.pegs, repeats=edition.code_repeats)
            given.append((terms(edition), prng.drawn))
            wanted.append(edition.spell(Code(row)))
    work = "given.map(([terms, choices]) => drawCode(terms, () => choices.shift()))"
    assert run_script("mark.js", EXPORTS, work, given) == wanted


def test_words_that_would_favour_small_numbers_are_skipped() -> None:
    # 2 ** 32 is 4 more than a multiple of 6, and a multiple of 8.
    last = 2**32 - 1
    cases = [(6, [last, last - 3, last - 4, 0]), (6, [3, 0]), (8, [last, 0]), (1, [last, 0])]
    work = "given.map(([count, words]) => [randomBelow(count, () => words.shift()), words])"
    assert run_script("mark.js", EXPORTS, work, cases) == [[5, [0]], [3, [0]], [7, [0]], [0, [0]]]
