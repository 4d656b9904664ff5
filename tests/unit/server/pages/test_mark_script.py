"""Marking and drawing codes in the browser's script, run by Node.js: the same as in Python."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

from codepegs.analysis.puzzle.prng import Prng
from codepegs.engine.codespace import CodeSpace
from codepegs.rules import CATALOGUE, Code, Edition, find_edition, mark
from tests.support.script import needs_node, run_script

EXPORTS = "drawCode, mark, randomBelow"
pytestmark = needs_node
CLASSIC = find_edition("classic-1")
EDITIONS = {
    **CATALOGUE,
    "the largest": CLASSIC.with_rules(pegs=12, colours=26),
    "the largest without repeats": CLASSIC.with_rules(
        pegs=12, colours=26, code_repeats=False, guess_repeats=False
    ),
    "two colours and empty holes": find_edition("classic-2").with_rules(pegs=6, colours=2),
    "no repeats and empty holes": find_edition("classic-2").with_rules(
        colours=4, code_repeats=False, guess_repeats=False
    ),
}


DRAW = "given[1].map((choices) => drawCode(given[0], () => choices.shift()))"


def terms(edition: Edition) -> dict[str, object]:
    """The terms of an edition as a view has them, as far as the script needs them."""
    return {
        "pegs": edition.pegs,
        "colours": [{"letter": hue.letter} for hue in edition.hues],
        "blanks": edition.blanks,
        "code_repeats": edition.code_repeats,
    }


def test_all_pairs_of_the_classic_board_are_marked_alike() -> None:
    codes = [CLASSIC.spell(code) for code in CLASSIC.codes()]
    found = run_script(
        "mark.js", EXPORTS, "given.map((one) => given.map((two) => mark(one, two)).join(' '))", codes
    )
    space = CodeSpace.of(CLASSIC)
    names = np.array([str(feedback) for feedback in space.classes.feedbacks])
    assert [CLASSIC.spell(space.code(number)) for number in range(len(codes))] == codes
    marks = space.marks(space.codes, space.codes)
    assert found == [" ".join(names[row]) for row in marks]


@pytest.mark.parametrize("name", EDITIONS)
def test_pairs_of_every_edition_are_marked_alike(name: str) -> None:
    edition, random = EDITIONS[name], Random(name)
    pairs = [
        (_draw(edition, random, edition.guess_repeats), _draw(edition, random, edition.code_repeats))
        for _ in range(2000)
    ]
    # Random codes of many colours share few, so half of the guesses are shuffled codes.
    pairs += [(Code(tuple(random.sample(code.pegs, k=edition.pegs))), code) for _, code in pairs]
    found = run_script(
        "mark.js",
        EXPORTS,
        "given.map(([guess, code]) => mark(guess, code))",
        [(edition.spell(guess), edition.spell(code)) for guess, code in pairs],
    )
    assert found == [str(mark(guess, code)) for guess, code in pairs]


def _draw(edition: Edition, random: Random, repeats: bool) -> Code:
    return Code(tuple((random.choices if repeats else random.sample)([*edition.kinds], k=edition.pegs)))


@pytest.mark.parametrize("name", [name for name, edition in EDITIONS.items() if edition.size < 10_000])
def test_every_code_is_drawn_by_exactly_one_row_of_choices(name: str) -> None:
    edition = EDITIONS[name]
    counts = [len(edition.kinds) - (0 if edition.code_repeats else place) for place in range(edition.pegs)]
    choices = [*product(*map(range, counts))]
    assert sorted(run_script("mark.js", EXPORTS, DRAW, [terms(edition), choices])) == sorted(
        map(edition.spell, edition.codes())
    )


class NotedPrng(Prng):
    """Generator that notes the numbers it has drawn."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.drawn: list[int] = []

    def below(self, count: int) -> int:
        self.drawn.append(super().below(count))
        return self.drawn[-1]


@pytest.mark.parametrize("name", EDITIONS)
def test_codes_are_drawn_as_by_the_twin_in_python(name: str) -> None:
    edition = EDITIONS[name]
    prngs = [NotedPrng(f"{name} {seed}") for seed in range(200)]
    rows = [prng.row(edition.kinds, edition.pegs, repeats=edition.code_repeats) for prng in prngs]
    given = [terms(edition), [prng.drawn for prng in prngs]]
    assert run_script("mark.js", EXPORTS, DRAW, given) == [edition.spell(Code(row)) for row in rows]


@pytest.mark.parametrize("name", EDITIONS)
def test_a_random_code_is_allowed(name: str) -> None:
    edition = EDITIONS[name]
    for code in run_script(
        "mark.js", EXPORTS, "Array.from({length: 100}, () => drawCode(given))", terms(edition)
    ):
        edition.check_secret(edition.code(code))


def test_words_that_would_favour_small_numbers_are_skipped() -> None:
    # 2 ** 32 is 4 more than a multiple of 6, and a multiple of 8.
    last = 2**32 - 1
    cases = [(6, [last, last - 3, last - 4, 0]), (6, [3, 0]), (8, [last, 0]), (1, [last, 0])]
    found = run_script(
        "mark.js",
        EXPORTS,
        "given.map(([count, words]) => [randomBelow(count, () => words.shift()), words])",
        cases,
    )
    assert found == [[5, [0]], [3, [0]], [7, [0]], [0, [0]]]
