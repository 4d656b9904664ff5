"""What is said about puzzles: nothing that spells the answer before its time."""

from __future__ import annotations

import pytest

from codepegs.analysis.puzzle import hints
from codepegs.analysis.puzzle.puzzle import Puzzle, answer, judge, make, read
from codepegs.notation import edition_line, position, puzzle_id
from codepegs.notation.puzzle_id import Difficulty, Theme
from tests.support import plain_review

TERMS = ["classic-1", "classic-2", "pressman-2007", "hasbro-2010", "bulls-and-cows", "mini"]


def some(terms: str) -> list[Puzzle]:
    rules = edition_line.read(terms)
    themes = [*Theme]
    return [
        make(rules, theme, difficulty, "a seed")
        for theme in themes
        for difficulty in (Difficulty.MEDIUM, Difficulty.HARD)
    ]


def puzzle(theme: Theme, line: str) -> Puzzle:
    return read(puzzle_id.write(theme, position.read(line)))


@pytest.mark.parametrize("terms", TERMS)
def test_the_task_and_the_clues_do_not_spell_the_answer(terms: str) -> None:
    for each in some(terms):
        spelled = each.board.edition.spell(answer(each))
        clues = hints.clues(each)
        assert spelled not in hints.task(each)
        # Of a best guess that fits itself, a clue lists it among all that fit.
        codes = [f"`{each.board.edition.spell(code)}`" for code in plain_review.fitting(each.board)[0]]
        listing = f"They are {', '.join(codes[:-1])} and {codes[-1]}." if len(codes) > 1 else ""
        assert not any(spelled in sentence for sentence in clues if sentence != listing)
        assert any(spelled in sentence for sentence in hints.explain_answer(each))


@pytest.mark.parametrize("terms", TERMS)
def test_all_clues_together_leave_a_hole_open(terms: str) -> None:
    for each in some(terms):
        if each.theme.asks_for_code:
            told = [sentence for sentence in hints.clues(each) if sentence.startswith("Hole ")]
            assert len(told) <= min(1, each.board.edition.pegs - 2)
            others = [sentence for sentence in hints.clues(each) if sentence.startswith("The other holes")]
            assert all(" and " in sentence for sentence in others)


def test_clues_of_a_code_go_from_a_row_to_a_peg() -> None:
    each = puzzle(Theme.ONE_CODE, "classic-1 / YKBR 0+1 / WWRY 1+1 / WRBB 0+2 / YYBW 0+2")
    assert hints.clues(each) == (
        "Look at rows 1, 3 and 4: together they settle one hole.",
        "Together they settle hole 4.",
        "Hole 4 is green.",
        "The other holes have 1 blue and 2 white, in some order.",
    )
    assert hints.explain_answer(each) == (
        "The code is `BWWG`.",
        "Rows 1, 3 and 4 together settle hole 4: it must be green.",
        "Codes left after each row: 152, 31, 6, 1 (of 1,296).",
    )


def test_rows_that_say_much_are_pointed_out_first() -> None:
    each = puzzle(Theme.ONE_CODE, "classic-2 / RKKW 0+1 / BGRG 0+0 / --R- 3+0")
    assert hints.clues(each)[:3] == (
        "Row 2 has no key pegs, so the code can’t have blue, green or red.",
        "Look at rows 2 and 3: together they settle one hole.",
        "Together they settle hole 1.",
    )
    assert hints.clues(each)[3] == "Hole 1 is empty."
    all_there = puzzle(Theme.ONE_CODE, "mini / KYW 0+1 / YBR 0+3")
    assert hints.clues(all_there)[0] == "Row 2 has all the right pegs, but in the wrong order."


def test_a_row_may_decide_a_hole_alone() -> None:
    each = puzzle(Theme.ONE_CODE, "mini pegs=2 colours=3 / RB 0+2")
    assert hints.clues(each) == (
        "Row 1 has all the right pegs, but in the wrong order.",
        "Look at row 1: it settles one hole.",
        "It settles hole 1.",
    )
    assert hints.explain_answer(each) == (
        "The code is `BR`.",
        "Row 1 alone settles hole 1: it must be blue.",
        "Row 1 alone settles hole 2: it must be red.",
        "Codes left after each row: 1 (of 9).",
    )


def test_clues_of_a_guess_list_the_codes_and_say_what_it_does_with_them() -> None:
    each = puzzle(Theme.BEST_GUESS, "classic-1 / RYYR 0+0 / WGRK 1+1 / GGWB 2+0")
    assert hints.clues(each) == (
        "5 codes fit the rows.",
        "They are `BGKB`, `GGKG`, `WKWB`, `KGBB` and `KGKB`.",
        "The best guess is one of them.",
        "It can get 5 different answers.",
    )
    assert hints.explain_answer(each)[:2] == ("The best guess is `BGKB`.", "1 black, 1 white: `WKWB`.")
    assert hints.explain_answer(each)[-1] == (
        "So the 5 codes take 9 guesses in all, 1.80 on average. With any other guess they take more."
    )


def test_colours_of_a_guess_that_does_not_fit_are_the_last_clue() -> None:
    each = puzzle(Theme.BEST_GUESS, "mini / YRG 0+1 / WGK 2+0")
    assert each.board.edition.spell(answer(each)) == "GBK"
    assert hints.clues(each)[2:] == (
        "The best guess can’t be the code itself.",
        "It can get 6 different answers.",
        "It has 1 blue, 1 green and 1 black, in some order.",
    )


def test_a_try_is_told_the_row_it_contradicts() -> None:
    each = puzzle(Theme.ONE_CODE, "pressman-2007 / YYPO 0+1 / TTMM 1+1 / PPPM 0+2 / WOTY 0+1")
    code = each.board.edition.code("YYYY")
    assert hints.describe_verdict(each, code, judge(each, code)) == (
        "`YYYY` doesn’t fit row 1: that row would have got 2 red, 0 white instead of 0 red, 1 white."
    )


def test_a_guess_is_told_that_fewer_will_do() -> None:
    each = puzzle(Theme.BEST_GUESS, "classic-1 / RYYR 0+0 / WGRK 1+1 / GGWB 2+0")
    for spelled, said in {
        "RRGG": "`RRGG` isn’t the best guess: with it, the 5 codes take 12 guesses in all. "
        "Another guess needs fewer.",
        "BGKB": "`BGKB` is right.",
    }.items():
        code = each.board.edition.code(spelled)
        assert hints.describe_verdict(each, code, judge(each, code)) == said


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        ("classic-1", "Colours may repeat."),
        ("classic-2", "Colours may repeat, and holes may stay empty."),
        ("hasbro-2010", "Colours don’t repeat."),
        ("hasbro-2010 blanks=yes", "Colours don’t repeat, and one hole may stay empty."),
    ],
)
def test_the_task_says_what_a_code_may_be_like(terms: str, sentence: str) -> None:
    each = make(edition_line.read(terms), Theme.ONE_CODE, Difficulty.EASY, "a seed")
    assert (
        hints.task(each)
        == f"Exactly one code fits all of these rows. Find it. You’ll need every row. {sentence}"
    )
