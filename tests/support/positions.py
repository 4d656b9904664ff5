"""Boards for the engine's tests: rows of any edition, truly answered or not."""

from __future__ import annotations

from random import Random

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from codepegs.engine.codespace import Rows
from codepegs.rules import Board, Code, Edition, Row, mark
from tests.support.strategies import feedbacks, guesses, secrets


@st.composite
def boards(draw: DrawFn, terms: SearchStrategy[Edition], *, rows: int, true: bool) -> Board:
    """A board of up to so many rows, some of them spent in vain; unless `true`, any answers."""
    edition = draw(terms)
    secret = draw(secrets(edition))
    listed = []
    for guess in draw(st.lists(guesses(edition), max_size=min(rows, edition.rows))):
        if draw(st.integers(0, 9)) == 0:
            listed.append(Row(None, None))
        else:
            listed.append(Row(guess, mark(guess, secret) if true else draw(feedbacks(edition))))
    return Board(edition, tuple(listed))


def played(edition: Edition, seed: int, rows: int) -> Board:
    """A board after random guesses, truly answered."""
    random = Random(seed)

    def code(*, repeats: bool) -> Code:
        return Code(tuple((random.choices if repeats else random.sample)(edition.kinds, k=edition.pegs)))

    secret, board = code(repeats=edition.code_repeats), Board(edition)
    for _ in range(rows):
        guess = code(repeats=edition.guess_repeats)
        board = board.guess(guess).answer(mark(guess, secret))
    return board


def candidates(board: Board) -> set[Code]:
    """Every code that fits, found the slow way."""
    return {code for code in board.edition.codes() if board.fits(code)}


def named(edition: Edition, rows: Rows) -> list[Code]:
    return [Code(tuple(edition.kinds[number] for number in row)) for row in rows]


def numbered(edition: Edition, board: Board) -> Rows:
    """The guesses of a board as rows of kinds by number."""
    rows = [[edition.kinds.index(peg) for peg in row.guess.pegs] for row in board.rows if row.guess]
    return np.array(rows, np.uint8).reshape(-1, edition.pegs)
