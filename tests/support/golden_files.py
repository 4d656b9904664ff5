"""Golden files: what the program wrote when somebody last looked at it and found it right."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "golden"


class Golden:
    """Compares texts with the files of `tests/golden`, or writes the files with `--update-golden`."""

    def __init__(self, *, update: bool, folder: Path = FOLDER) -> None:
        self._update, self._folder = update, folder

    def __call__(self, name: str, text: str) -> None:
        """Fail with a diff unless the file called `name` holds exactly this text."""
        file = self._folder / name
        if self._update:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
        expected = file.read_bytes().decode() if file.exists() else ""
        if text != expected:
            diff = unified_diff(expected.split("\n"), text.split("\n"), "golden", "now", lineterm="")
            pytest.fail(
                "\n".join(
                    [
                        f"{name} is not what the program writes now:",
                        *diff,
                        "If the new text is right, run this test again with --update-golden.",
                    ]
                ),
                pytrace=False,
            )
