"""The figures in docs/results.csv: they agree with each other, and with the files they are about."""

from __future__ import annotations

import csv
import json
from hashlib import sha256
from pathlib import Path

import pytest

from codepegs.engine import CodeSpace, tree
from codepegs.engine.optimum import Optimum
from codepegs.notation import edition_line
from codepegs.rules import find_edition

ROOT = Path(__file__).resolve().parents[3]
with (ROOT / "docs" / "results.csv").open(encoding="utf-8", newline="") as opened:
    ROWS = list(csv.DictReader(opened))
NUMBERS = ("codes", "total", "worst case", "CPU seconds", "certificate bytes")
SHORT = 130
"""Boards with more codes are not worth proving again for a sequence."""
QUICK = 1_700
"""Boards with more codes take the kernel longer than a moment."""


def test_the_json_file_has_the_same_data() -> None:
    rows = [
        {
            name: (json.loads(text) if name in NUMBERS else text) if text else None
            for name, text in row.items()
        }
        for row in ROWS
    ]
    assert json.loads((ROOT / "docs" / "results.json").read_text(encoding="utf-8")) == rows


def test_certificates_have_the_size_hash_and_total_that_the_data_say() -> None:
    by_hash = {row["certificate SHA-256"]: row for row in ROWS}
    for file in (ROOT / "certificates").glob("*.certificate"):
        text = file.read_bytes()
        row = by_hash[sha256(text).hexdigest()]
        assert int(row["certificate bytes"]) == len(text)
        assert f"\ntotal {row['total']}\n".encode() in text


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["edition"]))
def test_a_board_has_the_codes_and_first_guess_of_the_data(row: dict[str, str]) -> None:
    edition = edition_line.read(row["edition"])
    assert edition.size == int(row["codes"])
    edition.check_guess(edition.code(row["first guess"]))


@pytest.mark.parametrize(
    "row", [row for row in ROWS if int(row["codes"]) < QUICK], ids=lambda row: str(row["edition"])
)
def test_a_small_total_is_proved_again(row: dict[str, str]) -> None:
    space = CodeSpace.of(edition_line.read(row["edition"]))
    bounds = Optimum(space).solve(space.codes)
    assert (bounds.lower, bounds.upper, bounds.worst) == (
        int(row["total"]),
        int(row["total"]),
        int(row["worst case"]),
    )


SEQUENCES = sorted((ROOT / "docs" / "sequences").glob("*.txt"))


@pytest.mark.parametrize("file", SEQUENCES, ids=lambda file: file.stem)
def test_a_sequence_rises_and_its_first_terms_are_proved_again(file: Path) -> None:
    kind, pegs, *distinct = file.stem.split("-")
    head, *lines = file.read_text(encoding="ascii").splitlines()
    terms = {int(colours): int(term) for colours, term in map(str.split, lines)}
    assert head.startswith("# ")
    assert [*terms] == [*range(min(terms), max(terms) + 1)]
    assert [*terms.values()] == sorted(terms.values())
    for colours, term in terms.items():
        repeats = not distinct
        edition = find_edition(
            "classic-1", pegs=int(pegs), colours=colours, code_repeats=repeats, guess_repeats=repeats
        )
        space = CodeSpace(edition)
        if len(space.codes) > SHORT:
            break
        optimum = Optimum(space)
        if kind == "total":
            assert optimum.solve(space.codes).lower == term
        else:
            possible = [
                optimum.solve(space.codes, rows=rows, sure=True).possible for rows in (term - 1, term)
            ]
            assert possible == [False, True]


def test_a_nested_tree_has_the_size_and_hash_of_the_page() -> None:
    page = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    text = tree.write_nested(tree.read_trusted(tree.bundled_trees()["super"])).encode("ascii")
    assert f"{len(text):,} bytes" in page
    assert sha256(text).hexdigest() in page
