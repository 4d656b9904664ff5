"""Rows and answers before they are played."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from codepegs.rules.code import Code, Colour
from codepegs.rules.feedback import Feedback
from codepegs.tui.widgets.draft import AnswerDraft, Draft

RED, BLUE = Colour(0), Colour(1)


def test_pegs_go_from_hole_to_hole() -> None:
    draft = Draft.of(3).place(RED).place(BLUE)
    assert draft == Draft((RED, BLUE, None), 2, BLUE)
    assert draft.code is None
    assert draft.fill().code == Code((RED, BLUE, BLUE))


def test_the_next_hole_is_the_next_empty_one() -> None:
    draft = Draft.of(3).go(2).place(RED)
    assert draft == Draft((None, None, RED), 0, RED)
    assert draft.place(BLUE).place(BLUE).full
    assert draft.go(2).place(BLUE) == Draft((None, None, BLUE), 0, BLUE)


def test_pegs_of_a_full_row_are_replaced_one_by_one() -> None:
    full = Draft.of(3).copy(Code((RED, RED, RED)))
    assert full.go(1).place(BLUE).place(BLUE) == Draft((RED, BLUE, BLUE), 3, BLUE)


def test_the_last_peg_is_taken_back_around_the_row() -> None:
    assert Draft.of(3).go(2).place(RED).erase() == Draft((None, None, None), 2, RED)
    assert Draft.of(3).place(RED).place(BLUE).erase().pegs == (RED, None, None)
    assert Draft.of(3).place(RED).place(BLUE).go(0).erase().pegs == (None, BLUE, None)


def test_a_peg_moves_or_changes_places() -> None:
    draft = Draft.of(3).place(RED).place(BLUE)
    assert draft.move(0, 2).pegs == (None, BLUE, RED)
    assert draft.move(0, 1).pegs == (BLUE, RED, None)


def test_a_full_row_takes_no_more() -> None:
    full = Draft.of(2).copy(Code((RED, BLUE)))
    assert full.full
    assert full.place(RED) is full
    assert full.delete() is full
    assert full.erase() == Draft((RED, None), 1)


steps = st.lists(
    st.sampled_from(["place", "erase", "delete", "fill", "clear", "left", "right", "copy"]), max_size=30
)


@given(steps, st.integers(1, 12))
def test_a_draft_keeps_its_holes_whatever_is_done(names: list[str], pegs: int) -> None:
    draft = Draft.of(pegs)
    for name in names:
        draft = {
            "place": lambda d: d.place(BLUE),
            "left": lambda d: d.go(d.hole - 1),
            "right": lambda d: d.go(d.hole + 1),
            "copy": lambda d: d.copy(Code((RED,) * pegs)),
        }.get(name, lambda d, name=name: getattr(d, name)())(draft)
        assert len(draft.pegs) == pegs
        assert 0 <= draft.hole <= pegs
        assert (draft.code is None) is (None in draft.pegs)
        assert not (draft.full and None in draft.pegs)


def test_an_answer_is_two_numbers() -> None:
    assert AnswerDraft().say(1).feedback is None
    assert AnswerDraft().say(1).say(2).feedback == Feedback(1, 2)
    assert AnswerDraft().say(1).say(2).say(3) == AnswerDraft((1, 2), 2)


def test_key_pegs_are_counted_one_by_one() -> None:
    assert AnswerDraft().add(0).feedback == Feedback(1, 0)
    assert AnswerDraft().add(1).add(1).add(0).add(1, -1).feedback == Feedback(1, 1)
    assert AnswerDraft().add(0, -1).feedback == Feedback(0, 0)
    assert AnswerDraft((1, 2), 2).clear() == AnswerDraft()
