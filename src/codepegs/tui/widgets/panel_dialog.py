"""Dialogs that take the place of the panel, so that the board stays in view."""

from __future__ import annotations

from textual.containers import Vertical
from textual.screen import ModalScreen, ScreenResultType

_NARROW = 40
"""Columns below which a dialog is wider than the panel."""


class PanelDialog(ModalScreen[ScreenResultType]):
    """Modal screen whose `#dialog` covers the panel of the screen below it."""

    DEFAULT_CSS = """
    PanelDialog { background: transparent; }
    PanelDialog #dialog {
        position: absolute; border: round $accent; background: $surface; padding: 0 1;
    }
    """

    def on_mount(self) -> None:
        self._cover_panel()

    def on_resize(self) -> None:
        self.call_later(self._cover_panel)

    def _cover_panel(self) -> None:
        """Take the region of the panel, or the right side of the window if that is too narrow."""
        below = self.app.screen_stack[-2] if len(self.app.screen_stack) > 1 else self
        panels = [panel for panel in below.query("#side, #card") if panel.display and panel.region]
        width, height = self.app.size
        x, y, wide, high = width - min(48, width), 0, min(48, width), height - 1
        if panels and panels[0].region.width >= _NARROW and panels[0].region.height >= high // 2:
            side = panels[0].region
            x, y, wide = side.x, side.y, side.width
            high = max(side.height, min(height - 1 - y, 18))
        dialog = self.query_one("#dialog", Vertical)
        dialog.styles.offset = (x, y)
        dialog.styles.width, dialog.styles.height = wide, high
