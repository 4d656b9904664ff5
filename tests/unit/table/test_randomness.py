"""What nobody may be able to foretell comes from the source that was handed in, all of it."""

from __future__ import annotations

from random import Random

from codepegs.table.randomness import RandomSource


def test_one_source_draws_tokens_salts_and_names() -> None:
    one, again, other = RandomSource(Random(1)), RandomSource(Random(1)), RandomSource(Random(2))
    drawn = [(chance.token(), chance.salt(), chance.match_id()) for chance in (one, again, other)]
    assert drawn[0] == drawn[1]
    assert all(mine != theirs for mine, theirs in zip(drawn[0], drawn[2], strict=True))
