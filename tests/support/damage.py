"""An archive with a bit of everything, the questions that can be asked about it, and damage to its file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeVar

from codepegs.errors import CodepegsError
from codepegs.rules import NOBODY, Agreement, GiveUp, Leave, Match, Move, Seat, find_edition
from codepegs.rules.daily import DAILY_EDITION, FIRST_DAY
from codepegs.storage import (
    Added,
    MatchId,
    OpponentTally,
    SoloStatistics,
    TableRow,
    Tally,
    new_id,
    open_tables,
)
from codepegs.storage.sql.tables import SqlTables
from tests.support.strategies import alone, play_out, two

MINI = find_edition("mini")
OWNERS = ("ada", "bob", "eve")
DAYS = [FIRST_DAY + timedelta(days=day) for day in range(3)]
START = 1_700_000_000_000_000

T = TypeVar("T")
Add = Callable[..., Future[Added]]
Question = Callable[[], object]
Answers = dict[str, object]


# The archive ---------------------------------------------------------------------------


def build(path: Path) -> list[MatchId]:
    """Store matches and tables of every kind in a new archive, and return their ids."""
    random, names = Random(1), []
    tables = opened(path)
    for number in range(12):
        at = START + 1000 * number
        own, table = new_id(random), _table(new_id(random), number)
        agreement = _agreement(number)
        tables.archive.begin_later(own, agreement, at=at).result()
        _play(agreement, number, partial(tables.archive.add_later, own), at=at)
        tables.open(table, at=at).result()
        if None not in table.names:
            agreement = tables.match(table.id).agreement
            _play(agreement, number, partial(tables.add_later, table.id), at=at, seat=1)
        if number % 4 == 1:
            version = tables.table(table.id).version
            tables.save_offers(table.id, version=version, offers="clock off", at=at + 50).result()
        names += [own, table.id]
    tables.close()
    return names


def opened(path: Path) -> SqlTables:
    tables = open_tables(f"sqlite:///{path}")
    assert isinstance(tables, SqlTables)
    return tables


def _agreement(number: int) -> Agreement:
    """Return the terms of a match, a long one, a solo game, or the daily code of a day."""
    daily = Agreement(DAILY_EDITION, (NOBODY, "Ada"), 1, daily=DAYS[number // 4])
    return (two(MINI), two(find_edition("invicta", rows=8), 4), alone(MINI), daily)[number % 4]


def _table(name: MatchId, number: int) -> TableRow:
    """Return a new table: one that waits, a match, a solo game or the daily code."""
    one, other = OWNERS[number % 3], OWNERS[(number + 1) % 3]
    seats = (f"{one}'s seat", f"{other}'s seat")
    row = TableRow(name, MINI, 2, (one, None), (seats[0], None), (one, None), invitation="please")
    match number % 4:
        case 0:
            return row
        case 1:
            return replace(row, names=(one, other), clients=seats, owners=(one, other), invitation=None)
    alone = {"names": (NOBODY, one), "clients": (None, seats[0]), "owners": (None, one), "games": 1}
    row = replace(row, **alone, invitation=None)  # type: ignore[arg-type]
    return row if number % 4 == 2 else replace(row, edition=DAILY_EDITION, daily=DAYS[number // 4])


def _play(agreement: Agreement, number: int, add: Add, *, at: int, seat: int | None = None) -> None:
    """Play a match to its end, give it up, or leave it unfinished."""
    moves = [*play_out(Match.start(agreement)).moves]
    if number % 3 == 1:
        del moves[3:]
    elif number % 3 == 2 and agreement.solo:
        moves[1:] = [GiveUp()]
    for place, move in enumerate(moves):
        sent = {} if seat is None else {"seat": seat, "key": f"key {place}"}
        add(place, move, at=at + place, **sent).result()


# Questions -----------------------------------------------------------------------------


def questions(tables: SqlTables, names: Iterable[MatchId]) -> dict[str, Question]:
    """Return everything that can be read, by name."""
    archive, future = tables.archive, 2 * START
    found: dict[str, Question] = {
        "token key": tables.token_key,
        "entries": archive.entries,
        "finished entries": partial(archive.entries, over=True),
        "entries of tables": partial(archive.entries, table=True),
        "statistics": archive.statistics,
        "solo statistics": partial(archive.solo_statistics, "Ada", today=DAYS[-1]),
        "solo players": archive.solo_players,
        "open challenges": tables.open_challenges,
        "idle tables": partial(tables.idle_tables, solo_before=future, match_before=future),
    }
    for day in DAYS:
        found[f"daily {day}"] = partial(archive.find_daily, day, "Ada")
    for owner in OWNERS:
        found[f"tables of {owner}"] = partial(tables.tables_of, owner)
        found[f"solo games of {owner}"] = partial(tables.unfinished_solo, owner)
        found[f"opponents of {owner}"] = partial(tables.opponents, owner)
        found[f"statistics of {owner}"] = partial(tables.statistics, owner)
        found[f"solo statistics of {owner}"] = partial(tables.solo_statistics, owner, today=DAYS[-1])
        for day in DAYS:
            found[f"daily {day} of {owner}"] = partial(tables.find_daily, day, owner)
    for name in names:
        found[f"match {name}"] = partial(tables.match, name)
        found[f"table {name}"] = partial(tables.table, name)
        found[f"keys {name}"] = partial(tables.keys, name)
    return found


def commands(tables: SqlTables, stored: Answers, *, folder: Path) -> dict[str, Question]:
    """Return changes by the id of their match, and others: moves, joins, an offer, a new match, a backup."""
    found: dict[str, Question] = {"backup": lambda: tables.backup(folder / "copy.db")}
    for question, answer in stored.items():
        kind, _, name = question.partition(" ")
        if kind == "match" and isinstance(answer, Match) and not answer.over:
            move = Leave(Seat.CODEBREAKER) if name < "h" else _next_move(answer)
            # As a server that has the match in memory, or as one that loads it.
            known = answer if name < "p" else None
            served = isinstance(stored[f"table {name}"], TableRow)
            add: Add = tables.add_later if served else tables.archive.add_later
            sent = {"seat": 0, "key": "new"} if served else {}
            at = START + 5_000_000
            found[name] = partial(_wait, partial(add, name, answer.length, move, at=at, before=known, **sent))
        elif kind == "table" and isinstance(answer, TableRow) and not answer.begun:
            joining = partial(tables.join, answer.id, client="zoe's seat", owner="zoe", name="Zoe")
            found[name] = partial(_wait, partial(joining, invitation="please", at=START + 5_000_000))
    return found


def _next_move(match: Match) -> Move:
    return play_out(match).moves[match.length]


def _wait(send: Callable[[], Future[T]]) -> T:
    return send().result()


def ask(asked: Mapping[str, Question]) -> Answers:
    """Return the answers. Errors of codepegs are answers too, all others are raised."""
    return {name: attempt(question) for name, question in asked.items()}


def attempt(question: Question) -> object:
    try:
        return question()
    except CodepegsError as error:
        return error


def read_all(path: Path, names: Iterable[MatchId]) -> Answers:
    """Return the answers to all questions, or the error that opening the archive raises."""
    try:
        tables = opened(path)
    except CodepegsError as error:
        return {"open": error}
    try:
        return {**ask(questions(tables, names)), "damaged": attempt(tables.archive.damaged)}
    finally:
        tables.close()


def change_all(path: Path, stored: Answers) -> Answers:
    """Return the results of all commands, or the error that opening the archive raises."""
    try:
        tables = opened(path)
    except CodepegsError as error:
        return {"open": error}
    try:
        return ask(commands(tables, stored, folder=path.parent))
    finally:
        tables.close()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a damaged archive answered, compared with the truth."""

    refused: tuple[str, ...] = ()
    """Questions that got an error."""
    incomplete: tuple[str, ...] = ()
    """Lists and statistics that lack something."""
    wrong: tuple[str, ...] = ()
    """Questions whose answers are not true."""
    silent: bool = False
    """Whether something is missing and `damaged` does not say so."""


