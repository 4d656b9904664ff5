"""Metrics of one server process, for Prometheus."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from codepegs.errors import RuleError
from codepegs.table.bus.peers import BusPeers

BUCKET_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of a histogram's buckets, in seconds."""
CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
BUS_METRICS = {
    "codepegs_bus_connected": "1 while this process is connected to the bus, else 0.",
    "codepegs_bus_sent_total": "Messages sent to the other processes.",
    "codepegs_bus_received_total": "Messages received from the other processes.",
    "codepegs_bus_ignored_total": "Payloads on the bus that are not from a process at this archive.",
}
"""Metrics of a process that shares its archive, and their meanings."""

# They would say when each label was first counted.
disable_created_metrics()  # type: ignore[no-untyped-call]


@dataclass(frozen=True, slots=True)
class _CallbackCounter(Collector):
    name: str
    help_text: str
    value: Callable[[], float]

    def collect(self) -> Iterator[CounterMetricFamily]:
        yield CounterMetricFamily(self.name, self.help_text, value=self.value())


class Metrics:
    """All metrics of one server process, in a registry of its own.

    Anybody may read them, so they must not depend on a code that is still hidden.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = self._counter(
            "codepegs_requests_total", "HTTP requests, labelled by status.", "status"
        )
        self._refusals = self._counter(
            "codepegs_refusals_total",
            "Refused requests and commands, labelled by kind of error; the rules are one kind.",
            "kind",
        )
        self.moves = self._counter("codepegs_moves_total", "Moves stored and published.")
        self.repeats = self._counter("codepegs_repeats_total", "Commands repeated under the same key.")
        self.tables = self._counter("codepegs_tables_total", "Tables opened, including rematches.")
        self.resyncs = self._counter(
            "codepegs_resyncs_total", "Slow subscribers that got a fresh view instead of queued changes."
        )
        self.archive_errors = self._counter(
            "codepegs_archive_errors_total", "Writes that failed because the archive was unavailable."
        )
        self.damaged_tables = self._counter(
            "codepegs_damaged_tables_total", "Tables closed because their stored match is damaged."
        )
        self.computer_moves = self._counter(
            "codepegs_computer_moves_total", "Computer moves, labelled by how they were chosen.", "by"
        )
        self.closed_connections = self._counter(
            "codepegs_closed_connections_total",
            "Connections closed because there were too many, labelled by limit: address or total.",
            "limit",
        )
        self.internal_errors = self._counter("codepegs_internal_errors_total", "Internal errors.")
        self.commit_seconds = self._histogram("codepegs_commit_seconds", "Time from a command to its commit.")
        self._request_seconds = self._histogram(
            "codepegs_request_seconds", "Time from a request to its response."
        )

    def count_request(self, status: int, seconds: float) -> None:
        """Count a request and the time until its response. A status of 0 means that it had none."""
        self._requests.labels(str(status or "none")).inc()
        self._request_seconds.observe(seconds)

    def count_refusal(self, error: Exception) -> None:
        """Count an error that a client was sent.

        Refusals by the rules are counted together: if a codemaker owns up in vain, nobody else may
        learn from public metrics that all answers are right.
        """
        self._refusals.labels("RuleError" if isinstance(error, RuleError) else type(error).__name__).inc()

    def add_gauge(self, name: str, help_text: str, value: Callable[[], float]) -> None:
        """Add a gauge that calls `value` whenever the metrics are read."""
        Gauge(name, help_text, registry=self.registry).set_function(value)

    def add_counter(self, name: str, help_text: str, value: Callable[[], float]) -> None:
        """Add a counter that calls `value` whenever the metrics are read."""
        self.registry.register(_CallbackCounter(name, help_text, value))

    def add_bus(self, peers: BusPeers) -> None:
        """Add the metrics of the bus to the other processes."""
        values: dict[str, Callable[[], float]] = {
            "codepegs_bus_connected": lambda: peers.connected,
            "codepegs_bus_sent_total": lambda: peers.sent,
            "codepegs_bus_received_total": lambda: peers.received,
            "codepegs_bus_ignored_total": lambda: peers.ignored,
        }
        for name, meaning in BUS_METRICS.items():
            add = self.add_counter if name.endswith("_total") else self.add_gauge
            add(name, meaning, values[name])

    def text(self) -> str:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self.registry).decode()

    def _counter(self, name: str, help_text: str, *labels: str) -> Counter:
        return Counter(name, help_text, labels, registry=self.registry)

    def _histogram(self, name: str, help_text: str) -> Histogram:
        return Histogram(name, help_text, buckets=BUCKET_BOUNDS, registry=self.registry)
