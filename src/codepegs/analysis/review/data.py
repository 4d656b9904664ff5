"""Reviews and hints as plain data, for JSON."""

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
    """A reviewed match. Guesses are numbers with their error, which is 0 where they are proved."""
    agreement = review.agreement
    both: tuple[PlayerNumber, PlayerNumber] = (0, 1)
    return {
        "edition": edition_line.write(agreement.edition),
        "players": agreement.players,
        "games": [_game(review, game) for game in review.games],
        "guessed": [_sums(review.guessed(player)) for player in both],
    }


def hint_data(hint: Hint, steps: tuple[HintStep, ...]) -> Data:
    """A hint as far as these steps go: nothing that they do not say."""
    edition, kinds = hint.board.edition, {step.kind.value for step in steps}
    data: Data = {
        "position": position.write(hint.board),
        "left": hint.left,
        "steps": [{"step": step.kind.value, "sentences": step.sentences} for step in steps],
    }
    if hint.planned is not None:
        data["planned"] = _option(edition, hint.planned)
        data["ruled_out_by"] = [
            {"row": misfit.row, "given": str(misfit.given), "would": str(misfit.true)}
            for misfit in hint.misfits
        ]
    if "guess" in kinds:
        data["best"] = _option(edition, hint.best)
        data["rival"] = None if hint.rival is None else _option(edition, hint.rival)
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
        "expected": _worth(game.expected),
        "to_go": _worth(game.to_go),
        "whole": game.whole,
        **_sums(game),
        "rows": [_row(edition, row) for row in game.rows],
        "made": {
            "harder": _worth(side.harder),
            "wrong": [
                {"row": wrong.row, "given": str(wrong.given), "true": str(wrong.true)} for wrong in side.wrong
            ],
            "contradicting": side.contradicting,
        },
    }


def _sums(sums: Totals) -> Data:
    return {
        "skill": sums.skill,
        "luck": sums.fortune,
        "guesses_lost": _worth(sums.regret),
        "guesses_saved": _worth(sums.luck),
        "rows_out_of_time": sums.spent,
        "hints": [{"row": row, "step": step} for row, step in sums.hints],
        "lost": sums.lost,
        "proved": sums.proved,
    }


def _row(edition: Edition, row: RowReview) -> Data:
    return {
        "row": row.row,
        "guess": None if row.guess is None else edition.spell(row.guess),
        "answer": None if row.answer is None else str(row.answer),
        "left": row.left,
        "left_after": row.left_after,
        "before": _worth(row.before),
        "after": _worth(row.after),
        "regret": _worth(row.regret),
        "luck": _worth(row.luck),
        "grade": None if row.grade is None else row.grade.value,
        "skill": row.skill,
        "fortune": row.fortune,
        "played": None if row.played is None else _option(edition, row.played),
        "best": None if row.best is None else _option(edition, row.best),
        "continuation": [f"{edition.spell(code)} {answer}" for code, answer in row.continuation],
    }


def _option(edition: Edition, option: EvaluatedGuess) -> Data:
    return {
        "guess": edition.spell(option.guess),
        "possible": option.possible,
        "leaves": option.average,
        "leaves_at_most": option.largest,
        "bits": option.bits,
        "to_go": _worth(option.to_go),
        "answers": [
            {
                "answer": str(part.answer),
                "chance": part.chance,
                "codes": part.codes,
                "to_go": _worth(part.to_go),
            }
            for part in option.parts
        ],
    }


def _worth(worth: Estimate | None) -> Data | None:
    return None if worth is None else {"guesses": worth.guesses, "error": worth.error}
