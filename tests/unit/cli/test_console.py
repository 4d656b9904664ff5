"""The console of line mode, without a terminal."""

from __future__ import annotations

from errno import EIO
from io import StringIO

import pytest

from codepegs.cli.console_text import Style
from codepegs.cli.repl.console import Console, InputEnded


class Gone(StringIO):
    """A terminal whose window was closed."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        raise OSError(EIO, "Input/output error")


def test_a_closed_terminal_ends_the_input() -> None:
    console = Console(Gone(), StringIO(), Style(ansi=False, ascii_only=True))
    with pytest.raises(InputEnded):
        console.ask("Code: ")
