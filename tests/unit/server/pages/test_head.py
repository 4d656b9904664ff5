"""The head of every page: title, description, canonical address, preview and icons."""

from __future__ import annotations

from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest

from codepegs.errors import Busy
from codepegs.server.ops.config import Config
from codepegs.storage.errors import ArchiveUnavailable
from tests.support.world import CONFIG, ORIGIN, World, world

ONE_CODE = "one-code:mini:GYK=1+0,YRB=0+1,RYB=1+0,BKW=0+1:e800"
NOON = round(datetime(2026, 11, 20, 12, tzinfo=UTC).timestamp() * 1_000_000)


@pytest.fixture
def here(here: World) -> World:
    here.hands.day = NOON
    return here


class Head(HTMLParser):
    """Title, meta tags and links of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.links: dict[str, str] = {}
        self.title, self._in_title = "", False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self._in_title = tag == "title"
        if tag == "meta" and "content" in found:
            self.meta[found.get("property") or found.get("name") or ""] = found["content"]
        elif tag == "link":
            self.links[found["rel"]] = found["href"]

    def handle_data(self, data: str) -> None:
        if self._in_title and not self.title:  # Drawings have titles too.
            self.title = data


def head_of(here: World, path: str, status: int = 200) -> Head:
    answer = here.client.get(path)
    assert answer.status_code == status, answer.text
    return Head(answer.text)


@pytest.mark.parametrize(
    ("path", "title", "picture"),
    [
        ("/", "codepegs: crack the secret code", "/preview.png"),
        ("/daily", "Daily code No. 5", "/daily/2026-11-20.png"),
        (f"/puzzle/{ONE_CODE}", "Puzzle: One code fits. Find it", f"/puzzle/{ONE_CODE}.png"),
    ],
)
def test_a_public_page_has_a_preview_and_its_address(
    here: World, path: str, title: str, picture: str
) -> None:
    head = head_of(here, f"{path}?from=a-chat")
    assert head.title == head.meta["og:title"] == title
    assert head.meta["description"] == head.meta["og:description"] != ""
    assert head.links["canonical"] == head.meta["og:url"] == ORIGIN + path
    assert head.meta["og:image"] == ORIGIN + picture
    assert "robots" not in head.meta


@pytest.mark.parametrize("page", ["/t", "/review"])
def test_pages_of_a_table_have_a_preview_with_the_name_escaped(here: World, page: str) -> None:
    table = here.open("classic-1", players=['"><b>Ada', None])["id"]
    head = head_of(here, f"{page}/{table}")
    assert head.title.endswith('"><b>Ada invites you to a game of codepegs')
    assert "<b>Ada" not in here.client.get(f"{page}/{table}").text
    assert head.meta["robots"] == "noindex"
    assert "canonical" not in head.links
    assert head.meta["og:url"] == f"{ORIGIN}{page}/{table}"
    assert head.meta["og:image"] == f"{ORIGIN}/t/{table}.png?v=0"


@pytest.mark.parametrize(
    "path", ["/t/nonesuch22", "/review/anything", "/puzzle/anything", "/puzzle/one-code:mini:GYK=1+0:e4e9"]
)
def test_an_unknown_table_or_puzzle_is_a_page_with_status_404(here: World, path: str) -> None:
    head = head_of(here, path, 404)
    assert head.meta["robots"] == "noindex"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/record", "/review"),
        ("/t/abc/record", "/review/abc"),
        ("/t/abc/review?game=2&replay=0", "/review/abc?game=2&replay=0"),
        ("/t/a%3Fb/review", "/review/a%3Fb"),
    ],
)
def test_old_addresses_of_reviews_lead_to_the_new_ones(here: World, old: str, new: str) -> None:
    answer = here.client.get(old, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (308, new)


def test_a_busy_server_still_shows_its_pages(here: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def busy(*_: object, **__: object) -> None:
        raise Busy

    def unavailable(*_: object) -> None:
        raise ArchiveUnavailable("no disk")

    monkeypatch.setattr(here.client.app.state.context.compute, "run", busy)  # type: ignore[attr-defined]
    monkeypatch.setattr(here.archive, "table", unavailable)
    for path in (f"/puzzle/{ONE_CODE}", "/t/abcdefghij"):
        assert head_of(here, path).meta["og:image"] == f"{ORIGIN}/preview.png"


@pytest.mark.parametrize(
    ("origins", "asked", "shown"),
    [
        ((), "http://localhost:8000", "http://localhost:8000"),
        (("https://pegs.example",), "http://localhost:8000", "https://pegs.example"),
        (("https://pegs.example", "http://localhost"), "http://localhost", "http://localhost"),
    ],
)
def test_addresses_begin_with_a_public_origin(origins: tuple[str, ...], asked: str, shown: str) -> None:
    with world(Config(origins=origins, rate=CONFIG.rate, address_rate=CONFIG.address_rate)) as here:
        head = head_of(here, f"{asked}/about")
    assert head.links["canonical"] == f"{shown}/about"
