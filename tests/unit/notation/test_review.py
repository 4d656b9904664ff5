"""Values of a review."""

from __future__ import annotations

from codepegs.notation.review import Estimate, Outlook, WrongRow, write_wrong_rows
from codepegs.rules import Feedback
from codepegs.rules.claim import WrongAnswer


def test_a_margin_includes_the_common_error_of_all_estimates() -> None:
    proved, estimate = Estimate(4.0), Estimate(4.0, 0.1)
    assert (proved.proved, proved.margin) == (True, 0.0)
    assert (estimate.proved, round(estimate.margin, 9)) == (False, 0.3)


def test_wrong_answers_are_written_as_text() -> None:
    wrong = WrongAnswer(2, Feedback(0, 1), Feedback(1, 0))
    assert write_wrong_rows([wrong]) == (WrongRow(2, "0+1", "1+0"),)


def test_the_chance_counts_before_the_guesses() -> None:
    sure, quick, slow = Outlook(3.0), Outlook(2.0, chance=0.5), Outlook(2.5, chance=0.5)
    assert sorted([slow, quick, sure], key=lambda each: each.rank) == [sure, quick, slow]
