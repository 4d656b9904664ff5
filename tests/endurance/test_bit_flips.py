"""Flipped bits in the file of an archive never change what is read, and never end in a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from codepegs.errors import CodepegsError
from codepegs.rules import Leave, Match, Seat, find_edition, replay
from codepegs.storage import MatchId
from codepegs.storage.sql.checksum import Sealed
from tests.contracts.test_archive import store
from tests.support.databases import open_sqlite
from tests.support.rounds import ROUNDS
from tests.support.strategies import alone, play_out, two

FILES = 25
MINI = find_edition("mini")
LEAVE = Leave(Seat.CODEBREAKER)
Matches = dict[MatchId, Match]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, Matches]:
    """The content of an archive, and its matches."""
    path = tmp_path_factory.mktemp("whole") / "matches.db"
    tables, stored = open_sqlite(path), {}
    for agreement in (two(MINI), two(find_edition("invicta", rows=8), 4), alone(MINI)) * 4:
        over = play_out(Match.start(agreement))
        for match in (over, replay(agreement, over.moves[:2])):
            stored[store(tables.archive, match)] = match
    tables.close()
    return path.read_bytes(), stored


def flip(content: bytes, random: Random) -> bytes:
    """Return the content with 1 to 64 flipped bits, half of them in places that are in use."""
    changed = bytearray(content)
    used = [place for place, byte in enumerate(content) if byte]
    for _ in range(2 ** random.randrange(7)):
        place = random.choice(used) if random.random() < 0.5 else random.randrange(len(content))
        changed[place] ^= 1 << random.randrange(8)
    return bytes(changed)


def wrong_answers(folder: Path, content: bytes, stored: Matches, files: int) -> Iterator[str]:
    """Damage copies of the archive, read and change all matches, and yield what is untrue or lost."""
    for number in range(files):
        path = folder / str(number) / "matches.db"
        path.parent.mkdir()
        path.write_bytes(flip(content, Random(number)))
        try:
            tables = open_sqlite(path)
        except CodepegsError:
            continue
        for name, truth in stored.items():
            expected = truth
            try:
                unread = True
                if (found := tables.archive.match(name)) != truth:
                    yield f"{number}: {name} is {found}"
                if not truth.over:
                    tables.archive.add(name, truth.length, LEAVE, at=1)
                    expected = truth.play(LEAVE)
                unread = False
                if (found := tables.archive.match(name)) != expected:
                    yield f"{number}: {name} is {found} after its change"
            except CodepegsError:
                if unread and tables.archive.damaged() == []:
                    yield f"{number}: a check does not notice that {name} is damaged"
        tables.close()


def test_flipped_bits_change_no_match(tmp_path: Path, archive: tuple[bytes, Matches]) -> None:
    assert [*wrong_answers(tmp_path, *archive, FILES * ROUNDS)] == []


@pytest.mark.night
def test_an_archive_without_checksums_is_caught(
    tmp_path: Path, archive: tuple[bytes, Matches], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sealed, "intact", lambda *_: True)
    try:
        wrong = next(wrong_answers(tmp_path, *archive, 300))
    except ValueError:  # damaged text that nothing has refused
        return
    assert wrong
