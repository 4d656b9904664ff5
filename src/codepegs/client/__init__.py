"""Client for programs that play at a codepegs server. See docs/client.md."""

from codepegs.client.client import Client, Puzzles, board
from codepegs.client.errors import NoConnection
from codepegs.protocol.errors import ServerRefused

__all__ = ["Client", "NoConnection", "Puzzles", "ServerRefused", "board"]
