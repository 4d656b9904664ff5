"""What the engine's work takes, in CPU seconds. The clock is the caller's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from statistics import mean, median
from types import MappingProxyType

import numpy as np

from codepegs.engine import kernel, marks
from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.measure import MEASURES
from codepegs.engine.optimal import Optimum
from codepegs.engine.plan import plan
from codepegs.engine.strategy import OneStep
from codepegs.rules.catalogue import edition
from codepegs.rules.edition import Edition

POSITIONS = 50
"""From how many positions the best move is looked for."""
ENOUGH = 20.0
"""Seconds after which a measurement is not repeated again."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What one piece of work took: `seconds` of CPU time, once for each time it was done."""

    name: str
    by: str
    """Who did it: numpy, the kernel, or a program beside ours."""
    seconds: tuple[float, ...]
    pairs: int | None = None
    """Marks that were made, where they are what counts."""

    @property
    def best(self) -> float:
        return min(self.seconds)

    @property
    def median(self) -> float:
        return median(self.seconds)


def ways() -> list[tuple[str, bool]]:
    """With numpy, and with the kernel where it is used: the names, and what asks for them."""
    return [("numpy", False), ("kernel", True)] if kernel.available else [("numpy", False)]


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """Measures work several times over, as other programs disturb it; fewer times where it takes long."""

    clock: Callable[[], float]
    repeat: int
    tell: Callable[[str], None] = lambda text: None

    def seconds(self, work: Callable[[], object]) -> float:
        begun = self.clock()
        work()
        return self.clock() - begun

    def times(self, name: str, measure: Callable[[], float]) -> tuple[float, ...]:
        """What `measure` says, as often as it is worth asking."""
        found: list[float] = []
        while len(found) < self.repeat and sum(found) < ENOUGH:
            self.tell(f"{name}, {len(found) + 1} of {self.repeat}")
            found.append(measure())
        return tuple(found)


def board(name: str) -> Edition:
    """The edition of a board's short name.

    >>> board("4of8").code_repeats, board("4x7").colours
    (False, 7)
    """
    repeats = "x" in name
    pegs, colours = map(int, name.split("x" if repeats else "of"))
    return edition("classic-1", pegs=pegs, colours=colours, code_repeats=repeats, guess_repeats=repeats)


def _marks(name: str, line: str, guesses: int, watch: Stopwatch) -> Iterator[Figure]:
    """The marks of so many guesses, against every code."""
    space = CodeSpace(board(line))
    rows, colours = space.guesses, len(space.kinds)
    for way, asked in ways():

        def work(asked: bool = asked) -> object:
            return marks.marked(rows[:guesses], rows, space.classes, colours=colours, kernel=asked)

        taken = watch.times(f"{name} by {way}", lambda: watch.seconds(work))
        yield Figure(name, way, taken, len(rows[:guesses]) * len(rows))


def _tree(watch: Stopwatch) -> Iterator[Figure]:
    terms = board("4x6")
    space = CodeSpace.of(terms)
    assert space.table is not None
    for way, asked in ways():
        one_step = OneStep(MEASURES["entropy"], kernel=asked)

        def work(one_step: OneStep = one_step) -> object:
            return plan(terms, lambda candidates, depth: one_step.guess(space, candidates))

        yield Figure("tree", way, watch.times(f"tree by {way}", lambda: watch.seconds(work)))


def proof(name: str, line: str, way: tuple[str, bool], watch: Stopwatch) -> tuple[Figure, int]:
    """What proving a board's optimum takes, from a table of marks that is there; and the optimum."""
    space = CodeSpace.of(board(line))
    assert space.table is not None
    totals: list[int] = []

    def work() -> None:
        totals.append(Optimum(space, kernel=way[1]).solve(space.codes).lower)

    taken = watch.times(f"{name} by {way[0]}", lambda: watch.seconds(work))
    return Figure(name, way[0], taken), totals[0]


def _moves(watch: Stopwatch) -> Iterator[Figure]:
    """The exact best move from positions met in this order by one search, which remembers."""
    space = CodeSpace.of(board("4x6"))
    met = [*positions(space, Random(0), POSITIONS)]
    for way, asked in ways():
        longest: list[float] = []

        def measure(asked: bool = asked, longest: list[float] = longest) -> float:
            optimum = Optimum(space, kernel=asked)

            def work(history: list[int], candidates: Indices) -> object:
                return optimum.solve(candidates, history), optimum.guess(candidates, len(history))

            taken = [watch.seconds(lambda position=position: work(*position)) for position in met]  # type: ignore[misc]
            longest.append(max(taken))
            return mean(taken)

        taken = watch.times(f"moves by {way}", measure)
        yield Figure("moves, mean", way, taken)
        yield Figure("moves, worst", way, tuple(longest))


def positions(space: CodeSpace, random: Random, number: int) -> Iterator[tuple[list[int], Indices]]:
    """Boards of one to three guesses, any at all, and the codes that fit the answers."""
    for _ in range(number):
        candidates, history = space.codes, list[int]()
        secret = int(space.codes[random.randrange(len(space.codes))])
        for _ in range(random.randint(1, 3)):
            history.append(random.randrange(len(space.guesses)))
            answers = space.marks(np.array(history[-1:]), candidates)[0]
            candidates = candidates[answers == answers[candidates == secret]]
        yield history, candidates


ITEMS: MappingProxyType[str, Callable[[Stopwatch], Iterator[Figure]]] = MappingProxyType(
    {
        "marks": lambda watch: _marks("marks", "4x6", 6**4, watch),
        "marks-large": lambda watch: _marks("marks-large", "5x8", 2_048, watch),
        "tree": _tree,
        "proof": lambda watch: (proof("proof", "4x6", way, watch)[0] for way in ways()),
        "moves": _moves,
    }
)
"""Every measurement by its name."""
