"""Sentences about a puzzle: its task, verdicts on attempts, clues, and the explanation.

Every user interface shows these. Only `explain_answer` spells the answer. Clues come one at
a time, from a place to start to a peg, and never give the whole answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from codepegs.analysis import explain
from codepegs.analysis.puzzle.candidate_sets import sets_for
from codepegs.analysis.puzzle.puzzle import Puzzle, Verdict, answer, compare_guesses, judge
from codepegs.engine.choice import rows_left
from codepegs.notation import sentences
from codepegs.notation.puzzle_id import Theme
from codepegs.rules.code import Code, Colour
from codepegs.rules.edition import Edition

_TASKS = {
    Theme.ONE_CODE: "Exactly one code fits all of these rows. Find it. You’ll need every row.",
    Theme.BEST_GUESS: "Several codes fit these rows. Find the one guess that tells them apart best, so that "
    "you need the fewest guesses on average. It doesn’t have to be one of them.",
}


def task(puzzle: Puzzle) -> str:
    """Describe the task of a puzzle and the codes that are allowed."""
    words = [_TASKS[puzzle.theme], _allowed(puzzle.board.edition)]
    rows = rows_left(puzzle.board)
    if not puzzle.theme.asks_for_code and rows is not None and rows <= explain.LAST_ROWS:
        words.insert(1, f"Only {rows} rows are left, so the chance of finding the code in time comes first.")
    return " ".join(words)


def _allowed(edition: Edition) -> str:
    if edition.code_repeats:
        return f"Colours may repeat{', and holes may stay empty' if edition.blanks else ''}."
    return f"Colours don’t repeat{', and one hole may stay empty' if edition.blanks else ''}."


def describe_verdict(puzzle: Puzzle, code: Code, verdict: Verdict) -> str:
    """Describe the verdict on an attempt."""
    edition = puzzle.board.edition
    named = sentences.name_code(edition, code)
    if verdict.right:
        return f"{named} is right."
    if verdict.wrong is not None:
        row = verdict.wrong
        true, given = (sentences.describe_feedback(edition, answer) for answer in (row.true, row.given))
        return f"{named} doesn’t fit row {row.row}: that row would have got {true} instead of {given}."
    comparison, best = compare_guesses(puzzle), judge(puzzle, answer(puzzle))
    codes = len(comparison.codes)
    if verdict.lost != best.lost:
        found = (
            f"{codes - (verdict.lost or 0)} of the {codes} codes are found in the {comparison.rows} rows left"
        )
        return f"{named} isn’t the best guess: with it, {found}. Another guess finds more."
    return (
        f"{named} isn’t the best guess: with it, the {codes} codes take {verdict.total} guesses in all. "
        "Another guess needs fewer."
    )


def clues(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the clues, the vaguest first. Even all together they do not spell the answer."""
    return tuple(_code_clues(puzzle) if puzzle.theme.asks_for_code else _guess_clues(puzzle))


