"""Contract of every kind of archive."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codepegs.errors import CodepegsError, IllegalAgreement, NotNow
from codepegs.rules import (
    NOBODY,
    Agreement,
    Edition,
    Ending,
    Game,
    GiveUp,
    Guess,
    Hint,
    Match,
    Secret,
    SetCode,
    find_edition,
    replay,
)
from codepegs.rules.daily import DAILY_EDITION, FIRST_DAY, daily_code
from codepegs.storage import (
    Added,
    Archive,
    DailyTally,
    Entry,
    MatchId,
    SoloStatistics,
    SoloTally,
    Tally,
    new_id,
    open_archive,
    totals,
)
from codepegs.storage.archive import MAX_UNFINISHED_SOLO, SYSTEM_RANDOM
from codepegs.storage.errors import ArchiveUnavailable, MatchUnfinished, Stale, UnknownMatch, UnknownPlayer
from codepegs.storage.statistics import GameResult
from tests.support.strategies import (
    agreements,
    alone,
    code,
    finished_matches,
    matches,
    named,
    play_out,
    played,
    prefixes,
    solo_agreements,
    spelled,
    two,
)

MINI = two(find_edition("mini"))

HISTORIES = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@pytest.fixture
def archive(address: str) -> Iterator[Archive]:
    opened = open_archive(address)
    yield opened
    opened.close()


def store(archive: Archive, match: Match, *, at: int = 0) -> MatchId:
    """Store a whole match, one move per microsecond."""
    name = archive.begin(match.agreement, at=at)
    for number, move in enumerate(match.moves):
        archive.add(name, number, move, at=at + number + 1)
    return name


def entry(archive: Archive, name: MatchId) -> Entry:
    (found,) = [entry for entry in archive.entries(limit=1_000_000) if entry.id == name]
    return found


# Ids -----------------------------------------------------------------------------------


def test_ids_come_from_the_given_random_source(address: str) -> None:
    archive = open_archive(address, random=Random(1))
    other = open_archive(address, random=Random(2))
    assert archive.begin(MINI, at=0) == new_id(Random(1)) != other.begin(MINI, at=0)
    archive.close()
    other.close()


def test_an_id_that_is_in_use_is_refused(address: str) -> None:
    archive, other = open_archive(address, random=Random(1)), open_archive(address, random=Random(1))
    name = store(archive, play_out(Match.start(MINI)))
    with pytest.raises(ArchiveUnavailable):
        other.begin(MINI, at=0)
    assert other.match(name).over
    assert other.begin(MINI, at=0) != name
    archive.close()
    other.close()


# Storing -------------------------------------------------------------------------------


@HISTORIES
@given(match=matches(moves=25, committed=True), at=st.integers(0, 2**62))
def test_a_stored_match_equals_the_replay_of_its_moves(archive: Archive, match: Match, at: int) -> None:
    name = archive.begin(match.agreement, at=at)
    match = named(match, name)
    for number, (begun, move) in enumerate(zip(prefixes(match), match.moves, strict=False)):
        assert archive.match(name) == begun
        archive.add(name, number, move, at=at + number + 1)
    assert archive.match(name) == match == replay(match.agreement, match.moves)
    assert entry(archive, name) == Entry(
        name,
        match.agreement,
        at,
        at + len(match.moves),
        len(match.moves),
        match.over,
        match.points,
        match.outcome,
    )
    archive.delete(name)


def test_an_illegal_move_is_not_stored(archive: Archive) -> None:
    name = store(archive, played(MINI, "code ABC"))
    with pytest.raises(NotNow):
        archive.add(name, 1, spelled("code ABC"), at=5)
    assert archive.match(name) == played(MINI, "code ABC")
    assert entry(archive, name).changed == 1


@pytest.mark.parametrize("number", [0, 1, 3, 99, -1])
def test_a_move_with_a_wrong_number_is_stale(archive: Archive, number: int) -> None:
    name = store(archive, played(MINI, "code ABC", "guess AAA"))
    with pytest.raises(Stale) as refused:
        archive.add(name, number, Guess(code("ABC")), at=5)
    assert (refused.value.match, refused.value.number, refused.value.moves) == (name, number, 2)
    assert len(archive.match(name).moves) == 2


def test_only_one_of_many_moves_with_the_same_number_is_stored(archive: Archive) -> None:
    name = store(archive, played(MINI, "code ABC"))
    guesses = [Guess(guess) for guess in list(MINI.edition.codes())[:24]]

    def attempt(guess: Guess) -> Guess | CodepegsError:
        try:
            archive.add(name, 1, guess, at=9)
        except CodepegsError as error:
            return error
        return guess

    with ThreadPoolExecutor(len(guesses)) as threads:
        answers = list(threads.map(attempt, guesses))
    (winner,) = [answer for answer in answers if isinstance(answer, Guess)]
    assert all(isinstance(answer, Stale) for answer in answers if answer is not winner)
    assert archive.match(name).moves[1:] == (winner,)


# Storing without waiting ---------------------------------------------------------------


@HISTORIES
@given(match=matches(moves=25), known=st.sampled_from(["before", "after"]))
def test_a_match_can_be_stored_without_waiting(archive: Archive, match: Match, known: str) -> None:
    name = new_id(SYSTEM_RANDOM)
    begun = archive.begin_later(name, match.agreement, at=0)
    answers = [
        archive.add_later(
            name,
            number,
            move,
            at=number,
            before=before,
            after=before.play(move) if known == "after" else None,
        )
        for number, (before, move) in enumerate(zip(prefixes(match), match.moves, strict=False))
    ]
    assert begun.result() is None
    assert [answer.result() for answer in answers] == [
        Added(number, repeated=False) for number in range(match.length)
    ]
    assert archive.match(name) == match
    archive.delete(name)


def test_closing_finishes_pending_saves(address: str) -> None:
    archive, match = open_archive(address), play_out(Match.start(MINI))
    names = [new_id(SYSTEM_RANDOM) for _ in range(20)]
    for name in names:
        archive.begin_later(name, MINI, at=0)
        for number, (before, move) in enumerate(zip(prefixes(match), match.moves, strict=False)):
            answer = archive.add_later(name, number, move, at=1, before=before)
    archive.close()
    assert answer.done()
    again = open_archive(address)
    assert all(again.match(name) == match for name in names)
    again.close()


# Listing -------------------------------------------------------------------------------


def test_matches_are_listed_by_last_change(archive: Archive) -> None:
    first, second, third = (archive.begin(MINI, at=at) for at in (10, 20, 30))
    archive.add(second, 0, spelled("code ABC"), at=40)
    assert [entry.id for entry in archive.entries()] == [second, third, first]
    assert [entry.id for entry in archive.entries(limit=2)] == [second, third]
    assert archive.entries(limit=0) == []


def test_finished_matches_can_be_listed_separately(archive: Archive) -> None:
    over = store(archive, played(MINI, "code ABC", "leave codebreaker"))
    going = store(archive, played(MINI, "code ABC"), at=10)
    assert [entry.id for entry in archive.entries(over=True)] == [over]
    assert [entry.id for entry in archive.entries(over=False)] == [going]
    assert len(archive.entries()) == 2


def test_a_player_is_renamed_everywhere(archive: Archive) -> None:
    over = played(MINI, "code ABC", "guess AAA", "guess ABC", "code DEF", "guess DEF")
    name, other = (archive.begin(MINI, at=1) for _ in "ab")
    for number, move in enumerate(over.moves):
        archive.add(name, number, move, at=2 + number)
    archive.rename(name, "Ada", "a guest")
    assert archive.match(name).agreement.players == ("a guest", "Bob")
    assert archive.match(name).moves == over.moves
    assert archive.match(other).agreement.players == ("Ada", "Bob")
    assert {tally.player for tally in archive.statistics()} == {"a guest", "Bob"}
    assert archive.damaged() == []
    with pytest.raises(UnknownPlayer):
        archive.rename(name, "Ada", "Cleo")
    for illegal in ("Bob", "B\u200bob", ""):
        with pytest.raises(IllegalAgreement):
            archive.rename(name, "a guest", illegal)
    assert archive.match(name).agreement.players == ("a guest", "Bob")
    with pytest.raises(UnknownMatch):
        archive.rename(MatchId("missing"), "Ada", "Cleo")
    with pytest.raises(MatchUnfinished):
        archive.rename(other, "Ada", "Cleo")


def test_a_deleted_match_is_unknown(archive: Archive) -> None:
    gone, kept = store(archive, play_out(Match.start(MINI))), store(archive, played(MINI, "code ABC"))
    archive.delete(gone)
    assert [entry.id for entry in archive.entries()] == [kept]
    assert archive.statistics() == []
    for attempt in (
        lambda: archive.match(gone),
        lambda: archive.delete(gone),
        lambda: archive.add(gone, 0, spelled("code ABC"), at=1),
    ):
        with pytest.raises(UnknownMatch) as refused:
            attempt()
        assert refused.value.match == gone


def test_ids_have_no_characters_that_look_alike(archive: Archive) -> None:
    names = [archive.begin(MINI, at=0) for _ in range(20)]
    assert len(set(names)) == 20
    assert all(len(name) == 10 and name.isalnum() and not set(name) & set("il1o0") for name in names)


def test_a_closed_archive_refuses_all_calls(archive: Archive) -> None:
    name = archive.begin(MINI, at=0)
    archive.close()
    archive.close()
    for attempt in (
        lambda: archive.begin(MINI, at=1),
        lambda: archive.add_later(name, 0, spelled("code ABC"), at=1, before=Match.start(MINI)),
        lambda: archive.match(name),
        archive.entries,
    ):
        with pytest.raises(ArchiveUnavailable, match="it is closed"):
            attempt()


# Statistics ----------------------------------------------------------------------------


def recounted(played: list[Match]) -> list[Tally]:
    """Return the statistics of some matches, computed from the matches alone."""
    games: dict[tuple[Edition, str], Counter[GameResult]] = {}
    for match in played:
        if match.agreement.solo or match.agreement.friendly:
            continue
        for game in match.games:
            if game.over and game.ending in (Ending.BROKEN, Ending.HELD):
                name = match.agreement.players[game.codebreaker]
                guesses = len(game.board.rows) if game.ending is Ending.BROKEN else 0
                found = games.setdefault((match.agreement.edition, name), Counter())
                found[GameResult(guesses, hints_in(game))] += 1
    return [Tally(found, terms, name) for (terms, name), found in games.items()]


def hints_in(game: Game) -> int:
    return sum(isinstance(move, Hint) for move in game.moves)


def in_order(tallies: list[Tally]) -> list[tuple[str, str, list[tuple[GameResult, int]]]]:
    return sorted((repr(one.edition), str(one.player), sorted(one.counts.items())) for one in tallies)


@settings(HISTORIES, max_examples=40)
@given(history=st.lists(matches(moves=25) | finished_matches(), max_size=4))
def test_statistics_equal_those_of_the_replayed_matches(archive: Archive, history: list[Match]) -> None:
    names = [store(archive, match) for match in history]
    assert in_order(archive.statistics()) == in_order(recounted(history))
    assert sum(one.games for one in totals(archive.statistics())) == sum(
        one.games for one in archive.statistics()
    )
    for name in names:
        archive.delete(name)
    assert archive.statistics() == []


# Solo games ----------------------------------------------------------------------------

FIRST, TODAY = FIRST_DAY, FIRST_DAY + timedelta(days=9)
SOLO = alone(find_edition("mini"))
CRACKED = played(SOLO, "code ABC", "guess AAA", "guess ABC")
GIVEN_UP = played(SOLO, "code ABC", "guess AAA", "give up")
LEFT = played(SOLO, "code ABC", "guess AAA", "leave codebreaker")
PLAYING = played(SOLO, "code ABC", "guess AAA")


def daily(day: int, *, cracked: bool = True, player: str = "Ada") -> Match:
    """Return the finished game of the daily code, that many days after the first."""
    when = FIRST + timedelta(days=day)
    match = Match.start(Agreement(DAILY_EDITION, (NOBODY, player), 1, daily=when))
    match = match.play(SetCode(Secret(daily_code(when))))
    return play_out(match) if cracked else match.play(GiveUp())


def longest_run(cracked: list[bool]) -> int:
    """Return the length of the longest run, found by looking at every slice."""
    size = len(cracked)
    return max(
        n for start in range(size + 1) for n in range(size - start + 1) if all(cracked[start : start + n])
    )


def run_at_the_end(cracked: list[bool]) -> int:
    return max(n for n in range(len(cracked) + 1) if all(cracked[len(cracked) - n :]))


def recounted_solo(history: list[Match], player: str) -> SoloStatistics:
    """Return the statistics of a player's solo games, computed from the matches alone."""
    over = [match for match in history if match.agreement.solo and match.over]
    theirs = [match for match in over if match.agreement.players[1] == player]
    days: dict[date, int] = {}
    games: dict[Edition | None, list[GameResult]] = {None: []}
    for match in theirs:
        assert match.outcome is not None
        guesses, day = match.outcome.cracked_in or 0, match.agreement.daily
        if day is None:
            result = GameResult(guesses, hints_in(match.game))
            games[None].append(result)
            games.setdefault(match.agreement.edition, []).append(result)
        elif day not in days:
            days[day] = guesses
    overall, *editions = (
        SoloTally(Counter(each), terms, run_at_the_end(alone), longest_run(alone))
        for terms, each in games.items()
        for alone in ([bool(guesses) for guesses, hints in each if not hints],)
    )
    last = TODAY if TODAY in days else TODAY - timedelta(days=1)
    until = [bool(days.get(FIRST + timedelta(days=n))) for n in range((last - FIRST).days + 1)]
    all_days = [bool(days.get(FIRST + timedelta(days=n))) for n in range(20)]
    streaks = run_at_the_end(until), longest_run(all_days)
    return SoloStatistics(
        overall,
        tuple(sorted(editions, key=lambda one: -one.games)),
        DailyTally(Counter(map(GameResult, days.values())), *streaks, dict(sorted(days.items())), {}),
    )