def compare(found: Answers, *truths: Answers) -> Verdict:
    """Compare answers with those before the damage, or with several that may be true."""
    refused, incomplete, wrong = [], [], []
    for name, answer in found.items():
        known = [truth.get(name) for truth in truths]
        if name == "damaged" or answer in known:
            continue
        if isinstance(answer, CodepegsError):
            if type(answer) not in map(type, known):
                refused.append(name)
        elif _lacks(answer, known):
            incomplete.append(name)
        else:
            wrong.append(name)
    silent = bool(refused or incomplete) and found.get("damaged") == []
    return Verdict(tuple(refused), tuple(incomplete), tuple(wrong), silent)


def _lacks(answer: object, known: Sequence[object]) -> bool:
    """Return whether the answer is true except that it lacks some matches."""
    match answer:
        case None:
            return True
        case bool() | str() | bytes():
            return False
        case int():
            return any(isinstance(one, int) and answer <= one for one in known)
        case dict():
            return answer.items() <= {item for one in known if isinstance(one, dict) for item in one.items()}
        case SoloStatistics():
            return any(isinstance(one, SoloStatistics) and _counts_less(answer, one) for one in known)
        case list():
            stored = [item for one in known if isinstance(one, list) for item in one]
            return all(
                any(isinstance(other, Tally) and _tally_less(item, other) for other in stored)
                if isinstance(item, Tally)
                else any(isinstance(other, OpponentTally) and _fewer_matches(item, other) for other in stored)
                if isinstance(item, OpponentTally)
                else item in stored
                for item in answer
            )
    return False


def _fewer_matches(one: OpponentTally, other: OpponentTally) -> bool:
    fewer = one.won <= other.won and one.drawn <= other.drawn and one.lost <= other.lost
    return one.opponent == other.opponent and fewer


def _tally_less(one: Tally, other: Tally) -> bool:
    same = (one.edition, one.player) == (other.edition, other.player)
    return same and _fewer({0: one.held, **one.distribution}, {0: other.held, **other.distribution})


def _counts_less(one: SoloStatistics, other: SoloStatistics) -> bool:
    return one.daily.calendar.items() <= other.daily.calendar.items() and _fewer(
        {0: one.overall.held, **one.overall.distribution},
        {0: other.overall.held, **other.overall.distribution},
    )


def _fewer(one: Mapping[int, int], other: Mapping[int, int]) -> bool:
    return all(count <= other.get(at, 0) for at, count in one.items())


# Damage --------------------------------------------------------------------------------


def flip(content: bytes, random: Random) -> bytes:
    """Return the content with 1 to 64 flipped bits, half of them in places that are in use."""
    changed = bytearray(content)
    used = [place for place, byte in enumerate(content) if byte]
    for _ in range(2 ** random.randrange(7)):
        place = random.choice(used) if random.random() < 0.5 else random.randrange(len(content))
        changed[place] ^= 1 << random.randrange(8)
    return bytes(changed)
