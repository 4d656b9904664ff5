"""Errors of the terminal application."""

from __future__ import annotations

from codepegs.errors import CodepegsError


class SettingsNotSaved(CodepegsError):
    """Settings hold for now and will be forgotten: `path` could not be written."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"This holds until you leave, as {path} cannot be written: {reason}.")
        self.path, self.reason = path, reason
