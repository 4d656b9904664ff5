"""Pseudorandom numbers from SHA-256, the same on every machine and in every version."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

_WORD = 8


class Prng:
    """Pseudorandom number generator that is seeded by a text.

    Block i is the SHA-256 digest of the text, a line feed and i, counted from 0. Each block
    gives four big-endian words of eight bytes.

    >>> prng = Prng("a text")
    >>> [prng.below(6) for _ in range(8)]
    [0, 4, 3, 4, 2, 5, 3, 5]
    """

    def __init__(self, text: str) -> None:
        self._words = _words(text)

    def below(self, count: int) -> int:
        """Return a uniform number from 0 to count - 1: a word modulo `count`.

        Words above the largest multiple of `count` are skipped.
        """
        whole = (1 << 8 * _WORD) // count * count
        while (word := next(self._words)) >= whole:
            pass
        return word % count

    def row(self, kinds: Sequence[T], length: int, *, repeats: bool) -> tuple[T, ...]:
        """Draw `length` of `kinds`, with or without repeats."""
        left = [*kinds]
        return tuple(
            left[self.below(len(left))] if repeats else left.pop(self.below(len(left))) for _ in range(length)
        )


def _words(text: str) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(f"{text}\n{block}".encode("utf-8", "backslashreplace")).digest()
        for start in range(0, len(digest), _WORD):
            yield int.from_bytes(digest[start : start + _WORD], "big")
        block += 1