HISTORY = (
    matches(solo_agreements().filter(lambda agreed: agreed.daily is None), moves=25)
    | st.sampled_from([CRACKED, CRACKED, CRACKED, GIVEN_UP, LEFT, PLAYING])
    | st.builds(daily, st.integers(0, 10), cracked=st.integers(0, 3).map(bool))
    | matches(agreements(), moves=25)
)


@settings(HISTORIES, max_examples=settings().max_examples // 2)
@given(history=st.lists(HISTORY, max_size=12))
def test_solo_statistics_equal_those_of_the_replayed_matches(archive: Archive, history: list[Match]) -> None:
    names = [store(archive, match, at=100 * at) for at, match in enumerate(history)]
    players = {match.agreement.players[1] for match in history if match.agreement.solo and match.over}
    assert archive.solo_players() == sorted(players)
    for player in {"Ada", "Bob", *players}:
        assert archive.solo_statistics(player, today=TODAY) == recounted_solo(history, player)
    assert in_order(archive.statistics()) == in_order(recounted(history))
    for name in names:
        archive.delete(name)
    assert archive.solo_players() == []


def test_a_daily_code_is_found_by_day_and_player(archive: Archive) -> None:
    name = store(archive, daily(1))
    store(archive, daily(2, player="Bob"))
    store(archive, daily(1), at=100)
    tomorrow = FIRST + timedelta(days=1)
    found = archive.find_daily(tomorrow, "Ada")
    assert found == entry(archive, name)
    assert archive.find_daily(tomorrow, "Bob") is None
    assert archive.find_daily(FIRST, "Ada") is None


def test_only_the_solo_game_untouched_longest_makes_room(archive: Archive) -> None:
    others = [store(archive, match, at=1) for match in (CRACKED, LEFT, played(MINI, "code ABC"))]
    bobs = replace(PLAYING.agreement, players=(NOBODY, "Bob"))
    others += [store(archive, Match.start(each), at=1) for each in (daily(1).agreement, bobs)]
    names = [store(archive, PLAYING, at=10 * at) for at in range(1, MAX_UNFINISHED_SOLO + 1)]
    archive.add(names[0], PLAYING.length, GiveUp(), at=1000)
    new = [store(archive, PLAYING, at=at) for at in (2000, 3000)]
    assert {one.id for one in archive.entries()} == {*others, *names, *new} - {names[1]}
    assert archive.solo_statistics("Ada", today=TODAY).overall.games == 3


def test_only_idle_unfinished_solo_games_are_deleted(archive: Archive) -> None:
    idle = [store(archive, PLAYING, at=at) for at in (1, 2)]
    kept = [store(archive, match, at=1) for match in (CRACKED, LEFT, played(MINI, "code ABC"))]
    recent = store(archive, PLAYING, at=9)
    archive.delete_idle_solo(3)
    assert {one.id for one in archive.entries()} == {*idle, *kept, recent}
    archive.delete_idle_solo(10)
    assert {one.id for one in archive.entries()} == {*kept, recent}
    archive.delete_idle_solo(12)
    assert {one.id for one in archive.entries()} == {*kept}
    assert archive.solo_statistics("Ada", today=TODAY).overall.games == 2
