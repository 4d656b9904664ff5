"""The shelf: trees that come with the package."""

from __future__ import annotations

from importlib.resources import files

SUFFIX = ".tree"
UNPROVED = frozenset({"super"})
"""Trees that are good, but of which nobody has proved that no strategy needs fewer guesses."""


def shelf() -> dict[str, str]:
    """Every tree that comes with the package: its name, and its text."""
    found = (files("codepegs.engine") / "trees").iterdir()
    named = {entry.name: entry for entry in found if entry.name.endswith(SUFFIX)}
    return {name.removesuffix(SUFFIX): named[name].read_text(encoding="utf-8") for name in sorted(named)}
