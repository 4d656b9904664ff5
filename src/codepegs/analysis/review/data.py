"""Reviews and hints as plain data for JSON."""

from __future__ import annotations

from typing import Any

from codepegs.analysis.guess import Estimate, EvaluatedGuess
from codepegs.analysis.hint import Hint, HintStep
from codepegs.analysis.review.review import GameReview, MatchReview, Totals
from codepegs.analysis.review.row import RowReview
from codepegs.notation import edition_line, position
from codepegs.rules.edition import Edition
from codepegs.rules.seat import PlayerNumber

Data = dict[str, Any]


def match_data(review: MatchReview) -> Data:
    """Return a match review as data. Numbers of guesses have an error, which is 0 if they are proved."""
    agreement = review.agreement
    both: tuple[PlayerNumber, PlayerNumber] = (0, 1)
    return {
        "edition": edition_line.write(agreement.edition),
        "players": agreement.players,
        "games": [_game(review, game) for game in review.games],
        "guessed": [_sums(review.guessed(player)) for player in both],
    }


def hint_data(hint: Hint, steps: tuple[HintStep, ...]) -> Data:
    """Return a hint as data, with nothing that its shown steps do not reveal."""
    edition, kinds = hint.board.edition, {step.kind.value for step in steps}
    data: Data = {
        "position": position.write(hint.board),
        "left": hint.left,
        "steps": [{"step": step.kind.value, "sentences": step.sentences} for step in steps],
    }
    if hint.planned is not None:
        data["planned"] = _evaluated(edition, hint.planned)
        data["ruled_out_by"] = [
            {"row": misfit.row, "given": str(misfit.given), "would": str(misfit.true)}
            for misfit in hint.misfits
        ]
    if "guess" in kinds:
        data["best"] = _evaluated(edition, hint.best)
        data["rival"] = None if hint.rival is None else _evaluated(edition, hint.rival)
    return data


def _game(review: MatchReview, game: GameReview) -> Data:
    edition, players, side = game.board.edition, review.agreement.players, game.made
    return {
        "number": game.number,
        "replay": game.replay,
        "codemaker": players[game.codemaker],
        "codebreaker": players[game.codebreaker],
        "code": edition.spell(game.code),
        "ending": None if game.ending is None else game.ending.value,
        "expected": _estimate(game.expected),
        "to_go": _estimate(game.to_go),
        "whole": game.whole,
        **_sums(game),
        "rows": [_row(edition, row) for row in game.rows],
        "made": {
            "harder": _estimate(side.harder),
            "wrong": [
                {"row": wrong.row, "given": str(wrong.given), "true": str(wrong.true)} for wrong in side.wrong
            ],
            "contradicting": side.contradicting,
        },
    }


def _sums(totals: Totals) -> Data:
    return {
        "skill": totals.skill,
        "luck": totals.fortune,
        "guesses_lost": _estimate(totals.regret),
        "guesses_saved": _estimate(totals.luck),
        "rows_out_of_time": totals.spent,
        "hints": [{"row": row, "step": step} for row, step in totals.hints],
        "lost": totals.lost,
        "proved": totals.proved,
    }


def _row(edition: Edition, row: RowReview) -> Data:
    return {
        "row": row.row,
        "guess": None if row.guess is None else edition.spell(row.guess),
        "answer": None if row.answer is None else str(row.answer),
        "left": row.left,
        "left_after": row.left_after,
        "before": _estimate(row.before),
        "after": _estimate(row.after),
        "regret": _estimate(row.regret),
        "luck": _estimate(row.luck),
        "grade": None if row.grade is None else row.grade.value,
        "skill": row.skill,
        "fortune": row.fortune,
        "played": None if row.played is None else _evaluated(edition, row.played),
        "best": None if row.best is None else _evaluated(edition, row.best),
        "continuation": [f"{edition.spell(code)} {answer}" for code, answer in row.continuation],
    }


def _evaluated(edition: Edition, guess: EvaluatedGuess) -> Data:
    return {
        "guess": edition.spell(guess.guess),
        "possible": guess.possible,
        "leaves": guess.average,
        "leaves_at_most": guess.largest,
        "bits": guess.bits,
        "to_go": _estimate(guess.to_go),
        "answers": [
            {
                "answer": str(part.answer),
                "chance": part.chance,
                "codes": part.codes,
                "to_go": _estimate(part.to_go),
            }
            for part in guess.parts
        ],
    }


def _estimate(estimate: Estimate | None) -> Data | None:
    return None if estimate is None else {"guesses": estimate.guesses, "error": estimate.error}
