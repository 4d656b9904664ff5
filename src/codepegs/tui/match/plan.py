"""Plan of the match screen: what has which size in a window."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.rules.edition import Edition
from codepegs.tui.widgets.app_screen import LEAST
from codepegs.tui.widgets.peg import SIZES, Size

_PANEL, _SPACE = 26, 3
"""Columns of the narrowest panel, and between board and panel."""
_BOTH, _WIDEST = 92, 48
"""Columns for a panel on each side of the board, and of the widest panel."""
STACKED = 7
"""Lines of a panel below the board."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Sizes of the parts. Whatever is left goes around them."""

    size: Size
    frame: int
    """Lines of the board's frame: its foot, then its upper edge."""
    board: int
    """Lines of the board. If it has more, its rows scroll."""
    panel: int
    """Columns of the panel."""
    gap: int = 0
    """Columns between board and panel."""
    left: int = 0
    """Columns of a second panel, to the left of the board; 0 if there is none."""
    stacked: bool = False
    """Whether the panel is below the board instead of next to it."""
    title: bool = False
    """Whether there is a line for the title. If not, it is in the panel."""
    tray: int = 0
    """Lines of a tray below the board; 0 if it is in the panel."""
    margins: tuple[int, int] = (0, 0)
    """Blank lines above and below the tray."""


def make_plan(edition: Edition, width: int, height: int) -> Plan | None:
    """Return the plan for a window, or None if it is too small.

    It takes the largest pegs with which all rows fit next to a panel, and spends what is left
    on a tray below the board, the frame, the title and blank lines, in this order.
    """
    if width < LEAST[0] or height < LEAST[1]:
        return None
    beside = [size for size in SIZES if size.width(edition) + _SPACE + _PANEL <= width]
    whole = [size for size in beside if size.height(edition, 0) < height]
    if not beside:
        return _stack(edition, width, height)
    # Prefer pegs with gaps: without, they are for boards that are wider than the window.
    size = whole[0] if whole else next(size for size in beside if size.number == 1)
    tray = _count_tray_lines(edition, width)
    lines = size.height(edition, 0) if whole else height - 1 - tray
    below = tray if not whole or height - 1 - lines >= tray + 3 else 0
    spare = height - 1 - lines - below
    frame = min(2, spare)
    title = spare > frame
    spare -= frame + title
    beside_it = width - size.width(edition)
    gap = 3 if beside_it >= _PANEL + 5 else 2
    # What is left of the window goes to both sides.
    panel = min(_WIDEST, beside_it - gap - (2 if gap == 3 else 1))
    left = 0
    if beside_it >= _BOTH:
        panel = left = min(46, (beside_it - 2 * gap) // 2)
    margins = (int(spare >= 2), int(spare >= 1)) if below else (0, 0)
    return Plan(size, frame, lines + frame, panel, gap, left, title=title, tray=below, margins=margins)


def _stack(edition: Edition, width: int, height: int) -> Plan:
    """Return the plan for a board that is too wide for a panel next to it."""
    size = next((size for size in SIZES[3:] if size.width(edition) <= width), SIZES[-1])
    tray = _count_tray_lines(edition, width)
    lines = min(size.height(edition, 0), height - 1 - tray - STACKED)
    return Plan(size, 0, lines, width, stacked=True, tray=tray)


def _count_tray_lines(edition: Edition, width: int) -> int:
    kinds = len(edition.kinds)
    return max(2, -(-kinds * 5 // width))
