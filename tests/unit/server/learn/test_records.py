"""Records that a client sends: read strictly, shown as to a spectator, drawn, limited, not stored."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from codepegs.notation import record
from codepegs.rules import CATALOGUE, Agreement, Match, Secret, SetCode
from tests.support.world import World

EXAMPLE = (Path(__file__).resolve().parents[4] / "examples" / "classic-1.pegs").read_text(encoding="utf-8")


def read(here: World, text: str) -> Any:
    return here.post("/api/records", {"record": text})


def test_a_record_has_the_same_view_as_its_table(here: World) -> None:
    table = here.seated("mini", games=2)
    here.play(table, "Ada", "code RGB")
    here.play(table, "Bob", "guess RRR")
    here.play(table, "Bob", "guess RGB")
    here.play(table, "Bob", "code WWK")
    here.play(table, "Ada", "guess WWK")
    written = here.client.get(f"/api/tables/{table}/record").text
    told, seen = read(here, written).json(), here.look(table)
    for section in ("terms", "phase", "turn", "legal", "game", "past", "points", "outcome", "you"):
        assert told[section] == seen[section]
    assert [each["name"] for each in told["players"]] == ["Ada", "Bob"]


def test_a_hidden_code_in_a_record_stays_hidden(here: World) -> None:
    edition = CATALOGUE["classic-1"]
    for code in ("RGBY", "WWWW"):
        match = Match.start(Agreement(edition, ("Ada", "Bob"), 1)).play(SetCode(Secret(edition.code(code))))
        answer = read(here, record.save(match))
        assert answer.json()["game"]["code"] is None
        drawn = here.post("/api/pictures", {"record": record.save(match), "game": 0})
        assert answer.content == read(here, record.write(match)).content
        assert drawn.content == here.post("/api/pictures", {"record": record.write(match), "game": 0}).content


def test_every_game_is_drawn_after_any_row(here: World) -> None:
    shown = read(here, EXAMPLE).json()
    games = [*shown["past"], shown["game"]]
    for place, game in enumerate(games):
        for rows in (0, 1, None):
            answer = here.post("/api/pictures", {"record": EXAMPLE, "game": place, "rows": rows})
            assert answer.headers["content-type"].startswith("image/svg+xml")
            title = ElementTree.fromstring(answer.text)[0].text
            played = len(game["rows"]) if rows is None else rows
            assert title == f"Classic: {played} of 10 rows played"
    assert here.post("/api/pictures", {"record": EXAMPLE, "game": len(games)}).status_code == 400
