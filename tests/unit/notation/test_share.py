"""The text to share: its lines, its emoji, and nothing that spoils the game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.notation import position
from codepegs.notation.share import EMOJI, share_text
from codepegs.rules import CATALOGUE, Board, Feedback, Row
from codepegs.rules.box import KEY_PAINTS
from tests.support.strategies import editions, feedbacks, guesses

CRACKED = "classic-1 / RRBB 1+1 / YYGG 0+0 / RWKB 0+4 / BKWR 4+0"
GIVEN_UP = "classic-1 / RRBB 1+1 / YYGG 2+0"
OUT_OF_TIME = "mini rows=3 time=60 / timeout / RGB 0+2 / timeout"


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        (CRACKED, ["codepegs · Classic", "4/10", "⚫⚪", "➖", "⚪⚪⚪⚪", "⚫⚫⚫⚫"]),
        (GIVEN_UP, ["codepegs · Classic", "X/10", "⚫⚪", "⚫⚫"]),
        (OUT_OF_TIME, ["codepegs · Quick", "X/3", "⏳", "⚪⚪", "⏳"]),
        ("mini / RGB 1+0 / RGG ?", ["codepegs · Quick", "X/8", "⚫"]),
        ("pressman-2007 / MTPW 1+2", ["codepegs · Pressman 2007", "X/10", "🔴⚪⚪"]),
        ("hasbro-2010 / RBYG 4+0", ["codepegs · Hasbro 2010", "1/9", "🔴🔴🔴🔴"]),
        ("mini", ["codepegs · Quick", "X/8"]),
    ],
)
def test_a_game_is_told_in_lines(line: str, lines: list[str]) -> None:
    assert share_text(position.read(line)).split("\n") == lines


@pytest.mark.parametrize(
    ("par", "hints", "second"),
    [
        (None, 0, "4/10"),
        (5.0, 0, "4/10 · par 5.00"),
        (5625 / 1296, 1, "4/10 · par 4.34 · 1 hint"),
        (5625 / 1296, 3, "4/10 · par 4.34 · 3 hints"),
    ],
)
def test_par_and_hints_stand_after_the_result(par: float | None, hints: int, second: str) -> None:
    assert share_text(position.read(CRACKED), par=par, hints=hints).split("\n")[1] == second


def test_a_daily_code_is_named_by_its_number() -> None:
    assert share_text(position.read(CRACKED), daily=123).split("\n")[0] == "codepegs No. 123"


def test_the_link_is_the_last_line() -> None:
    plain = share_text(position.read(CRACKED))
    assert share_text(position.read(CRACKED), link="https://x.example/d") == f"{plain}\nhttps://x.example/d"


def test_every_paint_of_a_key_peg_has_an_emoji() -> None:
    assert EMOJI.keys() == KEY_PAINTS.keys()
    assert {key.paint for terms in CATALOGUE.values() for key in terms.box.keys.both} <= {*EMOJI}


@given(st.data())
def test_the_text_does_not_depend_on_the_colours_of_guesses(data: st.DataObject) -> None:
    terms = data.draw(editions())
    answers = data.draw(st.lists(feedbacks(terms), min_size=1, max_size=5))
    one, other = (
        Board(terms, tuple(Row(data.draw(guesses(terms)), answer) for answer in answers)) for _ in range(2)
    )
    assert share_text(one, par=4.5) == share_text(other, par=4.5)


@given(st.data())
def test_each_answer_can_be_read_from_its_line(data: st.DataObject) -> None:
    terms = data.draw(editions())
    answers = data.draw(st.lists(feedbacks(terms), min_size=1, max_size=5))
    board = Board(terms, tuple(Row(data.draw(guesses(terms)), answer) for answer in answers))
    black, white = EMOJI[terms.box.keys.black.paint], EMOJI[terms.box.keys.white.paint]
    lines = share_text(board).split("\n")[2:]
    assert [Feedback(line.count(black), line.count(white)) for line in lines] == answers
