"""Contract of every store of tables."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from datetime import date, timedelta
from typing import Any, TypeVar

import pytest

from codepegs.errors import IllegalAgreement, NotNow
from codepegs.rules import NOBODY, Agreement, GiveUp, Guess, Leave, Match, Seat, SetCode, find_edition
from codepegs.rules.daily import DAILY_EDITION, FIRST_DAY, daily_code
from codepegs.rules.seat import PlayerNumber
from codepegs.rules.secret import Secret
from codepegs.storage import MatchId, OpponentTally, TableRow, Tables, new_id, open_archive, open_tables
from codepegs.storage.archive import MAX_UNFINISHED_SOLO, SYSTEM_RANDOM
from codepegs.storage.errors import (
    AlreadyPlayed,
    ArchiveUnavailable,
    MatchUnfinished,
    NotInvited,
    PlayedOnServer,
    SeatTaken,
    Stale,
    UnknownMatch,
    UnknownTable,
    VersionConflict,
)
from tests.support.strategies import play_out, spelled, two

T = TypeVar("T")
MINI = find_edition("mini")
AGREED = two(MINI)


def waiting(*, owners: tuple[str | None, str | None] = ("ada", None), **changes: object) -> TableRow:
    """Return a new table of Ada, with an empty seat. Each owner plays with another client's id."""
    one, two = (None if owner is None else client_of(owner) for owner in owners)
    name = new_id(SYSTEM_RANDOM)
    row = TableRow(name, MINI, 2, ("Ada", None), (one, two), owners, invitation="please")
    return replace(row, **changes)  # type: ignore[arg-type]


def client_of(owner: str) -> str:
    return f"{owner}'s seat"


def join(
    tables: Tables, table: MatchId, *, owner: str = "bob", name: str = "Bob", by: str = "please", at: int = 1
) -> Future[TableRow]:
    """Take the empty seat by the invitation `by`."""
    return tables.join(table, client=client_of(owner), owner=owner, name=name, invitation=by, at=at)


def seated(tables: Tables) -> MatchId:
    """Open a table of Ada and Bob, and return its id."""
    row = tables.open(waiting(names=("Ada", "Bob"), owners=("ada", "bob"), invitation=None), at=1).result()
    return row.id


def refused(answers: list[Future[T]], kind: type[Exception]) -> int:
    wait(answers)
    return sum(isinstance(answer.exception(), kind) for answer in answers)


# Joining -------------------------------------------------------------------------------


def test_a_table_with_an_empty_seat_has_no_match(tables: Tables) -> None:
    wanted = waiting(hints=True, offers="clock off")
    row = tables.open(wanted, at=5).result()
    assert row == replace(wanted, opened=5, changed=5) == tables.table(row.id)
    assert (row.begun, row.empty_seat, row.version, row.moves, row.over) == (False, 1, 0, 0, False)
    with pytest.raises(UnknownMatch):
        tables.match(row.id)


@pytest.mark.parametrize("player", [0, 1])
def test_the_match_starts_when_the_second_player_joins(tables: Tables, player: int) -> None:
    host = 1 - player
    names: tuple[str | None, str | None] = ("Ada", None) if host == 0 else (None, "Ada")
    owners = ("ada", None) if host == 0 else (None, "ada")
    row = tables.open(waiting(names=names, owners=owners), at=5).result()
    joined = join(tables, row.id, at=6).result()
    assert joined == tables.table(row.id)
    assert (joined.names[player], joined.clients[player], joined.owners[player]) == (
        "Bob", client_of("bob"), "bob",
    )  # fmt: skip
    assert (joined.names[host], joined.clients[host], joined.owners[host]) == ("Ada", client_of("ada"), "ada")
    assert (joined.begun, joined.empty_seat, joined.invitation, joined.version, joined.changed) == (
        True, None, None, 1, 6,
    )  # fmt: skip
    players = ("Bob", "Ada") if player == 0 else ("Ada", "Bob")
    assert tables.match(row.id) == Match.start(replace(AGREED, players=players))


