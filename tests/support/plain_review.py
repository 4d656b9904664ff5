"""What a puzzle promises, by its definition: every code and every guess, with `rules.mark` alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from operator import itemgetter

from codepegs.rules import Board, Code, Edition, Feedback, mark


def fitting(board: Board) -> tuple[list[Code], set[int]]:
    """The codes that fit, and the rows, from 0, without which more would."""
    codes, needed = [], set()
    for code in board.edition.codes():
        against = []
        for number, (guess, feedback) in enumerate(board.answered):
            if mark(guess, code) != feedback:
                against.append(number)
                if len(against) == 2:
                    break
        if not against:
            codes.append(code)
        elif len(against) == 1:
            needed.add(against[0])
    return codes, needed


def best_guesses(board: Board, codes: list[Code]) -> tuple[tuple[int, int], list[Code]]:
    """What the best play does with some codes in the rows left, and every next guess that reaches it.

    The fewest codes that stay hidden, and of such plays the fewest guesses in all.
    """
    edition = board.edition
    alike: dict[tuple[Feedback, ...], list[Code]] = {}
    for guess in _guesses(edition):
        alike.setdefault(tuple(mark(guess, code) for code in codes), []).append(guess)
    known: dict[tuple[frozenset[int], int], tuple[int, int]] = {}

    def after(answers: tuple[Feedback, ...], part: frozenset[int]) -> list[frozenset[int]]:
        """The parts that guesses with these answers leave, but for the code that such a guess is."""
        parts: dict[Feedback, set[int]] = {}
        for code in part:
            if answers[code].black < edition.pegs:
                parts.setdefault(answers[code], set()).add(code)
        return [*map(frozenset, parts.values())]

    def outcome(part: frozenset[int], parts: list[frozenset[int]], rows: int) -> tuple[int, int]:
        found = [least(p, rows - 1) for p in parts]
        return sum(lost for lost, _ in found), len(part) + sum(total for _, total in found)

    def least(part: frozenset[int], rows: int) -> tuple[int, int]:
        if rows <= 1:
            return len(part) - rows, rows * len(part)
        if (part, rows) not in known:
            totals = [len(part) + sum(2 * len(p) - 1 for p in after(answers, part)) for answers in alike]
            # n codes take 2n - 1 guesses at least, so guesses are tried by that bound while it is lower.
            best = (len(part), 10_000)
            for bound, answers in sorted(zip(totals, alike, strict=True), key=itemgetter(0)):
                if (0, bound) >= best:
                    break
                if part not in (parts := after(answers, part)):
                    best = min(best, outcome(part, parts, rows))
            known[part, rows] = best
        return known[part, rows]

    everything, rows = frozenset(range(len(codes))), edition.rows - len(board.rows)
    target = least(everything, rows)
    reached = []
    for answers, guesses in alike.items():
        parts = after(answers, everything)
        bound = len(codes) + sum(2 * len(part) - 1 for part in parts)
        if (0, bound) <= target and outcome(everything, parts, rows) == target:
            reached += guesses
    return target, reached


def _guesses(edition: Edition) -> Iterator[Code]:
    kinds, pegs = edition.kinds, edition.pegs
    return map(Code, product(kinds, repeat=pegs) if edition.guess_repeats else permutations(kinds, pegs))
