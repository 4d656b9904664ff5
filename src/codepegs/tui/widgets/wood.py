"""Colours of the board in a terminal."""

from __future__ import annotations

BOARD, RIM, CHANNEL = "#4a3425", "#2a1c13", "#35241a"
"""The board, its rim, and the groove where code pegs stand."""
CHALK, HOLE_RIM = "#f5ecdd", "#b39a7d"
"""Text, and outlines of holes."""
MARK, MARKED = "#ffd166", "#5e4526"
SHIELD = "#7a5b43"
