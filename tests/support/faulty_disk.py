"""Fake disk for SQLite that can be full, or fail to read, write or sync."""

from __future__ import annotations

from typing import Any

import apsw

VFS = "codepegs-faulty"
FAULTS: dict[str, tuple[str, type[apsw.Error]]] = {
    "full": ("write", apsw.FullError),
    "failing write": ("write", apsw.IOError),
    "failing read": ("read", apsw.IOError),
    "failing sync": ("sync", apsw.IOError),
}
"""The operation that fails, and its error."""


class Disk(apsw.VFS):
    """File system on which an operation fails, from the one with the number `countdown` on."""

    def __init__(self) -> None:
        self._fault: tuple[str, type[apsw.Error]] | None = None
        self._countdown = 0
        self.failed = 0
        """Number of operations that have failed."""
        super().__init__(VFS, "")

    def break_down(self, fault: str, countdown: int) -> None:
        self._fault, self._countdown = FAULTS[fault], countdown

    def repair(self) -> None:
        self._fault = None

    def before(self, operation: str) -> None:
        """Fail if it is time."""
        if self._fault is not None and self._fault[0] == operation:
            self._countdown -= 1
            if self._countdown < 0:
                self.failed += 1
                raise self._fault[1]("broken")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        return _File(self, name, flags)

    def excepthook(self, *_: object) -> bool:
        """Say nothing about errors that SQLite ignores, such as those of a checkpoint after a commit."""
        return True


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self._disk = disk
        super().__init__("", name, flags)

    def excepthook(self, *_: object) -> bool:
        """Say nothing, as the disk does."""
        return True

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        self._disk.before("read")
        return super().xRead(amount, offset)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._disk.before("write")
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.before("sync")
        super().xSync(flags)
