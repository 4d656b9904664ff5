"""Checkpoint of a proof: the results of its jobs, so that it can be stopped and resumed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from codepegs.errors import NotationError
from codepegs.rules.edition import Edition

FORMAT = "codepegs proof 1"
_LINE = re.compile(r"(\d{1,2}|-) (\d{1,9}) (\d{1,3}) (\d{1,9}) ([=>]) (\d{1,18})", re.ASCII)


class JobKey(NamedTuple):
    """Key of a job: a second guess on the codes that an answer to a first guess leaves."""

    rows: int | None
    first: int
    answer: int
    second: int


class Checkpoint:
    """File with one line per finished job: its key, and its cost (=) or a lower bound of it (>).

    A file belongs to one board, with or without `consistent`. Guesses and answers are numbered
    as in the code space. A last line that was cut off is dropped.
    """

    def __init__(self, path: Path, edition: Edition, *, consistent: bool) -> None:
        """Open or create the file. Raises NotationError if it belongs to another proof, or OSError."""
        self.results: dict[JobKey, tuple[int, bool]] = {}
        """The cost of each job and whether it is exact; otherwise it is a lower bound."""
        text = path.read_bytes().decode("ascii", "replace") if path.exists() else ""
        header = _header(edition, consistent)
        complete = text[: text.rfind("\n") + 1]
        found, *lines = complete.splitlines() or [header if not text else ""]
        if not found.startswith(FORMAT):
            raise NotationError(f"{path} is not a checkpoint of a proof. Choose another file.")
        if found != header:
            raise NotationError(f"{path} is a checkpoint of another board. Choose another file.")
        for number, line in enumerate(lines, start=2):
            self.results.update([_read(path, number, line)])
        self._file = path.open("r+" if text else "x", encoding="ascii", newline="\n")
        self._file.truncate(len(complete))
        self._file.seek(len(complete))
        if not complete:
            self._write(header)

    def save(self, key: JobKey, cost: int, *, exact: bool) -> None:
        """Append the result of a job."""
        self.results[key] = cost, exact
        rows = "-" if key.rows is None else key.rows
        self._write(f"{rows} {key.first} {key.answer} {key.second} {'=' if exact else '>'} {cost}")

    def close(self) -> None:
        self._file.close()

    def _write(self, line: str) -> None:
        self._file.write(f"{line}\n")
        self._file.flush()


def _header(edition: Edition, consistent: bool) -> str:
    facts = {
        "pegs": edition.pegs,
        "colours": len(edition.kinds),
        "code-repeats": edition.code_repeats,
        "guess-repeats": edition.guess_repeats,
        "consistent": consistent,
    }
    return " ".join([FORMAT, *(f"{word}={int(value)}" for word, value in facts.items())])


def _read(path: Path, number: int, line: str) -> tuple[JobKey, tuple[int, bool]]:
    found = _LINE.fullmatch(line)
    if found is None:
        raise NotationError(f"Line {number} of {path} cannot be read. Delete this line to compute it again.")
    rows, first, answer, second, relation, cost = found.groups()
    key = JobKey(None if rows == "-" else int(rows), int(first), int(answer), int(second))
    return key, (int(cost), relation == "=")
