"""The game as text: editions, positions, moves and records, what people type, and drawings.

Pure Python without dependencies. Every reader gives a value or raises a CodepegsError.
"""

from codepegs.notation import edition, entry, move, position, puzzle, record, svg, text

__all__ = ["edition", "entry", "move", "position", "puzzle", "record", "svg", "text"]
