"""Client for programs that play at a codepegs server. See docs/client.md."""

from codepegs.client.client import Client, Puzzles, board
from codepegs.client.errors import NoConnection
from codepegs.client.seat import RemoteSeat
from codepegs.protocol.errors import ServerRefused

__all__ = ["Client", "NoConnection", "Puzzles", "RemoteSeat", "ServerRefused", "board"]
