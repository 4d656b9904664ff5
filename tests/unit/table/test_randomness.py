"""All randomness comes from the source that was passed in."""

from __future__ import annotations

from random import Random

from codepegs.table.randomness import RandomSource


def test_tokens_salts_and_ids_come_from_the_given_source() -> None:
    one, again, other = RandomSource(Random(1)), RandomSource(Random(1)), RandomSource(Random(2))
    drawn = [(chance.token(), chance.salt(), chance.match_id()) for chance in (one, again, other)]
    assert drawn[0] == drawn[1]
    assert all(mine != theirs for mine, theirs in zip(drawn[0], drawn[2], strict=True))
