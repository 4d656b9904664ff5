"""Reviews: regret against the proven optimum, luck, and the account that both keep."""

from __future__ import annotations

import pickle
import re
from math import isclose
from typing import Any

import pytest
from hypothesis import given, settings

from codepegs.analysis.budget import SearchBudget
from codepegs.analysis.evaluator import Evaluator
from codepegs.analysis.review.review import review_game, review_match
from codepegs.errors import NotNow
from codepegs.notation import edition_line
from codepegs.notation.review import Difference, GameReview, Grade, HintTaken, Outlook, WrongRow
from codepegs.rules import (
    Agreement,
    Board,
    Code,
    Feedback,
    Game,
    Match,
    find_edition,
    mark,
)
from codepegs.rules.game import Ending
from tests.support.strategies import code, finished_matches, played, two

QUICK = SearchBudget(steps=3_000, misses=1)


def game(line: str, *moves: str) -> Game:
    """The first game of a match after some moves."""
    return played(two(edition_line.read(line), 2), *moves).games[0]


def review(reviewed: Game, budget: SearchBudget | None = None, **options: Any) -> GameReview:
    """The review of a game, in a match of Ada and Bob."""
    return review_game(two(reviewed.board.edition, 2), reviewed, budget, **options)


def keeps_the_account(found: GameReview) -> bool:
    assert found.expected is not None
    assert found.to_go is not None
    taken, totals = len(found.rows) + found.to_go.guesses, found.totals
    due = found.expected.guesses + totals.lost - totals.luck.guesses
    left = found.expected.chance - totals.regret.chance - totals.clock.chance + totals.luck.chance
    return isclose(taken, due, abs_tol=1e-9) and isclose(found.to_go.chance, left, abs_tol=1e-9)


@given(match=finished_matches())
@settings(max_examples=40, deadline=None)
def test_rows_taken_are_those_expected_and_those_lost_less_those_that_luck_saved(match: Match) -> None:
    try:
        found = review_match(match, QUICK)
    except NotNow:
        assert all(game.revealed is None for game in match.games)
        return
    for one in found.games:
        assert not one.whole or keeps_the_account(one)
        assert one.whole or one.made.wrong or not one.rows
        for row in one.rows:
            if row.regret is not None:
                assert 0 <= row.regret.chance <= 1
                assert row.regret.chance or row.regret.guesses >= 0
                assert not row.regret.proved or row.regret.guesses <= 1
            if row.played is not None:
                chances = sum(part.chance for part in row.played.answers)
                to_go = sum(part.chance * part.to_go.guesses for part in row.played.answers)
                assert isclose(chances, 1)
                assert isclose(row.played.to_go.guesses, 1 + to_go)
                in_time = sum(part.chance * part.to_go.chance for part in row.played.answers)
                assert isclose(row.played.to_go.chance, in_time, abs_tol=1e-9)
    assert pickle.loads(pickle.dumps(found)) == found


SAVES = re.compile(r" saves (?:about )?(\S+) guesses: with it you need (?:about )?(\S+) on .* (\d\S+)\.")
CHANCES = re.compile(
    r" chance of cracking it in time: (?:about )?(\S+)(?: in [\d,]+|%), not (?:about )?(\S+)(?: in|%)"
)


@given(match=finished_matches())
@settings(max_examples=40, deadline=None)
def test_the_guess_called_better_has_the_better_number(match: Match) -> None:
    for one in review_match(match, QUICK).games if any(game.revealed for game in match.games) else ():
        for row in one.rows:
            found = [figures(sentence) for sentence in row.words]
            verdicts = [numbers for numbers in found if numbers]
            assert len(verdicts) == (row.grade not in (None, Grade.BEST) and row.guess is not None)
            for better, worse, difference in verdicts:
                assert better < worse
                assert difference is None or isclose(worse - better, difference, abs_tol=1e-9)


def figures(sentence: str) -> tuple[float, float, float | None] | None:
    """The numbers that compare two guesses: the smaller first is right."""
    if saves := SAVES.search(sentence):
        difference, few, many = map(float, saves.groups())
        return few, many, difference
    if chances := CHANCES.search(sentence):
        more, less = (float(chance.replace(",", "")) for chance in chances.groups())
        return -more, -less, None
    return None


