"""The exact optimum: the fewest guesses on average that any strategy can need, and a proof.

Depth first over guesses (one is to be chosen) and answers (all have to be met), with
bounds by class count. Values are totals: the sum of guesses over all candidates, the
winning ones included. A search is given a budget: it finds the value if that is within
the budget, and else a lower bound beyond it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codepegs.engine.bound import INFINITE, breakable, costs, split_cost
from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.measure import entropy
from codepegs.engine.strategy import OneStep
from codepegs.engine.symmetry import Change, changes, keeping
from codepegs.errors import TooLarge

UNLIMITED = 99
SYMMETRIC = 2
"""Guesses, from the first, before which symmetry is looked for."""

Part = tuple[int, ...]
"""Candidates by their place among the codes, in order."""


class Stopped(Exception):
    """The search was asked to stop."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a search knows so far: the optimum is no less than `lower`, and `upper` is reached."""

    lower: int
    upper: int | None

    @property
    def proved(self) -> bool:
        return self.lower == self.upper


@dataclass(slots=True)
class _Known:
    """What has been found out about a part."""

    lower: int
    value: int | None = None
    guess: int = -1


class Optimum:
    """A search over one space, which remembers what it has found.

    `limit` allows so many guesses at most; `consistent` only guesses that fit every
    answer. `stop` is asked now and then whether to give up.
    """

    def __init__(
        self,
        space: CodeSpace,
        *,
        limit: int | None = None,
        consistent: bool = False,
        stop: Callable[[], bool] = lambda: False,
        progress: Callable[[Bounds], None] = lambda bounds: None,
    ) -> None:
        if space.table is None:
            raise TooLarge(len(space.guesses), 1 << 14)
        self._space, self._limit, self._consistent = space, UNLIMITED if limit is None else limit, consistent
        self._stop, self._progress = stop, progress
        table = space.table
        self._table, self._rows = table, [row.tobytes() for row in table]
        self._win, self._most = space.classes.win, len(space.codes)
        self._planes = [*_planes(table, self._win)]
        self._guess_of = [int(guess) for guess in space.codes]
        self._pegs = [tuple(map(int, row)) for row in space.guesses]
        self._known: dict[tuple[Part, int], _Known] = {}
        self._lower = 0
        self._upper: int | None = None

    def solve(self, candidates: Indices, history: Sequence[int] = ()) -> Bounds:
        """The least total for `candidates`, which are all that `history`, the guesses so far, has left.

        Some codes without a history are solved as they are, without any help from symmetry.
        """
        part: Part = tuple(map(int, np.searchsorted(self._space.codes, candidates)))
        if not part:
            return Bounds(0, 0)
        found = self._changes(part) or (changes(self._space.pegs) if history else [])
        for guess in history:
            found = keeping(found, self._pegs[guess])
        left = max(0, self._limit - len(history))
        self._lower, self._upper = 0, self._within_reach(candidates, left)
        budget = INFINITE - 1 if self._upper is None else self._upper
        try:
            value = self._solve(part, budget, self._win, 0, found, left, top=True)
        except Stopped:
            return Bounds(self._lower, self._upper)
        return Bounds(value, value)

    def _changes(self, part: Part) -> list[Change]:
        """The changes under which all codes together look the same; of fewer, nothing is known."""
        return changes(self._space.pegs) if len(part) == self._most else []

    def _within_reach(self, candidates: Indices, left: int) -> int | None:
        """What a one-step strategy needs, so that there is something to show for a search cut short."""
        if self._consistent:
            return None
        one_step, total = OneStep(entropy), 0
        parts = [(candidates, 1)]
        while parts:
            part, depth = parts.pop()
            if depth > left:
                return None
            total += len(part)
            guess = one_step.guess(self._space, part)
            marks = self._space.marks(np.array([guess]), part)[0]
            answers = np.unique(marks)
            parts += [(part[marks == answer], depth + 1) for answer in answers if answer != self._win]
        return total

    def guess(self, candidates: Indices, guesses: int = 0) -> int:
        """The best guess, as a number in the space, after so many guesses.

        Of a part that `solve` has not met on its way it finds the value first.
        """
        part: Part = tuple(map(int, np.searchsorted(self._space.codes, candidates)))
        left = max(0, self._limit - guesses)
        if len(part) > 2 and (closed := self._closed(part, left)) is not None:
            return closed[1]
        if len(part) <= 2:
            return self._guess_of[part[0]]
        key = (part, self._key(left))
        if key not in self._known or self._known[key].value is None:
            self._solve(part, INFINITE - 1, self._win, 0, self._changes(part), left)
        known = self._known.get(key)
        if known is None or known.value is None:
            raise ValueError("no strategy keeps within the limit from here")
        return known.guess

    def _solve(
        self,
        part: Part,
        budget: int,
        classes: int,
        depth: int,
        found: list[Change],
        left: int,
        *,
        top: bool = False,
    ) -> int:
        """The value of `part` if it is within the budget; a bound beyond it otherwise.

        No guess parts these candidates into more than `classes` classes, the winning one
        left out; there are `left` guesses left, and `found` changes leave those made as
        they are.
        """
        n = len(part)
        if n <= 2:
            return 2 * n - 1 if left >= n else INFINITE
        if n > breakable(classes, left):
            return INFINITE
        lower = costs(classes, self._most)[n]
        if lower > budget:
            return lower
        few = n <= self._win + 1
        if few:
            closed = self._closed(part, left)
            if closed is not None:
                return closed[0]
            lower = max(lower, 2 * n)
        key = (part, self._key(left))
        known = self._known.get(key)
        if known is not None:
            if known.value is not None:
                return known.value
            lower = max(lower, known.lower)
        if lower > budget:
            return lower

        members = np.array(part)
        ranks = self._ranks(members)
        widest = int(ranks.max()) >> 1
        if few and widest == n:
            self._known[key] = _Known(2 * n, 2 * n, int(ranks.argmax()))
            return 2 * n
        classes = min(classes, widest)
        if left == 2 or n > breakable(classes, left):
            self._known[key] = _Known(INFINITE)
            return INFINITE
        lower = max(lower, costs(classes, self._most)[n], 2 * n + 1 if few else 0)
        value, guess = self._search(part, members, ranks, budget, lower, classes, depth, found, left, top=top)
        self._known[key] = _Known(value, value, guess) if guess >= 0 else _Known(value)
        return value

    def _search(
        self,
        part: Part,
        members: Indices,
        ranks: NDArray[np.uint8],
        budget: int,
        lower: int,
        classes: int,
        depth: int,
        found: list[Change],
        left: int,
        *,
        top: bool,
    ) -> tuple[int, int]:
        """The least value, and its guess; or a bound beyond the budget, and -1."""
        n = len(part)
        best, best_guess, beyond = budget + 1, -1, INFINITE
        groups: list[tuple[int, int]] = []
        for rank in np.unique(ranks).tolist():
            parts, wins = rank >> 1, rank & 1
            if parts + wins > 1:
                bound = n + split_cost(classes, min(parts, classes), n - wins, self._most)
                heapq.heappush(groups, (bound, rank))
        heap: list[tuple[int, int, int]] = []
        seen: set[tuple[bool, tuple[Part, ...]]] = set()
        while True:
            # Guesses are looked at more closely when their group's bound comes up.
            while groups and (not heap or groups[0][0] <= heap[0][0]):
                bound, rank = heapq.heappop(groups)
                for entry in self._bounded(np.flatnonzero(ranks == rank), members, classes, depth, found):
                    heapq.heappush(heap, entry)
            if not heap or heap[0][0] >= best:
                beyond = min([beyond, *(entry[0] for entry in heap[:1])])
                break
            bound, _, guess = heapq.heappop(heap)
            if top:
                self._lower = max(self._lower, min(bound, best))
                self._progress(Bounds(self._lower, self._upper))
            if self._stop():
                raise Stopped
            split = self._split(guess, part)
            shape = (self._win in split, tuple(map(tuple, split.values())))
            if shape in seen:
                continue
            seen.add(shape)
            total = self._total(guess, split, bound, best, classes, depth, found, left)
            if total >= best:
                beyond = min(beyond, total)
                continue
            best, best_guess = total, guess
            if top:
                self._upper = best
            if best <= lower:
                break
        if best_guess >= 0:
            return best, best_guess
        return max(beyond, budget + 1, lower), -1

    def _total(
        self,
        guess: int,
        split: dict[int, list[int]],
        total: int,
        best: int,
        classes: int,
        depth: int,
        found: list[Change],
        left: int,
    ) -> int:
        """What a guess costs: exact if that is below `best`, and else a bound that is not.

        `total` is its bound by class count; part by part that is replaced by better ones.
        """
        table = costs(classes, self._most)
        hard = []
        for answer, codes in split.items():
            n = len(codes)
            if answer == self._win or (n <= 2 and left > n):
                continue
            part, bound = tuple(codes), table[n]
            if n <= 2:
                return INFINITE
            if n <= self._win + 1:
                closed = self._closed(part, left - 1)
                better = closed[0] if closed is not None else 2 * n
                total += max(0, better - bound)
                bound = max(bound, better)
                if total >= best:
                    return total
                if closed is not None:
                    continue
            hard.append((n, bound, part))
        hard.sort()
        if depth < SYMMETRIC:
            found = keeping(found, self._pegs[guess])
        for _, bound, part in hard:
            value = self._solve(part, bound + best - 1 - total, classes, depth + 1, found, left - 1)
            total += max(0, value - bound)
            if total >= best:
                return total
        return total

    def _bounded(
        self, guesses: Indices, members: Indices, classes: int, depth: int, found: list[Change]
    ) -> Iterator[tuple[int, int, int]]:
        """For each of `guesses` its bound, what breaks ties between equal ones, and the guess.

        Of guesses that a change turns into each other only the lowest is given.
        """
        if depth <= SYMMETRIC:
            lowest = [g for g in guesses.tolist() if not any(c.lowers(self._pegs[g]) for c in found)]
            guesses = np.array(lowest, np.intp)
        if not len(guesses):
            return
        size = self._win + 1
        marks = self._table[np.ix_(guesses, members)] + np.arange(len(guesses))[:, None] * size
        sizes = np.bincount(marks.ravel(), minlength=len(guesses) * size).reshape(-1, size)[:, : self._win]
        table = np.array(costs(classes, self._most))
        bounds = len(members) + table[sizes].sum(axis=1)
        yield from zip(bounds.tolist(), (sizes * sizes).sum(axis=1).tolist(), guesses.tolist(), strict=True)

    def _ranks(self, members: Indices) -> NDArray[np.uint8]:
        """For every guess twice its classes, the winning one left out, and one more if it can win."""
        counts = [np.bitwise_count(np.bitwise_or.reduce(plane[members], axis=0)) for plane in self._planes]
        ranks = sum(counts[1:], counts[0]) << 1
        own = self._space.codes[members]
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

    def _closed(self, part: Part, left: int) -> tuple[int, int] | None:
        """Value and guess of a small part that one of its own codes splits well; None if none does.

        One that tells all n apart costs 2n - 1, and nothing costs less; one that leaves
        a single pair together costs 2n, as does any other guess that tells all apart.
        """
        n, pair = len(part), None
        for code in part:
            row = self._rows[self._guess_of[code]]
            apart = len({row[other] for other in part})
            if apart == n and left >= 2:
                return 2 * n - 1, self._guess_of[code]
            if apart == n - 1 and pair is None:
                pair = self._guess_of[code]
        return (2 * n, pair) if pair is not None and left >= 3 else None

    def _key(self, left: int) -> int:
        return left if self._limit != UNLIMITED else UNLIMITED


def _planes(table: NDArray[np.uint8], win: int) -> Iterator[NDArray[np.unsignedinteger]]:
    """One bit for each class but the winning one, codes by guesses; as many planes as 64 bits make.

    OR-ing the lines of some candidates shows the classes of every guess at once.
    """
    kind = np.uint16 if win <= 16 else np.uint64
    width = np.dtype(kind).itemsize * 8
    classes = table.T
    for first in range(0, win, width):
        here = (classes >= first) & (classes < min(first + width, win))
        yield np.where(here, np.left_shift(kind(1), np.where(here, classes - first, 0).astype(kind)), kind(0))
