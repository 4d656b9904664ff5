"""Metrics of a running server, in the text format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Count
from collections.abc import Callable, Iterator

from codepegs.errors import RuleError

BUCKET_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of a histogram's buckets, in seconds."""
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Counter:
    """Counter, with one value per label value if it has a label."""

    def __init__(self, name: str, help_text: str, *, label: str | None = None) -> None:
        self.name, self._help_text, self._label = name, help_text, label
        self._values: Count[str] = Count()

    def add(self, value: str = "") -> None:
        self._values[value] += 1

    def lines(self) -> Iterator[str]:
        yield f"# HELP {self.name} {self._help_text}"
        yield f"# TYPE {self.name} counter"
        for value, count in sorted(self._values.items()) if self._label else [("", self._values[""])]:
            yield f"{self.name}{_label(self._label, value)} {count}"


class Gauge:
    """Gauge that calls `value` whenever the metrics are read."""

    def __init__(self, name: str, help_text: str, value: Callable[[], float]) -> None:
        self.name, self._help_text, self._value = name, help_text, value

    def lines(self) -> Iterator[str]:
        yield f"# HELP {self.name} {self._help_text}"
        yield f"# TYPE {self.name} gauge"
        yield f"{self.name} {self._value():g}"


class Histogram:
    """Histogram of durations."""

    def __init__(self, name: str, help_text: str) -> None:
        self.name, self._help_text = name, help_text
        self._counts, self._sum = [0] * (len(BUCKET_BOUNDS) + 1), 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(BUCKET_BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self) -> Iterator[str]:
        yield f"# HELP {self.name} {self._help_text}"
        yield f"# TYPE {self.name} histogram"
        total = 0
        for bound, count in zip((*map(str, BUCKET_BOUNDS), "+Inf"), self._counts, strict=True):
            total += count
            yield f"{self.name}_bucket{_label('le', bound)} {total}"
        yield f"{self.name}_sum {self._sum:.6f}"
        yield f"{self.name}_count {total}"


class Metrics:
    """All metrics of one server."""

    def __init__(self) -> None:
        self.requests = Counter(
            "codepegs_requests_total", "HTTP requests, labelled by status.", label="status"
        )
        self.refusals = Counter(
            "codepegs_refusals_total",
            "Refused requests and commands, labelled by kind of error; the rules are one kind.",
            label="kind",
        )
        self.moves = Counter("codepegs_moves_total", "Moves stored and published.")
        self.repeats = Counter("codepegs_repeats_total", "Commands repeated under the same key.")
        self.tables = Counter("codepegs_tables_total", "Tables opened, including rematches.")
        self.resyncs = Counter(
            "codepegs_resyncs_total", "Slow subscribers that got a fresh view instead of queued changes."
        )
        self.archive_errors = Counter(
            "codepegs_archive_errors_total", "Writes that failed because the archive was unavailable."
        )
        self.damaged_tables = Counter(
            "codepegs_damaged_tables_total", "Tables closed because their stored match is damaged."
        )
        self.computer_moves = Counter(
            "codepegs_computer_moves_total", "Computer moves, labelled by how they were chosen.", label="by"
        )
        self.closed_connections = Counter(
            "codepegs_closed_connections_total",
            "Connections closed because there were too many, labelled by limit: address or total.",
            label="limit",
        )
        self.internal_errors = Counter("codepegs_internal_errors_total", "Internal errors.")
        self.commit_seconds = Histogram("codepegs_commit_seconds", "Time from a command to its commit.")
        self.request_seconds = Histogram("codepegs_request_seconds", "Time from a request to its response.")
        self._gauges: list[Gauge] = []

    def count_refusal(self, error: Exception) -> None:
        """Count an error that a client was sent.

        Refusals by the rules are counted together: if a codemaker owns up in vain, nobody else may
        learn from public metrics that all answers are right.
        """
        self.refusals.add("RuleError" if isinstance(error, RuleError) else type(error).__name__)

    def add_gauge(self, name: str, help_text: str, value: Callable[[], float]) -> None:
        """Add a gauge that calls `value` whenever the metrics are read."""
        self._gauges.append(Gauge(name, help_text, value))

    def text(self) -> str:
        """Return all metrics in the text format of Prometheus."""
        metrics = [value for value in vars(self).values() if isinstance(value, (Counter, Histogram))]
        return "".join(f"{line}\n" for metric in (*metrics, *self._gauges) for line in metric.lines())


def _label(name: str | None, value: str) -> str:
    if name is None:
        return ""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'{{{name}="{escaped}"}}'
