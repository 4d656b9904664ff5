"""Durations in the browser's script, run by Node.js: the same words as in Python."""

from __future__ import annotations

from codepegs.notation.sentences import describe_duration
from tests.support.script import needs_node, run_script

pytestmark = needs_node


def test_durations_read_alike_in_the_script_and_in_python() -> None:
    seconds = [*range(1, 4000), *range(3600, 90_000, 600), 86_400, 3_600_000, 3_600_001]
    found = run_script("sentences.js", "duration", "given.map(duration)", seconds)
    assert found == [describe_duration(each) for each in seconds]
