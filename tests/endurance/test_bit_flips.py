"""Flipped bits in the file of an archive never change what is read, and never end in a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from codepegs.errors import CodepegsError
from codepegs.storage import MatchId
from codepegs.storage.sql.checksum import Sealed
from tests.support.damage import Answers, build, change_all, compare, flip, read_all
from tests.support.rounds import ROUNDS

FILES = 15


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[MatchId]]:
    """The content of an archive, and the ids of its matches."""
    path = tmp_path_factory.mktemp("whole") / "matches.db"
    names = build(path)
    return path.read_bytes(), names


def damaged_file(folder: Path, content: bytes, number: int) -> Path:
    place = folder / str(number)
    place.mkdir()
    (place / "matches.db").write_bytes(flip(content, Random(number)))
    return place / "matches.db"


def wrong_answers(folder: Path, content: bytes, names: list[MatchId], files: int) -> Iterator[str]:
    """Yield the untrue answers of damaged archives, and damage that a check does not notice."""
    (folder / "matches.db").write_bytes(content)
    stored = read_all(folder / "matches.db", names)
    assert stored["damaged"] == []
    for number in range(files):
        answers = read_all(damaged_file(folder, content, number), names)
        verdict = compare(answers, stored)
        yield from (f"file {number}: {name}" for name in verdict.wrong)
        if verdict.silent:
            yield f"file {number}: a check does not notice the damage"


def test_flipped_bits_change_no_answer(tmp_path: Path, archive: tuple[bytes, list[MatchId]]) -> None:
    assert [*wrong_answers(tmp_path, *archive, FILES * ROUNDS)] == []


@pytest.mark.night
def test_an_archive_without_checksums_is_caught(
    tmp_path: Path, archive: tuple[bytes, list[MatchId]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sealed, "intact", lambda *_: True)
    assert next(wrong_answers(tmp_path, *archive, 100))


def test_flipped_bits_lose_no_acknowledged_change(
    tmp_path: Path, archive: tuple[bytes, list[MatchId]]
) -> None:
    """A change is refused, or it is there afterwards, or its match is refused as damaged."""
    content, names = archive
    (tmp_path / "matches.db").write_bytes(content)
    before = read_all(tmp_path / "matches.db", names)
    results = change_all(tmp_path / "matches.db", before)
    after = read_all(tmp_path / "matches.db", names)
    assert not [result for result in results.values() if isinstance(result, CodepegsError)]
    for number in range(1000, 1000 + FILES * ROUNDS):
        path = damaged_file(tmp_path, content, number)
        done = change_all(path, before)
        assert compare(done, results).wrong == (), number
        found = read_all(path, names)
        assert compare(found, before, after).wrong == (), number
        assert lost(done, found, before) == [], number
        if done.get("backup", path) is None:
            assert compare(read_all(path.with_name("copy.db"), names), before, after).wrong == (), number


def lost(done: Answers, found: Answers, before: Answers) -> list[str]:
    """Return the questions about changed matches that have the answer from before the change."""
    changed = [name for name, result in done.items() if not isinstance(result, CodepegsError)]
    return [
        question
        for name in changed
        for question in (f"match {name}", f"table {name}", f"keys {name}")
        if not isinstance(before.get(question), CodepegsError)
        and question in found
        and found[question] == before[question]
        and not (question.startswith("keys") and found[question] == {})
    ]
