"""The store: settings, the last form and solved puzzles, in a small file that lasts."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, get_args, get_type_hints

from codepegs.storage import atomic_file as file
from codepegs.tui.errors import SettingsNotSaved
from codepegs.tui.match_form import Choices, valid
from codepegs.tui.settings import Settings

LONGEST = 128_000
"""Bytes of the file that are read; ours has half as many if all solved puzzles have long IDs."""
MOST_SOLVED, LONGEST_ID = 200, 250
"""Solved puzzles that are remembered, the last ones; and characters of their IDs, at most."""


@dataclass(frozen=True, slots=True)
class Solved:
    """How a puzzle was solved."""

    tries: int
    hints: int


class Store:
    """Settings and choices as they stand; `notice` says what was wrong with the file, if anything was.

    A file that cannot be read right is left as it is, and set aside under another name
    when there is something new to keep.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.notice = ""
        self.settings, self.choices, self.solved = self._read()

    def keep(
        self,
        *,
        settings: Settings | None = None,
        choices: Choices | None = None,
        solved: Mapping[str, Solved] | None = None,
    ) -> None:
        """Take over what is given and write it down; SettingsNotSaved where that is not possible.

        What was `solved` is added to what is remembered; of a puzzle solved twice, how it was at first.
        """
        self.settings = settings or self.settings
        self.choices = choices or self.choices
        self.solved = _last({**self.solved, **(solved or {}), **self.solved})
        puzzles = {name: asdict(found) for name, found in self.solved.items()}
        content = json.dumps(
            {"settings": asdict(self.settings), "match": asdict(self.choices), "puzzles": puzzles}, indent=2
        )
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if self.notice:
                with suppress(FileNotFoundError):
                    os.replace(self._path, self._path.with_suffix(".damaged"))
                self.notice = ""
            file.write(self._path, content + "\n")
        except OSError as error:
            raise SettingsNotSaved(str(self._path), error.strerror or "no reason given") from None

    def _read(self) -> tuple[Settings, Choices, dict[str, Solved]]:
        try:
            with self._path.open("rb") as opened:
                content = json.loads(opened.read(LONGEST))
            return (
                _settings(content.get("settings", {})),
                _choices(content.get("match", {})),
                _solved(content.get("puzzles", {})),
            )
        except FileNotFoundError:
            pass
        except OSError as error:
            self.notice = f"{self._path} cannot be read ({error.strerror}): the usual settings hold."
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            self.notice = f"{self._path} is damaged: the usual settings hold."
        return Settings(), Choices(), {}


def _settings(content: dict[str, Any]) -> Settings:
    settings = Settings()
    hints = get_type_hints(Settings)
    for name in hints.keys() & content.keys():
        if content[name] not in (get_args(hints[name]) or (True, False)):
            raise ValueError
        settings = replace(settings, **{name: content[name]})
    return settings


def _choices(content: dict[str, Any]) -> Choices:
    known = {field.name for field in fields(Choices)} & content.keys()
    for name in known:
        texts = content[name].items() if name == "rules" else [(name, content[name])]
        if not all(isinstance(text, str) and len(text) < 200 for pair in texts for text in pair):
            raise ValueError
    return valid(Choices(**{name: content[name] for name in known}))


def _solved(content: dict[str, Any]) -> dict[str, Solved]:
    found = {name: Solved(each["tries"], each["hints"]) for name, each in content.items()}
    counts = [count for each in found.values() for count in (each.tries, each.hints)]
    if not all(type(count) is int and count >= 0 for count in counts):
        raise ValueError
    return _last(found)


def _last(solved: Mapping[str, Solved]) -> dict[str, Solved]:
    """Those that are remembered."""
    kept = [(name, found) for name, found in solved.items() if len(name) <= LONGEST_ID]
    return dict(kept[-MOST_SOLVED:])
