"""Errors of the worker pool."""

from __future__ import annotations

from codepegs.errors import ComputationError


class BudgetExceeded(ComputationError):
    """It takes more than `limit` of what `of` says: seconds (TIME) or bytes (MEMORY)."""

    TIME, MEMORY = "time", "memory"

    def __init__(self, of: str, limit: float, said: str) -> None:
        super().__init__(
            f"This takes more than {said}, which is all that one question may take: ask for less."
        )
        self.of, self.limit = of, limit

    @classmethod
    def time(cls, seconds: float) -> BudgetExceeded:
        return cls(cls.TIME, seconds, f"{seconds:g} seconds")

    @classmethod
    def memory(cls, size: int) -> BudgetExceeded:
        return cls(cls.MEMORY, size, f"{size >> 20:,} MB of memory")


class WorkerCrashed(ComputationError):
    """The process that worked on it has ended, or failed as `trace` tells those who can mend it."""

    def __init__(self, trace: str = "") -> None:
        super().__init__("The server failed to work this out. Please try again.")
        self.trace = trace
