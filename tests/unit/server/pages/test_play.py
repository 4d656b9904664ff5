"""Pages with a board that is ready: the game they bring along, and the table of the day."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest

from codepegs.notation.house_rules import RULES
from codepegs.players.level import LEVELS, MEDIUM
from codepegs.rules.catalogue import CATALOGUE
from tests.support.world import World

DAY = datetime(2026, 11, 20, 12, tzinfo=UTC)
ONE_DAY = 24 * 3600 * 1_000_000


@pytest.fixture
def here(here: World) -> World:
    here.hands.day = round(DAY.timestamp() * 1e6)
    return here


class Fields(HTMLParser):
    """The attributes of the fields of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[dict[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("input", "select"):
            self.found.append({name: value or "" for name, value in attrs})


def get(here: World, path: str) -> str:
    answer = here.client.get(path)
    assert answer.status_code == 200, answer.text
    return str(answer.text)


def game_of(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', page)
    assert found is not None
    return json.loads(found[1])


@pytest.mark.parametrize(
    ("line", "hints", "shown"),
    [
        ("bulls-and-cows", False, "bulls-and-cows"),
        ("mini rows=5 answers=hand", True, "mini rows=5"),
        *((line, False, None) for line in ("nonesuch", "mini rows=0", "<script>a", "mini " * 99)),
    ],
)
def test_the_start_page_brings_the_terms_of_its_edition(
    here: World, line: str, hints: bool, shown: str | None
) -> None:
    asked = {"edition": line} | ({"hints": "yes"} if hints else {})
    page = str(here.client.get("/", params=asked).text)
    game = game_of(page)
    assert (game["terms"]["edition"], game["terms"]["solo"]) == (shown or "classic-1", True)
    assert (game["hints"], game["daily"]) == (hints, None)
    assert ("We don’t have that edition" in page) == (shown is None)
    assert shown or line not in page


def test_a_page_with_a_board_creates_nothing(here: World) -> None:
    for path in ("/", "/daily", "/?edition=super&play=friend"):
        answer = here.client.get(path)
        assert "set-cookie" not in answer.headers
    assert here.client.get("/api/tables").json()["tables"] == []


def test_the_daily_page_has_the_table_of_who_asks(here: World) -> None:
    opening = {"edition": "classic-1", "games": 1, "players": ["", "Ada"], "daily": "2026-11-20"}
    table = here.post("/api/tables", {"key": "k" * 22, **opening}, who="Ada").json()["id"]
    own, others = (here.client.get("/daily", headers=here.headers(who)).text for who in ("Ada", "Bob"))
    assert f'data-table="{table}"' in own
    assert table not in others
    here.hands.day += ONE_DAY
    assert table not in here.client.get("/daily", headers=here.headers("Ada")).text


@pytest.mark.parametrize(
    ("path", "day", "shown"),
    [
        ("/daily", "2026-11-20", ("Friday 20 November", "Daily code No.&nbsp;5")),
        ("/daily/2026-11-17", "2026-11-17", ("Tuesday 17 November", "Daily code No.&nbsp;2")),
    ],
)
def test_a_daily_page_tells_its_day_and_number(
    here: World, path: str, day: str, shown: tuple[str, ...]
) -> None:
    page = get(here, path)
    assert game_of(page)["daily"] == day
    for text in (*shown, f"/daily/{day}.png"):
        assert text in page


@pytest.mark.parametrize(
    ("day", "words"),
    [
        ("2026-11-15", "There is no daily code for 2026-11-15."),
        ("2026-11-22", "isn't out yet"),
        ("20261117", "is not a date"),
        ("2026-W47-2", "is not a date"),
        ("yesterday", "is not a date"),
    ],
)
def test_a_wrong_day_is_refused_in_a_sentence(here: World, day: str, words: str) -> None:
    answer = here.client.get(f"/daily/{day}")
    assert answer.status_code == 404
    assert words in unescape(answer.text)


def test_the_form_offers_all_levels_rules_and_editions(here: World) -> None:
    fields = Fields(get(here, "/")).found
    names = {field.get("name") for field in fields}
    assert set(RULES) <= names
    levels = [field for field in fields if field.get("name") == "level"]
    assert [field["value"] for field in levels] == list(LEVELS)
    assert [field["value"] for field in levels if "checked" in field] == [MEDIUM.name]
    editions = [field["value"] for field in fields if field.get("name") == "edition"]
    assert {line.split()[0] for line in editions} == set(CATALOGUE)
    assert {"hints", "friendly", "other-number", "first", "other"} <= names
