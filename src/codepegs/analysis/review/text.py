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
from codepegs.rules.edition import Edition

ESTIMATED = "Figures marked ~ are estimates, because exact ones would take too long."
COLUMNS = (
    Column("row", "number of the row", number=True),
    Column("guess", "the guess", number=False),
    Column("answer", "black and white key pegs", number=False),
    Column("left", "codes still possible before the guess", number=True),
    Column("after", "codes still possible after the answer", number=True),
    Column(
        "best", "the guess with the best chance of cracking the code, then the fewest guesses", number=False
    ),
    Column("leaves", "codes left on average after the best guess", number=True),
    Column(
        "grade", "best, good, fair, weak or bad, by how much was lost; wasted if no use at all", number=False
    ),
    Column("lost", "guesses lost on average, compared with the best guess; or chance lost", number=True),
    Column("luck", "guesses the answer saved, compared with an average one; or chance gained", number=True),
)
"""The columns of `cells`."""


def cells(row: RowReview) -> tuple[str, ...]:
    """Return the table cells of a row."""
    late, best = row.guess is None, row.best
    return (
        str(row.row),
        row.guess or "-",
        "out of time" if late else row.answer or "",
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
    player, hints = wording.call_player((game.codemaker, game.codebreaker), 1), game.totals.hints
    lost = game.to_go is not None and not game.to_go.chance
    sentences = [describe_scores(game.totals, player, lost=lost)]
    if hints:
        sentences.append(f"{player} took {_count(game.totals)}: {', '.join(_taken(game.totals))}.")
    if game.whole and game.expected is not None and game.to_go is not None:
        if not lost:
            sentences.append(_account(game, game.expected, game.to_go))
        if any(row.before is not None and row.before.chance < 1 for row in game.rows):
            sentences.append(_account_of_chance(game.totals, edition, game.expected, lost=lost))
    emptied = (row.row for row in game.rows if not row.left_after)
    if (last := next(emptied, None)) is not None:
        sentences.append(f"No code fits the answers up to row {last}, so later guesses aren't rated.")
    return tuple(sentences)


def describe_scores(sums: Totals, player: str, *, lost: bool = False) -> str:
    """Describe skill, luck and losses of a match or a game. In a `lost` game no guesses are counted."""
    if sums.skill is None:
        return f"None of {player}'s guesses can be rated."
    fortune = "" if sums.fortune is None else f", luck {sums.fortune:.0f}"
    about = "" if sums.proved else "about "
    behind = "" if lost else f", {about}{sums.lost:.2f} guesses behind perfect play"
    return f"{player}: skill {sums.skill:.0f}{fortune} (of 100){behind}."


def describe_code(player: str, code: str, harder: Estimate) -> str:
    """Describe how hard a code was. In a solo game it is nobody's."""
    whose = "The" if player == NOBODY else f"{player}'s"
    more = "more" if harder.guesses >= 0 else "fewer"
    rows = f"{_about(harder)}{abs(harder.guesses):.2f} {more} guesses"
    return f"{whose} code {code} took {rows} than an average code would have taken here."


def describe_match(games: Sequence[GameReview], totals: dict[str, Totals]) -> tuple[str, ...]:
    """Describe the totals of each player by name, if there are several games, and mention estimates."""
    sentences = [] if all(game.totals.proved for game in games) else [ESTIMATED]
    for number, (name, found) in enumerate(totals.items()):
        if len(games) > 1 and any(game.rows for game in games if game.codebreaker == name):
            hints = f" With {_count(found)}." if found.hints else ""
            sentences.append(describe_scores(found, wording.call_player([*totals], number)) + hints)
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
    sentences = [explain.possibility(board, played.guess)]
    better = explain.advantage(board, best, played)
    if not better or len(played.parts) == 1:
        # How many codes are left does not decide which guess is better.
        sentences.append(explain.information(played, row.left))
    sentences.append(better or ("No guess was better." if best.to_go.proved else "We found no better guess."))
    if row.continuation:
        rows = (f"`{guess}` {answer}" for guess, answer in map(str.split, row.continuation))
        sentences.append(f"Best play from here: {', '.join(rows)}.")
    return tuple(sentences)


def format_change(change: Difference | None, *, plain: bool = False) -> str:
    """Format as `+0.24`, `-0.24`, or `~0.53` for an estimate, or as `+24%` if it changes the chance.

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
    return abs(change.chance) >= explain.ROUNDING


def _account(game: GameReview, expected: Estimate, to_go: Estimate) -> str:
    guesses, totals = wording.pluralize(len(game.rows), "guess", "guesses"), game.totals
    if to_go.guesses:
        guesses += f", and {explain.guesses(to_go)} still to go"
    luck = totals.luck.guesses
    words = [f"Imperfect guesses cost {_about(totals.regret)}{totals.regret.guesses:.2f}"]
    if totals.spent:
        words.append(f"the clock cost {totals.clock.guesses:.2f}")
    words.append(f"{'luck saved' if luck >= 0 else 'bad luck cost'} {_about(totals.luck)}{abs(luck):.2f}")
    average = f"Perfect play averages {_about(expected)}{expected.guesses:.2f}"
    return f"{guesses}. {average}. {wording.join_words(words)}."


def _account_of_chance(totals: Totals, edition: Edition, expected: Outlook, *, lost: bool) -> str:
    rows = wording.pluralize(edition.rows, "guess", "guesses")
    causes = {"weak guesses": totals.regret, "the clock": totals.clock}
    gave = wording.join_words([what for what, change in causes.items() if matters(change)])
    if lost and gave and expected.chance == 1:
        always = "always" if expected.proved else "almost always"
        return f"Perfect play {always} cracks the code in {rows}. {gave[0].upper()}{gave[1:]} gave that away."
    lucky = "gained by luck" if totals.luck.chance >= 0 else "lost to bad luck"
    changes = {"lost to weak guesses": totals.regret, "lost to the clock": totals.clock, lucky: totals.luck}
    words = [f"{_percent(expected.chance)} with perfect play"]
    words += [f"{_percent(abs(change.chance))} {what}" for what, change in changes.items() if matters(change)]
    return f"Chance of cracking the code in {rows}: {', '.join(words)}."


def _percent(chance: float) -> str:
    """`61%`, `0.3%`."""
    return f"{100 * chance:.{0 if abs(chance) >= 0.01 else 1}f}%"


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
