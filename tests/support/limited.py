"""`codepegs serve` with other limits than an operator can set, for tests and benchmarks.

tests/support/limited.py '{"pace": 0}' --port 0     the limits as JSON, then options of `codepegs serve`

`gone` among the limits stands for the seconds after which a win can be claimed, a rule of the table.
"""

from __future__ import annotations

import json
import sys

from codepegs.cli import run_server
from codepegs.cli.commands import serve
from codepegs.server.ops.config import Limits
from codepegs.table import commands


def command(**limits: float) -> list[str]:
    """Return the command that serves with these limits: `codepegs serve` itself if there are none."""
    if not limits:
        return [sys.executable, "-m", "codepegs", "serve"]
    return [sys.executable, "-P", __file__, json.dumps(limits)]


def main() -> None:
    text, *options = sys.argv[1:]
    limits = json.loads(text)
    commands.GONE_SECONDS = limits.pop("gone", commands.GONE_SECONDS)
    given = serve.command.make_context("codepegs serve", options).params
    run_server.run(serve.config_of(given), limits=Limits(**limits))


if __name__ == "__main__":
    main()
