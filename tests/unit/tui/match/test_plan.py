"""Plan of the match screen: what fits into which window."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.rules.catalogue import CATALOGUE
from codepegs.tui.match.plan import STACKED, make_plan
from codepegs.tui.widgets.app_screen import LEAST


@pytest.mark.parametrize(
    ("size", "peg_lines", "frame", "board", "panel", "title", "tray"),
    [
        ((60, 20), 1, 2, 14, 27, True, 2),
        ((80, 24), 2, 1, 23, 45, False, 0),
        ((100, 30), 2, 2, 24, 48, True, 2),
        ((120, 40), 3, 2, 35, 48, True, 2),
        ((200, 50), 4, 2, 46, 46, True, 2),
    ],
)
def test_the_classic_board_in_common_windows(
    size: tuple[int, int], peg_lines: int, frame: int, board: int, panel: int, title: bool, tray: int
) -> None:
    plan = make_plan(CATALOGUE["classic-1"], *size)
    assert plan is not None
    assert (plan.size.number, plan.frame, plan.board, plan.panel, plan.title, plan.tray) == (
        peg_lines,
        frame,
        board,
        panel,
        title,
        tray,
    )


@pytest.mark.parametrize(("width", "left"), [(141, 0), (142, 43), (200, 46)])
def test_a_wide_window_has_a_panel_on_each_side(width: int, left: int) -> None:
    plan = make_plan(CATALOGUE["classic-1"], width, 50)
    assert plan is not None
    assert plan.left == left


@given(st.integers(1, 12), st.integers(2, 26), st.integers(1, 30), st.integers(40, 220), st.integers(10, 100))
def test_every_board_fits_every_window(pegs: int, colours: int, rows: int, width: int, height: int) -> None:
    edition = CATALOGUE["classic-1"].with_rules(pegs=pegs, colours=colours, rows=rows)
    plan = make_plan(edition, width, height)
    if plan is None:
        assert width < LEAST[0] or height < LEAST[1]
        return
    beside = 0 if plan.stacked else plan.panel + plan.gap + (plan.left and plan.left + plan.gap)
    assert plan.size.width(edition) + beside <= width
    assert plan.panel >= 26
    lines = plan.title + plan.board + plan.tray + sum(plan.margins) + 1 + (STACKED if plan.stacked else 0)
    assert lines <= height
    assert plan.board - plan.size.top - plan.frame >= min(rows, 5) * plan.size.number
