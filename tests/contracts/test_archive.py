"""What every archive promises, whatever it keeps matches in."""

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
from codepegs.storage import Archive, Entry, MatchId, Tally, new_id, open_archive, totals
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
"""Where a new archive of each kind can be made; a new kind is one more line."""

HISTORIES = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@pytest.fixture
def archive(address: str) -> Iterator[Archive]:
    opened = open_archive(address)
    yield opened
    opened.close()


def keep(archive: Archive, match: Match, *, at: int = 0) -> MatchId:
    """Keep a whole match, a move a microsecond."""
    name = archive.begin(match.agreement, at=at)
    for number, move in enumerate(match.moves):
        archive.add(name, number, move, at=at + number + 1)
    return name


def entry(archive: Archive, name: MatchId) -> Entry:
    (found,) = [entry for entry in archive.entries(limit=1_000_000) if entry.id == name]
    return found


# Names ---------------------------------------------------------------------------------


def test_names_are_drawn_from_the_source_that_was_handed_in(address: str) -> None:
    archive = open_archive(address, random=Random(1))
    other = open_archive(address, random=Random(2))
    assert archive.begin(MINI, at=0) == new_id(Random(1)) != other.begin(MINI, at=0)
    archive.close()
    other.close()


def test_a_name_that_a_match_has_is_refused_and_the_next_one_is_taken(address: str) -> None:
    archive, other = open_archive(address, random=Random(1)), open_archive(address, random=Random(1))
    name = keep(archive, play_out(Match.start(MINI)))
    with pytest.raises(ArchiveUnavailable):
        other.begin(MINI, at=0)
    assert other.match(name).over
    assert other.begin(MINI, at=0) != name
    archive.close()
    other.close()


# Keeping -------------------------------------------------------------------------------


@HISTORIES
@given(match=matches(moves=25, committed=True), at=st.integers(0, 2**62))
def test_a_match_is_what_its_moves_make_at_every_point(archive: Archive, match: Match, at: int) -> None:
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
def test_an_archive_that_is_opened_again_has_what_it_had(address: str, match: Match) -> None:
    first = open_archive(address)
    name = keep(first, match)
    kept = entry(first, name)
    first.close()
    again = open_archive(address)
    assert again.match(name) == match
    assert entry(again, name) == kept
    again.delete(name)
    again.close()


def test_a_move_that_the_rules_refuse_is_not_kept(archive: Archive) -> None:
    name = keep(archive, played(MINI, "code ABC"))
    with pytest.raises(NotNow):
        archive.add(name, 1, spelled("code ABC"), at=5)
    assert archive.match(name) == played(MINI, "code ABC")
    assert entry(archive, name).changed == 1


@pytest.mark.parametrize("number", [0, 1, 3, 99, -1])
def test_a_move_with_another_number_than_its_own_is_stale(archive: Archive, number: int) -> None:
    name = keep(archive, played(MINI, "code ABC", "guess AAA"))
    with pytest.raises(Stale) as refused:
        archive.add(name, number, Guess(code("ABC")), at=5)
    assert (refused.value.match, refused.value.number, refused.value.moves) == (name, number, 2)
    assert len(archive.match(name).moves) == 2


def test_of_many_moves_with_one_number_one_is_kept(archive: Archive) -> None:
    name = keep(archive, played(MINI, "code ABC"))
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


def test_many_matches_at_once_are_all_kept(archive: Archive) -> None:
    whole = play_out(Match.start(two(find_edition("classic-1"), games=4)))
    with ThreadPoolExecutor(16) as threads:
        names = list(threads.map(lambda _: keep(archive, whole), range(32)))
    assert len(set(names)) == 32
    assert all(archive.match(name) == whole for name in names)


# Listing -------------------------------------------------------------------------------


def test_the_match_that_changed_last_is_listed_first(archive: Archive) -> None:
    first, second, third = (archive.begin(MINI, at=at) for at in (10, 20, 30))
    archive.add(second, 0, spelled("code ABC"), at=40)
    assert [entry.id for entry in archive.entries()] == [second, third, first]
    assert [entry.id for entry in archive.entries(limit=2)] == [second, third]
    assert archive.entries(limit=0) == []


def test_matches_that_are_over_are_listed_apart_from_those_that_are_not(archive: Archive) -> None:
    over = keep(archive, played(MINI, "code ABC", "abandon codebreaker"))
    going = keep(archive, played(MINI, "code ABC"), at=10)
    assert [entry.id for entry in archive.entries(over=True)] == [over]
    assert [entry.id for entry in archive.entries(over=False)] == [going]
    assert len(archive.entries()) == 2


def test_a_match_that_was_deleted_is_gone(archive: Archive) -> None:
    gone, kept = keep(archive, play_out(Match.start(MINI))), keep(archive, played(MINI, "code ABC"))
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


def test_a_name_is_of_letters_and_digits_that_no_one_mistakes(archive: Archive) -> None:
    names = [archive.begin(MINI, at=0) for _ in range(20)]
    assert len(set(names)) == 20
    assert all(len(name) == 10 and name.isalnum() and not set(name) & set("il1o0") for name in names)


def test_a_closed_archive_refuses_and_may_be_closed_twice(archive: Archive) -> None:
    name = archive.begin(MINI, at=0)
    archive.close()
    archive.close()
    for attempt in (lambda: archive.begin(MINI, at=1), lambda: archive.match(name), archive.entries):
        with pytest.raises(ArchiveUnavailable, match="it is closed"):
            attempt()


# Statistics ----------------------------------------------------------------------------


def recounted(played: list[Match]) -> list[Tally]:
    """The statistics of some matches, from nothing but the matches."""
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
def test_statistics_are_what_playing_all_matches_again_gives(archive: Archive, history: list[Match]) -> None:
    names = [keep(archive, match) for match in history]
    assert in_order(archive.statistics()) == in_order(recounted(history))
    assert sum(one.games for one in totals(archive.statistics())) == sum(
        one.games for one in archive.statistics()
    )
    for name in names:
        archive.delete(name)
    assert archive.statistics() == []


def test_statistics_tell_editions_and_players_apart_and_leave_out_what_does_not_count(
    archive: Archive,
) -> None:
    hand = two(find_edition("mini", answers=Answers.HAND))
    keep(archive, played(MINI, "code ABC", "guess AAA", "guess ABC", "code AAA", "guess AAA"))
    keep(archive, played(MINI, "code ABC", "give up", "code AAA", "abandon codemaker"))
    keep(archive, played(hand, "code ABC", "guess AAA 1+0", "guess ABB 0+0", "claim"))
    ada, bob = archive.statistics()
    assert (ada.player, ada.games, ada.broken, ada.held, ada.average, ada.best) == ("Ada", 1, 1, 0, 1.0, 1)
    assert (bob.player, bob.games, bob.broken, bob.held, bob.average, bob.best) == ("Bob", 2, 1, 1, 2.0, 2)
    (both,) = totals([ada, bob])
    assert (both.player, both.games, both.held, dict(both.distribution)) == (None, 3, 1, {1: 1, 2: 1})
    assert both.average == 1.5


def test_a_player_who_broke_no_code_has_no_average(archive: Archive) -> None:
    keep(archive, played(MINI, "code ABC", "give up"))
    (only,) = archive.statistics()
    assert (only.games, only.average, only.best) == (1, None, None)
