"""The first two guesses of a game: what each answer leaves, and the best reply of a bundled tree."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.analysis.budget import check_size
from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.optimal_strategy import lazy_space
from codepegs.engine.tree_lookup import look_up
from codepegs.errors import NotNow
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.feedback import Feedback


@dataclass(frozen=True, slots=True)
class TreeGuess:
    """The guess of a bundled tree, and the average of guesses from here on, including this one.

    The average is None unless it is proved that no strategy needs fewer in the rows left.
    """

    guess: Code
    average: float | None


@dataclass(frozen=True, slots=True)
class OpeningPart:
    """A possible answer to a guess: its chance, the codes it leaves, and the tree's reply to it.

    The winning answer has no reply, and neither has a part that is not in a tree.
    """

    answer: Feedback
    chance: float
    codes: int
    reply: TreeGuess | None


@dataclass(frozen=True, slots=True)
class Opening:
    """A board with at most one row, the tree's guess on it, and what the answers to a guess leave."""

    codes: int
    best: TreeGuess | None
    guess: Code | None
    parts: tuple[OpeningPart, ...]


def explore(board: Board, guess: Code | None = None) -> Opening:
    """Return what is known about a first or second guess; without a `guess`, about that of the tree.

    Raises NotNow if the board has more than one row, is broken, or no code fits it, IllegalCode
    for a guess that the edition does not allow, and TooLarge for a board with too many codes.
    """
    edition = board.edition
    if len(board.rows) > 1 or board.broken or board.open:
        raise NotNow("The openings are the first two guesses. For a later row, ask for an analysis.")
    if guess is not None:
        edition.check_guess(guess)
    check_size(edition)
    space = lazy_space(edition)
    candidates = space.candidates(board)
    if not len(candidates):
        raise NotNow("No code fits that answer. Choose another one.")
    history = tuple(space.number(made) for made, _ in board.answered)
    best = _look_up(space, candidates, history, edition.rows)
    chosen = guess if guess is not None or best is None else best.guess
    if chosen is None:
        return Opening(len(candidates), None, None, ())
    number = space.number(chosen)
    parts = tuple(
        OpeningPart(
            space.classes.feedbacks[answer],
            len(codes) / len(candidates),
            len(codes),
            None if answer == space.classes.win else _look_up(space, codes, (*history, number), edition.rows),
        )
        for answer, codes in space.split(number, candidates)
    )
    return Opening(len(candidates), best, chosen, parts)


def _look_up(space: CodeSpace, candidates: Indices, history: tuple[int, ...], rows: int) -> TreeGuess | None:
    found = look_up(space, candidates, history, rows - len(history))
    if found is None:
        return None
    return TreeGuess(space.code(found.guess), None if found.total is None else found.total / len(candidates))
