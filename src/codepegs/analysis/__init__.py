"""Reviews, hints, puzzles and strategy statistics, all computed with the engine."""

from codepegs.analysis.budget import QUICK, SearchBudget
from codepegs.analysis.census import Census, take_census
from codepegs.analysis.codes_left import count_codes_left
from codepegs.analysis.guess import EvaluatedGuess, Part
from codepegs.analysis.hint import Hint, HintKind, find_hint
from codepegs.analysis.review.plot import review_plot
from codepegs.analysis.review.review import review_game, review_match
from codepegs.notation.review import Estimate, GameReview, Grade, MatchReview, RowReview

__all__ = [
    "QUICK",
    "Census",
    "Estimate",
    "EvaluatedGuess",
    "GameReview",
    "Grade",
    "Hint",
    "HintKind",
    "MatchReview",
    "Part",
    "RowReview",
    "SearchBudget",
    "count_codes_left",
    "find_hint",
    "review_game",
    "review_match",
    "review_plot",
    "take_census",
]
