"""How much Hypothesis tries: `CODEPEGS_EXAMPLES=quick` for mutation runs, `thorough` for a long night."""

import os
import sys
from importlib import import_module
from random import Random
from types import SimpleNamespace

from hypothesis import HealthCheck, settings

from codepegs.rules import Board, Code, Edition, fitting

# A slow machine is no fault of the code, so neither the clock of an example nor the
# time it takes to build one can fail a test.
for name, examples in {"default": 100, "quick": 25, "thorough": 3000}.items():
    settings.register_profile(
        name,
        max_examples=examples,
        deadline=None,
        derandomize=name == "quick",
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile(os.environ.get("CODEPEGS_EXAMPLES", "default"))

try:
    import_module("codepegs.engine.sampled")
except ModuleNotFoundError:
    # A stand-in until sampling is there: any code that fits.
    class Sampled:
        def __init__(self, edition: Edition, random: Random) -> None:
            self._edition, self._random = edition, random

        def guess(self, board: Board) -> Code | None:
            kinds = self._random.sample(self._edition.kinds, k=len(self._edition.kinds))
            return next(fitting(self._edition, board.rows, kinds=kinds), None)

    sys.modules["codepegs.engine.sampled"] = SimpleNamespace(Sampled=Sampled)  # type: ignore[assignment]
