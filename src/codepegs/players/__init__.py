"""Players that choose moves from what they may see, and a referee that runs a match."""

from codepegs.players.computer import Computer
from codepegs.players.level import LEVELS, Level, level_of
from codepegs.players.player import Player
from codepegs.players.referee import play_match

__all__ = ["LEVELS", "Computer", "Level", "Player", "level_of", "play_match"]
