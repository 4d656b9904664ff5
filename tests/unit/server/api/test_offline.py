"""Solo games that were played offline: what counts, what is refused, and that nothing counts twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from codepegs.notation import record
from codepegs.rules.agreement import NOBODY, Agreement
from codepegs.rules.daily import DAILY_EDITION, daily_code
from codepegs.rules.match import Match
from codepegs.rules.move import GiveUp, Guess, SetCode
from codepegs.rules.secret import Secret
from codepegs.storage import open_tables
from tests.support.visitor import Visitor
from tests.support.world import Hands, World, world

TODAY = date(2026, 11, 30)
NOON = round(datetime(2026, 11, 30, 12, tzinfo=UTC).timestamp() * 1_000_000)
PATH = "/api/offline-games"


@pytest.fixture
def here(tmp_path: Path) -> Iterator[World]:
    archive = open_tables(f"sqlite:///{tmp_path / 'games.db'}")
    with closing(archive), world(archive=archive, hands=Hands(day=NOON)) as here:
        yield here


@pytest.fixture
def ada(here: World) -> Visitor:
    return Visitor(here)


def game(
    *guesses: str, code: str = "GBYY", day: date | None = None, over: bool = True, later: bool = False
) -> str:
    """Return the record of a game that is given up unless the code is guessed."""
    edition = DAILY_EDITION
    agreement = Agreement(edition, (NOBODY, "Ada"), 1, friendly=later, daily=day)
    secret = edition.code(code) if day is None else daily_code(day)
    match = Match.start(agreement).play(SetCode(Secret(secret)))
    for guess in guesses:
        match = match.play(Guess(secret if guess == "code" else edition.code(guess)))
    return record.write(match.play(GiveUp()) if over and not match.over else match)


def send(visitor: Visitor, text: str, key: str | None = None) -> Any:
    return visitor.post(PATH, {"key": key or next(visitor.here.keys), "record": text})


def counted(visitor: Visitor) -> tuple[int, int, dict[str, int]]:
    """Return the solo games of a visitor, the cracked ones, and the calendar."""
    told = visitor.get("/api/statistics").json()
    return told["solo"]["games"], told["solo"]["cracked"], told["daily"]["calendar"]


def test_games_played_offline_count_for_their_player(here: World, ada: Visitor) -> None:
    assert counted(ada) == (0, 0, {})
    for text in (game("RRBB", "code"), game("RRBB"), game("RRBB", "code", day=TODAY)):
        assert send(ada, text).status_code == 201
    assert counted(ada) == (2, 1, {"2026-11-30": 2})
    assert counted(Visitor(here)) == (0, 0, {})


def test_the_table_of_the_game_says_that_it_was_played_offline(ada: Visitor) -> None:
    table = send(ada, game("RRBB", "code")).json()["id"]
    view = ada.look(table)
    assert (view["you"], view["terms"]["offline"], view["outcome"]["cracked_in"]) == (1, True, 2)
    assert "offline" in view["agreed"][-1]
    online = ada.open("", "Ada", games=1)
    assert not ada.look(online["id"])["terms"]["offline"]


def test_sending_a_game_again_has_no_effect(ada: Visitor) -> None:
    text, key = game("RRBB", "code", day=TODAY), "k" * 22
    first = ada.send("POST", PATH, {"key": key, "record": text}, lost=True)
    again = send(ada, text, key)
    assert (first.status_code, again.status_code, first.json()) == (201, 201, again.json())
    assert send(ada, text, key).json() == first.json()
    assert counted(ada) == (0, 0, {"2026-11-30": 2})
    assert send(ada, game("RRBB"), "o" * 22).status_code == 201
    for text, used in ((game("RRBB"), key), (game("RRBB", "code"), "o" * 22)):
        other = send(ada, text, used)
        assert (other.status_code, other.json()["refused"]["kind"]) == (409, "KeyReused")


@pytest.mark.parametrize(
    ("days", "status"), [(-2, 409), (-1, 201), (0, 201), (7, 201), (8, 409)], ids=lambda value: str(value)
)
def test_a_daily_code_counts_for_a_week(days: int, status: int, ada: Visitor) -> None:
    assert send(ada, game("code", day=TODAY - timedelta(days=days))).status_code == status


def test_a_past_day_that_was_played_offline_counts_for_no_streak(ada: Visitor) -> None:
    for days in (0, 1, 10):
        text = game("RRBB", "code", day=TODAY - timedelta(days=days), later=days > 0)
        assert send(ada, text).status_code == 201
    told = ada.get("/api/statistics").json()["daily"]
    assert (told["games"], told["streak"], told["longest_streak"]) == (1, 1, 1)
    assert told["calendar"] == {"2026-11-30": 2}
    assert told["later"] == {"2026-11-29": 2, "2026-11-20": 2}


@pytest.mark.parametrize("first", ["offline", "online"])
def test_there_is_one_try_at_a_daily_code(first: str, ada: Visitor) -> None:
    opening = {"edition": "classic-1", "games": 1, "players": ["", "Ada"], "daily": TODAY.isoformat()}

    def play_online() -> Any:
        return ada.post("/api/tables", {"key": next(ada.here.keys), **opening})

    def play_offline() -> Any:
        return send(ada, game("code", day=TODAY))

    begin, again = (play_offline, play_online) if first == "offline" else (play_online, play_offline)
    assert begin().status_code == 201
    for refused in (again(), play_offline()):
        assert (refused.status_code, refused.json()["refused"]["kind"]) == (409, "AlreadyPlayed")


WRONG = {
    "not a record": ("RRBB", 400, "RecordError"),
    "a wrong answer": (game("RRBB", "code").replace("0+1", "2+0"), 400, "RecordError"),
    "another code of the day": (
        game("RRBB", code="RGYY").replace("Ada\n", "Ada\ndaily 2026-11-30\n"), 400, "RecordError",
    ),
    "an unfinished game": (game("RRBB", over=False), 409, "NotNow"),
    "a computer": (game("code").replace("solo Ada", "solo computer perfect"), 422, "IllegalAgreement"),
    "two players": (
        record.write(Match.start(Agreement(DAILY_EDITION, ("Ada", "Bob"), 2))), 422, "IllegalAgreement",
    ),
    "too long a record": (game("code") + " " * 4000, 400, "Malformed"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_what_the_rules_do_not_allow_is_refused(wrong: str, ada: Visitor) -> None:
    text, status, kind = WRONG[wrong]
    refused = send(ada, text)
    assert (refused.status_code, refused.json()["refused"]["kind"]) == (status, kind)
    assert counted(ada) == (0, 0, {})
    assert ada.get("/api/tables").json()["tables"] == []


def test_offline_games_count_against_the_limit_of_new_tables() -> None:
    with world(hands=Hands(day=NOON), address_tables=2) as here:
        ada = Visitor(here)
        sent = [send(ada, game("code")).status_code for _ in range(3)]
    assert sent == [201, 201, 429]
