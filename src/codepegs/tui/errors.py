"""Errors of the terminal application."""

from __future__ import annotations

from codepegs.errors import CodepegsError


class SettingsNotSaved(CodepegsError):
    """The settings could not be written to `path`, for `reason`."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"Your settings could not be saved ({path}: {reason}). They apply until you quit.")
        self.path, self.reason = path, reason
