"""Sentences and table cells of reviews, for every user interface."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from codepegs.analysis import explain
from codepegs.analysis.guess import EvaluatedGuess
from codepegs.notation import sentences as wording
from codepegs.notation.review import (
    Column,
    Difference,
    Estimate,
    GameReview,
    Grade,
    Outlook,
    RowReview,
    Totals,
)
from codepegs.rules.agreement import NOBODY
from codepegs.rules.board import Board
from codepegs.rules.edition import Edition, Scoring

ESTIMATED = "Figures with ~ are estimates: a proof would take too long."
COLUMNS = (
    Column("row", "number of the row", number=True),
    Column("guess", "the guess", number=False),
    Column("answer", "black and white key pegs", number=False),
    Column("left", "codes that fit every answer before the row", number=True),
    Column("after", "codes that fit every answer after the row", number=True),
    Column(
        "best", "the guess with the best chance in the rows left, then with the fewest guesses", number=False
    ),
    Column("leaves", "codes that the best guess leaves on average", number=True),
    Column("grade", "best; good, fair, weak, bad as more is lost; wasted if it is of no use", number=False),
    Column("lost", "guesses lost on average compared with the best guess, or chance in %", number=True),
    Column(
        "luck", "guesses that the answer saved compared with the average one, or chance in %", number=True
    ),
)
"""The columns of `cells`."""


def cells(row: RowReview) -> tuple[str, ...]:
    """Return the table cells of a row."""
    late, best = row.guess is None, row.best
    return (
        str(row.row),
        row.guess or "-",
        "timeout" if late else row.answer or "",
        f"{row.left:,}",
        f"{row.left_after:,}",
        "" if late or best is None else best.guess,
        "" if late or best is None else f"{best.leaves:,.1f}",
        "" if row.grade is None else row.grade.value,
        _late(row) if late else format_change(row.regret, plain=True),
        format_change(row.luck),
    )


def summarize(game: GameReview, edition: Edition) -> tuple[str, ...]:
    """Summarize the guesses of a game."""
    player, hints = game.codebreaker, game.totals.hints
    sentences = [describe_scores(game.totals, edition, player, solo=game.codemaker == NOBODY)]
    if hints:
        sentences.append(f"{player} took {_count(game.totals)}: {', '.join(_taken(game.totals))}.")
    if game.whole and game.expected is not None and game.to_go is not None:
        sentences.append(_account(game, game.expected, game.to_go))
        if any(row.before is not None and row.before.chance < 1 for row in game.rows):
            sentences.append(_account_of_chance(game.totals, edition, game.expected))
    emptied = (row.row for row in game.rows if not row.left_after)
    if (last := next(emptied, None)) is not None:
        sentences.append(f"No code fits the answers up to row {last}, so later rows are not rated.")
    return tuple(sentences)


def describe_scores(sums: Totals, edition: Edition, player: str, *, solo: bool = False) -> str:
    """Describe skill, luck and losses of a game or a match. A solo game has no points to lose."""
    if sums.skill is None:
        return f"{player} made no guess that can be rated."
    unit = "guesses" if solo or edition.scoring is Scoring.KEY_PEGS else "points"
    fortune = "" if sums.fortune is None else f", luck {sums.fortune:.0f}"
    about = "" if sums.proved else "about "
    return f"{player}: skill {sums.skill:.0f}{fortune} of 100, {about}{sums.lost:.2f} {unit} lost."


def describe_code(player: str, code: str, harder: Estimate) -> str:
    """Describe how hard a code was. In a solo game it is nobody's."""
    whose = "The" if player == NOBODY else f"{player}'s"
    more = "more" if harder.guesses >= 0 else "fewer"
    rows = f"{_about(harder)}{abs(harder.guesses):.2f} {more} rows"
    return f"{whose} code {code} took {rows} than an average code against these guesses."


def describe_match(
    games: Sequence[GameReview], totals: dict[str, Totals], edition: Edition
) -> tuple[str, ...]:
    """Describe the totals of each player by name, if there are several games, and mention estimates."""
    sentences = [] if all(game.totals.proved for game in games) else [ESTIMATED]
    for name, found in totals.items():
        if len(games) > 1 and any(game.rows for game in games if game.codebreaker == name):
            hints = f" With {_count(found)}." if found.hints else ""
            sentences.append(describe_scores(found, edition, name) + hints)
    return tuple(sentences)


