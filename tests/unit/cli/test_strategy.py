"""`codepegs strategy`, and `codepegs about`."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from codepegs.cli import paths
from codepegs.engine.tree import bundled_trees
from tests.unit.cli.conftest import Run


def test_census_prints_total_average_and_worst_case(run: Run) -> None:
    shown = run("strategy", "census", "largest")
    assert shown.exit_code == 0
    assert "largest breaks 1,296 codes with 5,801 guesses.\n" in shown.stdout
    assert "First guess RRBB, average 4.4761, at worst 5.\n" in shown.stdout
    assert shown.stdout.splitlines()[-5:][0].split() == ["1", "1"]


def test_a_random_strategy_is_the_same_for_the_same_seed(run: Run) -> None:
    words = ("strategy", "census", "random-consistent", "-e", "mini", "--json", "--seed")
    assert run(*words, "1").stdout == run(*words, "1").stdout
    assert run(*words, "1").stdout != run(*words, "2").stdout


@pytest.mark.parametrize(
    ("words", "started"),
    [
        (["parts", "-e", "mini"], []),
        (["parts", "-e", "mini", "--workers", "1"], []),
        (["parts", "-e", "mini", "--workers", "3"], [3]),
        (["first-consistent", "-e", "bulls-and-cows"], []),
        (["parts", "-e", "bulls-and-cows"], [2]),
    ],
)
def test_census_starts_threads_on_request_or_for_large_boards(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: list[str], started: list[int]
) -> None:
    asked: list[int] = []

    def threads(number: int) -> ThreadPoolExecutor:
        asked.append(number)
        return ThreadPoolExecutor(number)

    monkeypatch.setattr("codepegs.cli.commands.strategy_census.ThreadPoolExecutor", threads)
    monkeypatch.setattr("codepegs.cli.commands.strategy_census.available_cores", lambda: 2)
    monkeypatch.setattr("codepegs.cli.commands.strategy_census.THREADS_FROM_MARKS", 25_000_000)
    assert run("strategy", "census", *words).exit_code == 0
    assert asked == started


def test_prove_proves_a_small_board(run: Run) -> None:
    shown = run("strategy", "prove", "-e", "mini")
    assert shown.stdout == (
        "Proved: 854 guesses for 216 codes, with at most 8 rows.\n"
        "That is 3.9537 on average, and 5 at worst. First guess RBY.\n"
    )


@pytest.mark.parametrize("objective", ["expected", "worst"])
def test_prove_says_that_too_few_rows_are_impossible(run: Run, objective: str) -> None:
    words = ("strategy", "prove", "-e", "mini", "--rows", "3", "--objective", objective)
    assert run(*words).stdout == (
        "Proved: no strategy breaks every code with 3 rows.\n"
        "Proved: the best one breaks 52 of 216 codes. First guess RBY.\n"
    )
    data = json.loads(run(*words, "--json").stdout)
    assert (data["possible"], data["lower"], data["broken"]) == (False, None, 52)


def test_prove_proves_the_best_average_within_rows(run: Run) -> None:
    assert run("strategy", "prove", "-e", "classic-1 rows=5").stdout == (
        "Proved: 5,626 guesses for 1,296 codes, with at most 5 rows.\n"
        "That is 4.3410 on average, and 5 at worst. First guess RRBY.\n"
    )


def test_prove_stopped_early_prints_bounds(run: Run) -> None:
    shown = run("strategy", "prove", "-e", "classic-2", "--seconds", "0")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("Stopped. ")
    assert "at most 11,378" in shown.stdout
    data = json.loads(run("strategy", "prove", "-e", "classic-2", "--seconds", "0", "--json").stdout)
    assert (data["proved"], data["upper"], data["first"]) == (False, 11378, "RBYG")


def test_prove_resumes_from_a_checkpoint(run: Run, tmp_path: Path) -> None:
    words = ("strategy", "prove", "-e", "classic-1 colours=5", "--workers", "1")
    saved = ("--checkpoint", str(tmp_path / "proof.txt"))
    assert run(*words, *saved, "--seconds", "0").exit_code == 0
    proved = "Proved: 2,463 guesses for 625 codes, with at most 10 rows.\n"
    assert run(*words, *saved).stdout.startswith(proved)
    assert len((tmp_path / "proof.txt").read_text().splitlines()) > 10
    other = run("strategy", "prove", "-e", "classic-1", *saved)
    assert (other.exit_code, "is a checkpoint of another board." in other.stderr) == (1, True)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["mini / RBY 1+1", "--checkpoint", "x"], "--cluster and --checkpoint are for whole boards."),
        (["-e", "mini", "--checkpoint", "no/such/folder"], "Cannot use no/such/folder as a checkpoint: "),
        (["-e", "mini", "--cluster", "127.0.0.1:1"], "No Dask scheduler answers at '127.0.0.1:1'."),
        (["-e", "mini", "--cluster", "nonsense"], "No Dask scheduler answers at 'nonsense'."),
    ],
    ids=str,
)
def test_prove_refuses_in_a_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: list[str], sentence: str
) -> None:
    monkeypatch.setattr("codepegs.cli.cluster.CONNECT_TIMEOUT", "1s")
    shown = run("strategy", "prove", *words)
    assert (shown.exit_code, shown.stderr.startswith(f"Error: {sentence}")) == (1, True), shown.stderr


def test_a_missing_dask_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    shown = run("strategy", "census", "parts", "-e", "mini", "--cluster", "127.0.0.1:1")
    assert (shown.exit_code, "codepegs[cluster]" in shown.stderr) == (1, True)


def test_prove_continues_from_a_position(run: Run) -> None:
    shown = run("strategy", "prove", "classic-1 / RRRR 1+0 / RBBB 1+1")
    assert shown.stdout == (
        "Proved: 309 more guesses for 96 codes, with at most 10 rows in all.\n"
        "That is 3.2188 on average, and 4 at worst. Next guess YRBG.\n"
    )
    within = run("strategy", "prove", "classic-1 / RRRR 1+0 / RBBB 1+1", "--objective", "worst").stdout
    assert within.startswith("Proved: 309 more guesses for 96 codes, with at most 6 rows in all.\n")
    last = "mini" + "".join(f" / {3 * letter} 0+0" for letter in "RBYGW")
    assert run("strategy", "prove", last).stdout.startswith("Proved: 1 more guess for 1 code, ")


@pytest.mark.parametrize(
    ("line", "rows", "shown"),
    [
        ("mini / RGB 1+1", 5, "Proved: 68 more guesses for 24 codes, with at most 5 rows in all."),
        ("mini / timeout / RGB 1+1", 6, "Proved: 68 more guesses for 24 codes, with at most 6 rows in all."),
        ("mini / timeout / RGB 1+1", 5, "Proved: no strategy breaks every code with 5 rows in all"),
    ],
)
def test_a_limit_counts_all_rows_of_a_position(run: Run, line: str, rows: int, shown: str) -> None:
    assert run("strategy", "prove", line, "--rows", rows).stdout.startswith(shown)


@pytest.mark.parametrize("workers", [1, 2])
def test_prove_can_stop_at_once_with_an_impossible_limit(run: Run, workers: int) -> None:
    shown = run("strategy", "prove", "--rows", 2, "--seconds", 0, "--workers", workers)
    assert shown.exit_code == 0
    assert "Proved" in shown.stdout or shown.stdout.startswith("Stopped. ")
    assert run("strategy", "prove", "-e", "classic-2", "--seconds", "nan").stdout.startswith("Stopped")


def test_a_position_excludes_an_edition(run: Run) -> None:
    shown = run("strategy", "prove", "-e", "mini", "mini / RBY 1+1")
    assert shown.exit_code == 2
    assert "A position starts with its edition" in shown.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["strategy", "prove", "-e", "super"], "32,768 possible codes. At most 8,192 can be searched."),
        (
            ["strategy", "prove", "classic-1 / RRBB 3+1"],
            "Row 1 has an impossible answer: no code fits it. Correct an answer.",
        ),
        (["strategy", "prove", "classic-1 / RRBB 4+0"], "is already broken"),
        (["strategy", "prove", "mini rows=1 / RRR 0+0"], "more rows, up to 30, or leave out the last"),
        (
            ["strategy", "prove", "--objective", "worst", "mini rows=30" + 30 * " / RRR 0+0"],
            "This board is full.",
        ),
        (
            ["strategy", "prove", "classic-1 / RRBB 1+1", "--rows", "1"],
            "This position already has 1 row",
        ),
        (
            ["strategy", "census", "guessing"],
            "There is no strategy 'guessing'. Choose one of: first-consistent",
        ),
        (
            ["strategy", "tree", "build", "-e", "mini", "--rows", "1"],
            "No strategy breaks every code with 1 row.",
        ),
        (
            ["strategy", "tree", "build", "-e", "mini", "-o", "/no/such/folder/tree"],
            "Cannot write /no/such/folder/tree",
        ),
        (["strategy", "tree", "verify", "nowhere.tree"], "Cannot read nowhere.tree"),
    ],
)
def test_an_error_is_one_sentence(run: Run, words: list[str], sentence: str) -> None:
    shown = run(*words)
    assert shown.exit_code == 1
    assert sentence in shown.stderr
    assert shown.stderr.count("\n") == 1


def test_a_tree_of_a_huge_board_is_refused_at_once(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "huge.tree"
    huge = bundled_trees()["mini"].replace("edition mini", "edition classic-1 pegs=12 colours=26")
    file.write_text(huge, encoding="utf-8")
    shown = run("strategy", "tree", "verify", file)
    assert shown.exit_code == 1
    assert "At most 1,000,000 can be listed" in shown.stderr


def test_a_tree_is_built_shown_and_verified(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mini.tree"
    assert run("strategy", "tree", "build", "-e", "mini", "-o", file).exit_code == 0
    assert file.read_text(encoding="utf-8") == bundled_trees()["mini"]
    for tree in (file, "mini"):
        assert "854 guesses for 216 codes, 3.9537 on average." in run("strategy", "tree", "show", tree).stdout
    assert run("strategy", "tree", "verify", file).stdout == f"{file}: 854 guesses, 5 at worst: correct\n"
    greedy = run("strategy", "tree", "build", "-e", "mini", "--strategy", "entropy").stdout
    assert greedy.splitlines()[2] == "total 860"


def test_a_certificate_is_written_and_checked(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mini.certificate"
    shown = run("strategy", "prove", "-e", "mini", "--objective", "worst", "--certificate", file)
    assert shown.stdout.startswith("Proved: 854 guesses for 216 codes, with at most 5 rows.\n")
    checked = run("strategy", "check", file, file).stdout
    assert checked == 2 * f"{file}: 854 guesses for 216 codes, 5 at worst: proved.\n"


@pytest.mark.parametrize(
    "words",
    [
        ("mini / RBY 1+1",),
        ("-e", "mini", "--consistent"),
        ("-e", "mini", "--cluster", "127.0.0.1:1"),
        ("-e", "mini", "--checkpoint", "proof.txt"),
    ],
)
def test_a_certificate_is_for_a_whole_board(run: Run, words: tuple[str, ...], tmp_path: Path) -> None:
    shown = run("strategy", "prove", *words, "--certificate", tmp_path / "certificate")
    assert shown.exit_code == 2
    assert "--certificate is for whole boards" in shown.stderr
    assert not [*tmp_path.iterdir()]


def test_an_optimum_that_is_not_certified_writes_no_file(run: Run, tmp_path: Path) -> None:
    words = ("-e", "classic-1", "--rows", 5, "--certificate", tmp_path / "certificate")
    assert run("strategy", "prove", *words).exit_code == 1
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "Cannot read"),
        (b"", "proves nothing. This is not a certificate"),
        (b"\xff", "proves nothing. It is not ASCII text."),
    ],
)
def test_a_file_that_is_not_a_certificate_is_refused(
    run: Run, content: bytes | None, sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "certificate"
    if content is not None:
        file.write_bytes(content)
    shown = run("strategy", "check", file)
    assert shown.exit_code == 1
    assert sentence in shown.stderr
    assert shown.stderr.count("\n") == 1


def test_a_named_strategy_takes_no_limit(run: Run) -> None:
    shown = run("strategy", "tree", "build", "-e", "mini", "--strategy", "entropy", "--rows", "5")
    assert shown.exit_code == 2
    assert "Choose one of --rows and --strategy." in shown.stderr


def test_a_tree_with_more_rows_than_its_edition_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "deep.tree"
    file.write_text(bundled_trees()["mini"].replace("edition mini", "edition mini rows=4"), encoding="utf-8")
    shown = run("strategy", "tree", "verify", file)
    assert shown.exit_code == 1
    assert "This tree needs 5 rows, but its edition has 4." in shown.stderr


def test_a_wrong_tree_is_refused_by_name(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "broken.tree"
    file.write_text(bundled_trees()["mini"].replace("total 854", "total 850"), encoding="utf-8")
    shown = run("strategy", "tree", "verify", file)
    assert shown.exit_code == 1
    assert "broken.tree: " in shown.stderr
    assert "854 guesses" in shown.stderr


@pytest.mark.long
def test_every_built_in_tree_is_correct(run: Run) -> None:
    shown = run("strategy", "tree", "verify")
    assert shown.exit_code == 0
    assert len(shown.stdout.splitlines()) == len(bundled_trees())


def test_about_shows_where_matches_are_stored(run: Run, tmp_path: Path) -> None:
    shown = run("about").stdout.splitlines()
    assert not (tmp_path / "data").exists()
    paths.open_archive().close()
    (archive,) = (tmp_path / "data").rglob("*.db")
    assert f"Archive   {archive} (your matches, and those of the server)" in shown
