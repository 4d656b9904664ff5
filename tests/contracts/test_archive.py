"""Contract of every kind of archive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codepegs.errors import CodepegsError, NotNow
from codepegs.rules import Answers, Edition, Ending, Guess, Match, find_edition, replay
from codepegs.storage import Added, Archive, Entry, MatchId, Tally, new_id, open_archive, totals
from codepegs.storage.archive import SYSTEM_RANDOM
from codepegs.storage.errors import ArchiveUnavailable, Stale, UnknownMatch
from tests.support.strategies import (
    code,
    finished_matches,
    matches,
    named,
    play_out,
    played,
    prefixes,
    spelled,
    two,
)

MINI = two(find_edition("mini"))

ADDRESSES: dict[str, Callable[[Path], str]] = {"sqlite": lambda folder: f"sqlite:///{folder}/matches.db"}
"""URL of a new archive of each kind. Add a line for a new kind."""

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


@HISTORIES
@given(match=matches(moves=25))
def test_reopening_an_archive_changes_nothing(address: str, match: Match) -> None:
    first = open_archive(address)
    name = store(first, match)
    kept = entry(first, name)
    first.close()
    again = open_archive(address)
    assert again.match(name) == match
    assert entry(again, name) == kept
    again.delete(name)
    again.close()


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


def test_concurrent_matches_are_all_stored(archive: Archive) -> None:
    whole = play_out(Match.start(two(find_edition("classic-1"), games=4)))
    with ThreadPoolExecutor(16) as threads:
        names = list(threads.map(lambda _: store(archive, whole), range(32)))
    assert len(set(names)) == 32
    assert all(archive.match(name) == whole for name in names)


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


def test_the_caller_chooses_an_id_that_must_be_new(archive: Archive) -> None:
    name = store(archive, played(MINI, "code ABC"))
    with pytest.raises(ArchiveUnavailable):
        archive.begin_later(name, MINI, at=5).result()
    assert archive.match(name) == played(MINI, "code ABC")


def test_the_second_of_two_moves_with_the_same_number_is_stale(archive: Archive) -> None:
    name, before = store(archive, played(MINI, "code ABC")), played(MINI, "code ABC")
    first, second = (
        archive.add_later(name, 1, spelled(text), at=5, before=before) for text in ("guess AAA", "guess BBB")
    )
    assert first.result() == Added(1, repeated=False)
    with pytest.raises(Stale) as refused:
        second.result()
    assert (refused.value.number, refused.value.moves) == (1, 2)
    assert archive.match(name) == played(MINI, "code ABC", "guess AAA")


def test_an_illegal_move_is_refused_immediately(archive: Archive) -> None:
    name = archive.begin(MINI, at=0)
    for before in (None, Match.start(MINI)):
        with pytest.raises(NotNow):
            archive.add_later(name, 0, spelled("guess ABC"), at=1, before=before)


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
    over = store(archive, played(MINI, "code ABC", "abandon codebreaker"))
    going = store(archive, played(MINI, "code ABC"), at=10)
    assert [entry.id for entry in archive.entries(over=True)] == [over]
    assert [entry.id for entry in archive.entries(over=False)] == [going]
    assert len(archive.entries()) == 2


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
    games: dict[tuple[Edition, str], list[int]] = {}
    for match in played:
        for game in match.games:
            if game.over and game.ending in (Ending.BROKEN, Ending.HELD):
                name = match.agreement.players[game.codebreaker]
                guesses = len(game.board.rows) if game.ending is Ending.BROKEN else 0
                games.setdefault((match.agreement.edition, name), []).append(guesses)
    return [
        Tally(terms, name, found.count(0), {n: found.count(n) for n in sorted({*found}) if n})
        for (terms, name), found in games.items()
    ]


def in_order(tallies: list[Tally]) -> list[tuple[str, str, int, list[tuple[int, int]]]]:
    return sorted(
        (repr(one.edition), str(one.player), one.held, [*one.distribution.items()]) for one in tallies
    )


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


def test_void_and_abandoned_games_are_not_in_the_statistics(
    archive: Archive,
) -> None:
    hand = two(find_edition("mini", answers=Answers.HAND))
    store(archive, played(MINI, "code ABC", "guess AAA", "guess ABC", "code AAA", "guess AAA"))
    store(archive, played(MINI, "code ABC", "give up", "code AAA", "abandon codemaker"))
    store(archive, played(hand, "code ABC", "guess AAA 1+0", "guess ABB 0+0", "claim"))
    ada, bob = archive.statistics()
    assert (ada.player, ada.games, ada.broken, ada.held, ada.average, ada.best) == ("Ada", 1, 1, 0, 1.0, 1)
    assert (bob.player, bob.games, bob.broken, bob.held, bob.average, bob.best) == ("Bob", 2, 1, 1, 2.0, 2)
    (both,) = totals([ada, bob])
    assert (both.player, both.games, both.held, dict(both.distribution)) == (None, 3, 1, {1: 1, 2: 1})
    assert both.average == 1.5


def test_a_player_without_a_broken_code_has_no_average(archive: Archive) -> None:
    store(archive, played(MINI, "code ABC", "give up"))
    (only,) = archive.statistics()
    assert (only.games, only.average, only.best) == (1, None, None)
