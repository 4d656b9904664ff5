"""Checker for certificates: proofs that no strategy needs fewer guesses than the one in the file.

It shares nothing with the search that found the proof, and needs only Python and numpy. docs/certificates.md
has the format, and says why a file that passes is a proof. Usage: python certificate_checker.py FILE...
"""

import re
import sys
from functools import cache
from itertools import islice, permutations, product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

MAX_ROWS, MAX_DEPTH = 60_000, 100  # rows of pegs, and guesses for one code
FORMAT = re.compile(
    r"codepegs certificate 1\n"
    r"board pegs=([1-6]) colours=([1-9]|1[0-9]|2[0-6]) code-repeats=(yes|no) guess-repeats=(yes|no)\n"
    r"total ([1-9][0-9]{0,8})\ntree\n([A-Z\n ]*)\n"
    r"refutation\n((?:[a-z](?:[1-9][0-9]{1,8}|[2-9])?|\n)*)\nend\n"
)
Part = tuple[int, ...]  # the numbers of some codes, in order
Numbers = NDArray[np.int64]


class Game:
    """The codes and guesses of a board, in order, and the answers, numbered by black, then by white."""

    def __init__(self, pegs: int, colours: int, *, code_repeats: bool, guess_repeats: bool) -> None:
        rows = [*islice(product(range(colours), repeat=pegs), MAX_ROWS + 1)]
        different = [row for row in rows if len(set(row)) == pegs]
        self.colours, self.guesses = colours, rows if guess_repeats else different
        codes = np.array(rows if code_repeats else different)
        if not 0 < len(codes) <= len(self.guesses) or len(rows) > MAX_ROWS:
            raise ValueError("The board has no codes, or too many, or some that are not allowed as guesses.")
        answers = [(b, w) for b in range(pegs + 1) for w in range(pegs + 1 - b) if (b, w) != (pegs - 1, 1)]
        self.win = len(answers) - 1
        by_sums = np.zeros((pegs + 1, pegs + 1), np.uint8)
        by_sums[[black for black, _ in answers], [sum(answer) for answer in answers]] = range(len(answers))
        counts = (codes[:, :, None] == np.arange(colours)).sum(axis=1)
        self.table = np.empty((len(codes), len(self.guesses)), np.uint8)
        for column, guess in enumerate(self.guesses):
            sums = np.minimum(counts, [guess.count(colour) for colour in range(colours)]).sum(axis=1)
            self.table[:, column] = by_sums[(codes == guess).sum(axis=1), sums]
        self.bits = np.where(self.table == self.win, 0, np.uint32(1) << self.table.astype(np.uint32))

    def split(self, part: Part, guess: int) -> dict[str, Part]:
        """Return what each answer leaves of a part, in order. The winning answer leaves nothing."""
        codes, answers = np.array(part), self.table[list(part), guess]
        others = sorted({*answers.tolist()} - {self.win})
        return {chr(ord("a") + answer): tuple(codes[answers == answer].tolist()) for answer in others}

    def open_guesses(self, part: Part, least: int, made: Part) -> tuple[list[tuple[int, int]], Numbers]:
        """Return the guesses that cost less than `least` by counting, without those equivalent to one before.

        With each comes that cost. The other result is the cost of 0, 1, 2, ... codes by counting.
        """
        parts = np.bitwise_count(np.bitwise_or.reduce(self.bits[list(part)]))
        costs, even = count(len(part), int(parts.max()))
        promising = np.flatnonzero(even[parts] < least)
        columns = self.table[np.array(part)[:, None], promising].T
        sizes = np.array([(columns == answer).sum(axis=1) for answer in range(self.win)])
        counted = len(part) + costs[sizes].sum(axis=0)
        counted[(sizes == len(part)).any(axis=0)] = least  # tells nothing, so it is never the best
        found: dict[bytes, tuple[int, int]] = {}
        for place in np.flatnonzero(counted < least).tolist():
            guess, labels = int(promising[place]), {self.win: 0}
            same = bytes(labels.setdefault(answer, len(labels)) for answer in columns[place].tolist())
            if same not in found and not self.has_image_before(guess, made):
                found[same] = guess, int(counted[place])
        return [*found.values()], costs

    def has_image_before(self, guess: int, made: Part) -> bool:
        """Whether permuting places and colours maps a guess to one before it, and each one made to itself."""
        row, past = self.guesses[guess], [self.guesses[each] for each in made]
        for order in permutations(range(len(row))) if len(made) <= 2 else ():
            pairs = {(old[place], old[new]) for old in past for new, place in enumerate(order)}
            to, taken = dict(pairs), {colour for _, colour in pairs}
            free = (colour for colour in range(self.colours) if colour not in taken)
            if len(pairs) == len(to) == len(taken):
                for place in order:
                    to[row[place]] = to[row[place]] if row[place] in to else next(free)
                if tuple(to[row[place]] for place in order) < row:
                    return True
        return False