def explain_answer(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the answer, and why it is the only one."""
    return tuple(_why_code(puzzle) if puzzle.theme.asks_for_code else _why_guess(puzzle))


# Find the code ----------------------------------------------------------


def _code_clues(puzzle: Puzzle) -> Iterator[str]:
    edition = puzzle.board.edition
    for number, (guess, feedback) in enumerate(puzzle.board.answered, start=1):
        keys = feedback.black + feedback.white
        if not keys:
            never = explain.any_of(edition, guess.pegs)
            yield f"Row {number} has no key pegs, so the code can’t have {never}."
        elif keys == edition.pegs:
            yield f"Row {number} has all the right pegs, but in the wrong order."
    sets = sets_for(edition)
    parts = [sets.fits(row) for row in puzzle.board.rows]
    rows = sets.find_foothold(parts)
    hole, kind = sets.fixed_holes(sets.intersect(parts[n] for n in rows))[0]
    settle = "it settles" if len(rows) == 1 else "together they settle"
    if 1 < len(rows) == len(parts):
        yield f"Start with hole {hole + 1}."
    else:
        yield f"Look at {_rows(rows)}: {settle} one hole."
        yield f"{settle.capitalize()} hole {hole + 1}."
    # With two pegs, or if all others are alike, more clues would give the answer away.
    pegs = answer(puzzle).pegs
    others = pegs[:hole] + pegs[hole + 1 :]
    if len(others) < 2:
        return
    yield f"Hole {hole + 1} is {explain.colour_name(edition, kind)}."
    if len(set(others)) > 1:
        yield f"The other holes have {_counted(edition, others)}, in some order."


def _why_code(puzzle: Puzzle) -> Iterator[str]:
    board, sets = puzzle.board, sets_for(puzzle.board.edition)
    edition = board.edition
    code = answer(puzzle)
    parts = [sets.fits(row) for row in board.rows]
    yield f"The code is {sentences.name_code(edition, code)}."
    found = [(sets.find_foothold(parts, hole), hole, kind) for hole, kind in enumerate(code.pegs)]
    for rows, hole, kind in sorted(found, key=lambda each: (len(each[0]), each[1])):
        settle = "alone settles" if len(rows) == 1 else "together settle"
        if len(rows) == 1 or len(rows) < len(parts):
            named = explain.colour_name(edition, kind)
            yield f"{_rows(rows).capitalize()} {settle} hole {hole + 1}: it must be {named}."
    counts = [f"{sets.intersect(parts[: n + 1]).bit_count():,}" for n in range(len(parts))]
    yield f"Codes left after each row: {', '.join(counts)} (of {edition.size:,})."


# Find the best guess ----------------------------------------------------


def _guess_clues(puzzle: Puzzle) -> Iterator[str]:
    edition, space = puzzle.board.edition, sets_for(puzzle.board.edition).space
    codes = compare_guesses(puzzle).codes
    best = answer(puzzle)
    number = space.number(best)
    parts = space.split(number, codes)
    yield f"{len(codes)} codes fit the rows."
    yield f"They are {_list_codes(edition, map(space.code, map(int, codes)))}."
    yield f"The best guess {'is one of them' if number in codes else 'can’t be the code itself'}."
    yield f"It can get {len(parts)} different answers."
    # If it is listed already, the colours would point at it.
    if number not in codes and len(set(best.pegs)) > 1:
        yield f"It has {_counted(edition, best.pegs)}, in some order."


def _why_guess(puzzle: Puzzle) -> Iterator[str]:
    edition, space = puzzle.board.edition, sets_for(puzzle.board.edition).space
    comparison = compare_guesses(puzzle)
    number = space.number(answer(puzzle))
    result, count = comparison.result(number), len(comparison.codes)
    yield f"The best guess is {sentences.name_code(edition, space.code(number))}."
    for feedback, part in space.split(number, comparison.codes):
        said = sentences.describe_feedback(edition, space.classes.feedbacks[feedback])
        yield f"{said}: {_list_codes(edition, map(space.code, map(int, part)))}."
    if result.lost:
        yield (
            f"That finds {count - result.lost} of the {count} codes in the {comparison.rows} rows left. "
            "Any other guess finds fewer, or takes more guesses."
        )
        return
    total = result.guesses
    yield (
        f"So the {count} codes take {total} guesses in all, {total / count:.2f} on average. "
        "With any other guess they take more."
    )


# Words --------------------------------------------------------------------------------


def _list_codes(edition: Edition, codes: Iterable[Code]) -> str:
    return sentences.join_words([sentences.name_code(edition, code) for code in codes])


def _counted(edition: Edition, pegs: Iterable[Colour]) -> str:
    counts = sorted(Counter(pegs).items())
    return sentences.join_words([f"{count} {explain.colour_name(edition, kind)}" for kind, count in counts])


def _rows(numbers: Sequence[int]) -> str:
    """Name rows by their numbers, given from 0."""
    if len(numbers) == 1:
        return f"row {numbers[0] + 1}"
    return f"rows {sentences.join_words([str(n + 1) for n in numbers])}"
