"""Text formats of the game: editions, positions, moves, records, user input and drawings.

Pure Python without dependencies. Every reader returns a value or raises a CodepegsError.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from codepegs.notation import edition_line, move_line, position, puzzle_id, record, share, user_input
    from codepegs.notation.drawing import svg, text

__all__ = [
    "edition_line",
    "move_line",
    "position",
    "puzzle_id",
    "record",
    "share",
    "svg",
    "text",
    "user_input",
]


def __getattr__(name: str) -> Any:
    """Import a format on first use, because few programs need all of them."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    folder = "drawing." if name in ("svg", "text") else ""
    return import_module(f"{__name__}.{folder}{name}")