@cache
def count(n: int, most: int) -> tuple[Numbers, Numbers]:
    """Return the least costs of 0 to n codes if no guess leaves more than `most` parts.

    The other result: those of n codes if a guess breaks one and leaves 0, 1, 2, ... equal parts, the least.
    """
    depths = (depth + 1 for depth in range(n) for _ in range(max(most, 1) ** depth))
    costs, parts = np.cumsum([0, *islice(depths, n)]), np.arange(most + 1)
    size, larger = np.divmod(n - 1, np.maximum(parts, 1))
    return costs, n + (parts - larger) * costs[size] + larger * costs[size + 1]


class Proof:
    """A certificate that passed: `total` guesses for all codes of `game`, and `worst` for one at most."""

    def __init__(self, text: str) -> None:
        if (found := FORMAT.fullmatch(text)) is None:
            raise ValueError("This is not a certificate of version 1, or a part of it is missing.")
        pegs, colours, codes, guesses, total, tree, items = found.groups()
        self.game = Game(int(pegs), int(colours), code_repeats=codes == "yes", guess_repeats=guesses == "yes")
        self.codes = len(self.game.table)
        self._tree, self._items = iter(tree.split()), iter(re.findall(r"([a-z])(\d*)", items))
        self._proved: dict[Part, int] = {}
        depths = self._play(tuple(range(self.codes)), 1)
        self.total, self.worst = sum(depths), max(depths)
        if self.total != int(total):
            raise ValueError(f"The tree needs {self.total} guesses, and not {total}.")
        self._prove(tuple(range(self.codes)), self.total, ())
        if [*self._tree, *self._items]:
            raise ValueError("The certificate has more than its proof needs.")

    def _play(self, part: Part, depth: int) -> list[int]:
        """Read the guesses for a part, and return how many each code takes."""
        if len(part) <= 2:
            return [depth, depth + 1][: len(part)]
        guess = tuple(ord(letter) - ord("A") for letter in next(self._tree, ""))
        if guess not in self.game.guesses or depth > MAX_DEPTH:
            raise ValueError("The tree has something else where it needs a guess, or is too deep.")
        left = self.game.split(part, self.game.guesses.index(guess))
        rest = [guesses for codes in left.values() for guesses in self._play(codes, depth + 1)]
        return [depth] * (len(part) - len(rest)) + rest

    def _prove(self, part: Part, least: int, made: Part) -> None:
        """Read why a part costs `least` or more, unless that was proved before."""
        if self._proved.get(part, 0) >= least:
            return
        guesses, costs = self.game.open_guesses(part, least, made)
        for guess, cost in guesses:
            left = self.game.split(part, guess)
            while cost < least:
                answer, more = next(self._items, ("", ""))
                cost += int(more or 1)
                if (codes := left.pop(answer, None)) is None or cost > least:
                    raise ValueError(f"The refutation has '{answer}{more}' where it needs another item.")
                self._prove(codes, int(costs[len(codes)]) + int(more or 1), (*made, guess))
        self._proved[part] = least


if __name__ == "__main__":
    for file in sys.argv[1:]:
        proof = Proof(Path(file).read_bytes().decode("ascii"))
        print(f"{file}: {proof.total} guesses for {proof.codes} codes, {proof.worst} at worst: proved")
