"""Checkpoint of a proof: the finished jobs, so that it can be stopped and resumed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from codepegs.errors import NotationError
from codepegs.rules.edition import Edition

FORMAT = "codepegs proof 1"
_LINE = re.compile(r"(\d{1,2}|-) (\d{1,9}) (\d{1,3}) (\d{1,9}|-) ([=>]) (\d{1,18})", re.ASCII)


class JobKey(NamedTuple):
    """Key of a job: a second guess on the codes that an answer to a first guess leaves."""

    rows: int | None
    first: int
    answer: int
    second: int | None
    """None stands for all second guesses."""


class JobResult(NamedTuple):
    """Result of a job: the cost if it is `exact`, otherwise a lower bound of it."""

    cost: int
    exact: bool


class Checkpoint:
    """File with one line per finished job.

    A file belongs to one board, with or without `consistent`. Guesses and answers are numbered
    as in the code space. A last line that was cut off is dropped.
    """

    def __init__(self, path: Path, edition: Edition, *, consistent: bool) -> None:
        """Open or create the file. Raises NotationError if it belongs to another proof, or OSError."""
        self.results: dict[JobKey, JobResult] = {}
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

    def save(self, key: JobKey, result: JobResult) -> None:
        """Append the result of a job."""
        self.results[key] = result
        rows, second = ("-" if each is None else each for each in (key.rows, key.second))
        relation = "=" if result.exact else ">"
        self._write(f"{rows} {key.first} {key.answer} {second} {relation} {result.cost}")

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


def _read(path: Path, number: int, line: str) -> tuple[JobKey, JobResult]:
    found = _LINE.fullmatch(line)
    if found is None:
        raise NotationError(f"Line {number} of {path} cannot be read. Delete this line to compute it again.")
    rows, first, answer, second, relation, cost = found.groups()
    key = JobKey(_number(rows), int(first), int(answer), _number(second))
    return key, JobResult(int(cost), exact=relation == "=")


def _number(text: str) -> int | None:
    return None if text == "-" else int(text)
