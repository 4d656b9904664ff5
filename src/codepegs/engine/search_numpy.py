"""Exact search in numpy: branch and bound. Its fast twin is kernel/search.c.

The search is depth first over guesses (choose one) and answers (handle all), with bounds
by class counts. Values are totals: the guesses over all candidates, winning ones included,
and LOST for each one that the guesses left do not break, times the weight of each. A search
has a budget: it finds the value if that is within the budget, and otherwise a lower bound
above it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntFlag
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from codepegs.engine import bounds as bound
from codepegs.engine.bounds import INFINITE, LOST, UNLIMITED
from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.symmetry import Symmetry, all_symmetries, fixing

SYMMETRY_DEPTH = 2
"""Deepest guess before which symmetric guesses are skipped."""

Part = tuple[int, ...]
"""Candidates as positions among the codes, in order."""
Weights = NDArray[np.int32]
"""The weight of each code. Symmetries keep it: codes of one type have the same."""


class Technique(IntFlag):
    """Optimisations of the search. None changes a result: tests switch off one at a time to show it.

    The kernel uses the same numbers.
    """

    SYMMETRY = 1
    """Try only the lowest of symmetric guesses."""
    MEMORY = 2
    """Keep a memo of solved parts."""
    CANONICAL = 4
    """Large parts share a memo entry if a symmetry maps one to the other (kernel only)."""
    COUNTING = 8
    """Bound by the classes of a guess, not only by one broken code per guess."""
    SMALL = 16
    """Small parts that one guess tells apart have a known cost."""
    LAZY = 32
    """Compute the bound of a guess only when its group comes up."""
    PEEK = 64
    """Bound the parts of a guess one guess deep before one of them is searched (kernel only)."""
    SHUFFLE = 128
    """Look up many guesses at once by the shuffles of the processor, if it has any (kernel only)."""


NONE = Technique(0)


class Found(NamedTuple):
    """Bounds of a value. `guess` reaches `upper`; INFINITE and -1 if nothing was found yet.

    `depth` is the most guesses that a strategy of cost `upper` needs; 0 if none was found.
    """

    lower: int
    upper: int = INFINITE
    guess: int = -1
    depth: int = 0


Report = Callable[[Found], bool]
"""Called regularly with the result so far; returns true to stop."""


class _Stopped(Exception):
    """The search should stop."""


@dataclass(frozen=True, slots=True)
class _Node:
    """A part to break. No guess splits it into more than `classes` parts, not counting the winning one."""

    part: Part
    weight: int
    heaviest: int
    classes: int
    depth: int
    left: int
    """Guesses left: two or more, or UNLIMITED."""
    symmetries: list[Symmetry]
    """Those that fix the guesses so far."""


class NumpySearch:
    """Exact search over some codes of a space, with a memo.

    `table` has the class of every guess (lines) against each of `codes` (columns). It has one thread only.
    """

    def __init__(
        self,
        space: CodeSpace,
        codes: Indices,
        table: NDArray[np.uint8],
        *,
        consistent: bool = False,
        weights: Weights | None = None,
        without: Technique = NONE,
        threads: int = 1,
    ) -> None:
        self._codes, self._consistent, self._without = codes, consistent, without
        self._table, self._rows = table, [row.tobytes() for row in table]
        self._win = space.classes.win
        self._planes = [*_planes(table, self._win)]
        self._guess_of = [int(guess) for guess in codes]
        self._pegs = [tuple(map(int, row)) for row in space.guesses]
        self._weights = weights
        self._weight = [1] * len(codes) if weights is None else weights.tolist()
        self._whole, self._heaviest = sum(self._weight), max(self._weight)
        self._known: dict[tuple[Part, int], Found] = {}
        self._found = Found(0)
        self._steps = 0
        self._report: Report = lambda found: False

    def solve(
        self,
        part: Indices,
        history: Sequence[int],
        *,
        symmetric: bool,
        budget: int,
        left: int,
        steps: int,
        report: Report,
        value_only: bool = False,
    ) -> Found:
        """Find the least cost of a part of at least three codes, with `left` guesses, within the budget.

        The memo of this search knows the guesses too, so `value_only` makes no difference.
        """
        symmetries = (
            all_symmetries(len(self._pegs[0]))
            if symmetric and Technique.SYMMETRY not in self._without
            else []
        )
        for guess in history:
            symmetries = fixing(symmetries, self._pegs[guess])
        self._found, self._steps, self._report = Found(0), steps, report
        try:
            return self._solve(self._node(tuple(part.tolist()), self._win, 0, left, symmetries), budget)
        except _Stopped:
            return self._found

    def _node(self, part: Part, classes: int, depth: int, left: int, symmetries: list[Symmetry]) -> _Node:
        weights = [self._weight[code] for code in part]
        return _Node(part, sum(weights), max(weights), classes, depth, left, symmetries)

    def _costs(self, classes: int, left: int) -> NDArray[np.int64]:
        counted = Technique.COUNTING not in self._without
        return bound.costs(
            classes if counted else self._whole, self._whole, heaviest=self._heaviest, left=left
        )

    def _solve(self, node: _Node, budget: int) -> Found:
        """Return the value of a node of at least three codes if within the budget; else a bound above it."""
        part, n = node.part, len(node.part)
        lower = int(self._costs(node.classes, node.left)[node.weight])
        if lower > budget:
            return Found(lower)
        small = self._is_small(part)
        if small:
            solved = self._solve_small(part, node.left)
            if solved is not None:
                return solved
            lower = max(lower, 2 * node.weight)
        known = self._recall(part, node.left)
        if known.guess >= 0:
            return known
        lower = max(lower, known.lower)
        if lower > budget:
            return Found(lower)
        ranks = self._ranks(part)
        widest = int(ranks.max()) >> 1
        if small and widest == n:
            # No code of the part tells all apart, but this guess from outside does.
            return self._remember(node, Found(2 * node.weight, 2 * node.weight, int(ranks.argmax()), 2))
        if widest < node.classes:
            node = replace(node, classes=widest)
        counted = int(self._costs(node.classes, node.left)[node.weight])
        lower = max(lower, counted, 2 * node.weight + node.heaviest if small else 0)
        found = Found(lower)
        if lower <= budget:
            found = self._explore(node, ranks, budget, lower)
        return self._remember(node, found)

    def _recall(self, part: Part, left: int) -> Found:
        """Return what is known about a part.

        If guesses are limited, a value without a limit is a lower bound, and exact if its
        strategy needs no more guesses than are left.
        """
        known = self._known.get((part, UNLIMITED), Found(0))
        if left == UNLIMITED or (known.guess >= 0 and known.depth <= left):
            return known
        limited = self._known.get((part, left), Found(0))
        return limited if limited.guess >= 0 else Found(max(known.lower, limited.lower))

    def _remember(self, node: _Node, found: Found) -> Found:
        if Technique.MEMORY not in self._without:
            self._known[node.part, node.left] = found
        return found

    def _explore(self, node: _Node, ranks: NDArray[np.uint8], budget: int, lower: int) -> Found:
        """Return the least value and its guess, or a lower bound above the budget."""
        found, best, beyond, top = Found(lower), budget + 1, INFINITE, node.depth == 0
        groups = self._groups(node, ranks)
        heap: list[tuple[int, int, int]] = []
        lazy = Technique.LAZY not in self._without
        while True:
            # Guesses get their own bounds only once the bound of their group comes up.
            while groups and (not heap or groups[0][0] <= heap[0][0] or not lazy):
                _, rank = heapq.heappop(groups)
                for entry in self._bounded(node, np.flatnonzero(ranks == rank)):
                    heapq.heappush(heap, entry)
            if not heap or heap[0][0] >= best:
                beyond = min([beyond, *(entry[0] for entry in heap[:1])])
                break
            promised, _, guess = heapq.heappop(heap)
            self._step(max(self._found.lower, promised) if top else 0)
            split = self._split(guess, node.part)
            total, depth = self._total(node, guess, split, promised, best)
            if total >= best:
                beyond = min(beyond, total)
                continue
            best, found = total, Found(total, total, guess, depth)
            if top:
                self._found = found._replace(lower=self._found.lower)
            if best <= lower:
                break
        return found if found.guess >= 0 else Found(max(beyond, budget + 1, lower))

    def _step(self, lower: int) -> None:
        """Count a step and report; raise `_Stopped` if the search should stop."""
        if lower:
            self._found = self._found._replace(lower=lower)
        self._steps -= 1
        if self._steps < 0 or self._report(self._found):
            raise _Stopped

    def _groups(self, node: _Node, ranks: NDArray[np.uint8]) -> list[tuple[int, int]]:
        """Return a heap of the ranks that occur, each with a lower bound of the cost of its guesses."""
        groups, costs = [], self._costs(node.classes, bound.after(node.left))
        for rank in np.unique(ranks).tolist():
            parts, wins = rank >> 1, rank & 1
            if parts + wins > 1:
                rest = node.weight - wins * node.heaviest
                groups.append((node.weight + bound.split_cost(costs, min(parts, node.classes), rest), rank))
        heapq.heapify(groups)
        return groups

    def _total(
        self, node: _Node, guess: int, split: dict[int, list[int]], total: int, best: int
    ) -> tuple[int, int]:
        """Return the cost and the depth of a guess; if not below `best`, only a bound of the cost.

        `total` starts as the bound by class counts and is improved part by part.
        """
        left, hard, deepest = bound.after(node.left), [], 0
        costs = self._costs(node.classes, left)
        for answer, codes in split.items():
            if answer == self._win:
                continue
            n, part = len(codes), tuple(codes)
            least = int(costs[sum(self._weight[code] for code in codes)])
            better = Found(least)
            if n <= 2 or left == 1:
                better = self._solve_obvious(part, left)
            elif self._is_small(part):
                better = self._solve_small(part, left) or Found(2 * n * self._weight[part[0]])
            total += max(0, better.lower - least)
            if total >= best:
                return total, 0
            if better.guess >= 0:
                deepest = max(deepest, better.depth)
            else:
                hard.append((n, max(least, better.lower), part))
        hard.sort()
        symmetries = fixing(node.symmetries, self._pegs[guess]) if node.depth < SYMMETRY_DEPTH else []
        for _, least, part in hard:
            child = self._node(part, node.classes, node.depth + 1, left, symmetries)
            value = self._solve(child, least + best - 1 - total)
            total += max(0, value.lower - least)
            if total >= best:
                return total, 0
            deepest = max(deepest, value.depth)
        return total, deepest + 1

    def _bounded(self, node: _Node, guesses: Indices) -> Iterator[tuple[int, int, int]]:
        """Yield bound, tie-breaker and number of each guess; of symmetric guesses only the lowest."""
        if node.depth <= SYMMETRY_DEPTH and node.symmetries:
            lowest = [
                g for g in guesses.tolist() if not any(c.maps_lower(self._pegs[g]) for c in node.symmetries)
            ]
            guesses = np.array(lowest, np.intp)
        if not len(guesses):
            return
        size, members = self._win + 1, np.array(node.part)
        marks = self._table[np.ix_(guesses, members)] + np.arange(len(guesses))[:, None] * size
        weights = None if self._weights is None else np.tile(self._weights[members], len(guesses))
        sums = np.bincount(marks.ravel(), weights, minlength=len(guesses) * size).astype(np.int64)
        sums = sums.reshape(-1, size)[:, : self._win]
        costs = self._costs(node.classes, bound.after(node.left))
        bounds = node.weight + costs[sums].sum(axis=1)
        yield from zip(bounds.tolist(), (sums * sums).sum(axis=1).tolist(), guesses.tolist(), strict=True)

    def _ranks(self, part: Part) -> NDArray[np.uint8]:
        """Return for every guess twice its classes, not counting the winning one, plus one if it can win."""
        members = np.array(part)
        counts = [np.bitwise_count(np.bitwise_or.reduce(plane[members], axis=0)) for plane in self._planes]
        ranks = sum(counts[1:], counts[0]) << 1
        own = self._codes[members]
        ranks[own] += 1
        if self._consistent:
            only = np.zeros_like(ranks)
            only[own] = ranks[own]
            ranks = only
        return np.asarray(ranks, np.uint8)

    def _split(self, guess: int, part: Part) -> dict[int, list[int]]:
        row = self._rows[guess]
        split: dict[int, list[int]] = {}
        for code in part:
            split.setdefault(row[code], []).append(code)
        return split

    def _solve_obvious(self, part: Part, left: int) -> Found:
        """Solve a part of one or two codes, or with one guess left: by guessing the heaviest code."""
        heaviest = max(part, key=lambda code: self._weight[code])
        weight = sum(self._weight[code] for code in part)
        rest = weight - self._weight[heaviest]
        cost = weight + rest * (LOST if left == 1 else 1)
        return Found(cost, cost, self._guess_of[heaviest], 1 if left == 1 else len(part))

    def _is_small(self, part: Part) -> bool:
        """Whether one guess might tell all codes of a part apart. Their weights must be equal."""
        if len(part) > self._win + 1 or Technique.SMALL in self._without:
            return False
        return self._weights is None or len({self._weight[code] for code in part}) == 1

    def _solve_small(self, part: Part, left: int) -> Found | None:
        """Solve a small part by a guess from the part itself; None if no such guess is good enough.

        One that tells all n codes apart costs 2n - 1 times their weight, and nothing costs less.
        One that leaves a single pair together costs 2n times it, as does a guess from outside
        that tells all apart.
        """
        n, pair, weight = len(part), None, self._weight[part[0]]
        for code in part:
            row = self._rows[self._guess_of[code]]
            apart = len({row[other] for other in part})
            if apart == n:
                return Found((2 * n - 1) * weight, (2 * n - 1) * weight, self._guess_of[code], 2)
            if apart == n - 1 and pair is None:
                pair = self._guess_of[code]
        return Found(2 * n * weight, 2 * n * weight, pair, 3) if pair is not None and left >= 3 else None


def _planes(table: NDArray[np.uint8], win: int) -> Iterator[NDArray[np.unsignedinteger]]:
    """Yield bit masks of the classes, codes by guesses, as many planes as the classes need.

    The winning class has no bit. OR-ing the lines of some candidates gives the classes that
    occur, for every guess at once.
    """
    kind = np.uint16 if win <= 16 else np.uint64
    width = np.dtype(kind).itemsize * 8
    classes = table.T
    for first in range(0, win, width):
        here = (classes >= first) & (classes < min(first + width, win))
        yield np.where(here, np.left_shift(kind(1), np.where(here, classes - first, 0).astype(kind)), kind(0))
