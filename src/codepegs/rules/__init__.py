"""The game: codes, editions, boards, games, matches, points and claims, and nothing else.

Pure Python without dependencies, and without clock, randomness, input or output: callers
pass these in.
"""

from codepegs.rules.agreement import NOBODY, Agreement, check_name
from codepegs.rules.board import Board, Row
from codepegs.rules.box import Box, Hue, KeyPeg, Keys, KeyStyle, Option, Paint, ScoreKeeping
from codepegs.rules.candidates import Budget, find_candidates
from codepegs.rules.catalogue import CATALOGUE, find_edition, printed_edition
from codepegs.rules.claim import (
    Contradiction,
    Proof,
    WrongAnswer,
    WrongAnswers,
    find_claim,
    find_contradiction,
    find_wrong_answers,
)
from codepegs.rules.code import BLANK, Code, Colour
from codepegs.rules.daily import DAILY_EDITION, daily_code, daily_day, daily_number
from codepegs.rules.edition import Answers, Edition, HouseRules, Scoring
from codepegs.rules.feedback import Feedback, mark
from codepegs.rules.game import Ending, Game, Phase
from codepegs.rules.match import Match, Outcome, replay
from codepegs.rules.move import (
    Act,
    AllowHints,
    Answer,
    Claim,
    GiveUp,
    Guess,
    Hint,
    Leave,
    Move,
    OwnUp,
    SetClock,
    SetCode,
    TakeBack,
    TimeOut,
    seat_of,
)
from codepegs.rules.points import Points, ScorePeg, game_points
from codepegs.rules.seat import PlayerNumber, Seat, other_player
from codepegs.rules.secret import Secret
from codepegs.rules.view import MatchView, View

__all__ = [
    "BLANK",
    "CATALOGUE",
    "DAILY_EDITION",
    "NOBODY",
    "Act",
    "Agreement",
    "AllowHints",
    "Answer",
    "Answers",
    "Board",
    "Box",
    "Budget",
    "Claim",
    "Code",
    "Colour",
    "Contradiction",
    "Edition",
    "Ending",
    "Feedback",
    "Game",
    "GiveUp",
    "Guess",
    "Hint",
    "HouseRules",
    "Hue",
    "KeyPeg",
    "KeyStyle",
    "Keys",
    "Leave",
    "Match",
    "MatchView",
    "Move",
    "Option",
    "Outcome",
    "OwnUp",
    "Paint",
    "Phase",
    "PlayerNumber",
    "Points",
    "Proof",
    "Row",
    "ScoreKeeping",
    "ScorePeg",
    "Scoring",
    "Seat",
    "Secret",
    "SetClock",
    "SetCode",
    "TakeBack",
    "TimeOut",
    "View",
    "WrongAnswer",
    "WrongAnswers",
    "check_name",
    "daily_code",
    "daily_day",
    "daily_number",
    "find_candidates",
    "find_claim",
    "find_contradiction",
    "find_edition",
    "find_wrong_answers",
    "game_points",
    "mark",
    "other_player",
    "printed_edition",
    "replay",
    "seat_of",
]
