"""Looking back, and looking through: games reviewed, hints, and what a strategy does on every code."""

from codepegs.analysis.allowance import QUICK, Allowance
from codepegs.analysis.census import Census, census
from codepegs.analysis.hint import Hint, Kind, hint
from codepegs.analysis.option import Option, Part, Worth
from codepegs.analysis.plot import census_plot
from codepegs.analysis.review import MatchReview, Review, review, review_match
from codepegs.analysis.reviewed import Grade, Reviewed
from codepegs.analysis.reviewplot import review_plot

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
    "census",
    "census_plot",
    "hint",
    "review",
    "review_match",
    "review_plot",
]
