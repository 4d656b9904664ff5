"""Solo games, daily codes, friendly matches and fair play, through the API with the client."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
import pytest

from codepegs.client import Client
from codepegs.errors import CodepegsError, IllegalAgreement, NotNow
from codepegs.protocol.learn import DailyTally, LevelTally
from codepegs.protocol.messages import Opened
from codepegs.rules import daily_code, find_edition
from codepegs.storage.errors import AlreadyPlayed
from codepegs.storage.statistics import OpponentTally
from tests.support.world import ORIGIN, World, world

MINI = find_edition("mini")
TODAY = date(2026, 11, 20)
NOON = round(datetime(2026, 11, 20, 12, tzinfo=UTC).timestamp() * 1_000_000)
SOLO = ("", "Ada")


@pytest.fixture
def here(here: World) -> World:
    here.hands.day = NOON
    # Only a database counts these.
    here.archive.statistics = here.archive.opponents = lambda owner: []
    return here


Join = Callable[[str], Client]


@pytest.fixture
def player(here: World) -> Join:
    """Returns the client of a player."""

    def connect(who: str) -> Client:
        here.headers(who)
        return Client(ORIGIN, here.tokens[who], transport=here.client._transport)

    return connect


def open_solo(ada: Client, edition: str = "mini", **more: Any) -> str:
    return ada.open(edition, games=1, players=SOLO, **more).id


def play(client: Client, table: str, *texts: str) -> None:
    for text in texts:
        client.move(table, text, moves=client.view(table).moves)


def secret(here: World, table: str) -> str:
    """Return the code that the table drew, spelled."""
    match = here.archive.matches[table]
    return str(match.agreement.edition.spell(match.game.secret.reveal()))


def other_guess(here: World, table: str) -> str:
    return "guess " + ("YYY" if secret(here, table) != "YYY" else "RRR")


def test_a_new_solo_game_ends_no_other(here: World, player: Join) -> None:
    ada = player("Ada")
    fresh, begun = open_solo(ada), open_solo(ada)
    play(ada, begun, other_guess(here, begun))
    over = open_solo(ada)
    play(ada, over, "give up")
    ada.offer(over, "rematch")
    open_solo(ada)
    assert [ada.view(table).outcome for table in (fresh, begun)] == [None, None]


# Daily code -----------------------------------------------------------------------------


def open_daily(client: Client, day: date = TODAY, *, later: bool = False) -> Opened:
    return client.open("classic-1", games=1, players=SOLO, daily=day, friendly=later)


def test_a_daily_code_has_one_try_per_client(here: World, player: Join) -> None:
    ada, bob = player("Ada"), player("Bob")
    table = open_daily(ada).id
    edition = here.archive.matches[table].agreement.edition
    for _ in range(2):
        with pytest.raises(AlreadyPlayed) as refused:
            open_daily(ada)
        assert refused.value.table == table
        if ada.view(table).outcome is None:
            play(ada, table, f"guess {edition.spell(daily_code(TODAY))}")
    outcome = ada.view(table).outcome
    assert outcome is not None
    assert outcome.cracked_in == 1
    assert "No. 5" in ada.share(table).text
    with pytest.raises(NotNow):
        ada.offer(table, "rematch")
    assert secret(here, open_daily(bob).id) == secret(here, table)


@pytest.mark.parametrize(
    ("hour", "days", "opens"),
    [
        (9, -2, False), (9, -1, True), (9, 0, True), (9, 1, False),
        (11, -1, True), (11, 1, True),
        (12, -1, False), (12, 0, True), (12, 1, True), (12, 2, False),
    ],
)  # fmt: skip
def test_a_day_counts_while_it_is_today_somewhere_on_earth(
    here: World, player: Join, hour: int, days: int, opens: bool
) -> None:
    here.hands.day = NOON + (hour - 12) * 3600 * 1_000_000
    day = TODAY + timedelta(days=days)
    if opens:
        assert open_daily(player("Ada"), day).view.terms.daily == day.isoformat()
    else:
        with pytest.raises(NotNow):
            open_daily(player("Ada"), day)


def test_a_past_day_is_played_later_with_one_try(here: World, player: Join) -> None:
    ada = player("Ada")
    past = TODAY - timedelta(days=3)
    for day in (past, TODAY):
        table = open_daily(ada, day, later=day == past).id
        play(ada, table, f"guess {secret(here, table)}")
        for later in (False, True):
            with pytest.raises(CodepegsError):
                open_daily(ada, day, later=later)
        told = here.client.get(f"/api/tables/{table}/result", headers=here.headers("Ada")).json()
        for sentences in (told["sentences"], ada.view(table).agreed):
            assert any("Played later" in sentence for sentence in sentences) == (day == past)
    assert "take back" not in ada.view(table).legal
    found = daily_tally(ada, here)
    assert (found.games, found.streak, found.longest_streak) == (1, 1, 1)
    assert (found.calendar, found.later) == ({"2026-11-20": 1}, {"2026-11-17": 1})


@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize(
    ("day", "words"), [(date(2026, 11, 15), "2026-11-16"), (date(2026, 11, 22), "isn't out yet")]
)
def test_days_without_a_code_are_refused_in_a_sentence(
    player: Join, day: date, words: str, later: bool
) -> None:
    with pytest.raises((IllegalAgreement, NotNow), match=words):
        open_daily(player("Ada"), day, later=later)


def test_a_streak_lives_by_the_date_of_the_player(here: World, player: Join) -> None:
    """Ada's day is 21 November at noon in UTC, as in Kiribati, and her streak goes on."""
    ada = player("Ada")
    table = open_daily(ada).id
    play(ada, table, f"guess {secret(here, table)}")
    for today in ("2026-11-20", "2026-11-21", "2026-12-24", None):
        assert daily_tally(ada, here, today).streak == 1
    here.hands.day += 36 * 3600 * 1_000_000
    assert daily_tally(ada, here, "2026-11-21").streak == 1
    assert daily_tally(ada, here, "2026-11-22").streak == 0


