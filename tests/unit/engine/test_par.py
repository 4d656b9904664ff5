"""Par: the proved averages of docs/engine.md, and None for every other board."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codepegs.engine import tree
from codepegs.engine.par import find_par
from codepegs.engine.tree import UNPROVED, bundled_trees
from codepegs.rules import CATALOGUE, Answers, HouseRules, Scoring, find_edition

PAGE = Path(__file__).resolve().parents[3] / "docs" / "engine.md"
ROW = re.compile(r"^\| `([\w-]+)` \| ([\d,]+) \| (\d+) \| (\d\.\d{4}) \| \w+ \| \d \|$", re.MULTILINE)


def proved() -> list[tuple[str, int, int]]:
    """Name, codes and total of every proved tree in the table of docs/engine.md."""
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert {name for name, *_ in rows} == set(bundled_trees())
    return [
        (name, int(codes.replace(",", "")), int(total))
        for name, codes, total, _ in rows
        if name not in UNPROVED
    ]


@pytest.mark.parametrize(("name", "codes", "total"), proved())
def test_par_is_the_total_of_the_proved_tree_per_code(name: str, codes: int, total: int) -> None:
    assert find_par(tree.read_heading(bundled_trees()[name]).edition) == total / codes


@pytest.mark.parametrize(
    "rules",
    [
        {"rows": 6},
        {"rows": 30},
        {"scoring": Scoring.KEY_PEGS},
        {"bonus": 7},
        {"even": True},
        {"time_limit": 60},
        {"answers": Answers.HAND},
    ],
    ids=str,
)
def test_rules_beyond_the_board_do_not_change_par(rules: HouseRules) -> None:
    assert find_par(find_edition("classic-1", **rules)) == 5625 / 1296


@pytest.mark.parametrize(
    ("rules", "par"),
    [
        ({"rows": 5}, 5626 / 1296),
        ({"rows": 4}, None),
        ({"blanks": True}, 11228 / 2401),
        ({"blanks": True, "rows": 5}, None),
        ({"colours": 7}, 11228 / 2401),
        ({"colours": 5, "blanks": True}, 5625 / 1296),
        ({"pegs": 3}, 854 / 216),
        ({"colours": 8, "code_repeats": False}, 7797 / 1680),
        ({"colours": 8, "code_repeats": False, "guess_repeats": False}, 7817 / 1680),
        ({"pegs": 5, "colours": 8}, None),
        ({"pegs": 5}, None),
        ({"colours": 5}, None),
        ({"code_repeats": False}, None),
        ({"code_repeats": False, "guess_repeats": False}, None),
        ({"pegs": 12, "colours": 26}, None),
        ({"pegs": 1}, None),
    ],
    ids=str,
)
def test_rules_of_the_board_choose_another_par_or_none(rules: HouseRules, par: float | None) -> None:
    assert find_par(find_edition("classic-1", **rules)) == par


def test_par_reads_the_trees_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_par(CATALOGUE["mini"]) == 854 / 216
    monkeypatch.setattr("codepegs.engine.tree_lookup.bundled_trees", None)
    assert find_par(CATALOGUE["super"].with_rules(rows=3)) is None
    assert find_par(CATALOGUE["mini"].with_rules(rows=5)) == 854 / 216
