"""The code-breaking peg game, by every rule sheet.

`codepegs.rules` is the game and `codepegs.notation` the game as text. Every name of the
rules is here too; importing this loads these two packages and nothing else.
"""

from codepegs import notation, rules
from codepegs.errors import CodepegsError
from codepegs.rules import *  # noqa: F403

__version__ = "0.1.0"

__all__ = ["CodepegsError", "__version__", "notation", "rules", *rules.__all__]