@pytest.mark.parametrize("player", [0, 1])
def test_a_moved_seat_belongs_to_another_client_and_owner(tables: Tables, player: PlayerNumber) -> None:
    row = tables.open(waiting(), at=1).result()
    before = join(tables, row.id, at=2).result()
    to: dict[str, Any] = {"player": player, "client": "phone's seat", "owner": "phone"}
    moved = tables.move_seat(row.id, version=before.version, **to, at=3).result()
    other = 1 - player
    assert (moved.clients[player], moved.owners[player]) == ("phone's seat", "phone")
    assert (moved.clients[other], moved.owners[other]) == (before.clients[other], before.owners[other])
    assert (moved.version, moved.changed, moved.names) == (before.version + 1, 3, before.names)
    assert tables.table(row.id) == moved
    with pytest.raises(VersionConflict):
        tables.move_seat(row.id, version=before.version, **to, at=4).result()


def test_a_player_is_renamed_at_a_table_that_is_over(tables: Tables, address: str) -> None:
    row, begun = tables.open(waiting(), at=1).result(), seated(tables)
    archive = open_archive(address)
    try:
        for name, error in ((row.id, UnknownMatch), (begun, MatchUnfinished)):
            with pytest.raises(error):
                archive.rename(name, "Ada", "a guest")
        tables.add_later(begun, 0, Leave(Seat.CODEBREAKER), at=2).result()
        version = tables.table(begun).version
        archive.rename(begun, "Ada", "a guest")
        assert archive.damaged() == []
    finally:
        archive.close()
    assert tables.table(begun).names == tables.match(begun).agreement.players == ("a guest", "Bob")
    assert tables.table(begun).version == version + 1


def test_only_one_of_fifty_concurrent_clients_gets_the_seat(tables: Tables) -> None:
    row = tables.open(waiting(), at=0).result()
    answers = [join(tables, row.id, owner=f"client {n}", name=f"Guest {n}", at=n) for n in range(50)]
    assert refused(answers, SeatTaken) == 49
    (winner,) = [answer.result() for answer in answers if answer.exception() is None]
    assert tables.table(row.id) == winner
    assert tables.match(row.id).agreement.players == winner.names


def test_joining_twice_has_the_same_result(tables: Tables) -> None:
    row = tables.open(waiting(), at=0).result()
    first = join(tables, row.id, at=1).result()
    assert join(tables, row.id, at=2).result() == first
    for owner, name in (("bob", "Rob"), ("eve", "Bob")):
        with pytest.raises(SeatTaken):
            join(tables, row.id, owner=owner, name=name, at=3).result()
    seat = client_of("bob")
    for client, owner in ((seat, "eve"), ("eve", "bob")):
        with pytest.raises(SeatTaken):
            tables.join(row.id, client=client, owner=owner, name="Bob", invitation="please", at=3).result()


def test_joining_needs_the_invitation(tables: Tables) -> None:
    row = tables.open(waiting(), at=0).result()
    with pytest.raises(NotInvited):
        join(tables, row.id, owner="eve", name="Eve", by="pretty please").result()
    assert tables.table(row.id) == row


def test_a_name_that_is_not_allowed_leaves_the_seat_empty(tables: Tables) -> None:
    row = tables.open(waiting(), at=0).result()
    for name in ("ada", "  ", "x" * 25, "tab\there"):
        with pytest.raises(IllegalAgreement):
            join(tables, row.id, name=name).result()
    assert tables.table(row.id) == row
    assert join(tables, row.id).result().begun


def test_a_table_with_terms_that_are_not_allowed_is_refused(tables: Tables) -> None:
    for changes in (
        {"games": 0},
        {"games": 101},
        {"names": ("x" * 25, None)},
        {"names": ("", None)},
        {"names": ("Bob", "bob")},
    ):
        with pytest.raises(IllegalAgreement):
            tables.open(waiting(**changes), at=0)


