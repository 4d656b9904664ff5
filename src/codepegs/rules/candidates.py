"""Backtracking search for the codes that fit some rows, without listing every code.

The search first chooses how many pegs of each colour a code has, by the sums black +
white. Then it orders them, by the blacks. All rows are packed into one integer, five bits
per row, so one subtraction updates what every row still needs and two comparisons check
it. A field holds a count of at most 12 and a guard bit, which is cleared when the count
falls below zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle

from codepegs.errors import Undecided
from codepegs.rules.board import Row
from codepegs.rules.code import Code, Colour
from codepegs.rules.edition import Edition

MAX_STEPS = 5_000_000
"""Steps before a search stops: a few seconds of work. Steps, not seconds, so that all
machines agree about a record."""

_WIDTH = 5
_GUARD = 1 << (_WIDTH - 1)


@dataclass(slots=True)
class Budget:
    """Limit of steps for a search, and the steps taken so far."""

    steps: int = MAX_STEPS
    spent: int = 0

    def spend(self, steps: int = 1) -> None:
        self.spent += steps
        if self.spent > self.steps:
            raise Undecided(self.steps)


def find_candidates(
    edition: Edition,
    rows: Iterable[Row],
    *,
    kinds: Sequence[Colour] | None = None,
    budget: Budget | None = None,
) -> Iterator[Code]:
    """Yield legal secrets that fit `rows`, or raise Undecided if the budget runs out.

    Colours that no row has are interchangeable. Codes that differ only in those are
    yielded once, so there is a result if and only if some code fits. `kinds` is the order
    in which equally frequent colours are tried: shuffle it to vary the first result.
    """
    search = _Search(edition, rows, edition.kinds if kinds is None else kinds, budget or Budget())
    return map(search.name, search.codes())


class _Search:
    def __init__(
        self, edition: Edition, rows: Iterable[Row], kinds: Sequence[Colour], budget: Budget
    ) -> None:
        marked = [(r.guess.pegs, r.feedback) for r in rows if r.guess is not None and r.feedback is not None]
        guessed = {colour for guess, _ in marked for colour in guess}
        self.budget = budget
        self.pegs = edition.pegs
        budget.spend(len(marked) * len(kinds))
        self.unguessed = [colour for colour in kinds if colour not in guessed]
        # The most frequent colours come first, because they narrow the search most. All
        # colours that no row has are one colour here, None, which takes the places left.
        self.colours: list[Colour | None] = [
            *sorted((c for c in kinds if c in guessed), key=lambda c: -sum(g.count(c) for g, _ in marked)),
            None,
        ]
        self.room = [self.pegs if edition.code_repeats else 1 for _ in self.colours[:-1]]
        self.room.append(self.pegs if edition.code_repeats and self.unguessed else len(self.unguessed))

        def pack(counts: Iterable[int]) -> int:
            return sum(count << (_WIDTH * field) for field, count in enumerate(counts))

        self.guards = pack(_GUARD for _ in marked)
        self.sums = pack(feedback.black + feedback.white for _, feedback in marked)
        self.blacks = pack(feedback.black for _, feedback in marked)
        self.level = [pack(left for _ in marked) for left in range(self.pegs + 1)]
        counts = [[guess.count(colour) for guess, _ in marked] for colour in self.colours]
        # What n pegs of a colour add to the sums, and what all later colours can add.
        self.gives = [[pack(min(n, count) for count in row) for n in range(self.pegs + 1)] for row in counts]
        self.later = [
            pack(min(self.pegs, sum(column)) for column in zip(*counts[i + 1 :], strict=True))
            for i in range(len(counts))
        ]
        self.hits = [
            [pack(guess[p] == c for guess, _ in marked) for c in self.colours] for p in range(self.pegs)
        ]

    def codes(self) -> Iterator[list[int]]:
        """Yield fitting codes, their pegs as indices into `colours`."""
        for counts in self.choose(0, self.pegs, self.sums):
            yield from self.arrange([*range(self.pegs)], counts, self.blacks, [0] * self.pegs)

    def reaches(self, need: int, most: int) -> bool:
        """Return whether `most` covers the need of every row."""
        return (most + self.guards - need) & self.guards == self.guards

    def choose(self, i: int, left: int, sums: int) -> Iterator[list[int]]:
        """Yield the number of pegs of each colour from the i-th on: `left` in all, adding up to `sums`."""
        if i == len(self.colours) - 1:
            if left <= self.room[i] and not sums:
                yield [left]
            return
        for n in range(min(left, self.room[i]) + 1):
            self.budget.spend()
            if not self.reaches(self.gives[i][n], sums):
                return
            rest = sums - self.gives[i][n]
            if self.reaches(rest, self.later[i]) and self.reaches(rest, self.level[left - n]):
                for counts in self.choose(i + 1, left - n, rest):
                    yield [n, *counts]

    def arrange(
        self, places: list[int], counts: list[int], blacks: int, pegs: list[int]
    ) -> Iterator[list[int]]:
        """Yield every way to fill `places` from `counts` so that each row gets its `blacks`."""
        if not places:
            yield pegs
            return
        possible, choices = 0, []
        left = [c for c, n in enumerate(counts) if n]
        for place in places:
            self.budget.spend(len(left))
            hits = self.hits[place]
            here = [c for c in left if self.reaches(hits[c], blacks)]
            choices.append(here)
            possible += sum(hits[c] for c in here)
        if not self.reaches(blacks, possible):
            return
        # The place with the fewest choices fails soonest.
        at = min(range(len(places)), key=lambda i: len(choices[i]))
        place, others = places[at], places[:at] + places[at + 1 :]
        for c in choices[at]:
            counts[c] -= 1
            pegs[place] = c
            yield from self.arrange(others, counts, blacks - self.hits[place][c], pegs)
            counts[c] += 1

    def name(self, pegs: list[int]) -> Code:
        """Return the code, with different colours for the interchangeable ones if possible."""
        spare = cycle(self.unguessed)
        return Code(tuple(next(spare) if (c := self.colours[i]) is None else c for i in pegs))
