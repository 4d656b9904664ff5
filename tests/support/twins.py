"""The engine's twins: tests that take `kernel` run with numpy, and with the kernel where there is one."""

from __future__ import annotations

import pytest

from codepegs.engine import kernel

BOTH = [
    pytest.param(False, id="numpy"),
    pytest.param(
        True,
        id="kernel",
        marks=pytest.mark.skipif(not kernel.compiled, reason="installed without a C compiler: no kernel"),
    ),
]

both = pytest.mark.parametrize("kernel", BOTH)