def find_costliest(game: GameReview) -> RowReview | None:
    """Return the row with the largest loss; None if all guesses were good."""
    found = [row for row in game.rows if row.guess and row.grade not in (None, Grade.BEST, Grade.GOOD)]
    return min(found, key=lambda row: row.skill or 0.0, default=None)


def explain_row(
    board: Board, played: EvaluatedGuess | None, best: EvaluatedGuess | None, row: RowReview
) -> tuple[str, ...]:
    """Explain the guess and the best guess on `board`, and how the best play would have continued."""
    if best is None or played is None:
        return ()
    sentences = [explain.possibility(board, played.guess), explain.information(played, row.left)]
    if best.guess == played.guess:
        sentences.append("No guess is better." if best.to_go.proved else "No better guess was found.")
    else:
        sentences.append(f"{wording.name_code(board.edition, best.guess)} is better.")
        sentences += explain.best_guess(board, best, None, row.left)
    if row.continuation:
        rows = (f"`{guess}` {answer}" for guess, answer in map(str.split, row.continuation))
        sentences.append(f"The best play from here: {', '.join(rows)}.")
    return tuple(sentences)


def format_change(change: Difference | None, *, plain: bool = False) -> str:
    """Format as `+0.24`, `-0.24`, or `~0.53` for an estimate, or as `+24 %` if it changes the chance.

    `plain` omits the sign.
    """
    if change is None:
        return ""
    about = "" if change.proved else "~"
    if matters(change):
        return f"{about}{'' if plain or change.chance < 0 else '+'}{_percent(change.chance)}"
    value = change.guesses if abs(change.guesses) >= 0.005 else 0.0
    return f"{about}{value:.2f}" if plain or not value else f"{about}{value:+.2f}"


def matters(change: Difference) -> bool:
    """Return whether the chance changed, except for rounding."""
    return abs(change.chance) >= 0.0005


def _account(game: GameReview, expected: Estimate, to_go: Estimate) -> str:
    guesses, totals = wording.pluralize(len(game.rows), "guess", "guesses"), game.totals
    if to_go.guesses:
        guesses += f", and {explain.guesses(to_go)} still to go"
    luck = totals.luck.guesses
    words = [f"The choices cost {_about(totals.regret)}{totals.regret.guesses:.2f} guesses"]
    if totals.spent:
        words.append(f"the clock cost {totals.clock.guesses:.2f}")
    words.append(f"{'luck saved' if luck >= 0 else 'bad luck cost'} {_about(totals.luck)}{abs(luck):.2f}")
    average = f"Perfect play averages {_about(expected)}{expected.guesses:.2f}"
    return f"{guesses}. {average}. {wording.join_words(words)}."


def _account_of_chance(totals: Totals, edition: Edition, expected: Outlook) -> str:
    lucky = "gained by luck" if totals.luck.chance >= 0 else "lost by bad luck"
    changes = {"lost by guessing": totals.regret, "lost by the clock": totals.clock, lucky: totals.luck}
    words = [f"{_percent(expected.chance)} with the best play"]
    words += [f"{_percent(abs(change.chance))} {what}" for what, change in changes.items() if matters(change)]
    rows = wording.pluralize(edition.rows, "row")
    return f"The chance to crack the code in {rows}: {', '.join(words)}."


def _percent(chance: float) -> str:
    """`61 %`, `0.3 %`."""
    return f"{100 * chance:.{0 if abs(chance) >= 0.01 else 1}f} %"


def _late(row: RowReview) -> str:
    """What a row out of time has lost: its guess, or chance if the rows may run out."""
    before, after = row.before, row.after
    lost = before.chance - after.chance if before is not None and after is not None else 0.0
    return format_change(Difference(1.0, chance=lost), plain=True)


def _about(estimate: Estimate) -> str:
    return "" if estimate.proved else "about "


def _count(totals: Totals) -> str:
    return wording.pluralize(len(totals.hints), "hint")


def _taken(totals: Totals) -> Iterator[str]:
    """`step 1 for row 2`, `steps 1 and 3 for row 4`."""
    for row in dict.fromkeys(hint.row for hint in totals.hints):
        yield f"{format_steps(totals, row)} for row {row}"


def format_steps(totals: Totals, row: int) -> str:
    """`step 1` or `steps 1 and 3`: the hints taken for a row; empty if there are none."""
    steps = [str(hint.step) for hint in totals.hints if hint.row == row]
    return f"{'step' if len(steps) == 1 else 'steps'} {wording.join_words(steps)}" if steps else ""
