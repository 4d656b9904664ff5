"""Errors of the worker pool."""

from __future__ import annotations

import os
from traceback import walk_tb

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
    """A job has failed because of a bug, or its process has died.

    For the log, `fault` is the type of the error, or the exit code, and `where` its stack. The
    message of that error stays in the process, because it may quote a record or a code.
    """

    def __init__(self, fault: str = "", where: tuple[str, ...] = ()) -> None:
        super().__init__("The computation stopped unexpectedly. Please try again.")
        self.fault, self.where = fault, where

    @classmethod
    def of(cls, error: BaseException) -> WorkerCrashed:
        codes = ((frame.f_code, line) for frame, line in walk_tb(error.__traceback__))
        stack = (f"{os.path.basename(code.co_filename)}:{line} {code.co_name}" for code, line in codes)
        return cls(type(error).__name__, tuple(stack))
