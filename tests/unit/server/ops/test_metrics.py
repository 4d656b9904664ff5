"""Figures in the text format of Prometheus, and logs of named facts."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator

import pytest

from codepegs.server.ops import log
from codepegs.server.ops.metrics import BUCKET_BOUNDS, Counter, Histogram, Metrics
from tests.support.world import world

LINE = re.compile(
    r'(# (HELP|TYPE) codepegs_\w+ .+|codepegs_\w+(\{\w+="([^"\\]|\\.)*"\})? -?[0-9.e+]+)', re.ASCII
)


def test_the_figures_of_a_server_that_was_played_at_are_lines_that_prometheus_reads() -> None:
    with world() as here:
        table = here.seated()
        here.play(table, "Ada", "code RGB")
        here.move(table, "Ada", "code RGB", key="k0", moves=0)
        here.move(table, "Bob", "guess Q")
        text = here.client.get("/metrics").text
        assert all(LINE.fullmatch(line) for line in text.splitlines())
        for figure in (
            "codepegs_moves_total 1",
            "codepegs_repeats_total 1",
            "codepegs_tables_total 1",
            "codepegs_open_tables 1",
            'codepegs_refusals_total{kind="NotationError"} 1',
            "codepegs_commit_seconds_count 2",
            "codepegs_faults_total 0",
        ):
            assert figure in text.splitlines()
        for name in re.findall(r"^# TYPE (\w+)", text, flags=re.MULTILINE):
            assert text.count(f"# TYPE {name} ") == 1
            assert text.count(f"# HELP {name} ") == 1


def test_a_rematch_is_counted_as_a_table() -> None:
    with world() as here:
        table = here.open(players=["Ada", "computer"])["id"]
        here.play(table, "Ada", "abandon")
        rematch = {"key": "again", "offer": "rematch"}
        for _ in range(2):  # the second changes nothing
            assert here.post(f"/api/tables/{table}/offers", rematch, who="Ada").status_code == 200
        assert "codepegs_tables_total 2" in here.client.get("/metrics").text.splitlines()


def test_a_label_may_hold_anything() -> None:
    counter = Counter("codepegs_x_total", "X.", label="kind")
    counter.add('a"b\\c\nd')
    *_, line = counter.lines()
    assert line == 'codepegs_x_total{kind="a\\"b\\\\c\\nd"} 1'


def test_a_histogram_counts_what_is_not_above_each_bound() -> None:
    histogram = Histogram("codepegs_x_seconds", "X.")
    for seconds in (0.001, 0.003, 7.0):
        histogram.add(seconds)
    lines = list(histogram.lines())
    assert 'codepegs_x_seconds_bucket{le="0.001"} 1' in lines
    assert 'codepegs_x_seconds_bucket{le="0.005"} 2' in lines
    assert f'codepegs_x_seconds_bucket{{le="{BUCKET_BOUNDS[-1]}"}} 2' in lines
    assert 'codepegs_x_seconds_bucket{le="+Inf"} 3' in lines
    assert "codepegs_x_seconds_sum 7.004000" in lines


def test_a_gauge_is_asked_when_somebody_looks() -> None:
    metrics, now = Metrics(), [1.0]
    metrics.add_gauge("codepegs_x", "X.", lambda: now[0])
    now[0] = 2.5
    assert "codepegs_x 2.5" in metrics.text().splitlines()


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    before = {name: logging.getLogger(name) for name in ("codepegs", "uvicorn", "asyncio")}
    kept = {name: (list(each.handlers), each.propagate, each.level) for name, each in before.items()}
    stream = io.StringIO()
    log.configure(stream)
    yield stream
    for name, (handlers, propagate, level) in kept.items():
        before[name].handlers, before[name].propagate = handlers, propagate
        before[name].setLevel(level)


def test_a_fault_is_told_by_where_it_was_and_not_by_what_it_says(written: io.StringIO) -> None:
    try:
        raise ValueError("the code is RGBY")
    except ValueError as error:
        log.error("internal error", error, route="move")
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
        logging.getLogger("asyncio").error("Task %s failed", "RGBY")
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert "RGBY" not in written.getvalue()
    assert [line["event"] for line in lines] == [
        "internal error",
        "Exception in ASGI application",
        "Task %s failed",
    ]
    assert lines[0]["error"] == lines[1]["error"] == "ValueError"
    assert "test_metrics.py" in lines[0]["where"][0]


def test_what_goes_wrong_inside_is_answered_in_words_and_logged_without_them(written: io.StringIO) -> None:
    with world() as here:
        table = here.seated()

        def broken(*_: object, **__: object) -> None:
            raise ZeroDivisionError("RGBY")

        here.archive.add_later = broken
        answer = here.move(table, "Ada", "code RGB")
        assert answer.status_code == 500
        assert answer.json()["refused"]["kind"] == "Fault"
        assert here.look(table)["moves"] == 0
    assert "ZeroDivisionError" in written.getvalue()
    for secret in ("RGBY", "RGB", *here.tokens.values()):
        assert secret not in written.getvalue()