def test_a_better_guess_is_not_judged_by_the_codes_it_leaves() -> None:
    """The better one leaves 4.6 codes on average, not 3.9, and still needs fewer guesses."""
    row = review(game("classic", "code ABCB", "guess AABB", "guess ABEB", "guess ABCB")).rows[1]
    assert row.played is not None
    assert row.best is not None
    assert row.played.leaves < row.best.leaves
    assert row.words[1] == (
        "`RYRG` can't be the code, and still saves 0.06 guesses: with it you need 2.81 on average, "
        "counting this one, and with `RBWB` 2.87."
    )


LOST = ("code ABCD", *["guess AAAA"] * 10)


def test_a_lost_game_says_nothing_about_the_luck_of_its_code() -> None:
    found = review(game("classic", *LOST), QUICK)
    assert found.words[0].startswith("Bob: skill")
    assert found.words[1:] == (
        "Perfect play always cracks the code in 10 guesses. Weak guesses gave that away.",
    )
    assert found.made.words == ()


def test_a_code_that_was_not_cracked_was_neither_easy_nor_hard() -> None:
    assert review(game("classic", "code ABCD", "guess AAAA", "give up"), QUICK).made.words == ()


@pytest.mark.parametrize("before", [1, 2])
def test_a_row_without_a_guess_does_not_change_what_the_board_is_worth(before: int) -> None:
    """Not even where the next guess is better than what the estimate took for the best."""
    found = review(game("super time=5", "code AABCD", *["timeout"] * before, "guess AABCD"), QUICK)
    assert len({row.before for row in found.rows}) == 1
    assert found.totals.spent == before
    assert keeps_the_account(found)


def least(codes: list[Code], guesses: list[Code], depth: int = 0) -> int:
    """The fewest guesses for all of some codes together, by trying everything."""
    if len(codes) <= 2 or depth > 5:
        return 2 * len(codes) - 1 if codes else 0
    return min(total(codes, guesses, guess, depth) for guess in guesses if len(_parts(codes, guess)) > 1)


def total(codes: list[Code], guesses: list[Code], guess: Code, depth: int = 0) -> int:
    parts = _parts(codes, guess)
    return len(codes) + sum(least(part, guesses, depth + 1) for part in parts.values() if part != [guess])


def _parts(codes: list[Code], guess: Code) -> dict[Feedback, list[Code]]:
    parts: dict[Feedback, list[Code]] = {}
    for one in codes:
        parts.setdefault(mark(guess, one), []).append(one)
    return parts


@pytest.mark.parametrize(
    ("line", "secret", "guesses"),
    [
        ("mini pegs=2 colours=4", "AD", ["AA", "AB", "CD", "AD"]),
        ("mini pegs=2 colours=3 blanks=yes", "-A", ["BB", "A-", "-A"]),
        ("mini pegs=2 colours=5 code-repeats=no", "DE", ["AA", "AB", "CC", "DC", "DE"]),
        ("mini pegs=2 colours=5 code-repeats=no guess-repeats=no", "DE", ["AB", "CD", "DC", "DE"]),
    ],
)
def test_every_figure_is_what_trying_everything_finds(line: str, secret: str, guesses: list[str]) -> None:
    terms = edition_line.read(line)
    found = review(game(line, f"code {secret}", *(f"guess {guess}" for guess in guesses)))
    allowed = [*terms.with_rules(code_repeats=terms.guess_repeats).codes()]
    codes = [*terms.codes()]
    for row, text in zip(found.rows, guesses, strict=True):
        guess = code(text)
        assert row.regret is not None
        assert row.played is not None
        assert row.best is not None
        assert row.left == len(codes)
        best, mine = least(codes, allowed), total(codes, allowed, guess)
        assert row.before == Outlook(best / len(codes))
        assert isclose(row.regret.guesses, (mine - best) / len(codes), abs_tol=1e-9)
        assert total(codes, allowed, terms.code(row.best.guess)) == best
        assert row.played.possible == (guess in codes)
        counted = {str(answer): len(part) for answer, part in sorted(_parts(codes, guess).items())}
        assert {part.answer: part.codes for part in row.played.answers} == counted
        codes = _parts(codes, guess)[mark(guess, code(secret))]
        assert row.left_after == len(codes)


def test_following_the_best_guesses_needs_the_fewest_there_can_be() -> None:
    terms = find_edition("mini")
    known, rows = Evaluator(terms), 0
    for secret in terms.codes():
        board = Board(terms)
        while not board.broken:
            guess = known.best(board).guess
            board = board.guess(guess).answer(mark(guess, secret))
        rows += len(board.rows)
    assert rows == 854


