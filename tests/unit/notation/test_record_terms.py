"""Records of matches with hints, and with terms that changed during the match."""

from __future__ import annotations

import pytest

from codepegs.errors import RecordError
from codepegs.notation.record import read, write
from codepegs.rules import Agreement, Answer, Answers, Feedback, find_edition
from tests.support.strategies import played

HAND = Agreement(find_edition("mini", rows=3, answers=Answers.HAND), ("Ada", "Bob"), 2, hints=True)
TEXT = """\
codepegs 2
edition mini rows=3 answers=hand
games 2
codemaker Ada
codebreaker Bob
hints allowed

game 1
clock 120
code RRB
hint 1
1 RRR 2+0
clock off
hint 2
2 RRG ?
clock 60
answer 2+0
3 timeout
held, points 4 0

game 2
code hidden
clock off
1 GGB ?
clock 9

unfinished
"""


def test_hints_and_clocks_keep_their_place() -> None:
    match = played(
        HAND, "clock 120", "code AAB", "hint 1", "guess AAA 2+0", "clock off", "hint 2", "guess AAD"
    )
    match = played(match, "clock 60").play(Answer(Feedback(2, 0)))
    match = played(match, "timeout", "code ABC", "clock off", "guess DDB", "clock 9")
    assert write(match) == TEXT
    assert write(read(TEXT)) == TEXT
    assert read(TEXT).agreement.hints


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("hints allowed\n", "", 10),
        ("hints allowed\n", "hints allowed\nhints allowed\n", 7),
        ("hint 1\n", "hint 4\n", 11),
        ("hint 1\n", "hint 1\nhint 1\n", 12),
        ("clock 120\n", "clock 0\n", 9),
        ("2 RRG ?\nclock 60\nanswer 2+0\n", "2 RRG ?\nanswer 2+0\nclock 60\n", 15),
        ("2 RRG ?\nclock 60\nanswer 2+0\n", "2 RRG 2+0\nanswer 2+0\nclock 60\n", 16),
        ("clock 60\nanswer 2+0\n", "answer 2+0\n", 15),
        ("hints allowed\n", "hints allowed\nfriendly\nfriendly\n", 8),
    ],
)
def test_a_line_that_does_not_follow_is_reported(old: str, new: str, line: int) -> None:
    assert TEXT.count(old) >= 1
    with pytest.raises(RecordError) as refused:
        read(TEXT.replace(old, new, 1))
    assert refused.value.line == line
