"""The archive that is opened in the background, when it fails at first."""

from __future__ import annotations

from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from codepegs.cli.repl.store import BackgroundStore
from codepegs.rules import Agreement, find_edition
from codepegs.rules.move import Guess
from codepegs.storage import MatchId, open_archive
from codepegs.storage.errors import ArchiveUnavailable
from codepegs.table.local import LocalTables

MINI = find_edition("mini")


@pytest.mark.parametrize("stored", [False, True], ids=["not stored", "stored all the same"])
@pytest.mark.parametrize("failing", ["begin_later", "add_later"])
async def test_a_first_move_that_could_not_be_saved_can_be_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str, stored: bool
) -> None:
    with closing(open_archive(f"sqlite:///{tmp_path}/matches.db")) as archive:
        save = getattr(archive, failing)

        def fail(*args: Any, **named: Any) -> Future[Any]:
            if stored:
                save(*args, **named).result()
            raise ArchiveUnavailable("another program holds it")

        store = BackgroundStore(lambda: archive)
        tables = LocalTables(store, random=Random(1), now=lambda: 0, monotonic=lambda: 0)
        keyboard = await tables.open(Agreement(MINI, ("computer", "Ada"), 1))
        async for view in keyboard.changes():
            if view.turn == 1:
                break
        with monkeypatch.context() as busy:
            busy.setattr(archive, failing, fail)
            with pytest.raises(ArchiveUnavailable):
                await keyboard.play(Guess(MINI.code("RGB")), 1, at=1)
        await keyboard.play(Guess(MINI.code("RGB")), 1, at=1)
        assert len(archive.match(MatchId(keyboard.view.id)).moves) == 2
        await tables.close()
