"""Trees: a strategy written out, so that anyone can check it without the search that found it.

A tree is a list of guesses: the first one, then those of each part of three or more
candidates that its answers leave, in the order of the answers, each part followed by
its own parts. A part of one or two is not written: its codes are guessed in order.
docs/engine.md defines the file format.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from codepegs.errors import NotationError
from codepegs.notation import edition as edition_line
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback, mark

VERSION = "codepegs tree 1"
_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Tree:
    """A strategy for an edition: what is guessed for each part of three or more, in order."""

    edition: Edition
    guesses: tuple[Code, ...]

    def walk(self) -> Iterator[tuple[Code, tuple[Feedback, ...]]]:
        """Every code with the answers its guesses get, by `rules.mark` alone.

        Raises NotationError where the guesses do not make a strategy: where one is not
        allowed, or tells nothing, or where there are too few or too many of them.
        """
        guesses = iter(self.guesses)
        yield from self._walk([*self.edition.codes()], (), guesses)
        if next(guesses, None) is not None:
            raise NotationError("The tree has more guesses than its parts need.")

    def histogram(self) -> tuple[int, ...]:
        """How many codes are broken with 1, 2, 3, … guesses. Walking it all is what verifies a tree."""
        counts: list[int] = []
        for _, answers in self.walk():
            counts.extend([0] * (len(answers) - len(counts)))
            counts[len(answers) - 1] += 1
        return tuple(counts)

    def _walk(
        self, codes: list[Code], answers: tuple[Feedback, ...], guesses: Iterator[Code]
    ) -> Iterator[tuple[Code, tuple[Feedback, ...]]]:
        guess = codes[0] if len(codes) <= 2 else next(guesses, None)
        if guess is None:
            raise NotationError("The tree has fewer guesses than its parts need.")
        self.edition.check_guess(guess)
        parts: dict[Feedback, list[Code]] = {}
        for code in codes:
            parts.setdefault(mark(guess, code), []).append(code)
        if len(parts) == 1 and len(codes) > 1:
            raise NotationError(f"The guess {self.edition.spell(guess)} tells nothing where it stands.")
        for answer, part in sorted(parts.items()):
            if answer.black == self.edition.pegs:
                yield part[0], (*answers, answer)
            else:
                yield from self._walk(part, (*answers, answer), guesses)


def total(histogram: tuple[int, ...]) -> int:
    """The guesses a strategy needs for all codes together."""
    return sum(guesses * codes for guesses, codes in enumerate(histogram, start=1))


def write(tree: Tree) -> str:
    """The file of a tree: its edition, its total, and its guesses."""
    histogram = tree.histogram()
    lines = [VERSION, f"edition {edition_line.write(tree.edition)}", f"total {total(histogram)}"]
    lines.append(f"worst {len(histogram)}")
    line = ""
    for guess in map(tree.edition.spell, tree.guesses):
        if len(line) + len(guess) >= _WIDTH:
            lines.append(line)
            line = ""
        line = f"{line} {guess}".lstrip()
    return "\n".join([*lines, line]) + "\n"


def read(text: str) -> Tree:
    """The tree of a file, verified: its total and worst case are what walking it gives."""
    lines = text.split("\n")
    heads = [line.partition(" ") for line in lines[1:4]]
    if lines[0] != VERSION or [word for word, _, _ in heads] != ["edition", "total", "worst"]:
        raise NotationError(
            f"This is no tree: one begins with '{VERSION}', and its edition, total and worst case."
        )
    edition = edition_line.read(heads[0][2])
    tree = Tree(edition, tuple(edition.code(word) for line in lines[4:] for word in line.split()))
    histogram = tree.histogram()
    if (heads[1][2], heads[2][2]) != (str(total(histogram)), str(len(histogram))):
        raise NotationError(
            f"This tree needs {total(histogram)} guesses and {len(histogram)} at worst, not what it says."
        )
    if write(tree) != text:
        raise NotationError("This tree is not written as trees are: spaces and line ends are part of it.")
    return tree