def test_a_row_that_tells_nothing_costs_a_whole_guess() -> None:
    found = review(game("mini", "code ABC", "guess AAB", "guess AAB", "give up"))
    again = found.rows[1]
    assert again.regret == Difference(1.0)
    assert (again.grade, again.skill, again.fortune) == (Grade.WASTED, 0, None)
    assert again.luck is not None
    assert abs(again.luck.guesses) < 1e-9


def test_a_turn_out_of_time_is_lost_and_neither_skill_nor_luck() -> None:
    found = review(game("mini time=5", "code ABC", "guess AAB", "timeout", "guess ABC"))
    late = found.rows[1]
    assert (late.regret, late.luck, late.guess, late.grade) == (None, None, None, Grade.WASTED)
    assert late.left == late.left_after
    assert late.before == late.after
    assert found.totals.spent == 1
    assert found.totals.lost == found.totals.regret.guesses + 1
    assert found.whole
    assert keeps_the_account(found)


def test_wrong_answers_are_audited_and_the_game_is_judged_by_what_was_given() -> None:
    over = game("mini answers=hand", "code ADB", "guess AAA 0+0", "guess BCD 0+2", "give up")
    found = review(over)
    assert found.made.wrong == (WrongRow(1, "0+0", "1+0"),)
    assert found.made.contradicting == ()
    counts = [row.left_after for row in found.rows]
    fitting = [one for one in over.board.edition.codes() if over.board.fits(one)]
    assert counts[-1] == len(fitting)
    assert [row.luck is None for row in found.rows] == [True, False]
    assert not found.whole
    assert [row.continuation for row in found.rows][1] == ()  # the code itself does not fit any more


def test_a_hint_counts_for_the_row_that_was_played_again() -> None:
    agreed = Agreement(find_edition("mini"), ("Ada", "Bob"), 1, hints=True, friendly=True)
    over = played(agreed, "code ABC", "guess AAA", "take back", "hint 1", "guess ABC").game
    assert review_game(agreed, over, QUICK).totals.hints == (HintTaken(1, 1),)


def test_answers_that_no_code_fits_end_what_can_be_judged() -> None:
    found = review(game("mini answers=hand", "code ADB", "guess AAA 1+0", "guess ABB 0+0", "claim"))
    assert found.ending is Ending.VOID
    assert found.made.contradicting == (1, 2)
    last = found.rows[-1]
    assert last.left_after == 0
    assert last.regret is not None
    assert (last.luck, found.whole, found.to_go) == (None, False, None)


def test_the_best_play_from_each_row_breaks_the_code_and_is_the_best() -> None:
    found = review(game("classic-1", "code ABCD", "guess AAAA", "guess BBBB", "guess ABCD"))
    for row in found.rows:
        assert row.continuation[-1] == f"{found.code} 4+0"
        assert row.best is not None
        assert row.continuation[0].split()[0] == row.best.guess
    assert found.rows[0].continuation[0].startswith("RRBY ")


def test_a_game_still_on_is_not_reviewed() -> None:
    on = played(two(find_edition("mini")), "code ABC", "guess AAB")
    with pytest.raises(NotNow, match="when it is over and has shown its code"):
        review(on.game)
    with pytest.raises(NotNow, match="nothing to review yet"):
        review_match(on)
    further = played(on, "guess ABC", "code BBB", "guess AAA")
    assert [one.number for one in review_match(further).games] == [1]


def test_each_player_has_the_sums_of_their_own_guesses() -> None:
    match = played(two(find_edition("mini")), "code ABC", "guess AAB", "guess ABC", "code BBB", "guess BBB")
    found = review_match(match)
    first, second = found.games
    assert [game.codebreaker for game in found.games] == ["Bob", "Ada"]
    assert found.totals == (second.totals, first.totals)
    assert [sentence.split(":")[0] for sentence in found.words] == ["Ada", "Bob"]
    alone = review_match(match, games=match.games[1:])
    assert alone.games == found.games[1:]
    assert alone.words == ()


def test_a_computer_is_called_the_computer() -> None:
    computer = Agreement(find_edition("mini"), ("computer easy", "Bob"), 2)
    found = review_match(played(computer, "code ABC", "guess ABC", "code ABD", "guess AAD", "guess ABD"))
    of_games = (word for each in found.games for word in (*each.words, *each.made.words))
    words = " ".join([*found.words, *of_games])
    assert "The computer: skill " in words
    assert "The computer's code" in words
    assert "computer easy" not in words
