"""The API over HTTP: commands, keys, limits and the OpenAPI description."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from codepegs.notation import edition_line
from codepegs.rules import CATALOGUE, printed_edition
from codepegs.server.api.endpoints import ENDPOINTS
from tests.support.world import CONFIG, World, world


def refused(answer: Any) -> tuple[int, str]:
    body = answer.json()
    assert body["refused"]["message"].endswith((".", "?", ".)"))
    return answer.status_code, body["refused"]["kind"]


def test_editions_and_levels_have_what_pages_need(here: World) -> None:
    editions = here.client.get("/api/editions").json()
    assert [edition["slug"] for edition in editions] == list(CATALOGUE)
    for edition in editions:
        assert re.fullmatch("#[0-9a-f]{6}", edition["terms"]["colours"][0]["fill"])
        assert re.fullmatch("#[0-9a-f]{6}", edition["key_paints"][0]["fill"])
        assert edition["rules"]
        assert edition["printed"] == edition_line.write(printed_edition(edition["slug"]))
        names = [option.name for option in CATALOGUE[edition["slug"]].box.options]
        assert [option["name"] for option in edition["options"]] == names
    assert "perfect" in [level["name"] for level in here.client.get("/api/levels").json()]


def test_new_tables_per_address_are_limited() -> None:
    with world(address_tables=2) as here:
        body = {"edition": "mini", "games": 2, "players": ["Ada", None]}
        *_, refusal = found = [here.post("/api/tables", body, who=who) for who in "abc"]
        assert [answer.status_code for answer in found] == [201, 201, 429]
        assert refusal.headers["retry-after"] == "1800"
        assert refusal.json()["refused"]["facts"]["retry_after"] == 1800
        here.hands.pass_seconds(1800)
        assert here.post("/api/tables", body, who="c").status_code == 201


def test_rematches_count_as_new_tables_of_the_address() -> None:
    with world(address_tables=2) as here:
        rematch = {"key": "again", "offer": "rematch"}
        table = here.open(players=["Ada", "computer"])["id"]
        offers = f"/api/tables/{table}/offers"
        # An offer that opens nothing is free.
        assert [refused(here.post(offers, rematch, who="Ada")) for _ in range(3)] == [(409, "NotNow")] * 3
        here.play(table, "Ada", "leave")
        assert [here.post(offers, rematch, who="Ada").status_code for _ in range(3)] == [200] * 3
        again = here.look(table)["rematch"]
        here.play(again, "Ada", "leave")
        offers = f"/api/tables/{again}/offers"
        assert refused(here.post(offers, rematch, who="Ada")) == (429, "RateLimited")
        with here.socket(again, "Ada") as socket:
            socket.send_json(rematch)
            while "refused" not in (message := socket.receive_json()):
                pass
        assert (message["refused"]["kind"], message["key"]) == ("RateLimited", "again")
        assert here.look(again)["rematch"] is None
        here.hands.pass_seconds(1800)
        assert here.post(offers, rematch, who="Ada").status_code == 200
        assert here.look(again)["rematch"] is not None


def test_requests_and_commands_per_second_are_limited() -> None:
    with world(replace(CONFIG, address_rate=2)) as here:
        found = [here.client.get("/api/levels").status_code for _ in range(8)]
        assert found == [200] * 6 + [429] * 2
        assert here.client.get("/healthz").status_code == 200
        here.hands.pass_seconds(0.5)
        assert here.client.get("/api/levels").status_code == 200
    with world(replace(CONFIG, rate=1)) as here:
        table = here.open()["id"]
        found = [here.move(table, "Ada", "give up", moves=0).status_code for _ in range(4)]
        assert found == [409, 409, 429, 429]


@pytest.mark.parametrize("path", dict.fromkeys(each.path for each in ENDPOINTS))
def test_a_path_takes_the_methods_of_the_table_and_names_them(here: World, path: str) -> None:
    methods = {each.method for each in ENDPOINTS if each.path == path}
    if "GET" in methods and not path.endswith("/stream"):
        methods.add("HEAD")
    address = path.replace("{table}", here.seated())
    for method in {"GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "POST"} - methods:
        answer = here.client.request(method, address)
        assert answer.status_code == 405
        assert set(answer.headers["allow"].split(", ")) == methods
    for method in methods - {"GET"} if path.endswith("/stream") else methods:
        assert here.client.request(method, address).status_code not in (405, 500)


def test_the_description_defines_every_schema_it_uses(here: World) -> None:
    told = here.client.get("/api/openapi.json")
    assert told.headers["content-type"] == "application/json"
    api = told.json()
    assert api["openapi"] == "3.1.0"
    referred = set(re.findall(r"#/components/schemas/(\w+)", told.text))
    assert referred <= set(api["components"]["schemas"])
    names = [each["operationId"] for path in api["paths"].values() for each in path.values()]
    assert len(names) == len(set(names))
