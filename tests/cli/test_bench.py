"""`codepegs bench`: it measures, and says by whom and how often."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from codepegs.cli.beside import BOARDS
from tests.cli.conftest import Run

SOLVER = """
#include <stdint.h>
static int size;
void *ctx_new(const uint8_t *codes, const uint8_t *table, int n, int classes, int pegs, int colours,
              int depth, int bits, int least, int options) { size = n; return &size; }
int ctx_solve(void *ctx, const int *history, int length, const uint16_t *part, int n, int budget,
              double limit, int *guess) { return *(int *)ctx == 1296 && n == 1296 ? TOTAL : -1; }
"""
compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


@pytest.fixture
def solver(tmp_path: Path) -> Path:
    """A solver that knows one board by heart."""
    file = tmp_path / "solver.c"
    file.write_text(SOLVER.replace("TOTAL", "5625"))
    return file


def test_bench_shows_a_rate_best_and_median(run: Run) -> None:
    shown = run("bench", "--only", "marks", "--repeat", "2")
    assert shown.exit_code == 0
    first = shown.stdout.splitlines()[0].split()
    assert first[:2] == ["marks", "numpy"]
    assert "M pairs/s best" in shown.stdout
    assert shown.stdout.splitlines()[0].endswith("median  2 runs")


def test_bench_as_json_has_every_figure(run: Run) -> None:
    data = json.loads(run("bench", "--only", "tree", "--only", "marks", "--repeat", "3", "--json").stdout)
    assert {figure["name"] for figure in data["figures"]} == {"tree", "marks"}
    for figure in data["figures"]:
        assert set(figure) == {"name", "by", "best", "median", "runs", "pairs"}
        assert 0 < figure["best"] <= figure["median"]
        assert figure["runs"] == 3
        assert figure["pairs"] == (1296 * 1296 if figure["name"] == "marks" else None)


@compiler
def test_a_solver_beside_ours_is_built_and_compared(run: Run, solver: Path) -> None:
    shown = run("bench", "--beside", solver, "--only", "4x6", "--repeat", "1")
    assert shown.exit_code == 0
    ours, theirs, ratio = shown.stdout.splitlines()
    assert ours.startswith("4x6")
    assert theirs.split()[:2] == ["4x6", "solver.c"]
    assert ratio.endswith("times the time of solver.c")


@compiler
def test_a_solver_that_finds_another_optimum_is_refused(run: Run, solver: Path) -> None:
    solver.write_text(SOLVER.replace("TOTAL", "5630"))
    shown = run("bench", "--beside", solver, "--only", "4x6", "--repeat", "1")
    assert shown.exit_code == 1
    assert "4x6: 5,625 is our optimum, and 5,630 that of solver.c." in shown.stderr


@compiler
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("int main(", "solver.c does not compile: "),
        ("int nothing;", "solver.c has no ctx_new and ctx_solve to drive it by."),
        (SOLVER.replace("TOTAL", "*(volatile int *)0"), "The solver beside ours crashed."),
    ],
)
def test_a_solver_that_cannot_be_driven_is_a_sentence(
    run: Run, solver: Path, text: str, sentence: str
) -> None:
    solver.write_text(text)
    shown = run("bench", "--beside", solver, "--only", "4x6", "--repeat", "1")
    assert shown.exit_code == 1
    assert sentence in shown.stderr
    assert shown.stderr.count("\n") == 1


def test_without_a_compiler_there_is_a_sentence(
    run: Run, solver: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    shown = run("bench", "--beside", solver, "--only", "4x6")
    assert shown.exit_code == 1
    assert "There is no C compiler 'no-such-compiler': install one, or name it in CC." in shown.stderr


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_needs_a_solver_beside(run: Run, board: str) -> None:
    shown = run("bench", "--only", board)
    assert shown.exit_code == 2
    assert "need a solver to stand --beside." in shown.stderr
