"""Chances that are the same on every machine and in every version: numbers drawn from SHA-256."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

_WORD = 8


class Prng:
    """Numbers that follow from a text, and from nothing else.

    Block i is the SHA-256 digest of the text, a line feed and i, counted from 0. A block
    gives four words of eight bytes, the highest byte first.

    >>> prng = Prng("a text")
    >>> [prng.below(6) for _ in range(8)]
    [0, 4, 3, 4, 2, 5, 3, 5]
    """

    def __init__(self, text: str) -> None:
        self._words = _words(text)

    def below(self, count: int) -> int:
        """A number from 0 to count - 1, each as likely as the other: a word, modulo `count`.

        Words of the last, incomplete stretch of `count` are passed over.
        """
        whole = (1 << 8 * _WORD) // count * count
        while (word := next(self._words)) >= whole:
            pass
        return word % count

    def row(self, kinds: Sequence[T], length: int, *, repeats: bool) -> tuple[T, ...]:
        """So many of `kinds`, one draw each; without repeats one that is drawn is gone."""
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
