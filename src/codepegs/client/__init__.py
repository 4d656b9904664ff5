"""Client for programs that play at a codepegs server. See docs/client.md."""

from codepegs.client.client import Client, Puzzles, board
from codepegs.client.errors import NoConnection, Outdated, ServerRefused

__all__ = ["Client", "NoConnection", "Outdated", "Puzzles", "ServerRefused", "board"]
