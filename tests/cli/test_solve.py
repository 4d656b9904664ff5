"""`codepegs solve`: its advice against honest codemakers, and its talk through a pipe."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.cli.line.advice import Adviser, Grade, recommendation
from codepegs.cli.line.row import read, rebuilt
from codepegs.engine import CodeSpace
from codepegs.engine.breaker import BREAKERS, OPTIMAL, SAMPLED
from codepegs.engine.optimal import Optimum
from codepegs.errors import CodepegsError, Undecided
from codepegs.notation import edition as edition_line
from codepegs.notation import position
from codepegs.rules import CATALOGUE, Board, Code, Edition, Feedback, edition, mark
from tests.cli.conftest import Run

LARGE = "classic-1 pegs=8 colours=12"


def adviser(terms: Edition, name: str = OPTIMAL) -> Adviser:
    return Adviser(terms, name, Random(1))


def rows_needed(advice: Adviser, terms: Edition, secret: Code) -> int:
    """How many rows the advice takes to break a code whose maker answers truly."""
    board = Board(terms)
    while not board.broken:
        advised = advice.advise(board)
        assert advised is not None
        board = board.guess(advised.guess).answer(mark(advised.guess, secret))
    return len(board.rows)


def some_codes(terms: Edition, number: int) -> list[Code]:
    random = Random(7)
    if terms.code_repeats:
        return [Code(tuple(random.choices(terms.kinds, k=terms.pegs))) for _ in range(number)]
    return [Code(tuple(random.sample(terms.kinds, terms.pegs))) for _ in range(number)]


def talk(run: Run, *words: str, typed: str) -> list[str]:
    """What is said, without prompts and empty lines, to lines that are set apart by `/`."""
    shown = run("solve", *words, lines=typed.replace(" / ", "\n") + "\n")
    assert shown.exit_code in (0, 1), shown.output  # 1 where the lines end before the game does
    return [line for line in shown.stdout.splitlines()[2:] if line and not line.endswith(": ")]


# The advice -----------------------------------------------------------------------------


def test_over_all_codes_of_mini_nothing_is_better() -> None:
    terms = edition("mini")
    advice = adviser(terms)
    assert sum(rows_needed(advice, terms, code) for code in terms.codes()) == 854


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_edition_is_broken_in_few_rows(slug: str) -> None:
    terms = edition(slug)
    advice = adviser(terms)
    needed = [rows_needed(advice, terms, code) for code in some_codes(terms, 4)]
    assert max(needed) <= 8
    assert sum(needed) / len(needed) <= 6


@pytest.mark.parametrize("name", BREAKERS)
@pytest.mark.parametrize("line", ["classic-1", "classic-1 pegs=6"])
def test_every_strategy_breaks_codes_of_boards_small_and_large(name: str, line: str) -> None:
    terms = edition_line.read(line + " rows=20")
    advice = adviser(terms, name)
    assert all(rows_needed(advice, terms, code) <= 12 for code in some_codes(terms, 2))


@pytest.mark.parametrize(
    ("name", "grade"), [(OPTIMAL, Grade.GOOD), (SAMPLED, Grade.GOOD), ("entropy", Grade.FITTING)]
)
def test_a_board_too_large_to_list_is_broken_all_the_same(name: str, grade: Grade) -> None:
    terms = edition_line.read(f"{LARGE} rows=30")
    advised = adviser(terms, name).advise(Board(terms))
    assert advised is not None
    assert advised.grade is grade
    assert advised.count is None
    assert all(rows_needed(adviser(terms, name), terms, code) <= 20 for code in some_codes(terms, 3))


@pytest.mark.parametrize("slug", ["mini", "classic-1"])
def test_the_first_guess_is_as_good_as_the_search_says(slug: str) -> None:
    terms = edition(slug)
    space = CodeSpace.of(terms)
    advised = adviser(terms).advise(Board(terms))
    assert advised is not None
    assert advised.grade is Grade.BEST
    assert advised.total == Optimum(space).solve(space.codes).upper
    # And it is this guess that has the total: its parts sum up to it.
    parts: dict[str, list[int]] = {}
    for number in space.codes.tolist():
        parts.setdefault(str(mark(advised.guess, space.code(number))), []).append(number)
    optimum = Optimum(space)
    history = [space.number(advised.guess)]
    del parts[f"{terms.pegs}+0"]
    rest = sum(optimum.solve(space.codes[part], history).lower for part in parts.values())
    assert advised.total == len(space.codes) + rest


def test_best_is_said_only_of_what_is_proved() -> None:
    board = position.read("super / RRBYG 1+2 / RGPKR 1+1")
    advised = adviser(board.edition).advise(board)
    assert advised is not None
    assert advised.grade is Grade.GOOD
    assert advised.total is None
    few = position.read("super / RRBYG 1+2 / RGPKR 1+1 / RBRPP 2+1 / RWBPP 1+2")
    advised = adviser(few.edition).advise(few)
    assert advised is not None
    assert advised.count is not None
    assert advised.count < 10
    assert (advised.grade is Grade.BEST) == (advised.total is not None)


def test_a_guess_that_tells_two_codes_apart_is_best_on_any_board() -> None:
    terms = edition("super")
    advice = adviser(terms)
    for code in some_codes(terms, 3):
        board = Board(terms)
        while not board.broken:
            advised = advice.advise(board)
            assert advised is not None
            assert advised.count is not None
            if advised.count <= 2:
                assert advised.total == 2 * advised.count - 1
            board = board.guess(advised.guess).answer(mark(advised.guess, code))


def test_a_guess_that_tells_all_apart_without_being_one_of_them_is_best_where_none_of_them_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("codepegs.engine.best.CANDIDATES", 0)  # without a search
    board = position.read("super / PPPGP 1+1 / PBKOK 0+2 / WYYBR 2+0 / GPYBB 2+1")
    advised = adviser(board.edition).advise(board)
    assert advised is not None
    codes = adviser(board.edition).some(board, 20)
    assert len({mark(advised.guess, code) for code in codes}) == len(codes) == advised.count == 8
    assert all(len({mark(guess, code) for code in codes}) < 8 for guess in codes)
    assert (advised.grade, advised.total) == (Grade.BEST, 16)


def test_no_code_no_advice() -> None:
    for terms in (edition("classic-1"), edition_line.read(LARGE)):
        guess = Code(terms.kinds[:1] * terms.pegs)
        board = Board(terms).guess(guess).answer(Feedback(0, 1))
        assert adviser(terms).advise(board) is None


def test_the_outlook_counts_what_the_guess_leaves() -> None:
    board = position.read("classic-1")
    outlook = adviser(board.edition).outlook(board, board.edition.code("RRBY"))
    assert outlook is not None
    assert (outlook.worst, outlook.candidate) == (276, True)
    assert outlook.average == pytest.approx((1296 * 185.27 - 1) / 1295, abs=0.01)


def test_one_code_left_is_named() -> None:
    board = position.read("mini / RRR 3+0")
    advised = adviser(board.edition).advise(board)
    assert advised is not None
    assert recommendation(board.edition, advised) == "1 code is possible: RRR"


# What is typed --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("1 2", "RRBB 1+2"),
        ("12", "RRBB 1+2"),
        ("bww", "RRBB 1+2"),
        ("none", "RRBB 0+0"),
        ("rbyg 1 2", "RBYG 1+2"),
        ("RBYG: 1+2", "RBYG 1+2"),
        ("RBYG bww", "RBYG 1+2"),
        ("red, blue, yellow, green, 1, 2", "RBYG 1+2"),
        ("1 2 3 4 1 2", "RBYG 1+2"),
        ("1234 12", "RBYG 1+2"),
        ("RBYG 1", "RBYG 1+0"),
        ("BBWW 1 2", "BBWW 1+2"),
        ("RBYG", "RBYG ?"),
    ],
)
def test_a_row_is_typed_in_many_ways(line: str, row: str) -> None:
    classic = edition("classic-1")
    assert position.write_row(classic, read(classic, line, classic.code("RRBB"))) == row


@pytest.mark.parametrize("line", ["", " ", "hello you", "bbww", "W W W W", "RRQB 1 1", "x" * 500, "\x1b[A"])
def test_what_is_no_row_is_refused(line: str) -> None:
    classic = edition("classic-1")
    with pytest.raises(CodepegsError):
        read(classic, line, classic.code("RRBB"))


@given(
    line=st.text(max_size=30) | st.text("RBYGWK rbw0123456789+:,- ", max_size=20),
    slug=st.sampled_from([*CATALOGUE]),
)
def test_any_line_is_a_row_or_refused(line: str, slug: str) -> None:
    with suppress(CodepegsError):
        rebuilt(edition(slug), [read(edition(slug), line, None)])


def test_a_board_grows_beyond_the_rows_of_its_edition_but_not_for_ever() -> None:
    terms = edition("mini", rows=2)
    row = position.read("mini / RGB 1+1").rows[0]
    assert rebuilt(terms, [row] * 2).edition == terms
    assert rebuilt(terms, [row] * 3).edition.rows == 3
    with pytest.raises(CodepegsError, match="All 30 rows are used"):
        rebuilt(terms, [row] * 31)


# The talk -------------------------------------------------------------------------------


def test_a_game_is_broken_row_by_row(run: Run) -> None:
    assert talk(run, typed="1 1 / 12 / bb / 4 0") == [
        "1,296 codes are possible. Best guess, proved: RRBY",
        "Row 1, RRBY: 1 black, 1 white.",
        "230 codes are possible. Best guess, proved: RGRW",
        "Row 2, RGRW: 1 black, 2 white.",
        "19 codes are possible. Best guess, proved: RWKR",
        "Row 3, RWKR: 2 black, 0 white.",
        "2 codes are possible. Best guess, proved: RWYG",
        "Row 4, RWYG: 4 black, 0 white.",
        "The code is RWYG, found in 4 rows.",
    ]


def test_own_guesses_are_taken_with_their_answers_or_before_them(run: Run) -> None:
    said = talk(run, typed="RRBB: 1+1 / RYGK / 2 0 / RYGK 0 2 / left / quit")
    assert said[1] == "Row 1, RRBB: 1 black, 1 white."
    assert said[3] == "Row 2, RYGK: 2 black, 0 white."
    assert said[5] == "Row 3, RYGK: 0 black, 2 white."
    assert said[6] == "No code fits the answers to rows 2 and 3 together, and no fewer rows show it."


def test_undo_takes_the_last_row_back_answered_or_not(run: Run) -> None:
    said = talk(run, typed="RRBB 1 1 / undo / RYGK / undo / undo")
    first = "1,296 codes are possible. Best guess, proved: RRBY"
    assert said[0] == first
    assert said[3:] == ["Row 1 is taken back.", first] * 2 + ["There is no row to take back."]


def test_a_contradiction_names_its_rows_until_one_is_fixed(run: Run) -> None:
    said = talk(
        run,
        typed="KKKK 1 0 / RRBB 1 1 / RRBB 0 1 / YYYY 1 0 / left / why / fix 3 / fix 7 0 0 / fix 3 11 / board",
    )
    assert said[5:13] == [
        "Row 3, RRBB: 0 black, 1 white.",
        "No code fits the answers to rows 2 and 3 together, and no fewer rows show it.",
        "Type undo to take the last row back, or correct one, such as fix 3 0+2.",
        "The answers have to agree first: undo takes the last row back, fix corrects a row.",
        "No code fits all the answers.",
        "There is no guess to explain.",
        *["Type the number of a row and its true answer, such as fix 1 0+2."] * 2,
    ]
    assert said[13] == "Row 3, RRBB: 1 black, 1 white."
    assert "codes are possible" in said[14]
    assert "   3 │ R R B B │ ●○··" in said


def test_a_guess_can_be_fixed_with_its_answer(run: Run) -> None:
    said = talk(run, typed="RRBB 1 1 / RYGK 0 2 / fix 1 RRBY 2 0 / fix 1 RBYG / fix 1 4 0 / quit")
    assert said[5] == "Row 1, RRBY: 2 black, 0 white."
    assert said[7:] == [
        "Type the answer as well, such as fix 1 RBYG 0+2.",
        "With that answer row 1 ends the game: undo the rows after it first.",
    ]


def test_a_code_that_cannot_be_is_not_called_found(run: Run) -> None:
    said = talk(run, typed="RRBB 1 1 / RRBB 4 0 / undo / RBYG 4 0")
    assert "No code fits the answers to rows 1 and 2 together, and no fewer rows show it." in said
    assert said[-2:] != ["The code is RRBB, found in 2 rows."]
    assert not any("The code is RRBB" in line for line in said)


def test_a_wrong_line_gets_a_sentence_and_another_try(run: Run) -> None:
    typed = "hello you /  / 5 5 / 3 2 / RRQB 1 1 / RBY 1 1 / RBY / bbww / left over / 0 0 / quit"
    neither = "Type an answer, such as 1 2, or a guess and its answer, such as RBYG 1 2, or help."
    said = talk(run, typed=typed)
    assert said[1:9] == [
        neither,
        neither,
        "5+5 is no answer here: a row has 4 key pegs at most.",
        "3+2 is no answer here: a row has 4 key pegs at most.",
        "'q' is no colour here. Choose from: R red, B blue, Y yellow, G green, W white, K black.",
        "RBY is not allowed: it has 3 pegs where 4 belong.",
        "RBY is not allowed: it has 3 pegs where 4 belong.",
        "That could be an answer or a guess. Type an answer in numbers, such as 1 2.",
    ]
    assert said[10] == "Row 1, RRBY: 0 black, 0 white."


def test_a_position_is_gone_on_with(run: Run) -> None:
    said = talk(run, "--position", "mini / RGB 1+1 / timeout / RYK ?", typed="1 0 / why / quit")
    assert said[0].startswith("24 codes are possible. Best guess, proved: ")
    assert said[1] == "Row 3, RYK: 1 black, 0 white."
    ended = talk(run, "--position", "mini / RGB 3+0", typed="")
    assert ended == ["The code is RGB, found in 1 row."]


def test_leaving_says_how_to_go_on(run: Run) -> None:
    shown = run("solve", lines="RRBB 1 1\nquit\n")
    assert shown.stderr == "Go on with: codepegs solve --position 'classic-1 / RRBB 1+1'\n"
    assert run("solve", lines="quit\n").stderr == ""
    ended = run("solve", lines="RRBB 1 1\n")
    assert ended.exit_code == 1
    assert ended.stderr == "\nGo on with: codepegs solve --position 'classic-1 / RRBB 1+1'\n"


def test_rows_may_be_used_up(run: Run) -> None:
    said = talk(run, "-e", "mini rows=1", typed="KKK 0 0 / RRR 0 0 / GGG 3 0")
    assert said[2] == "All rows are used, 1 in this edition. You may go on all the same."
    assert said[-1] == "The code is GGG, found in 3 rows."


def test_a_large_board_gets_codes_that_fit_and_no_counts(run: Run) -> None:
    options = ("-e", LARGE, "--strategy", "first-consistent")
    said = talk(run, *options, typed="0 8 / why / left / RBYGWKAC 8 0 / quit")
    assert said[0] == "There are too many codes to count. A guess that fits: RBYGWKAC"
    assert said[1] == "Row 1, RBYGWKAC: 0 black, 8 white."
    assert "fits every answer. There are too many codes to say what it would leave." in said[3]
    assert said[4].startswith("Too many to count. Some of them: ")
    assert said[6] == "No code fits the answers to rows 1 and 2 together, and no fewer rows show it."


def test_what_is_too_hard_to_find_out_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def undecided(*things: object) -> None:
        raise Undecided(5)

    monkeypatch.setattr("codepegs.cli.line.assistant.contradiction", undecided)
    said = talk(run, typed="RRRR 0 1 / fix 1 0 0 / quit")
    assert said[2] == "No code fits all the answers; which of them disagree was too hard to find out."
    assert "codes are possible" in said[-1]
    monkeypatch.setattr(Adviser, "advise", undecided)
    said = talk(run, typed="1 1 / why / RRBB 1 1 / RBYG 4 0")
    hard = "Whether a code fits all the answers was too hard to find out: go on by yourself."
    assert said[:3] == [
        hard,
        "There is no guess to answer: type your own guess and its answer.",
        "There is no guess to explain.",
    ]
    assert said[-1] == "The code is RBYG, found in 2 rows."


def test_why_gives_the_facts(run: Run) -> None:
    left, could = "1,296 codes are possible. ", "could itself be the code; if it is not, it"
    said = talk(run, typed="why / KKKK / why / quit")
    assert said[1:] == [
        f"{left}RRBY {could} leaves 276 at worst and 185.4 on average.",
        "From here the code takes 4.34 more rows on average, and no way of guessing needs fewer.",
        f"{left}KKKK {could} leaves 625 at worst and 512.4 on average.",
    ]


@pytest.mark.parametrize("slug", CATALOGUE)
def test_help_speaks_of_the_edition(run: Run, slug: str) -> None:
    keys = edition(slug).box.keys
    assert any(f"{keys.black} and then {keys.white}" in line for line in talk(run, "-e", slug, typed="?"))


def test_wrong_options_are_refused(run: Run) -> None:
    assert run("solve", "-e", "mini", "--position", "mini").exit_code == 2
    shown = run("solve", "--strategy", "luck")
    assert shown.exit_code == 1
    assert f"There is no strategy 'luck'. Choose one of: {', '.join(BREAKERS)}." in shown.stderr


def test_its_help_names_every_strategy_and_loads_no_numpy() -> None:
    code = "import sys\nfrom codepegs.cli.main import group\ntry: group(['solve', '--help'])\n"
    code += "except SystemExit: pass\nprint('numpy' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.splitlines()[-1] == "False"
    assert all(name in " ".join(shown.split()) for name in BREAKERS)
