"""Text formats of the game: editions, positions, moves, records, user input and drawings.

Pure Python without dependencies. Every reader returns a value or raises a CodepegsError.
"""

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
