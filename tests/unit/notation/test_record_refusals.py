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

LEFT = """codepegs 2
edition mini
games 1
codemaker Ada
codebreaker Bob

game 1
code RBY
1 RRR 1+0
leave codebreaker
abandoned, points 0 0

winner Ada, Bob left
""".splitlines()

BEGUN = """codepegs 2
edition mini rows=3
games 2
codemaker Ada
codebreaker Bob

game 1
code veiled 131413
1 RRR 1+0

unfinished
""".splitlines()


SOLO = """codepegs 2
edition mini rows=3
solo Ada
hints allowed

game 1
code RBY
1 RRR 1+0
2 RBY 3+0
broken

cracked in 2
""".splitlines()

DAILY = """codepegs 2
edition classic-1
solo Ada
daily 2026-11-17

game 1
code GBYY
1 RRBB 0+1
give up
held

not cracked
""".splitlines()

FRIENDLY = """codepegs 2
edition mini rows=3
games 2
codemaker computer easy
codebreaker Bob
friendly

game 1
code RBY
1 RRR 1+0
take back
stop
stopped, points 0 0

no winner
""".splitlines()


def text(record: list[str], *changes: tuple[int, str | None]) -> str:
    """Return the record with some lines, counted from 1, replaced, or removed if None."""
    lines: list[str | None] = list(record)
    for number, line in changes:
        lines[number - 1] = line
    return "".join(f"{line}\n" for line in lines if line is not None)


@pytest.mark.parametrize("record", [FINISHED, BY_HAND, LEFT, BEGUN, SOLO, DAILY, FRIENDLY])
def test_the_unchanged_examples_are_valid_records(record: list[str]) -> None:
    assert save(read(text(record))) == text(record)


