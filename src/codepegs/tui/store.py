"""Settings file: display settings, the last match form and solved puzzles, as JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, get_args, get_type_hints

from codepegs.tui.errors import SettingsNotSaved
from codepegs.tui.match_form import MatchForm, repair
from codepegs.tui.settings import Settings

MAX_FILE_SIZE = 128_000
"""Bytes read from the file. A full file has about half as many."""
MAX_SOLVED, MAX_ID_LENGTH = 200, 250
"""Solved puzzles in the file (the latest ones), and characters of an ID."""


@dataclass(frozen=True, slots=True)
class Solved:
    """Tries and hints that a solved puzzle took."""

    tries: int
    hints: int


class Store:
    """Settings loaded from a file. `warning` is empty, or says what is wrong with the file.

    A damaged file is left as it is. The first save renames it to `.damaged`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.warning = ""
        self.settings, self.match_form, self.solved = self._read()

    def save(
        self,
        *,
        settings: Settings | None = None,
        match_form: MatchForm | None = None,
        solved: Mapping[str, Solved] | None = None,
    ) -> None:
        """Apply the given values and write the file, or raise SettingsNotSaved.

        `solved` is added to the solved puzzles. The first solution of a puzzle stays.
        """
        # Imported here, because the menu appears before anything is saved.
        from codepegs.storage import atomic_file

        self.settings = settings or self.settings
        self.match_form = match_form or self.match_form
        self.solved = _most_recent({**self.solved, **(solved or {}), **self.solved})
        puzzles = {name: asdict(found) for name, found in self.solved.items()}
        content = json.dumps(
            {"settings": asdict(self.settings), "match": asdict(self.match_form), "puzzles": puzzles},
            indent=2,
        )
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if self.warning:
                with suppress(FileNotFoundError):
                    os.replace(self._path, self._path.with_suffix(".damaged"))
                self.warning = ""
            atomic_file.write(self._path, content + "\n")
        except OSError as error:
            raise SettingsNotSaved(str(self._path), error.strerror or "no reason given") from None

    def _read(self) -> tuple[Settings, MatchForm, dict[str, Solved]]:
        try:
            with self._path.open("rb") as opened:
                content = json.loads(opened.read(MAX_FILE_SIZE))
            return (
                _read_settings(content.get("settings", {})),
                _read_match_form(content.get("match", {})),
                _read_solved(content.get("puzzles", {})),
            )
        except FileNotFoundError:
            pass
        except OSError as error:
            self.warning = f"{self._path} couldn't be read ({error.strerror}). Using the defaults."
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            self.warning = f"{self._path} couldn't be read, because it is damaged. Using the defaults."
        return Settings(), MatchForm(), {}


def _read_settings(content: dict[str, Any]) -> Settings:
    settings = Settings()
    hints = get_type_hints(Settings)
    for name in hints.keys() & content.keys():
        if content[name] not in (get_args(hints[name]) or (True, False)):
            raise ValueError
        settings = replace(settings, **{name: content[name]})
    return settings


def _read_match_form(content: dict[str, Any]) -> MatchForm:
    known = {field.name for field in fields(MatchForm)} & content.keys()
    for name in known:
        texts = content[name].items() if name == "rules" else [(name, content[name])]
        if not all(isinstance(text, str) and len(text) < 200 for pair in texts for text in pair):
            raise ValueError
    return repair(MatchForm(**{name: content[name] for name in known}))


def _read_solved(content: dict[str, Any]) -> dict[str, Solved]:
    found = {name: Solved(each["tries"], each["hints"]) for name, each in content.items()}
    counts = [count for each in found.values() for count in (each.tries, each.hints)]
    if not all(type(count) is int and count >= 0 for count in counts):
        raise ValueError
    return _most_recent(found)


def _most_recent(solved: Mapping[str, Solved]) -> dict[str, Solved]:
    """Return the latest puzzles, at most MAX_SOLVED, without those of long IDs."""
    kept = [(name, found) for name, found in solved.items() if len(name) <= MAX_ID_LENGTH]
    return dict(kept[-MAX_SOLVED:])
