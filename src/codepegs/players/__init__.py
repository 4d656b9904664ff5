"""Who sits down: players that choose a move from what they may see, and a referee that lets them play."""

from codepegs.players.computer import Computer
from codepegs.players.level import LEVELS, Level, level_of
from codepegs.players.player import Player
from codepegs.players.referee import play_match

__all__ = ["LEVELS", "Computer", "Level", "Player", "level_of", "play_match"]