UNTIL_THEN = "this code must be spelled out if its game is over, and veiled or hidden if not."
ONE_LINE = [
    # record, line changed, what it says now, line at fault, part of the reason
    # Headings.
    (FINISHED, 1, "codepegs 1", 1, "this version reads only records that start with 'codepegs 2'"),
    (FINISHED, 1, "codepegs", 1, "this is not a record. A record starts with 'codepegs 2'."),
    (FINISHED, 1, " codepegs 2", 1, "this is not a record. A record starts with 'codepegs 2'."),
    (FINISHED, 1, "codepegs 2 ", 1, "this version reads only records that start with 'codepegs 2'"),
    (FINISHED, 2, None, 2, "Expected 'edition …'."),
    (FINISHED, 2, "edition maxi", 2, "There is no edition 'maxi'."),
    (FINISHED, 2, "edition mini rows=0", 2, "rows must be 1 to 30, not 0."),
    (FINISHED, 2, "edition mini  rows=3", 2, "Expected 'edition mini rows=3'."),
    (FINISHED, 2, "edition mini rows=3 even=no", 2, "Expected 'edition mini rows=3'."),
    (BY_HAND, 2, "edition mini answers=hand rows=3 time=60", 2, "rows=3 time=60 answers=hand'."),
    (FINISHED, 3, "games", 3, "Expected 'games …'."),
    (FINISHED, 3, "games two", 3, "the number of games must be 1 to 100, not 'two'."),
    (FINISHED, 3, "games 1000", 3, "the number of games must be 1 to 100, not '1000'."),
    (FINISHED, 3, "games ٢", 3, "the number of games must be 1 to 100, not '٢'."),
    (FINISHED, 3, "games 0", 3, "A match has 1 to 100 games, not 0."),
    (FINISHED, 3, "games 101", 3, "A match has 1 to 100 games, not 101."),
    (FINISHED, 3, "games 02", 3, "Expected 'games 2'."),
    (FINISHED, 4, "codebreaker Bob", 4, "Expected 'codemaker …'."),
    (FINISHED, 4, "codemaker  Ada", 4, "A name cannot be empty, start or end with a space"),
    (FINISHED, 5, "codebreaker Bob\r", 5, "this line contains a carriage return."),
    (FINISHED, 5, "codebreaker Ada", 5, "Both players are called Ada"),
    (FINISHED, 5, "codebreaker aDA", 5, "Both players are called Ada"),
    (FINISHED, 5, "codebreaker " + "B" * 25, 5, "A name has at most 24 characters, not 25."),
    # What the referee says, and what follows from the moves.
    (FINISHED, 9, "1 RRR 0+1", 9, "This is not the referee's answer to that guess."),
    (FINISHED, 9, "1 RRR ?", 9, "This is not the referee's answer to that guess."),
    (FINISHED, 10, "2 RBY 2+0", 10, "This is not the referee's answer to that guess."),
    (FINISHED, 11, "broken, points 3 0", 11, "Expected 'broken, points 2 0'."),
    (FINISHED, 11, "held, points 2 0", 11, "Expected 'broken, points 2 0'."),
    (FINISHED, 11, None, 11, "'' does not follow from the lines above. Expected 'broken, points 2 0'."),
    (FINISHED, 12, None, 12, "'game 2' does not follow from the lines above. Expected an empty line."),
    (FINISHED, 13, "game 3", 13, "Expected 'game 2'."),
    (FINISHED, 13, "game 1 again", 13, "Expected 'game 2'."),
    (FINISHED, 13, None, 13, "Expected 'game 2'."),
    (FINISHED, 17, "held, points 2 3", 17, "Expected 'held, points 2 4'."),
    (FINISHED, 19, "winner Ada", 19, "Expected 'winner Bob'."),
    (FINISHED, 19, "draw", 19, "Expected 'winner Bob'."),
    (FINISHED, 19, "unfinished", 19, "Expected 'winner Bob'."),
    (FINISHED, 19, "winner Bob, Ada left", 19, "Expected 'winner Bob'."),
    (FINISHED, 19, "no winner", 19, "Expected 'winner Bob'."),
    (FINISHED, 19, "cracked in 2", 19, "Expected 'winner Bob'."),
    (FINISHED, 19, "stop", 19, "The game is over."),
    (FINISHED, 19, None, 19, "'' does not follow from the lines above. Expected 'winner Bob'."),
    # Moves that the rules or the edition refuse.
    (FINISHED, 8, "code RBYG", 8, "That code is not allowed: it has 4 pegs, not 3."),
    (FINISHED, 8, "code RB-", 8, "That code is not allowed: holes cannot stay empty in this game."),
    (FINISHED, 8, "code RBX", 8, "'X' is not a colour here"),
    (FINISHED, 8, "code ", 8, "That code is not allowed: it has 0 pegs, not 3."),
    (FINISHED, 8, None, 8, "You cannot do that now. The game waits for the Codemaker to set the code."),
    (FINISHED, 8, "code hidden", 10, "This game cannot end here"),
    (FINISHED, 8, "code veiled 00", 8, "That code is not allowed"),
    (FINISHED, 8, "code veiled zz", 8, "'zz' is not a veiled code."),
    (FINISHED, 9, "1 RRRR 1+0", 9, "RRRR is not allowed: it has 4 pegs, not 3."),
    (FINISHED, 9, "1 RR- 1+0", 9, "RR- is not allowed: holes cannot stay empty in this game."),
    (FINISHED, 9, "1 RRR", 9, "'RRR' is not a row. Write a guess and its answer, as in 'RBY 1+0'."),
    (FINISHED, 9, "1 RRR 1+", 9, "'1+' is not an answer"),
    (FINISHED, 9, "1 timeout", 9, "A turn cannot time out: the match has no time limit."),
    (FINISHED, 9, "2 RRR 1+0", 9, "Expected '1 RRR 1+0'."),
    (FINISHED, 9, "answer 1+0", 9, "You cannot do that now. The game waits for the Codebreaker to guess."),
    (FINISHED, 9, "claim rows 1", 9, "No answer can be wrong in this match"),
    (FINISHED, 9, "own up", 9, "No answer can be wrong in this match"),
    (FINISHED, 9, "take back", 9, "You can take a row back only in a friendly match"),
    (FINISHED, 9, "leave Bob", 9, "'leave Bob' is not a valid line of a record."),
    (FINISHED, 9, "leave spectator", 9, "'leave spectator' is not a valid line of a record."),
    *(
        (FINISHED, 9, line, 9, f"'{line}' is not a valid line of a record.")
        for line in ("reveal", "accept", "abandoned by Bob", "abandon codemaker")
    ),
    (FINISHED, 9, "0 RRR 1+0", 9, "'0 RRR 1+0' is not a valid line of a record."),
    (FINISHED, 9, "100 RRR 1+0", 9, "'100 RRR 1+0' is not a valid line of a record."),
    (FINISHED, 9, "resign", 9, "'resign' is not a valid line of a record."),
    (FINISHED, 9, "x" * 60, 9, f"'{'x' * 60}' is not a valid line of a record."),
    (FINISHED, 9, "x" * 61, 9, f"'{'x' * 60}…' is not a valid line of a record."),
    (FINISHED, 9, "Give up", 9, "'Give up' is not a valid line of a record."),
    (FINISHED, 9, "void, points 0 3", 9, "Expected '1 RBY 3+0'."),
    (FINISHED, 16, "timeout", 16, "'timeout' is not a valid line of a record."),
    (BY_HAND, 9, "1 RRB 2+2", 9, "2+2 is not a possible answer"),
    (BY_HAND, 9, "1 RRB 1+1", 10, "These rows do not contradict each other"),
    (BY_HAND, 9, "1 RRB ?", 10, "There are no answers yet."),
    (BY_HAND, 10, "claim rows 1 2", 10, "A claim names answered rows"),
    (BY_HAND, 10, "claim rows ", 10, "This line is not a move"),
    (BY_HAND, 10, "claim", 10, "'claim' is not a valid line of a record."),
    (BY_HAND, 11, "void, points 3 0", 11, "Expected 'void, points 0 3'."),
    (BY_HAND, 13, "game 1", 13, "Expected 'game 1 again'."),
    (BY_HAND, 13, "game 2", 13, "Expected 'game 1 again'."),
    (BY_HAND, 16, "2 RBG ?", 17, "There are no answers yet. The game waits for the Codemaker to answer."),
    (BY_HAND, 16, "2 RRG 2+0", 17, "All your answers are right. The game goes on."),
    (
        BY_HAND,
        16,
        "2 RBG 3+0",
        17,
        "There are no answers yet. The game waits for the Codemaker to set the code.",
    ),
    (BY_HAND, 17, "claim rows 2", 17, "These rows do not contradict each other: some code fits all of them."),
    (BY_HAND, 17, "give up", None, ""),
    (
        BY_HAND,
        22,
        "1 RBG 3+0",
        23,
        "You cannot do that now. The game waits for the Codemaker to set the code.",
    ),
    (BY_HAND, 24, "held, points 4 6", 24, "Expected 'void, points 0 9'."),
    (BY_HAND, 26, "game 2", 26, "Expected 'game 1 again'."),
    (LEFT, 11, "void, points 0 0", 11, "Expected 'abandoned, points 0 0'."),
    (LEFT, 10, "leave codemaker", 13, "Expected 'winner Bob, Ada left'."),
    (LEFT, 10, "stop", 11, "Expected 'stopped, points 0 0'."),
    (LEFT, 10, None, 8, UNTIL_THEN),
    (LEFT, 13, "unfinished", 13, "Expected 'winner Ada, Bob left'."),
    (LEFT, 13, "winner Ada", 13, "Expected 'winner Ada, Bob left'."),
    # Solo games, daily codes and friendly matches.
    (SOLO, 2, "edition mini rows=3 answers=hand", 3, "Nobody can answer by hand in a solo game."),
    (SOLO, 3, "solo", 3, "Expected 'solo …'."),
    (SOLO, 3, "solo  Ada", 3, "A name cannot be empty, start or end with a space"),
    (SOLO, 4, "games 2", 4, "'games 2' is not a valid line of a record."),
    (SOLO, 4, "friendly", 4, "You cannot take rows back in a solo game."),
    (SOLO, 4, "daily 2026-11-17", 4, "The daily code is a solo game of classic-1"),
    (SOLO, 4, None, None, ""),
    (SOLO, 9, "leave codebreaker", 10, "Expected 'abandoned'."),
    (SOLO, 9, "leave codemaker", 9, "Only the player can leave a solo game."),
    (SOLO, 9, "stop", 9, "Only the player can leave a solo game."),
    (SOLO, 10, "broken, points 2 0", 10, "Expected 'broken'."),
    (SOLO, 12, "cracked in 3", 12, "Expected 'cracked in 2'."),
    (SOLO, 12, "not cracked", 12, "Expected 'cracked in 2'."),
    (SOLO, 12, "winner Ada", 12, "Expected 'cracked in 2'."),
    (DAILY, 2, "edition classic-1 rows=12", 4, "The daily code is a solo game of classic-1"),
    (DAILY, 4, "daily 2026-11-15", 4, "There is no daily code for 2026-11-15."),
    (DAILY, 4, "daily 2026-11-16", 7, "That code is not allowed: it is not the daily code of that day."),
    (DAILY, 4, "daily 2026-11-31", 4, "'2026-11-31' is not a day, such as 2026-11-16."),
    (DAILY, 4, "daily 20261117", 4, "'20261117' is not a day, such as 2026-11-16."),
    (DAILY, 4, "daily today", 4, "'today' is not a day, such as 2026-11-16."),
    (DAILY, 4, "daily", 4, "'' is not a day, such as 2026-11-16."),
    (DAILY, 7, "code GBYR", 7, "That code is not allowed: it is not the daily code of that day."),
    (DAILY, 8, "hints allowed", 8, "The daily code has no hints and no time limit."),
    (DAILY, 8, "clock 60", 8, "The daily code has no hints and no time limit."),
    (FRIENDLY, 2, "edition mini rows=3 time=60", 6, "A friendly match has no time limit."),
    (FRIENDLY, 2, "edition mini rows=3 codemaker-time=60", 6, "A friendly match has no time limit."),
    (FRIENDLY, 6, "friendly yes", 6, "Expected 'friendly'."),
    (FRIENDLY, 6, None, 10, "You can take a row back only in a friendly match"),
    (FRIENDLY, 6, "daily 2026-11-17", 6, "The daily code is a solo game of classic-1"),
    (FRIENDLY, 10, "take back", 10, "You can take a row back only in a friendly match"),
    (FRIENDLY, 11, "clock 60", 11, "A friendly match has no time limit."),
    (FRIENDLY, 11, "2 RRR 1+0", None, ""),
    (FRIENDLY, 15, "draw", 15, "Expected 'no winner'."),
    # A game that goes on keeps its code back.
    (BEGUN, 8, "code RBY", 8, UNTIL_THEN),
    (BEGUN, 8, "code hidden", None, ""),
    (BEGUN, 11, "winner Ada", 11, "Expected 'unfinished'."),
    (BEGUN, 11, None, 11, "Expected 'unfinished'."),
]


