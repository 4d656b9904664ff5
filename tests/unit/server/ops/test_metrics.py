"""What a server counts for Prometheus."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from codepegs.server.ops.metrics import Metrics
from tests.support.world import World


def values(text: str) -> dict[str, float]:
    """Return the values of all metrics, by name and labels."""
    return {
        " ".join((sample.name, *sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_a_server_counts_what_happens(here: World) -> None:
    table = here.seated()
    here.play(table, "Ada", "code RGB")
    here.move(table, "Ada", "code RGB", key="k0", moves=0)
    here.move(table, "Bob", "guess Q")
    response = here.client.get("/metrics")
    assert response.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    found = values(response.text)
    expected = {
        "codepegs_moves_total": 1,
        "codepegs_repeats_total": 1,
        "codepegs_tables_total": 1,
        "codepegs_open_tables": 1,
        "codepegs_refusals_total NotationError": 1,
        "codepegs_commit_seconds_count": 2,
        "codepegs_internal_errors_total": 0,
    }
    assert {name: found[name] for name in expected} == expected
    assert all(name.startswith("codepegs_") for name in found)
    assert not [name for name in found if "_created" in name], "the time of a refusal is nobody's business"
    assert values(Metrics().text())["codepegs_moves_total"] == 0, "two servers count apart"


def test_a_rematch_is_counted_as_a_table(here: World) -> None:
    table = here.open(players=["Ada", "computer"])["id"]
    here.play(table, "Ada", "leave")
    for _ in range(2):  # the second is a repetition
        offer = {"key": "again", "offer": "rematch"}
        assert here.post(f"/api/tables/{table}/offers", offer, who="Ada").status_code == 200
    assert values(here.client.get("/metrics").text)["codepegs_tables_total"] == 2


def test_requests_are_counted_by_status_and_time() -> None:
    metrics = Metrics()
    for status, seconds in ((200, 0.001), (200, 0.003), (0, 7.0)):
        metrics.count_request(status, seconds)
    found = values(metrics.text())
    assert (found["codepegs_requests_total 200"], found["codepegs_requests_total none"]) == (2, 1)
    counted = [found[f"codepegs_request_seconds_bucket {le}"] for le in ("0.001", "0.005", "2.5", "+Inf")]
    assert (counted, found["codepegs_request_seconds_sum"]) == ([1, 2, 2, 3], 7.004)
