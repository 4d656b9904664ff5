"""Metrics in the text format of Prometheus."""

from __future__ import annotations

import re

from codepegs.server.ops.metrics import BUCKET_BOUNDS, Counter, Histogram, Metrics
from tests.support.world import world

LINE = re.compile(
    r'(# (HELP|TYPE) codepegs_\w+ .+|codepegs_\w+(\{\w+="([^"\\]|\\.)*"\})? -?[0-9.e+]+)', re.ASCII
)


def test_a_server_counts_what_happens() -> None:
    with world() as here:
        table = here.seated()
        here.play(table, "Ada", "code RGB")
        here.move(table, "Ada", "code RGB", key="k0", moves=0)
        here.move(table, "Bob", "guess Q")
        text = here.client.get("/metrics").text
    assert all(LINE.fullmatch(line) for line in text.splitlines())
    assert set(text.splitlines()) >= {
        "codepegs_moves_total 1",
        "codepegs_repeats_total 1",
        "codepegs_tables_total 1",
        "codepegs_open_tables 1",
        'codepegs_refusals_total{kind="NotationError"} 1',
        "codepegs_commit_seconds_count 2",
        "codepegs_internal_errors_total 0",
    }
    for name in re.findall(r"^# TYPE (\w+)", text, flags=re.MULTILINE):
        assert text.count(f"# TYPE {name} ") == text.count(f"# HELP {name} ") == 1


def test_a_rematch_is_counted_as_a_table() -> None:
    with world() as here:
        table = here.open(players=["Ada", "computer"])["id"]
        here.play(table, "Ada", "leave")
        for _ in range(2):  # the second is a repetition
            offer = {"key": "again", "offer": "rematch"}
            assert here.post(f"/api/tables/{table}/offers", offer, who="Ada").status_code == 200
        assert "codepegs_tables_total 2" in here.client.get("/metrics").text.splitlines()


def test_a_label_is_escaped() -> None:
    counter = Counter("codepegs_x_total", "X.", label="kind")
    counter.add('a"b\\c\nd')
    *_, line = counter.lines()
    assert line == 'codepegs_x_total{kind="a\\"b\\\\c\\nd"} 1'


def test_a_histogram_has_cumulative_buckets() -> None:
    histogram = Histogram("codepegs_x_seconds", "X.")
    for seconds in (0.001, 0.003, 7.0):
        histogram.add(seconds)
    assert set(histogram.lines()) >= {
        'codepegs_x_seconds_bucket{le="0.001"} 1',
        'codepegs_x_seconds_bucket{le="0.005"} 2',
        f'codepegs_x_seconds_bucket{{le="{BUCKET_BOUNDS[-1]}"}} 2',
        'codepegs_x_seconds_bucket{le="+Inf"} 3',
        "codepegs_x_seconds_sum 7.004000",
    }


def test_a_gauge_is_read_with_the_metrics() -> None:
    metrics, now = Metrics(), [1.0]
    metrics.add_gauge("codepegs_x", "X.", lambda: now[0])
    now[0] = 2.5
    assert "codepegs_x 2.5" in metrics.text().splitlines()