@pytest.mark.parametrize(("record", "number", "line", "at", "reason"), ONE_LINE)
def test_a_wrong_line_is_reported_with_its_reason(
    record: list[str], number: int, line: str | None, at: int | None, reason: str
) -> None:
    changed = text(record, (number, line))
    if at is None:
        assert save(read(changed)) == changed
        return
    with pytest.raises(RecordError) as refused:
        read(changed)
    assert refused.value.line == at
    assert refused.value.reason.startswith(reason) or refused.value.reason.endswith(reason)
    assert str(refused.value) == f"Line {at}: {refused.value.reason}"


@pytest.mark.parametrize(
    ("broken", "at", "reason"),
    [
        ("", 1, "this is not a record. A record starts with 'codepegs 2'."),
        ("\n", 1, "this is not a record. A record starts with 'codepegs 2'."),
        ("codepegs 2\n", 2, "Expected 'edition …'."),
        (text(FINISHED[:5])[:-1], 6, "the last line has no line feed at its end. Add one."),
        (text(FINISHED[:5]), 7, "the record ends too early. Check that you have all of it."),
        (text(FINISHED[:9]), 8, UNTIL_THEN),
        (text(FINISHED[:12]), 13, "Expected 'game 2'."),
        (text(BY_HAND[:12]), 13, "Expected 'game 1 again'."),
        (text(FINISHED)[:-1], 20, "the last line has no line feed at its end. Add one."),
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
        (text(FINISHED, (11, "broken, points 9 9"), (12, "nonsense")), 11, "broken, points 2 0'."),
        (text(FINISHED, (15, "nonsense"), (16, "more of it")), 15, "'nonsense' is not a valid line"),
        (text(BY_HAND, (10, "claim rows 7"), (32, "1 GWK 9+9")), 10, "A claim names answered rows"),
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
