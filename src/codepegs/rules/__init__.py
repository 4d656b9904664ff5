"""The game: codes, editions, boards, games, matches, points and claims, and nothing else.

Pure Python without dependencies, and without clock, randomness, input or output: callers
pass these in.
"""

from codepegs.rules.agreement import Agreement, check_name
from codepegs.rules.board import Board, Row
from codepegs.rules.box import Box, Hue, Keys, KeyStyle, Option, Paint, ScoreKeeping
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
from codepegs.rules.edition import Answers, Edition, HouseRules, Scoring
from codepegs.rules.feedback import Feedback, mark
from codepegs.rules.game import Ending, Game, Phase
from codepegs.rules.match import Match, Outcome, replay
from codepegs.rules.move import (
    Abandon,
    Accept,
    Act,
    AllowHints,
    Answer,
    Claim,
    GiveUp,
    Guess,
    HiddenCode,
    Hint,
    Move,
    Reveal,
    SetClock,
    SetCode,
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
    "Abandon",
    "Accept",
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
    "HiddenCode",
    "Hint",
    "HouseRules",
    "Hue",
    "KeyStyle",
    "Keys",
    "Match",
    "MatchView",
    "Move",
    "Option",
    "Outcome",
    "Paint",
    "Phase",
    "PlayerNumber",
    "Points",
    "Proof",
    "Reveal",
    "Row",
    "ScoreKeeping",
    "ScorePeg",
    "Scoring",
    "Seat",
    "Secret",
    "SetClock",
    "SetCode",
    "TimeOut",
    "View",
    "WrongAnswer",
    "WrongAnswers",
    "check_name",
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
