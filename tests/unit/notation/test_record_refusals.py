"""Invalid records, each with the wrong line and the reason."""

import pytest

from codepegs.errors import NotationError, RecordError
from codepegs.notation.record import MAX_LENGTH, read, save, write
from codepegs.rules import Answers, Match, find_edition
from codepegs.rules.match import MAX_CLOCK_CHANGES, MAX_TAKE_BACKS, MAX_VOID_GAMES
from tests.support.strategies import played, two

HAND = two(find_edition("mini", rows=3, time_limit=60, answers=Answers.HAND))

FINISHED = """codepegs 2
edition mini rows=3
games 2
codemaker Ada
codebreaker Bob

game 1
code RBY
1 RRR 1+0
2 RBY 3+0
broken, points 2 0

game 2
code GWK
1 GWW 2+0
give up
held, points 2 4

winner Bob
""".splitlines()

BY_HAND = """codepegs 2
edition mini rows=3 time=60 answers=hand
games 2
codemaker Ada
codebreaker Bob

game 1
code RBY
1 RRB 2+1
claim rows 1
void, points 0 3

game 1 again
code RBG
1 timeout
2 RBG 0+0
own up
void, points 0 6

game 1 again
code RBG
1 RBG 0+0
give up
void, points 0 9

game 1 again
code RBG
give up
held, points 4 9

game 2
code GWK
1 GWK 3+0
broken, points 4 10

winner Bob
""".splitlines()


def text(record: list[str], *changes: tuple[int, str | None]) -> str:
    """Return the record with some lines, counted from 1, replaced, or removed if None."""
    lines: list[str | None] = list(record)
    for number, line in changes:
        lines[number - 1] = line
    return "".join(f"{line}\n" for line in lines if line is not None)


UNTIL_THEN = "this code must be spelled out if its game is over, and veiled or hidden if not."


@pytest.mark.parametrize(
    ("broken", "at", "reason"),
    [
        ("", 1, "this is not a record. A record starts with 'codepegs 2'."),
        ("codepegs 2\n", 2, "Expected 'edition …'."),
        (text(FINISHED[:5])[:-1], 6, "the last line has no line feed at its end. Add one."),
        (text(FINISHED[:5]), 7, "the record ends too early. Check that you have all of it."),
        (text(FINISHED[:9]), 8, UNTIL_THEN),
        (text(FINISHED[:12]), 13, "Expected 'game 2'."),
        (text(BY_HAND[:12]), 13, "Expected 'game 1 again'."),
        (text(FINISHED) + "\n", 21, "the record ends before this line. Remove the extra lines."),
        (text(FINISHED) + "winner Bob\n", 20, "'winner Bob' does not follow from the lines above"),
        (text(FINISHED) + "give up\n", 20, "The game is over."),
        (text(FINISHED).replace("\n", "\r\n"), 1, "this line contains a carriage return."),
        ("\ufeff" + text(FINISHED), 1, "this is not a record. A record starts with 'codepegs 2'."),
        (
            text(FINISHED).replace("mini rows=3", "invicta").replace("games 2", "games 3"),
            3,
            "This edition needs an even number of games",
        ),
        # The first wrong line is reported, even if the reader stopped at a later one.
        (text(FINISHED, (11, "broken, points 9 9"), (15, "nonsense")), 11, "broken, points 2 0'."),
        (text(FINISHED, (15, "nonsense"), (16, "more of it")), 15, "'nonsense' is not a valid line"),
        (text(BY_HAND, (10, "claim rows 7"), (32, "1 GWK 9+9")), 10, "Name the marked rows"),
    ],
)
def test_the_first_wrong_line_is_reported(broken: str, at: int, reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        read(broken)
    assert refused.value.line == at
    assert refused.value.reason.startswith(reason) or refused.value.reason.endswith(reason)


def test_a_text_over_the_limit_is_refused_unread() -> None:
    with pytest.raises(NotationError) as refused:
        read("x" * (MAX_LENGTH + 1))
    assert "400,000 characters" in str(refused.value)
    with pytest.raises(RecordError):
        read("x" * MAX_LENGTH)


def test_the_longest_possible_match_is_within_the_limit() -> None:
    row = f"30 {'A' * 12} 10+10\nhint 1\nhint 2\nhint 3\n"
    rows = f"{row * 30}claim rows {' '.join(map(str, range(1, 31)))}\n"
    code = f"code {'A' * 12} salt {'0' * 64} commitment {'0' * 64}\n"
    game = f"\ngame 100 again\n{code}{rows}abandoned, points 99999 99999\n"
    headings = save(played(two(find_edition("bulls-and-cows", pegs=12, colours=26, rows=30), 100)))
    # A change of the clock may separate a guess from its answer.
    changes = MAX_CLOCK_CHANGES * len("clock 86400\nanswer 10+10\n")
    changes += MAX_TAKE_BACKS * len(f"{row}take back\n")
    assert 2 * len(headings) + changes + (100 + MAX_VOID_GAMES) * len(game) < MAX_LENGTH


def test_a_wrong_line_is_reported_when_the_code_is_hidden() -> None:
    match = played(HAND, "code ABC", "guess AAA 1+0")
    lines = write(match).splitlines()
    assert lines[7] == "code hidden"
    with pytest.raises(RecordError) as refused:
        read(text(lines, (9, "2 RRR 1+0")))
    assert refused.value.line == 9
    assert isinstance(read(text(lines)), Match)
