"""Figures about a running server, in the text format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Count
from collections.abc import Callable, Iterator

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the histogram, in seconds."""
KIND = "text/plain; version=0.0.4; charset=utf-8"


class Counter:
    """Only grows. One figure for each value of its label, if it has one."""

    def __init__(self, name: str, meaning: str, *, label: str | None = None) -> None:
        self.name, self._meaning, self._label = name, meaning, label
        self._values: Count[str] = Count()

    def add(self, value: str = "") -> None:
        self._values[value] += 1

    def lines(self) -> Iterator[str]:
        yield f"# HELP {self.name} {self._meaning}"
        yield f"# TYPE {self.name} counter"
        for value, count in sorted(self._values.items()) if self._label else [("", self._values[""])]:
            yield f"{self.name}{_label(self._label, value)} {count}"


class Gauge:
    """Goes up and down: asked for when somebody looks."""

    def __init__(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        self.name, self._meaning, self._value = name, meaning, value

    def lines(self) -> Iterator[str]:
        yield f"# HELP {self.name} {self._meaning}"
        yield f"# TYPE {self.name} gauge"
        yield f"{self.name} {self._value():g}"


class Histogram:
    """How long something takes."""

    def __init__(self, name: str, meaning: str) -> None:
        self.name, self._meaning = name, meaning
        self._counts, self._sum = [0] * (len(BOUNDS) + 1), 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self) -> Iterator[str]:
        yield f"# HELP {self.name} {self._meaning}"
        yield f"# TYPE {self.name} histogram"
        below = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._counts, strict=True):
            below += count
            yield f"{self.name}_bucket{_label('le', bound)} {below}"
        yield f"{self.name}_sum {self._sum:.6f}"
        yield f"{self.name}_count {below}"


class Metrics:
    """Everything that is counted at one server."""

    def __init__(self) -> None:
        self.requests = Counter("codepegs_requests_total", "Requests answered, by status.", label="status")
        self.refusals = Counter("codepegs_refusals_total", "Refusals, by kind.", label="kind")
        self.moves = Counter("codepegs_moves_total", "Moves kept and shown.")
        self.repeats = Counter("codepegs_repeats_total", "Commands that had been kept before.")
        self.tables = Counter("codepegs_tables_total", "Tables opened, those of rematches too.")
        self.resyncs = Counter("codepegs_resyncs_total", "Slow readers that were sent a fresh view.")
        self.not_kept = Counter("codepegs_not_kept_total", "Times that the archive could not be used.")
        self.damaged = Counter("codepegs_damaged_total", "Tables that ended because they are damaged.")
        self.thoughts = Counter(
            "codepegs_thoughts_total", "Moves of computers, by how they came.", label="by"
        )
        self.faults = Counter("codepegs_faults_total", "Faults of this program.")
        self.commit = Histogram("codepegs_commit_seconds", "From a command to its commit.")
        self.request = Histogram("codepegs_request_seconds", "From a request to its answer.")
        self._gauges: list[Gauge] = []

    def watch(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """Ask `value` for a figure whenever somebody looks."""
        self._gauges.append(Gauge(name, meaning, value))

    def text(self) -> str:
        figures = [value for value in vars(self).values() if isinstance(value, (Counter, Histogram))]
        return "".join(f"{line}\n" for figure in (*figures, *self._gauges) for line in figure.lines())


def _label(name: str | None, value: str) -> str:
    if name is None:
        return ""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'{{{name}="{escaped}"}}'
