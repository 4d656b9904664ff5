"""What the best play reaches in the rows left, by its definition: every guess, with `rules.mark` alone."""

from __future__ import annotations

from functools import cache

from codepegs.rules import Code, Edition, Feedback, mark

Outcome = tuple[int, int]
"""Codes that are not broken, and the guesses of all codes together. The lesser is the better."""


class PlainPlay:
    """Best play on a tiny board."""

    def __init__(self, edition: Edition) -> None:
        self._pegs = edition.pegs
        self.guesses = [*edition.with_rules(code_repeats=edition.guess_repeats).codes()]
        self._best = cache(self._find_best)

    def best(self, codes: list[Code], rows: int) -> Outcome:
        """The best outcome for these codes."""
        return self._best(tuple(codes), rows)

    def outcome(self, codes: list[Code], rows: int, guess: Code) -> Outcome:
        """The outcome if `guess` comes next and the best play follows."""
        parts: dict[Feedback, list[Code]] = {}
        for code in codes:
            parts.setdefault(mark(guess, code), []).append(code)
        parts.pop(Feedback(self._pegs, 0), None)
        found = [self.best(part, rows - 1) for part in parts.values()]
        return sum(lost for lost, _ in found), len(codes) + sum(total for _, total in found)

    def _find_best(self, codes: tuple[Code, ...], rows: int) -> Outcome:
        if rows == 0:
            return len(codes), 0
        return min(self.outcome([*codes], rows, guess) for guess in self.guesses)


plain_play = cache(PlainPlay)
