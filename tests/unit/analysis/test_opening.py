"""The opening explorer and splits, compared with plain counting by `rules.mark`."""

from __future__ import annotations

from collections import Counter

import pytest

from codepegs.analysis import splits
from codepegs.analysis.opening import explore
from codepegs.analysis.splits import compare_openings, compare_splits
from codepegs.engine.par import find_par
from codepegs.errors import IllegalCode, NotNow, TooLarge
from codepegs.notation import edition_line, position
from codepegs.rules import CATALOGUE, Board, Code, find_edition, mark

CLASSIC, MINI = find_edition("classic-1"), find_edition("mini")
PROVED = [slug for slug, edition in CATALOGUE.items() if find_par(edition) is not None]


def counted(board: Board, guess: Code) -> Counter[str]:
    """Count the codes left after each answer."""
    return Counter(str(mark(guess, code)) for code in board.edition.codes() if board.fits(code))


@pytest.mark.parametrize("line", [*PROVED, "classic-1 rows=5"])
def test_the_best_first_guess_averages_par(line: str) -> None:
    edition = edition_line.read(line)
    found = explore(Board(edition))
    assert found.best is not None
    assert found.best.average == find_par(edition)
    assert (found.guess, found.codes) == (found.best.guess, edition.size)
    # One guess, and then the average of the replies.
    replies = [0 if part.reply is None else part.codes * (part.reply.average or 0) for part in found.parts]
    assert (found.codes + sum(replies)) / found.codes == pytest.approx(found.best.average)
    assert sum(part.chance for part in found.parts) == pytest.approx(1)


@pytest.mark.parametrize(
    ("line", "guess"), [("classic-1", "RRBY"), ("classic-1 / RRBY 1+0", "GWRK"), ("mini / RRB 1+1", "RBY")]
)
def test_parts_are_what_marking_counts(line: str, guess: str) -> None:
    board = position.read(line)
    code = board.edition.code(guess)
    found = explore(board, code)
    assert {str(part.answer): part.codes for part in found.parts} == counted(board, code)


def test_another_guess_has_no_proved_replies_to_large_parts() -> None:
    found = explore(Board(CLASSIC), CLASSIC.code("RRRR"))
    assert all(part.reply is None for part in found.parts if part.codes > 2)


@pytest.mark.parametrize("line", ["super", "mini pegs=5", "classic-1 colours=5"])
def test_nothing_is_called_proved_without_a_proof(line: str) -> None:
    found = explore(Board(edition_line.read(line)))
    assert found.best is None or found.best.average is None
    assert all(part.reply is None or part.codes <= 2 or part.reply.average is None for part in found.parts)


@pytest.mark.parametrize(
    ("line", "guess", "error"),
    [
        ("mini / RRB 1+1 / RBY 1+0", None, NotNow),
        ("mini / RRB 3+0", None, NotNow),
        ("mini / RRR 0+1", None, NotNow),
        ("mini / RRB ?", None, NotNow),
        ("hasbro-2010 code-repeats=no guess-repeats=no", "RRRR", IllegalCode),
        ("classic-1 pegs=12 colours=26", None, TooLarge),
    ],
)
def test_what_is_not_an_opening_is_refused(line: str, guess: str | None, error: type[Exception]) -> None:
    board = position.read(line)
    with pytest.raises(error):
        explore(board, None if guess is None else board.edition.code(guess))


@pytest.mark.parametrize(
    "line", ["mini / RRB 1+1", "classic-2 colours=4 / RR-B 1+1 / YYGG 0+0", "mini / RRB 2+0"]
)
def test_the_best_splits_leave_the_fewest_codes(line: str) -> None:
    board = position.read(line)
    found = compare_splits(board)
    assert len(found) == 5
    for each in found:
        parts = counted(board, each.guess)
        assert each.leaves == pytest.approx(sum(n * n for n in parts.values()) / parts.total())
        assert (each.leaves_at_most, each.parts) == (max(parts.values()), len(parts))
        assert each.possible is board.fits(each.guess)
    everything = {sum(n * n for n in counted(board, guess).values()) for guess in board.edition.codes()}
    total = counted(board, found[0].guess).total()
    # Of equal guesses only one is listed, so nothing is left out between two of them.
    listed = sorted({round(each.leaves * total) for each in found})
    assert listed == sorted(everything)[: len(listed)]


def test_a_guess_in_other_colours_is_not_listed_again() -> None:
    found = compare_splits(Board(CLASSIC))
    assert [CLASSIC.spell(each.guess) for each in found] == ["RRBY", "RBYG", "RRBB", "RRRB", "RRRR"]
    assert len({each.leaves for each in compare_splits(position.read("classic-1 / RRBB 1+1"))}) == 5


def test_too_many_guesses_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compare_splits(position.read("mini / RRR 0+1")) == ()
    monkeypatch.setattr(splits, "MAX_MARKS", 1000)
    assert compare_splits(position.read("mini / RRB 1+1")) == ()
    assert compare_openings(find_edition("classic-1")) == ()
    assert len(compare_openings(MINI)) == 3