def daily_tally(ada: Client, here: World, today: str | None = None) -> DailyTally:
    """Return the daily codes of a player by the date of their device."""
    query = "" if today is None else f"?today={today}"
    answer = here.client.get(f"/api/statistics{query}", headers=here.headers("Ada"))
    return msgspec.convert(answer.json()["daily"], DailyTally, strict=False)


# Codes left and statistics ---------------------------------------------------------------


def test_a_codebreaker_may_count_the_codes_left_only_with_hints(here: World, player: Join) -> None:
    ada, bob, eve = player("Ada"), player("Bob"), player("Eve")
    table = here.seated("mini", games=1)
    play(ada, table, "code RGB")
    play(bob, table, "guess RRG")
    assert ada.codes_left(table) == eve.codes_left(table) == 16
    with pytest.raises(NotNow):
        bob.codes_left(table)
    bob.offer(table, "hints")
    ada.reply(table, "hints", yes=True)
    assert bob.codes_left(table) == 16
    alone = open_solo(ada)
    with pytest.raises(NotNow):
        ada.codes_left(alone)
    ada.offer(alone, "hints")
    assert ada.codes_left(alone) == MINI.size
    play(ada, alone, "give up")
    assert ada.codes_left(alone) == MINI.size


def test_statistics_are_those_of_the_client(here: World, player: Join) -> None:
    played = [
        ("Bob", 1, 1, 1),
        ("computer", 1, 0, 2),
        ("computer medium 2", 3, 1, 0),
        ("computer easy", 1, 0, 0),
    ]
    here.archive.opponents = lambda client: [OpponentTally(*each) for each in played]
    ada, bob = player("Ada"), player("Bob")
    for crack in (True, False, True):
        table = open_solo(ada)
        play(ada, table, f"guess {secret(here, table)}" if crack else "give up")
        here.hands.day += 1
    daily = open_daily(ada).id
    play(ada, daily, "guess RRRR", f"guess {secret(here, daily)}")
    found = ada.statistics()
    assert (found.solo.games, found.solo.cracked, found.solo.streak, found.solo.best) == (3, 2, 1, 1)
    assert found.solo.distribution == {1: 2}
    [mini] = found.editions
    assert (mini.edition, mini.title, mini.rows) == ("mini", "Quick", 8)
    assert mini.par is not None
    assert found.daily.calendar == {TODAY.isoformat(): 2}
    assert round(found.daily.par or 0, 2) == 4.34
    assert found.computers == (LevelTally("easy", 1, 0, 0), LevelTally("medium", 4, 1, 2))
    assert bob.statistics().solo.games == 0


def test_hints_are_told_shared_and_counted(here: World, player: Join) -> None:
    ada = player("Ada")
    for hints in ((), ("hint 1", "hint 3")):
        table = open_solo(ada, hints=True)
        play(ada, table, *hints, f"guess {secret(here, table)}")
        here.hands.day += 1
    told = here.client.get(f"/api/tables/{table}/result", headers=here.headers("Ada")).json()
    assert "You took 2 hints." in told["sentences"]
    assert "1/8 · par 3.95 · 2 hints" in ada.share(table).text
    found = ada.statistics().solo
    assert (found.games, found.cracked, found.hints, found.best, found.streak) == (2, 2, 2, 1, 1)


def test_only_the_codemaker_learns_that_all_answers_are_right() -> None:
    """Owning up in vain looks to others like any other move that the rules refuse."""
    seen = []
    for refused in ("own up", "code RGB"):
        with world() as there:
            table = there.seated("mini answers=hand")
            for who, text in (("Ada", "code RGB"), ("Bob", "guess RRR"), ("Ada", "answer 1+0")):
                there.play(table, who, text)
            with there.socket(table, "Bob") as his:
                assert there.move(table, "Ada", refused).status_code >= 400
                there.play(table, "Bob", "guess RGY")
                heard: list[str] = []
                while not heard or '"RGY"' not in heard[-1]:
                    heard.append(his.receive_text())
            told = [text for text in heard if '"here"' not in text]  # who is connected comes at any time
            counted = [line for line in there.client.get("/metrics").text.splitlines() if "refusals" in line]
            looks = [
                there.client.get(f"/api/tables/{table}{what}", headers=there.headers(who)).text
                for what in ("", "/record", "/codes-left")
                for who in ("Bob", None)
            ]
            seen.append((told, counted, looks))
    assert seen[0] == seen[1]
