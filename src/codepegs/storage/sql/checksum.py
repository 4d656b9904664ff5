"""Checksums of stored rows, which notice accidental changes such as a flipped bit.

They do not protect against people: somebody who edits the file can compute a new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from sqlalchemy import Column, RowMapping


def checksum(kind: str, values: Iterable[object]) -> int:
    """Return 64 bits that depend on all `values` of a row and on the `kind` of row.

    The number is signed, as a column for large numbers is in every database.

    >>> checksum("move", ["abc", 1]) == checksum("move", ["abc", "1"])
    False
    """
    # `ascii` is unambiguous, fast, and the same in every version of Python, unlike `repr`.
    text = ascii((kind, *values))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)


@dataclass(frozen=True, slots=True)
class Sealed:
    """Columns that have a checksum, and the column in which it is stored."""

    kind: str
    columns: tuple[Column[Any], ...]
    checksum: Column[Any]

    def seal(self, row: Mapping[str, Any]) -> int:
        """Return the checksum of a row that will be stored, by the names of its columns."""
        return checksum(self.kind, [row[column.name] for column in self.columns])

    def intact(self, row: RowMapping) -> bool:
        """Return whether a row that was read has its checksum."""
        found: bool = row[self.checksum] == checksum(self.kind, [row[column] for column in self.columns])
        return found