@pytest.mark.parametrize("name", ["a", "A", "b", "B", "one", "Two"])
def test_the_first_player_can_have_any_name(tables: Tables, name: str) -> None:
    for names in ((name, None), (None, name)):
        assert tables.open(waiting(names=names), at=0).result().names == names


def test_every_method_refuses_an_unknown_table(tables: Tables) -> None:
    nowhere = MatchId("nowhere")
    with pytest.raises(UnknownTable):
        tables.table(nowhere)
    for answer in (
        join(tables, nowhere),
        tables.save_offers(nowhere, version=0, offers="", at=1),
        tables.rematch(nowhere, version=0, new=waiting(), at=1),
    ):
        with pytest.raises(UnknownTable):
            answer.result()
    with pytest.raises(UnknownMatch):
        tables.delete(nowhere).result()


# Events --------------------------------------------------------------------------------


def test_offers_are_stored_only_for_the_current_version(tables: Tables) -> None:
    name = seated(tables)
    tables.add_later(name, 0, spelled("code ABC"), at=2).result()
    saved = tables.save_offers(name, version=1, offers="hints", at=3).result()
    assert saved == tables.table(name)
    assert (saved.version, saved.offers, saved.changed, saved.moves) == (2, "hints", 3, 1)
    for version in (0, 1, 3):
        with pytest.raises(VersionConflict) as error:
            tables.save_offers(name, version=version, offers="clock off", at=4).result()
        assert (error.value.expected, error.value.version) == (version, 2)
    assert tables.table(name) == saved


def test_a_move_can_change_the_offers(tables: Tables) -> None:
    name = seated(tables)
    tables.save_offers(name, version=0, offers="clock off", at=2).result()
    tables.add_later(name, 0, spelled("code ABC"), at=3, offers="").result()
    row = tables.table(name)
    assert (row.offers, row.version, row.changed, row.moves) == ("", 2, 3, 1)
    with pytest.raises(Stale):
        tables.add_later(name, 0, spelled("code ABC"), at=3, offers="never").result()
    assert tables.table(name) == row


def test_a_rematch_opens_a_table_linked_from_the_old_one(tables: Tables) -> None:
    name = seated(tables)
    tables.save_offers(name, version=0, offers="rematch", at=2).result()
    turned = waiting(names=("Bob", "Ada"), owners=("bob", "ada"), invitation=None)
    answers = [
        tables.rematch(name, version=1, new=replace(turned, id=new_id(SYSTEM_RANDOM)), at=3) for _ in range(5)
    ]
    assert refused(answers, VersionConflict) == 4
    (new,) = [answer.result() for answer in answers if answer.exception() is None]
    old = tables.table(name)
    assert (old.rematch, old.offers, old.version) == (new.id, "", 2)
    assert tables.table(new.id) == new
    assert new.rematch_of == name
    assert tables.match(new.id).agreement.players == ("Bob", "Ada")
    with pytest.raises(VersionConflict):
        tables.rematch(name, version=2, new=turned, at=4).result()
    assert {row.id for row in tables.tables_of("ada")} == {name, new.id}


# Reading -------------------------------------------------------------------------------


def test_a_list_shows_turns_then_other_matches_then_finished_ones(tables: Tables) -> None:
    rows = [tables.open(waiting(), at=at).result() for at in (10, 20, 30, 40, 50)]
    theirs, over, mine, latest, alone = (row.id for row in rows)
    for at, name in enumerate((theirs, over, mine, latest), start=60):
        join(tables, name, at=at).result()
    for at, name in enumerate((theirs, over), start=70):
        tables.add_later(name, 0, spelled("code ABC"), at=at).result()
    tables.add_later(over, 1, spelled("leave codebreaker"), at=80).result()
    tables.save_offers(latest, version=1, offers="hints", at=90).result()
    listed = tables.tables_of("ada")
    assert [row.id for row in listed] == [latest, mine, theirs, alone, over]
    assert [row.place("ada").group for row in listed] == [0, 0, 1, 1, 2]
    assert listed == [tables.table(name) for name in (latest, mine, theirs, alone, over)]
    assert [row.id for row in tables.tables_of("bob")] == [theirs, latest, mine, over]
    assert tables.tables_of("nobody") == tables.tables_of(client_of("ada")) == []


