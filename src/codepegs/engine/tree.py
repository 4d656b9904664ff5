"""Strategy trees: a strategy written out, so that anyone can verify it without the search.

A tree lists its guesses in depth-first order: the first guess, then one guess for each part
of three or more candidates, in the order of the answers. Parts of one or two candidates are
omitted: their codes are guessed in order. docs/engine.md defines the file format.
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
"""Limit for walking a tree."""
_WIDTH = 100

SUFFIX = ".tree"
UNPROVED = frozenset({"super"})
"""Bundled trees that are not proved to be optimal."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A strategy for an edition: the guesses for its parts of three or more candidates, in order."""

    edition: Edition
    guesses: tuple[Code, ...]

    def walk(self) -> Iterator[tuple[Code, tuple[Feedback, ...]]]:
        """Yield every code with the answers that the strategy gets for it, using only `rules.mark`.

        Raises NotationError if the guesses are not a strategy: if one is not allowed or gives
        no information, or if there are too few or too many.
        """
        if self.edition.size > MAX_CODES:
            raise TooLarge(self.edition.size, MAX_CODES)
        guesses = iter(self.guesses)
        yield from self._walk([*self.edition.codes()], (), guesses)
        if next(guesses, None) is not None:
            raise NotationError("The tree has more guesses than its parts need.")

    def histogram(self) -> tuple[int, ...]:
        """Count the codes broken with 1, 2, 3, … guesses. This walks, and so verifies, the whole tree."""
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
            raise NotationError(
                f"The guess {self.edition.spell(guess)} gives no information at its place in the tree."
            )
        for answer, part in sorted(parts.items()):
            if answer.black == self.edition.pegs:
                yield part[0], (*answers, answer)
            else:
                yield from self._walk(part, (*answers, answer), guesses)


@dataclass(frozen=True, slots=True)
class Heading:
    """The header lines of a tree file, with the numbers as text."""

    edition: Edition
    total: str
    worst: str


def total(histogram: tuple[int, ...]) -> int:
    """Return the sum of guesses over all codes."""
    return sum(guesses * codes for guesses, codes in enumerate(histogram, start=1))


def write(tree: Tree) -> str:
    """Return the text of a tree file: edition, total, worst case and guesses."""
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


def write_nested(tree: Tree) -> str:
    """Return a tree as nested text, one line, in the grammar of <https://codegolf.stackexchange.com/q/31926>.

    Colours are the letters A, B, C and so on. The winning answer is left out.
    """
    edition, guesses = tree.edition, iter(tree.guesses)
    letters = {kind: chr(ord("A") + number) for number, kind in enumerate(edition.kinds)}

    def nest(codes: list[Code]) -> str:
        guess = codes[0] if len(codes) <= 2 else next(guesses)
        parts: dict[Feedback, list[Code]] = {}
        for code in codes:
            parts.setdefault(mark(guess, code), []).append(code)
        left = {answer: part for answer, part in sorted(parts.items()) if answer.black < edition.pegs}
        word = "".join(letters[peg] for peg in guess.pegs)
        branches = ",".join(f"{answer.black}{answer.white}:{nest(part)}" for answer, part in left.items())
        return f"{{{word}:{{{branches}}}}}" if branches else word

    return f"{nest([*edition.codes()])}\n"


def read(text: str) -> Tree:
    """Read and verify a tree file: its total and worst case must match a walk through the tree."""
    tree, head = read_trusted(text), read_heading(text)
    histogram = tree.histogram()
    if (head.total, head.worst) != (str(total(histogram)), str(len(histogram))):
        raise NotationError(
            f"The header is wrong: this tree needs {total(histogram)} guesses, {len(histogram)} at worst."
        )
    if write(tree) != text:
        raise NotationError("This tree file is not in the standard format. Check spaces and line ends.")
    return tree


def read_trusted(text: str) -> Tree:
    """Read a tree file without verifying it, for files that were verified before, such as bundled ones."""
    edition = read_heading(text).edition
    words = (word for line in text.split("\n")[4:] for word in line.split())
    return Tree(edition, tuple(map(edition.code, words)))


def read_heading(text: str) -> Heading:
    """Read the header of a tree file."""
    first, *lines = text.split("\n")[:4]
    said = [line.partition(" ") for line in lines]
    if first != VERSION or [word for word, _, _ in said] != ["edition", "total", "worst"]:
        raise NotationError(
            f"This is not a tree file. It must start with '{VERSION}', then edition, total and worst."
        )
    return Heading(edition_line.read(said[0][2]), said[1][2], said[2][2])


def build_tree(edition: Edition, choose: Callable[[Indices, int], int]) -> Tree:
    """Write out a strategy as a tree. `choose` gets the candidates and the number of guesses made."""
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
    """Return the text of every tree that comes with the package, by its name."""
    found = (files("codepegs.engine") / "trees").iterdir()
    named = {entry.name: entry for entry in found if entry.name.endswith(SUFFIX)}
    return {name.removesuffix(SUFFIX): named[name].read_text(encoding="utf-8") for name in sorted(named)}
