"""Certificates: proofs of optima as text, in the format of docs/certificates.md.

The writer asks the search what the checker has to be told: for each guess that counting does not
refute, the parts that cost more, and how much more. The checker believes none of it.
"""

from __future__ import annotations

from collections.abc import Callable

from codepegs.engine.certificate_checker import MAX_ROWS, Game, Part
from codepegs.engine.codespace import CodeSpace
from codepegs.engine.optimum import Optimum, Stopped
from codepegs.errors import NotNow, TooLarge
from codepegs.rules.edition import Edition

MAX_PEGS = 6
"""Limit of the format: an answer is one letter."""
_WIDTH = 100


def write(
    edition: Edition, optimum: Optimum, *, rows: int | None = None, stop: Callable[[], bool] = lambda: False
) -> str:
    """Return the certificate for the optimum of an edition, which `optimum` can prove.

    Raises NotNow if a limit of rows makes it higher, which a certificate cannot prove, or if `stop`
    returned true; TooLarge if there are too many pegs or codes.
    """
    space = CodeSpace.of(edition)
    repeats = {"code_repeats": edition.code_repeats, "guess_repeats": edition.guess_repeats}
    if edition.pegs > MAX_PEGS or len(space.kinds) ** edition.pegs > MAX_ROWS:
        raise TooLarge(len(space.codes), MAX_ROWS, done="certified")
    game = Game(edition.pegs, len(space.kinds), **repeats)
    total, limited = (optimum.solve(space.codes, rows=limit).lower for limit in (None, rows))
    if limited != total:
        raise NotNow("A certificate proves the optimum without a limit of rows. Allow more rows.")
    whole = tuple(range(len(space.codes)))
    writer = _Writer(game, space, optimum, stop)
    writer.add_guesses(whole, rows)
    try:
        writer.refute(whole, total, ())
    except Stopped:
        raise NotNow("Stopped. No certificate was written.") from None
    words = [f"{name.replace('_', '-')}={'yes' if repeats[name] else 'no'}" for name in repeats]
    lines = [
        "codepegs certificate 1",
        f"board pegs={edition.pegs} colours={len(space.kinds)} {' '.join(words)}",
        f"total {total}",
        *("tree", *_fill(writer.guesses, " ")),
        *("refutation", *_fill(writer.items, "")),
        "end",
    ]
    return "\n".join(lines) + "\n"


def _fill(words: list[str], separator: str) -> list[str]:
    """Return lines of words, as long as possible."""
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(separator) + len(word) > _WIDTH:
            lines.append("")
        lines[-1] += f"{separator if lines[-1] else ''}{word}"
    return lines


class _Writer:
    def __init__(self, game: Game, space: CodeSpace, optimum: Optimum, stop: Callable[[], bool]) -> None:
        self._game, self._space, self._optimum, self._stop = game, space, optimum, stop
        self.guesses: list[str] = []
        self.items: list[str] = []
        self._proved: dict[Part, int] = {}
        """Bounds that the checker knows at this point of the text."""
        self._known: dict[Part, tuple[int, bool]] = {}
        """Bounds that the search found, and whether they are exact."""

    def add_guesses(self, part: Part, rows: int | None) -> None:
        """Add the guesses of an optimal strategy for a part with `rows` left, if they are limited."""
        if len(part) <= 2:
            return
        guess = self._optimum.guess(self._space.codes[list(part)], rows)
        self.guesses.append("".join(chr(ord("A") + colour) for colour in self._game.guesses[guess]))
        for left in self._game.split(part, guess).values():
            self.add_guesses(left, None if rows is None else rows - 1)

    def refute(self, part: Part, least: int, made: Part) -> None:
        """Add why a part costs `least` or more, unless the checker knows."""
        if self._proved.get(part, 0) >= least:
            return
        if self._stop():
            raise Stopped
        guesses, costs = self._game.open_guesses(part, least, made)
        for guess, cost in guesses:
            left = self._game.split(part, guess)
            counted = {answer: int(costs[len(codes)]) for answer, codes in left.items()}
            history = (*made, guess)
            for answer, more in self._choose(left, counted, least - cost, history).items():
                self.items.append(answer + (str(more) if more > 1 else ""))
                self.refute(left[answer], counted[answer] + more, history)
        self._proved[part] = least

    def _choose(
        self, left: dict[str, Part], counted: dict[str, int], missing: int, made: Part
    ) -> dict[str, int]:
        """Choose parts that cost `missing` more than by counting: those the checker knows, then the smallest.

        The result is how much more each costs.
        """
        chosen: dict[str, int] = {}
        by_size = sorted(left, key=lambda answer: len(left[answer]))
        for search in (False, True):
            for answer in by_size:
                before = chosen.get(answer, 0)
                most = counted[answer] + before + missing
                bound = self._bound(left[answer], most, made) if search else self._proved.get(left[answer], 0)
                if (more := min(bound, most) - counted[answer]) > before:
                    chosen[answer] = more
                    missing -= more - before
                if not missing:
                    return chosen
        raise AssertionError("the search found another optimum than before")

    def _bound(self, part: Part, most: int, made: Part) -> int:
        """Return the cost of a part, or at least `most` if it is higher."""
        if len(part) <= 2:
            return 0
        bound, exact = self._known.get(part, (0, False))
        if bound < most and not exact:
            bound = self._optimum.value(self._space.codes[list(part)], made, budget=most - 1)
            self._known[part] = bound, bound < most
        return bound
