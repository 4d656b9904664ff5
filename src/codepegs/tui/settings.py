"""Settings: how a person likes the game to look; they last from one time to the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from textual.constants import TEXTUAL_ANIMATIONS

if TYPE_CHECKING:
    from textual.types import AnimationLevel


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set. The defaults can be told apart without colour."""

    symbols: Literal["letters", "shapes"] = "letters"
    """What stands on a peg beside its paint."""
    palette: Literal["edition", "clear"] = "edition"
    """The edition's own paints, or those that most eyes tell apart (Okabe and Ito)."""
    motion: bool = True
    """Whether anything moves that need not."""

    @property
    def animation(self) -> AnimationLevel:
        """What Textual may animate: with motion, what the environment says."""
        return TEXTUAL_ANIMATIONS if self.motion else "none"
