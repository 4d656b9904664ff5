"""The game as text: editions, positions, moves and records, what people type, and drawings.

Pure Python without dependencies. Every reader gives a value or raises a CodepegsError.
"""

from codepegs.notation import edition_line as edition
from codepegs.notation import move_line as move
from codepegs.notation import position, record
from codepegs.notation import puzzle_id as puzzle
from codepegs.notation import user_input as entry
from codepegs.notation.drawing import svg, text

__all__ = ["edition", "entry", "move", "position", "puzzle", "record", "svg", "text"]
