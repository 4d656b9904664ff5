"""The code-breaking peg game, by every rule sheet.

`codepegs.rules` is the game, `codepegs.notation` the game as text; the names most
programs need are here. Importing this loads nothing but these two.
"""

from codepegs.errors import CodepegsError

__version__ = "0.1.0"

__all__ = ["CodepegsError", "__version__"]
