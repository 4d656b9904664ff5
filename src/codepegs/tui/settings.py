"""Display settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from textual.constants import TEXTUAL_ANIMATIONS

from codepegs.tui.paints import ThemeName

if TYPE_CHECKING:
    from textual.types import AnimationLevel


@dataclass(frozen=True, slots=True)
class Settings:
    """Display settings of the user. With any of them, pegs can be distinguished without colour."""

    symbols: Literal["letters", "shapes"] = "letters"
    """Symbol on each peg."""
    theme: ThemeName = "dark"
    motion: bool = True
    """Whether animations are on."""
    bell: bool = False
    """Whether the terminal's bell rings when it is your turn."""

    @property
    def animation(self) -> AnimationLevel:
        """Animation level for Textual: that of the environment, or none."""
        return TEXTUAL_ANIMATIONS if self.motion else "none"
