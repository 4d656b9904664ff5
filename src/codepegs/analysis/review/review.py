"""Reviews of finished games that separate skill from luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from math import hypot
from statistics import fmean

from codepegs.analysis.budget import SearchBudget
from codepegs.analysis.evaluator import Evaluator
from codepegs.analysis.guess import compare
from codepegs.analysis.review import text
from codepegs.analysis.review.codemaker import review_codemaker
from codepegs.analysis.review.row import OUT_OF_ROWS, WON, Stage, review_row
from codepegs.errors import NotNow
from codepegs.notation import sentences
from codepegs.notation.review import Difference, GameReview, HintTaken, MatchReview, RowReview, Totals
from codepegs.rules.agreement import Agreement
from codepegs.rules.board import Board, Row
from codepegs.rules.code import Code
from codepegs.rules.feedback import mark
from codepegs.rules.game import Game
from codepegs.rules.history import nothing_to_review, reviewable_games
from codepegs.rules.match import Match
from codepegs.rules.move import Guess, Hint, TakeBack, TimeOut
from codepegs.rules.seat import Seat
from codepegs.rules.view import View

_MAX_CONTINUATION = 30
"""Limit for a continuation: more guesses than any proved best play needs."""


def review_game(
    agreement: Agreement,
    game: Game,
    budget: SearchBudget | None = None,
    *,
    stop: Callable[[], bool] = lambda: False,
    done: Callable[[], None] = lambda: None,
    on: Evaluator | None = None,
) -> GameReview:
    """Review a game of a match that is over and has revealed its code; raises NotNow for any other.

    `done` is called after each row. Once `stop` returns true, the rest is only estimated. `on`
    is an evaluator to reuse, from another game of the same edition.
    """
    board, code = _answered(game.board), game.revealed
    if code is None:
        raise NotNow("This game can be reviewed when it is over and has shown its code.")
    known = on or Evaluator(board.edition, budget, stop=stop)
    stages = [Board(board.edition, board.rows[:number]) for number in range(len(board.rows) + 1)]
    evaluated = []
    for stage, row in zip(stages, (*board.rows, None), strict=True):
        evaluated.append(_evaluate_stage(known, stage, row.guess if row else None))
        done()
    for number, row in reversed([*enumerate(board.rows)]):
        if row.guess is None and not (evaluated[number].proved and evaluated[number + 1].proved):
            # Only a row is missing, so it keeps the value of the next stage, even if a later guess turned
            # out better than the estimate.
            evaluated[number] = replace(evaluated[number + 1], played=None)
    rows = tuple(
        review_row(
            stage, row, before, after, _best_play(known, stage, before, code), wrong=not row.fits(code)
        )
        for stage, row, before, after in zip(stages, board.rows, evaluated, evaluated[1:], strict=False)
    )
    maker, breaker = agreement.players[game.codemaker], agreement.players[game.codebreaker]
    totals = _add(rows, _hints(game))
    # Wrong answers make no account of skill and luck.
    whole = board.fits(code)
    found = GameReview(
        number=game.number,
        replay=game.replay,
        title=sentences.heading(agreement, View.of(game, Seat.SPECTATOR)),
        codemaker=maker,
        codebreaker=breaker,
        code=board.edition.spell(code),
        ending=game.ending,
        expected=evaluated[0].to_go,
        to_go=evaluated[-1].to_go,
        whole=whole,
        rows=rows,
        totals=totals,
        made=review_codemaker(
            game.board, code, totals.luck, sentences.call_player((maker, breaker), 0), whole=whole
        ),
    )
    return replace(found, words=text.summarize(found, board.edition))


def review_match(
    match: Match,
    budget: SearchBudget | None = None,
    *,
    games: Sequence[Game] | None = None,
    stop: Callable[[], bool] = lambda: False,
    done: Callable[[], None] = lambda: None,
) -> MatchReview:
    """Review `games` of a match, or all that are over and have revealed their code."""
    chosen = reviewable_games(match) if games is None else games
    if not chosen:
        raise NotNow(nothing_to_review(match))
    known = Evaluator(match.agreement.edition, budget, stop=stop)
    agreement = match.agreement
    return combine(agreement, [review_game(agreement, game, done=done, on=known) for game in chosen])


def combine(agreement: Agreement, games: Sequence[GameReview]) -> MatchReview:
    """Return the reviews of some games of a match with their totals."""
    one, two = agreement.players
    totals = {name: _add_games([game for game in games if game.codebreaker == name]) for name in (one, two)}
    return MatchReview(
        players=agreement.players,
        columns=text.COLUMNS,
        games=tuple(games),
        totals=(totals[one], totals[two]),
        words=text.describe_match(games, totals),
    )


def _evaluate_stage(known: Evaluator, stage: Board, guess: Code | None) -> Stage:
    left = known.count(stage)
    if not left:
        return Stage(left)
    if stage.broken or stage.full:
        return Stage(left, WON if stage.broken else OUT_OF_ROWS)
    best, played = known.best(stage), None
    if guess is not None:
        best, played = compare(best, known.evaluate(stage, guess))
    return Stage(left, best.to_go, played, best)


def _best_play(known: Evaluator, board: Board, stage: Stage, code: Code) -> tuple[str, ...]:
    """Return the best guesses from a board on, up to its last row, with their answers.

    It is empty if one is not proved.
    """
    edition, best = board.edition, stage.best
    if best is None or not board.fits(code):
        return ()
    found = list[str]()
    while len(found) < _MAX_CONTINUATION and best.to_go.proved:
        answer = mark(best.guess, code)
        found.append(f"{edition.spell(best.guess)} {answer}")
        if best.guess == code:
            return tuple(found)
        board = Board(edition, (*board.rows, Row(best.guess, answer)))
        if board.full:
            return tuple(found)
        best = known.best(board)
    return ()


def _hints(game: Game) -> Iterator[HintTaken]:
    row = 1
    for move in game.moves:
        if isinstance(move, Hint):
            yield HintTaken(row, move.step)
        row += isinstance(move, Guess | TimeOut) - isinstance(move, TakeBack)


def _answered(board: Board) -> Board:
    return Board(board.edition, tuple(row for row in board.rows if not row.open))


def _add_games(games: Sequence[GameReview]) -> Totals:
    return _add(
        [row for game in games for row in game.rows], [hint for game in games for hint in game.totals.hints]
    )


def _add(rows: Sequence[RowReview], hints: Iterable[HintTaken]) -> Totals:
    regret, luck = _sum(row.regret for row in rows), _sum(row.luck for row in rows)
    late = [row for row in rows if row.guess is None]
    clock = _sum(map(_lost_by_clock, late))
    return Totals(
        regret=regret,
        luck=luck,
        clock=clock,
        spent=len(late),
        lost=regret.guesses + clock.guesses,
        skill=_mean(row.skill for row in rows),
        fortune=_mean(row.fortune for row in rows),
        proved=regret.proved and luck.proved,
        hints=tuple(hints),
    )


def _lost_by_clock(row: RowReview) -> Difference:
    before, after = row.before, row.after
    if before is None or after is None:
        return Difference(1.0)
    return Difference(1 + after.guesses - before.guesses, chance=before.chance - after.chance)


def _sum(values: Iterable[Difference | None]) -> Difference:
    found: Sequence[Difference] = [value for value in values if value is not None]
    error = hypot(*(value.error for value in found))
    return Difference(sum(value.guesses for value in found), error, sum(value.chance for value in found))


def _mean(values: Iterable[float | None]) -> float | None:
    found = [value for value in values if value is not None]
    return fmean(found) if found else None
