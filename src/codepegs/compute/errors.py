"""Errors of the worker pool."""

from __future__ import annotations

from codepegs.errors import ComputationError


class BudgetExceeded(ComputationError):
    """A job needs more than `limit` seconds or bytes. `of` is TIME or MEMORY."""

    TIME, MEMORY = "time", "memory"

    def __init__(self, of: str, limit: float, amount: str) -> None:
        super().__init__(f"This would take more than {amount}. Try a smaller board or a shorter game.")
        self.of, self.limit = of, limit

    @classmethod
    def time(cls, seconds: float) -> BudgetExceeded:
        return cls(cls.TIME, seconds, f"{seconds:g} seconds")

    @classmethod
    def memory(cls, size: int) -> BudgetExceeded:
        return cls(cls.MEMORY, size, f"{size >> 20:,} MB of memory")


class WorkerCrashed(ComputationError):
    """The worker process has ended, or failed with the traceback `trace`, which is for the log."""

    def __init__(self, trace: str = "") -> None:
        super().__init__("The computation stopped unexpectedly. Please try again.")
        self.trace = trace
