"""What a puzzle promises, by its definition: every code and every guess, with `rules.mark` alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

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


def best_guesses(edition: Edition, codes: list[Code]) -> tuple[int, list[Code]]:
    """The least number of guesses that some codes take in all, and every next guess that reaches it."""
    answers = {guess: tuple(mark(guess, code) for code in codes) for guess in _guesses(edition)}
    known: dict[frozenset[int], int] = {}

    def after(guess: Code, part: frozenset[int]) -> list[frozenset[int]]:
        """The parts that a guess leaves, but for the code that it is."""
        parts: dict[Feedback, set[int]] = {}
        for code in part:
            if answers[guess][code].black < edition.pegs:
                parts.setdefault(answers[guess][code], set()).add(code)
        return [*map(frozenset, parts.values())]

    def least(part: frozenset[int]) -> int:
        if part not in known:
            totals = [len(part) + sum(2 * len(p) - 1 for p in after(guess, part)) for guess in answers]
            # n codes take 2n - 1 guesses at least, so guesses are tried by that bound while it is lower.
            best = 10_000
            for bound, guess in sorted(zip(totals, answers, strict=True)):
                if bound >= best:
                    break
                if part not in (parts := after(guess, part)):
                    best = min(best, len(part) + sum(map(least, parts)))
            known[part] = best
        return known[part]

    everything = frozenset(range(len(codes)))
    target = least(everything)
    reached = []
    for guess in answers:
        parts = after(guess, everything)
        bound = len(codes) + sum(2 * len(part) - 1 for part in parts)
        if bound <= target and len(codes) + sum(map(least, parts)) == target:
            reached.append(guess)
    return target, reached


def _guesses(edition: Edition) -> Iterator[Code]:
    kinds, pegs = edition.kinds, edition.pegs
    return map(Code, product(kinds, repeat=pegs) if edition.guess_repeats else permutations(kinds, pegs))
