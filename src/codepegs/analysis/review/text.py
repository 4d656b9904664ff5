"""Reviews as sentences and table cells, for every user interface."""

from __future__ import annotations

from collections.abc import Iterator

from codepegs.analysis import explain
from codepegs.analysis.guess import Estimate
from codepegs.analysis.review.review import GameReview, MatchReview, Totals
from codepegs.analysis.review.row import Grade, RowReview
from codepegs.notation import sentences as wording
from codepegs.rules.board import Board
from codepegs.rules.claim import Contradiction, WrongAnswers
from codepegs.rules.edition import Edition, Scoring
from codepegs.rules.seat import PlayerNumber

ESTIMATED = "Figures with ~ are estimates: a proof would take too long."
HEADINGS = ("row", "guess", "answer", "left", "after", "best", "leaves", "grade", "lost", "luck")
"""Column headings of `cells`."""


def cells(edition: Edition, row: RowReview) -> tuple[str, ...]:
    """Return the table cells of a row."""
    if row.guess is None:
        return (
            str(row.row),
            "-",
            "timeout",
            f"{row.left:,}",
            f"{row.left_after:,}",
            "",
            "",
            "wasted",
            "1.00",
            "",
        )
    best = row.best
    return (
        str(row.row),
        edition.spell(row.guess),
        str(row.answer),
        f"{row.left:,}",
        f"{row.left_after:,}",
        "" if best is None else edition.spell(best.guess),
        "" if best is None else f"{best.average:,.1f}",
        "" if row.grade is None else row.grade.value,
        format_signed(row.regret, plain=True),
        format_signed(row.luck),
    )


def summarize(game: GameReview, player: str) -> tuple[str, ...]:
    """Summarize the guesses of a game."""
    sentences = [describe_scores(game, game.board.edition, player)]
    if game.hints:
        sentences.append(f"{player} took {_hints(game)}: {', '.join(_taken(game))}.")
    if game.whole and game.expected is not None and game.to_go is not None:
        sentences.append(_account(game, game.expected, game.to_go))
    emptied = (row.row for row in game.rows if not row.left_after)
    if (last := next(emptied, None)) is not None:
        sentences.append(f"No code fits the answers up to row {last}, so later rows are not rated.")
    return tuple(sentences)


def describe_scores(sums: Totals, edition: Edition, player: str) -> str:
    """Describe skill, luck and losses of a game or a match."""
    if sums.skill is None:
        return f"{player} made no guess that can be rated."
    unit = "guesses" if edition.scoring is Scoring.KEY_PEGS else "points"
    fortune = "" if sums.fortune is None else f", luck {sums.fortune:.0f}"
    about = "" if sums.proved else "about "
    return f"{player}: skill {sums.skill:.0f}{fortune} of 100, {about}{sums.lost:.2f} {unit} lost."


def describe_codemaker(game: GameReview, player: str) -> tuple[str, ...]:
    """Describe how hard the code was, and the wrong answers."""
    side, edition = game.made, game.board.edition
    more = "more" if side.harder.guesses >= 0 else "fewer"
    more = f"{_about(side.harder)}{abs(side.harder.guesses):.2f} {more}"
    spelled = edition.spell(side.code)
    sentences = []
    if game.whole:
        sentences.append(
            f"{player}'s code {spelled} took {more} rows than an average code against these guesses."
        )
    if side.wrong:
        sentences += wording.describe_proof(edition, WrongAnswers(side.wrong))
    if side.contradicting:
        sentences += wording.describe_proof(edition, Contradiction(side.contradicting))
    return tuple(sentences)


def find_costliest(game: GameReview) -> RowReview | None:
    """Return the row with the largest regret; None if all guesses were good."""
    found = [row for row in game.rows if row.regret is not None and row.grade not in (Grade.BEST, Grade.GOOD)]
    return max(found, key=lambda row: row.regret.guesses if row.regret else 0.0, default=None)


def explain_row(game: GameReview, row: RowReview) -> tuple[str, ...]:
    """Explain the best guess of a row, and how the best play would have continued."""
    if row.best is None or row.played is None or row.guess is None:
        return ()
    edition, stage = game.board.edition, _stage(game, row)
    spelled = edition.spell(row.guess)
    sentences = [f"{spelled}: {explain.information(row.played, row.left)}"]
    if row.best.guess == row.guess:
        sentences.append("No guess is better." if row.best.to_go.proved else "No better guess was found.")
    else:
        sentences.append(f"{edition.spell(row.best.guess)} is better.")
        sentences += explain.best_guess(stage, row.best, None, row.left)
    if row.continuation:
        line = ", ".join(f"{edition.spell(code)} {answer}" for code, answer in row.continuation)
        sentences.append(f"The best play from here: {line}.")
    return tuple(sentences)


def names(review: MatchReview, game: GameReview) -> tuple[str, str]:
    """Return the names of codemaker and codebreaker."""
    players = review.agreement.players
    return players[game.codemaker], players[game.codebreaker]


def describe_totals(review: MatchReview) -> tuple[str, ...]:
    """Describe the totals of each player over the match."""
    both: tuple[PlayerNumber, PlayerNumber] = (0, 1)
    edition, players = review.agreement.edition, review.agreement.players
    sums = [(players[player], review.guessed(player)) for player in both]
    return tuple(
        describe_scores(found, edition, name) + (f" With {_hints(found)}." if found.hints else "")
        for name, found in sums
        if found.rows
    )


def format_signed(estimate: Estimate | None, *, plain: bool = False) -> str:
    """Format as `+0.24`, `-0.24`, or `~0.53` for an estimate; `plain` omits the sign."""
    if estimate is None:
        return ""
    value = estimate.guesses if abs(estimate.guesses) >= 0.005 else 0.0
    about = "" if estimate.proved else "~"
    return f"{about}{value:.2f}" if plain or not value else f"{about}{value:+.2f}"


def _account(game: GameReview, expected: Estimate, to_go: Estimate) -> str:
    rows = wording.pluralize(len(game.rows), "row")
    if to_go.guesses:
        rows += f", and {explain.guesses(to_go)} still to go"
    luck = game.luck.guesses
    clock = f", {game.spent} by the clock" if game.spent else ""
    saved = f"{_about(game.luck)}{abs(luck):.2f} {'saved by luck' if luck >= 0 else 'by bad luck'}"
    lost = f"{_about(game.regret)}{game.regret.guesses:.2f} lost by guessing{clock}"
    return f"{rows}: {_about(expected)}{expected.guesses:.2f} on average with the best play, {lost}, {saved}."


def _about(estimate: Estimate) -> str:
    return "" if estimate.proved else "about "


def _hints(sums: Totals) -> str:
    return wording.pluralize(len(sums.hints), "hint")


def _taken(game: GameReview) -> Iterator[str]:
    """`step 1 for row 2`, `steps 1 and 3 for row 4`."""
    for row in dict.fromkeys(row for row, _ in game.hints):
        steps = [str(step) for taken, step in game.hints if taken == row]
        yield f"{'step' if len(steps) == 1 else 'steps'} {wording.join_words(steps)} for row {row}"


def _stage(game: GameReview, row: RowReview) -> Board:
    return Board(game.board.edition, game.board.rows[: row.row - 1])