def test_pages_of_a_list_have_every_table_once(tables: Tables) -> None:
    rows = [tables.open(waiting(), at=at // 2).result() for at in range(7)]
    for row in rows[:5]:
        join(tables, row.id, at=9).result()
    tables.add_later(rows[0].id, 0, spelled("leave codemaker"), at=9).result()
    everything, pages, after = tables.tables_of("ada"), [], None
    while page := tables.tables_of("ada", limit=2, after=after):
        pages += page
        after = page[-1].place("ada")
    assert pages == everything
    assert len(everything) == 7


def test_a_row_says_where_its_match_stands(tables: Tables) -> None:
    name = seated(tables)
    row = tables.table(name)
    assert (row.turn, row.game, row.guesses, row.points) == (0, 1, 0, (0, 0))
    match = Match.start(AGREED, name=name)
    for number, move in enumerate(play_out(match).moves):
        match = match.play(move)
        tables.add_later(name, number, move, at=number).result()
        row = tables.table(name)
        assert (row.turn, row.game) == (match.turn, match.game.number)
        assert (row.guesses, row.points) == (len(match.game.board.rows), match.points)
        assert (row.outcome, row.ended) == (match.outcome, number if match.over else None)
    assert row.over


def test_a_hidden_table_is_missing_from_one_list_only(tables: Tables) -> None:
    kept, name = seated(tables), seated(tables)
    before = tables.table(name)
    tables.hide(name, "ada").result()
    tables.hide(name, "ada").result()
    tables.hide(kept, "eve").result()
    assert [row.id for row in tables.tables_of("ada")] == [kept]
    assert {row.id for row in tables.tables_of("bob")} == {kept, name}
    assert tables.table(name) == before
    with pytest.raises(UnknownTable):
        tables.hide(MatchId("nowhere"), "ada").result()


def test_open_challenges_are_those_that_nobody_has_taken(tables: Tables) -> None:
    tables.open(waiting(), at=1).result()
    second, first, taken = (tables.open(waiting(challenge=True), at=at).result() for at in (30, 20, 10))
    join(tables, taken.id).result()
    assert tables.open_challenges() == [first, second]
    assert tables.table(taken.id).challenge
    tables.delete(first.id).result()
    assert tables.open_challenges() == [second]


def test_finished_matches_are_counted_by_opponent(tables: Tables) -> None:
    def left(seat: str, **changes: Any) -> None:
        row = tables.open(waiting(**changes), at=1).result()
        tables.add_later(row.id, 0, spelled(f"leave {seat}"), at=2).result()

    with_bob: dict[str, Any] = {"names": ("Ada", "Bob"), "owners": ("ada", "bob"), "invitation": None}
    for seat in ("codemaker", "codebreaker", "codemaker"):
        left(seat, **with_bob)
    left("codemaker", names=("computer easy", "Ada"), owners=(None, "ada"), invitation=None)
    left("codemaker", names=("Ada", "Eve"), owners=("ada", "ada"), invitation=None)
    left("codemaker", names=("Ada", "computer"), owners=("ada", None), friendly=True, invitation=None)
    drawn = tables.open(waiting(**with_bob), at=1).result()
    tables.add_later(drawn.id, 0, spelled("stop"), at=2).result()
    seated(tables)
    assert tables.opponents("ada") == [OpponentTally("Bob", 1, 1, 2), OpponentTally("computer easy", 1, 0, 0)]
    assert tables.opponents("bob") == [OpponentTally("Ada", 2, 1, 1)]
    assert tables.opponents("eve") == []


def solo(owner: str = "ada", *, day: date | None = None, name: str = "Ada") -> TableRow:
    """Return a new table of a solo game."""
    edition = MINI if day is None else DAILY_EDITION
    return waiting(
        names=(NOBODY, name), owners=(None, owner), edition=edition, games=1, daily=day, invitation=None
    )


def play_solo(tables: Tables, row: TableRow, *, at: int, cracked: bool = True) -> MatchId:
    """Play a solo game to its end in one row, or give it up, and return its id."""
    name = tables.open(row, at=at).result().id
    match = Match.start(tables.match(name).agreement, name=name)
    *moves, last = play_out(match).moves
    for number, move in enumerate([*moves, last if cracked else GiveUp()]):
        tables.add_later(name, number, move, at=at).result()
    return name


def test_solo_games_are_counted_by_owner(tables: Tables, address: str) -> None:
    day = FIRST_DAY
    for at, (row, cracked) in enumerate(
        [
            (solo(), True),
            (solo(name="Ann"), False),
            (solo(), True),
            (solo("bob"), True),
            (solo(day=day), True),
        ]
    ):
        play_solo(tables, row, at=at, cracked=cracked)
    found = tables.solo_statistics("ada", today=day)
    assert (found.overall.games, found.overall.broken, found.overall.streak) == (3, 2, 1)
    assert [one.edition for one in found.editions] == [MINI]
    assert (found.daily.streak, dict(found.daily.calendar)) == (1, {day: 1})
    for stranger in ("eve", client_of("ada")):
        assert tables.solo_statistics(stranger, today=day).overall.games == 0
    assert tables.statistics("ada") == []
    # The archive's user may be called Ada too.
    archive = open_archive(address)
    assert archive.solo_players() == []
    assert archive.solo_statistics("Ada", today=day).overall.games == 0
    assert archive.find_daily(day, "Ada") is None
    archive.delete_idle_solo(10)
    assert len(tables.tables_of("ada")) == 4
    archive.close()


@pytest.mark.parametrize("day", [None, FIRST_DAY])
def test_a_game_played_offline_is_stored_with_its_moves(day: date | None, tables: Tables) -> None:
    row = replace(solo(day=day), offline=True)
    played = Match.start(Agreement(row.edition, (NOBODY, "Ada"), 1, daily=day), name=row.id)
    code = played.agreement.edition.code("RGB") if day is None else daily_code(day)
    played = played.play(SetCode(Secret(code))).play(Guess(code))
    stored = tables.open(row, at=7, moves=played.moves).result()
    assert stored == tables.table(row.id)
    assert (stored.offline, stored.over, stored.moves, stored.ended) == (True, True, 2, 7)
    assert tables.match(row.id) == played
    found = tables.solo_statistics("ada", today=FIRST_DAY)
    assert found.overall.broken + found.daily.broken == 1
    assert not tables.table(tables.open(solo(), at=8).result().id).offline


def test_illegal_moves_are_not_stored(tables: Tables) -> None:
    row = solo()
    with pytest.raises(NotNow):
        tables.open(row, at=7, moves=[Guess(row.edition.code("RGB"))])
    with pytest.raises(UnknownTable):
        tables.table(row.id)


def test_games_of_matches_are_counted_by_owner(tables: Tables) -> None:
    # Nobody knows who of two people at one screen has which statistics.
    for owners in (("ada", "bob"), ("eve", "ada"), ("ada", "ada")):
        row = waiting(names=("Ada", "Bob"), owners=owners, invitation=None)
        name = tables.open(row, at=1).result().id
        for number, move in enumerate(play_out(Match.start(AGREED, name=name)).moves):
            tables.add_later(name, number, move, at=2).result()
    assert [(one.player, one.games) for one in tables.statistics("ada")] == [("Ada", 1), ("Bob", 1)]
    assert [(one.player, one.games) for one in tables.statistics("bob")] == [("Bob", 1)]
    assert tables.statistics(client_of("ada")) == []
    assert tables.solo_statistics("ada", today=FIRST_DAY).overall.games == 0


def test_a_daily_code_is_found_by_day_and_owner(tables: Tables) -> None:
    today, tomorrow = FIRST_DAY, FIRST_DAY + timedelta(days=1)
    row = tables.open(solo(day=today), at=1).result()
    play_solo(tables, solo("eve", day=today), at=2)
    assert tables.find_daily(today, "ada") == row
    assert tables.find_daily(tomorrow, "ada") is None
    assert tables.find_daily(today, "bob") is tables.find_daily(today, client_of("ada")) is None


def test_a_daily_code_can_be_begun_once_by_each_owner(tables: Tables, address: str) -> None:
    second = open_tables(address) if address.startswith("postgresql") else tables
    rows = [solo(day=FIRST_DAY) for _ in range(8)]
    with ThreadPoolExecutor(8) as threads:
        opened = [
            *threads.map(lambda at: (second, tables)[at % 2].open(rows[at], at=at).exception(), range(8))
        ]
    (first,) = [row.id for row, error in zip(rows, opened, strict=True) if error is None]
    assert {getattr(error, "table", None) for error in opened} == {None, first}
    assert sum(isinstance(error, AlreadyPlayed) for error in opened) == 7
    for row in (solo("bob", day=FIRST_DAY), solo(day=FIRST_DAY + timedelta(days=1)), solo()):
        tables.open(row, at=9).result()
    second.close()


def test_unfinished_solo_games_are_found_by_owner(tables: Tables) -> None:
    one, two = (tables.open(solo(), at=at).result().id for at in (1, 2))
    play_solo(tables, solo(), at=3)
    tables.open(solo(day=FIRST_DAY), at=4).result()
    tables.open(waiting(), at=5).result()
    seated(tables)
    assert tables.unfinished_solo("ada") == [two, one]
    tables.add_later(one, 0, SetCode(Secret(MINI.code("RGB"))), at=9).result()
    assert tables.unfinished_solo("ada") == [one, two], "The last played comes first."
    assert tables.unfinished_solo("bob") == tables.unfinished_solo(client_of("ada")) == []


@pytest.mark.parametrize("by_rematch", [False, True])
def test_only_the_solo_game_untouched_longest_makes_room(tables: Tables, by_rematch: bool) -> None:
    over, daily = play_solo(tables, solo(), at=1), tables.open(solo(day=FIRST_DAY), at=1).result().id
    bobs, match = tables.open(solo("bob"), at=1).result().id, seated(tables)
    names = [tables.open(solo(), at=2 + at).result().id for at in range(MAX_UNFINISHED_SOLO)]
    tables.add_later(names[0], 0, SetCode(Secret(MINI.code("RGB"))), at=90).result()
    if by_rematch:
        new = tables.rematch(over, version=tables.table(over).version, new=solo(), at=99).result().id
    else:
        new = tables.open(solo(), at=99).result().id
    assert tables.unfinished_solo("ada") == [new, names[0], *names[:1:-1]]
    with pytest.raises(UnknownTable):
        tables.table(names[1])
    assert [tables.table(name).id for name in (over, daily, bobs, match)] == [over, daily, bobs, match]


def test_idle_tables_are_found_by_their_last_move(tables: Tables) -> None:
    over = play_solo(tables, solo(), at=1)
    alone = tables.open(solo(), at=10).result().id
    open_seat = tables.open(waiting(), at=20).result().id
    begun = seated(tables)
    tables.add_later(begun, 0, spelled("code ABC"), at=30).result()
    # An offer is not a move, but it is a change.
    tables.save_offers(begun, version=1, offers="hints", at=90).result()
    assert tables.idle_tables(solo_before=0, match_before=0) == {}
    assert tables.idle_tables(solo_before=11, match_before=10) == {alone: 0}
    assert tables.idle_tables(solo_before=10, match_before=21) == {open_seat: 0}
    found = tables.idle_tables(solo_before=31, match_before=31)
    assert [*found.items()] == [(alone, 0), (open_seat, 0), (begun, 2)]
    assert over not in found
    join(tables, open_seat, at=50).result()
    assert tables.idle_tables(solo_before=0, match_before=31) == {begun: 2}


def test_reopening_tables_changes_nothing(address: str) -> None:
    first = open_tables(address)
    name = seated(first)
    first.add_later(name, 0, spelled("code ABC"), at=2, seat=0, key="k").result()
    row = first.save_offers(name, version=1, offers="hints", at=3).result()
    first.close()
    again = open_tables(address)
    assert again.table(name) == row
    assert again.add_later(name, 0, spelled("code ABC"), at=4, seat=0, key="k").result().repeated
    again.close()


def test_the_archive_lists_matches_with_and_without_tables(tables: Tables, address: str) -> None:
    name = seated(tables)
    archive = open_archive(address)
    own = archive.begin(AGREED, at=50)
    assert [entry.id for entry in archive.entries()] == [own, name]
    with pytest.raises(UnknownTable):
        tables.table(own)
    assert [entry.id for entry in archive.entries(table=True)] == [name]
    assert [entry.id for entry in archive.entries(table=False)] == [own]
    assert [entry.table for entry in archive.entries()] == [False, True]
    archive.delete(name)
    with pytest.raises(UnknownTable):
        tables.table(name)
    archive.close()


def test_only_its_server_can_continue_a_match_of_a_table(tables: Tables, address: str) -> None:
    # A code that does not come from the server has no commitment, which would damage the table.
    archive = open_archive(address)
    name, empty = seated(tables), tables.open(waiting(), at=0).result().id
    for match in (name, empty):
        with pytest.raises(PlayedOnServer) as error:
            archive.add(match, 0, spelled("code ABC"), at=2)
        assert error.value.match == match
    assert tables.add_later(name, 0, spelled("code ABC"), at=3).result().number == 0
    for number in (0, 1):
        with pytest.raises(PlayedOnServer):
            archive.add(name, number, spelled("guess ABC"), at=4)
    with pytest.raises(PlayedOnServer):
        archive.add_later(name, 1, spelled("guess ABC"), at=4, before=archive.match(name))
    assert (tables.table(name).version, tables.match(name).length) == (1, 1)
    archive.close()


def test_deleting_a_table_deletes_its_match(tables: Tables) -> None:
    begun, empty = seated(tables), tables.open(waiting(), at=0).result().id
    for name in (begun, empty):
        tables.delete(name).result()
        for attempt in (lambda name=name: tables.table(name), lambda name=name: tables.match(name)):
            with pytest.raises(LookupError):
                attempt()
    assert tables.tables_of("ada") == []


# Token key -----------------------------------------------------------------------------


def test_the_token_key_is_random_and_stays_the_same(tables: Tables, address: str, other_address: str) -> None:
    key = tables.token_key()
    assert len(key) == 32
    tables.close()
    reopened = open_tables(address)
    assert reopened.token_key() == key
    reopened.close()
    other = open_tables(other_address)
    assert other.token_key() != key
    other.close()


def test_closed_tables_refuse_all_calls(tables: Tables) -> None:
    name = seated(tables)
    tables.close()
    tables.close()
    for attempt in (
        lambda: tables.table(name),
        tables.token_key,
        lambda: tables.open(waiting(), at=1).result(),
        lambda: tables.add_later(name, 0, spelled("code ABC"), at=1, before=Match.start(AGREED)).result(),
    ):
        with pytest.raises(ArchiveUnavailable, match="it is closed"):
            attempt()
