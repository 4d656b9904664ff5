"""All randomness comes from the source that was passed in."""

from __future__ import annotations

from random import Random

from codepegs.table import commands
from codepegs.table.randomness import RandomSource
from tests.support.pure_table import CLIENTS, seated, two


def test_tokens_salts_and_ids_come_from_the_given_source() -> None:
    one, again, other = RandomSource(Random(1)), RandomSource(Random(1)), RandomSource(Random(2))
    drawn = [(chance.token(), chance.salt(), chance.match_id()) for chance in (one, again, other)]
    assert drawn[0] == drawn[1]
    assert all(mine != theirs for mine, theirs in zip(drawn[0], drawn[2], strict=True))


def test_a_source_without_salts_makes_codes_without_commitments() -> None:
    table = seated(two("mini"))
    for source, committed in ((RandomSource(Random(1)), True), (RandomSource(Random(1), salts=False), False)):
        step = commands.move(table, client=CLIENTS[0], key="a", moves=0, text="code RGB", salt=source.salt())
        assert (step.table.require_match().game.commitment is not None) == committed
