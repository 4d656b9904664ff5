"""Trees: a strategy written out, so that anyone can check it without the search that found it.

A tree is a list of guesses: the first one, then those of each part of three or more
candidates that its answers leave, in the order of the answers, each part followed by
its own parts. A part of one or two is not written: its codes are guessed in order.
docs/engine.md defines the file format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files

from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.errors import NotationError, TooLarge
from codepegs.notation import edition_line
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback, mark

VERSION = "codepegs tree 1"
MAX_CODES = 1_000_000
"""Codes that a tree is walked for at most."""
_WIDTH = 100

SUFFIX = ".tree"
UNPROVED = frozenset({"super"})
"""Trees that are good, but of which nobody has proved that no strategy needs fewer guesses."""


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
        if self.edition.size > MAX_CODES:
            raise TooLarge(self.edition.size, MAX_CODES)
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


@dataclass(frozen=True, slots=True)
class Heading:
    """The lines before the guesses; the numbers as they are spelled."""

    edition: Edition
    total: str
    worst: str


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
    tree, head = read_trusted(text), read_heading(text)
    histogram = tree.histogram()
    if (head.total, head.worst) != (str(total(histogram)), str(len(histogram))):
        raise NotationError(
            f"This tree needs {total(histogram)} guesses and {len(histogram)} at worst, not what it says."
        )
    if write(tree) != text:
        raise NotationError("This tree is not written as trees are: spaces and line ends are part of it.")
    return tree


def read_trusted(text: str) -> Tree:
    """The tree of a file as it stands, for files that have been verified, such as those of the shelf."""
    edition = read_heading(text).edition
    words = (word for line in text.split("\n")[4:] for word in line.split())
    return Tree(edition, tuple(map(edition.code, words)))


def read_heading(text: str) -> Heading:
    """What a file says of its tree."""
    first, *lines = text.split("\n")[:4]
    said = [line.partition(" ") for line in lines]
    if first != VERSION or [word for word, _, _ in said] != ["edition", "total", "worst"]:
        raise NotationError(
            f"This is no tree: one begins with '{VERSION}', and its edition, total and worst case."
        )
    return Heading(edition_line.read(said[0][2]), said[1][2], said[2][2])


def build_tree(edition: Edition, choose: Callable[[Indices, int], int]) -> Tree:
    """The tree of whoever chooses the guess for some candidates after so many guesses."""
    space = CodeSpace.of(edition)
    guesses: list[Code] = []

    def grow(candidates: Indices, depth: int) -> None:
        if len(candidates) <= 2:
            return
        guess = choose(candidates, depth)
        guesses.append(space.code(guess))
        for answer, part in space.split(guess, candidates):
            if answer != space.classes.win:
                grow(part, depth + 1)

    grow(space.codes, 0)
    return Tree(edition, tuple(guesses))


def bundled_trees() -> dict[str, str]:
    """Every tree that comes with the package: its name, and its text."""
    found = (files("codepegs.engine") / "trees").iterdir()
    named = {entry.name: entry for entry in found if entry.name.endswith(SUFFIX)}
    return {name.removesuffix(SUFFIX): named[name].read_text(encoding="utf-8") for name in sorted(named)}
