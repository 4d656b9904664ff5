"""Plan of the match screen: what fits into which window."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from codepegs.rules.catalogue import CATALOGUE
from codepegs.tui.match.plan import STACKED, make_plan
from codepegs.tui.widgets.app_screen import LEAST


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
