"""Looking back, and looking through: games reviewed, hints, and what a strategy does on every code."""

from codepegs.analysis.budget import QUICK, Allowance
from codepegs.analysis.census import Census, take_census
from codepegs.analysis.guess import Option, Part, Worth
from codepegs.analysis.hint import Hint, Kind, find_hint
from codepegs.analysis.plot import census_plot
from codepegs.analysis.review.plot import review_plot
from codepegs.analysis.review.review import MatchReview, Review, review_game, review_match
from codepegs.analysis.review.row import Grade, Reviewed

__all__ = [
    "QUICK",
    "Allowance",
    "Census",
    "Grade",
    "Hint",
    "Kind",
    "MatchReview",
    "Option",
    "Part",
    "Review",
    "Reviewed",
    "Worth",
    "census_plot",
    "find_hint",
    "review_game",
    "review_match",
    "review_plot",
    "take_census",
]
