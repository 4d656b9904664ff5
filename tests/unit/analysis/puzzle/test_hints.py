"""What is said about puzzles: nothing that spells the answer before its time."""

from __future__ import annotations

import pytest

from codepegs.analysis.puzzle import hints
from codepegs.analysis.puzzle.puzzle import Puzzle, answer, judge, make, read
from codepegs.notation import edition_line, position, puzzle_id
from codepegs.notation.puzzle_id import Difficulty, Theme
from tests.support import plain_review
from tests.support.golden_files import Golden

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


PUZZLES = [
    # theme, rows, a try that is wrong
    (Theme.ONE_CODE, "classic-1 / YKBR 0+1 / WWRY 1+1 / WRBB 0+2 / YYBW 0+2", "YYYY"),
    (Theme.ONE_CODE, "classic-2 / RKKW 0+1 / BGRG 0+0 / --R- 3+0", "RRRR"),
    (Theme.ONE_CODE, "mini / KYW 0+1 / YBR 0+3", "RRR"),
    (Theme.ONE_CODE, "mini pegs=2 colours=3 / RB 0+2", "RR"),
    (Theme.ONE_CODE, "pressman-2007 / YYPO 0+1 / TTMM 1+1 / PPPM 0+2 / WOTY 0+1", "YYYY"),
    (Theme.BEST_GUESS, "classic-1 / RYYR 0+0 / WGRK 1+1 / GGWB 2+0", "RRGG"),
    (Theme.BEST_GUESS, "mini / YRG 0+1 / WGK 2+0", "RRR"),
]


def test_what_is_said_about_a_puzzle_reads_as_in_the_catalogue(golden: Golden) -> None:
    lines = list[str]()
    made = [(puzzle(theme, line), line, wrong) for theme, line, wrong in PUZZLES]
    for edition in ("hasbro-2010", "hasbro-2010 blanks=yes"):
        each = make(edition_line.read(edition), Theme.ONE_CODE, Difficulty.EASY, "a seed")
        made.append((each, edition, "RBYG"))
    for each, title, wrong in made:
        lines += [f"# {each.theme.value}: {title}", hints.task(each), *hints.clues(each)]
        for code in (each.board.edition.code(wrong), answer(each)):
            lines.append(hints.describe_verdict(each, code, judge(each, code)))
        lines += [*hints.explain_answer(each), ""]
    golden("puzzle-clues.txt", "\n".join(lines))
