"""Killing a server or PostgreSQL during play loses no acknowledged move, and stores none twice."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

import psycopg
import pytest

from codepegs.rules.move import TimeOut
from codepegs.storage import MatchId
from codepegs.table import moves
from tests.support import fleet_players
from tests.support.fleet_players import FleetMatch, TimedMatch
from tests.support.postgresql import MISSING as NO_POSTGRESQL
from tests.support.postgresql import SAFE, OwnCluster, programs
from tests.support.restarts import ServerLauncher
from tests.support.rival_writer import shared
from tests.support.rounds import ROUNDS

pytestmark = pytest.mark.timeout(600 * ROUNDS)
needs_postgresql = pytest.mark.skipif(programs() is None, reason=NO_POSTGRESQL)

KILLS = 12
_ACTIVITY = """
    SELECT pid, application_name, state, wait_event_type, wait_event, now() - state_change, left(query, 60)
    FROM pg_stat_activity WHERE backend_type = 'client backend'
"""


@dataclass
class Report:
    """Kills by target, numbers of moves and matches, and what is wrong with them."""

    kills: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    ended: int = 0
    wrong: list[str] = field(default_factory=list)


class Battlefield:
    """One server with a file, or two with PostgreSQL, and the people who play there."""

    def __init__(self, folder: Path, mode: str = "safe", *, fleet: bool = False) -> None:
        self.cluster = OwnCluster(SAFE) if fleet else None
        self.archive = self.cluster.new_database() if self.cluster else f"sqlite:///{folder}/matches.db"
        self.matches = (FleetMatch, FleetMatch, FleetMatch, TimedMatch if fleet else FleetMatch)
        self.targets = ["server one"]
        if fleet:
            self.targets = ["server one", "server two"] * 2 + ["PostgreSQL"]
        self.servers = []
        for name in ("one", "two")[: 1 + fleet]:
            (folder / name).mkdir(exist_ok=True)
            self.servers.append(ServerLauncher(folder / name, mode, archive=self.archive))
        for server in self.servers:
            server.start()
        for server in self.servers:
            server.wait_until_reachable()
        self.urls = [server.url for server in self.servers]
        # PostgreSQL ends when the thread that has started it does, so one thread stays until the end.
        self.thread = ThreadPoolExecutor(max_workers=1)

    def kill(self, what: str, random: Random) -> None:
        """Kill something and start it again."""
        if what == "PostgreSQL":
            assert self.cluster is not None
            self.cluster.restart(how=random.choice((signal.SIGINT, signal.SIGQUIT)))
        else:
            server = self.servers[what == "server two"]
            server.kill()
            server.start()

    def print_state(self) -> None:
        """Print what the servers and the database are doing, because something hangs."""
        with suppress(psycopg.OperationalError):
            for row in self.cluster.fetch(_ACTIVITY) if self.cluster is not None else []:
                print(*row)
        for server in self.servers:
            print(server.dump_stacks())

    def __enter__(self) -> Battlefield:
        return self

    def __exit__(self, *_: object) -> None:
        for server in self.servers:
            server.__exit__(None, None, None)
        if self.cluster is not None:
            self.cluster.__exit__()
        self.thread.shutdown()


async def play_on(field_: Battlefield, kind: type[FleetMatch], report: Report, state: State) -> None:
    """Play one match after another until all kills are done, and check each."""
    computer = False
    while not state.done:
        computer = not computer and kind is FleetMatch
        match = kind(field_.urls, Random(state.random.random()), computer=computer)
        try:
            await match.play(state.acknowledged)
        except (AssertionError, OSError, TimeoutError) as error:
            report.wrong.append(f"{kind.__name__} {match.table} at {monotonic():.1f}: {error!r}")
            field_.print_state()
            return
        state.matches.append(match)


@dataclass
class State:
    random: Random
    acknowledged: asyncio.Queue[None] = field(default_factory=asyncio.Queue)
    matches: list[FleetMatch] = field(default_factory=list)
    done: bool = False


async def play_with_kills(field_: Battlefield, kills: int, random: Random) -> Report:
    report, state = Report(), State(random)
    playing = [asyncio.create_task(play_on(field_, kind, report, state)) for kind in field_.matches]
    for _ in range(kills):
        for _ in range(random.choice((1, 2, 3, random.randrange(3, 25)))):
            while not report.wrong:
                try:
                    async with asyncio.timeout(1):
                        await state.acknowledged.get()
                        break
                except TimeoutError:
                    pass
        for _ in range(random.randrange(20)):
            await asyncio.sleep(0)
        if report.wrong:
            break
        target = random.choice(field_.targets)
        await asyncio.get_running_loop().run_in_executor(field_.thread, field_.kill, target, random)
        report.kills[target] += 1
    state.done = True
    await asyncio.gather(*playing)
    check(field_, state.matches, report)
    return report


def check(field_: Battlefield, matches: list[FleetMatch], report: Report) -> None:
    """Compare what was acknowledged with what is stored."""
    tables = shared(field_.archive)  # while a server uses it
    for match in matches:
        report.ended += match.over
        report.acknowledged += len(match.answers)
        stored, keys = tables.match(MatchId(match.table)), tables.keys(MatchId(match.table))
        if not stored.over:
            report.wrong.append(f"{match.table} is not over")
        played = [moves.write(stored, move) for move in stored.moves]
        for number, sent in match.sent.items():
            if played[number : number + 1] != [sent.replace("code RRRR", "code hidden")]:
                report.wrong.append(
                    f"{match.table}: move {number} was {sent}, and {played[number:]} are stored"
                )
        if sorted(keys.values()) != sorted(match.sent) or sorted(match.answers) != sorted(match.sent):
            report.wrong.append(f"{match.table}: {len(keys)} keys stored for {len(match.sent)} moves")
        if isinstance(match, TimedMatch) and not any(isinstance(move, TimeOut) for move in stored.moves):
            report.wrong.append(f"{match.table}: the clock did not move")
        if isinstance(match, TimedMatch) != (not match.sent):
            report.wrong.append(f"{match.table}: {len(match.sent)} moves were sent")
    tables.close()


def check_kills(field_: Battlefield, folder: Path) -> None:
    """Kill what there is, again and again, and check that nothing is lost or stored twice."""
    total = Report()
    for round_ in range(ROUNDS):
        report = asyncio.run(play_with_kills(field_, KILLS, Random(round_)))
        total.kills += report.kills
        total.acknowledged += report.acknowledged
        total.ended += report.ended
        print(
            f"{total.kills.total()} kills {dict(total.kills)}, {total.acknowledged} moves acknowledged, "
            f"{total.ended} matches ended, wrong: {report.wrong}",
            flush=True,
        )
        assert not report.wrong
    assert total.kills.total() == KILLS * ROUNDS
    assert total.ended > 0
    told = [line for log in folder.glob("*/log") for line in log.read_text().splitlines()]
    assert not [line for line in told if '"fault' in line or "internal error" in line]


def test_a_killed_server_loses_and_repeats_no_move(tmp_path: Path) -> None:
    with Battlefield(tmp_path) as field_:
        check_kills(field_, tmp_path)


@needs_postgresql
@pytest.mark.night
def test_killing_any_part_of_a_fleet_loses_no_move(tmp_path: Path) -> None:
    with Battlefield(tmp_path, fleet=True) as field_:
        check_kills(field_, tmp_path)


@needs_postgresql
@pytest.mark.night
@pytest.mark.parametrize(("mode", "fleet"), [("early", False), ("keyless", False), ("early", True)])
def test_a_server_that_loses_or_repeats_moves_is_caught(
    mode: str, fleet: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fleet_players, "HANGS", 15.0)
    with Battlefield(tmp_path, mode, fleet=fleet) as field_:
        assert asyncio.run(play_with_kills(field_, 40, Random(1))).wrong
