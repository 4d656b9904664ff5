"""Pages with a board that is ready: the game they bring along, and the table of the day."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest

from codepegs.notation.house_rules import RULES
from codepegs.players.level import LEVELS, MEDIUM
from codepegs.rules.catalogue import CATALOGUE
from codepegs.server.pages import play
from tests.support.world import World, world

DAY = datetime(2026, 11, 20, 12, tzinfo=UTC)
ONE_DAY = 24 * 3600 * 1_000_000


@pytest.fixture
def here() -> Iterator[World]:
    with world() as here:
        here.hands.day = round(DAY.timestamp() * 1e6)
        yield here


class Text(HTMLParser):
    """The words of a page, and the values of its fields."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.fields: list[dict[str, str]] = []
        self._tag = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._tag = tag
        found = {name: value or "" for name, value in attrs}
        self.words += [found[name] for name in ("aria-label", "title", "placeholder", "alt") if name in found]
        if tag in ("input", "select"):
            self.fields.append(found)

    def handle_data(self, data: str) -> None:
        if self._tag not in ("script", "style"):
            self.words.append(data)


def get(here: World, path: str) -> str:
    answer = here.client.get(path)
    assert answer.status_code == 200, answer.text
    return str(answer.text)


def game_of(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', page)
    assert found is not None
    return json.loads(found[1])


@pytest.mark.parametrize("slug", CATALOGUE)
def test_the_start_page_brings_the_terms_of_its_edition(here: World, slug: str) -> None:
    game = game_of(get(here, f"/?edition={slug}"))
    assert (game["terms"]["edition"], game["terms"]["solo"]) == (slug, True)
    assert game["terms"]["pegs"] == CATALOGUE[slug].pegs
    assert (game["hints"], game["daily"]) == (False, None)


def test_house_rules_and_hints_come_with_the_address(here: World) -> None:
    game = game_of(get(here, "/?edition=mini+rows=5+answers=hand&hints=yes"))
    assert (game["terms"]["edition"], game["hints"]) == ("mini rows=5", True)


@pytest.mark.parametrize("line", ["nonesuch", "mini rows=0", "<script>a", "mini " * 99])
def test_an_unknown_edition_gives_way_to_the_classic(here: World, line: str) -> None:
    page = str(here.client.get("/", params={"edition": line}).text)
    assert game_of(page)["terms"]["edition"] == "classic-1"
    assert "We don’t have that edition" in page
    assert line not in page


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


def test_the_daily_page_tells_its_day_and_number(here: World) -> None:
    page = get(here, "/daily")
    assert "Friday 20 November" in page
    assert "Daily code No.&nbsp;5" in page
    assert game_of(page)["daily"] == "2026-11-20"


def test_a_day_has_a_page_of_its_own(here: World) -> None:
    page = get(here, "/daily/2026-11-17")
    assert "Tuesday 17 November" in page
    assert "Daily code No.&nbsp;2" in page
    assert game_of(page)["daily"] == "2026-11-17"
    assert "/daily/2026-11-17.png" in page


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


def test_every_edition_by_feel_has_its_own_slug() -> None:
    assert len({feel.slug for feel in play.FEELS}) == len(play.FEELS) == 6
    assert [feel.name for feel in play.FEELS][:2] == ["Quick", "Classic"]


def test_the_form_offers_all_levels_rules_and_editions(here: World) -> None:
    fields = Text(get(here, "/")).fields
    names = {field.get("name") for field in fields}
    assert set(RULES) <= names
    levels = [field for field in fields if field.get("name") == "level"]
    assert [field["value"] for field in levels] == list(LEVELS)
    assert [field["value"] for field in levels if "checked" in field] == [MEDIUM.name]
    editions = [field["value"] for field in fields if field.get("name") == "edition"]
    assert {line.split()[0] for line in editions} == set(CATALOGUE)
    assert {"hints", "friendly", "other-number", "first", "other"} <= names


@pytest.mark.parametrize("path", ["/", "/daily", "/rules", *(f"/rules/{slug}" for slug in CATALOGUE)])
def test_no_page_shows_slugs_sheets_or_rule_syntax(here: World, path: str) -> None:
    words = " ".join(Text(get(here, path)).words)
    coded = [slug for slug in CATALOGUE if "-" in slug]
    for hidden in (*coded, "sheet 0", *(f"{word}=" for word in RULES)):
        assert hidden not in words


def test_a_data_block_cannot_end_its_script() -> None:
    assert "<" not in play.data_block(CATALOGUE["classic-1"])


@pytest.mark.parametrize(
    ("edition", "words"),
    [
        ("classic-1", "Click a colour, or type its letter"),
        ("bulls-and-cows", "Click a digit, or type it and"),
    ],
)
def test_the_start_page_says_how_to_lay_pegs_or_digits(here: World, edition: str, words: str) -> None:
    assert words in here.client.get(f"/?edition={edition}").text
