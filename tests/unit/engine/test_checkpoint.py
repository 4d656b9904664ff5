"""Checkpoints of proofs: what is saved is read again, and nothing else is taken for one."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from codepegs.engine.checkpoint import Checkpoint, JobKey
from codepegs.errors import NotationError
from codepegs.rules import Edition, find_edition

CLASSIC = find_edition("classic-1")
RESULTS = {
    JobKey(10, 8, 3, 120): (1994, True),
    JobKey(None, 8, 3, 7): (77, False),
    JobKey(4, 0, 0, 0): (1 << 50, False),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "proof.txt"
    with closing(Checkpoint(path, CLASSIC, consistent=False)) as checkpoint:
        for key, (cost, exact) in RESULTS.items():
            checkpoint.save(key, cost, exact=exact)
    return path


def results(
    path: Path, edition: Edition = CLASSIC, *, consistent: bool = False
) -> dict[JobKey, tuple[int, bool]]:
    with closing(Checkpoint(path, edition, consistent=consistent)) as checkpoint:
        return checkpoint.results


def test_what_was_saved_is_read_again(path: Path) -> None:
    assert results(path) == RESULTS
    # The rules that change no cost do not matter.
    assert results(path, find_edition("classic-1", rows=8, bonus=3)) == RESULTS


def test_a_line_that_was_cut_off_is_dropped_at_every_byte(path: Path) -> None:
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    for size in range(first, len(whole)):
        path.write_bytes(whole[:size])
        found = results(path)
        assert found == dict(list(RESULTS.items())[: whole[first:size].count(b"\n")])
        with closing(Checkpoint(path, CLASSIC, consistent=False)) as checkpoint:
            checkpoint.save(JobKey(9, 9, 9, 9), 9, exact=True)
        assert results(path) == found | {JobKey(9, 9, 9, 9): (9, True)}


@pytest.mark.parametrize(
    ("edition", "consistent"),
    [
        (find_edition("classic-1", colours=5), False),
        (find_edition("classic-1", blanks=True), False),
        (find_edition("classic-1", code_repeats=False), False),
        (CLASSIC, True),
    ],
    ids=str,
)
def test_a_checkpoint_of_another_proof_is_refused(path: Path, edition: Edition, consistent: bool) -> None:
    before = path.read_bytes()
    with pytest.raises(NotationError, match="another board"):
        results(path, edition, consistent=consistent)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"x", b"x\n", b"codepegs", b"\xff\n", b"\n", b"\0" * 100])
def test_another_file_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(NotationError, match="not a checkpoint"):
        results(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "line",
    ["", "10 8 3 120 < 5", "10 8 3 = 5", "10 8 3 - = 5", "10 8 3 120 = -5", "10 8 3 120 = 5 ", "١ 8 3 1 = 5"],
)
def test_a_damaged_line_is_refused_by_its_number(path: Path, line: str) -> None:
    whole = path.read_text("ascii").splitlines()
    path.write_text("\n".join([whole[0], line, *whole[1:]]) + "\n", "utf-8")
    with pytest.raises(NotationError, match="Line 2 of"):
        results(path)
