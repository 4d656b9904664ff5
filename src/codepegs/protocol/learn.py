"""Messages of hints, reviews and puzzles."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from codepegs.notation import headlines
from codepegs.notation.record import MAX_LENGTH as MAX_RECORD_LENGTH
from codepegs.notation.review import MatchReview, RatedGuess, Totals, WrongRow, write_wrong_rows
from codepegs.protocol.view import Row, Terms, make_terms
from codepegs.rules.game import HINT_STEPS, Ending, Game
from codepegs.rules.match import Match
from codepegs.rules.seat import PlayerNumber, Seat
from codepegs.rules.view import View

if TYPE_CHECKING:
    # A client reads these messages without the analysis.
    from codepegs.analysis.hint import Hint
    from codepegs.analysis.puzzle import puzzle

MAX_MESSAGE_BYTES = 4 * MAX_RECORD_LENGTH
"""Size limit of a message that contains a record."""


class Looking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Request a review of a game in a record: number `game`, or the last that is over."""

    record: Annotated[str, Meta(max_length=MAX_RECORD_LENGTH)]
    game: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None


class Trying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Try a code or a guess on a puzzle."""

    code: Annotated[str, Meta(max_length=100)]


# Hints ----------------------------------------------------------------------------------


class HintStep(msgspec.Struct, frozen=True):
    """A step of a hint that was taken, with its text."""

    step: int
    sentences: tuple[str, ...]


class Hints(msgspec.Struct, frozen=True, kw_only=True):
    """The hint steps taken for the current row, with what they reveal, and the steps that are left.

    Step 1 reveals how many codes are left and the rows that rule out the planned guess. Step 3
    reveals the best guess and the most informative guess that can be the code, with the ratings of
    both and of the planned guess. Earlier, a rating of the plan would help to search for the best guess.
    """

    row: int
    plan: str | None
    steps: tuple[HintStep, ...]
    left: tuple[int, ...]
    codes: int | None = None
    ruled_out_by: tuple[WrongRow, ...] = ()
    planned: RatedGuess | None = None
    best: RatedGuess | None = None
    rival: RatedGuess | None = None

    def only(self, steps: Collection[int], left: tuple[int, ...]) -> Hints:
        """Return what these steps reveal, and which steps are left."""
        return Hints(
            row=self.row,
            plan=self.plan,
            steps=tuple(step for step in self.steps if step.step in steps),
            left=left,
            codes=self.codes if 1 in steps else None,
            ruled_out_by=self.ruled_out_by if 1 in steps else (),
            planned=self.planned if 3 in steps else None,
            best=self.best if 3 in steps else None,
            rival=self.rival if 3 in steps else None,
        )


def make_hints(hint: Hint) -> Hints:
    """Return a complete hint, with all steps."""
    from codepegs.analysis.guess import rate

    edition, planned, rival = hint.board.edition, hint.planned, hint.rival
    return Hints(
        row=len(hint.board.rows) + 1,
        plan=None if planned is None else edition.spell(planned.guess),
        steps=tuple(HintStep(step, hint.sentences(step)) for step in HINT_STEPS),
        left=(),
        codes=hint.left,
        ruled_out_by=write_wrong_rows(hint.misfits),
        planned=None if planned is None else rate(edition, planned),
        best=rate(edition, hint.best),
        rival=None if rival is None else rate(edition, rival),
    )


# Reviews --------------------------------------------------------------------------------


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a finished game went, in the words for the client who asks.

    `guesses` is null if the code was not cracked, `par` if the average of perfect play is not proved.
    `skill` and `luck` go from 0 to 100, and are null if the game is too large to review.
    """

    headline: str
    sentences: tuple[str, ...]
    guesses: int | None
    par: float | None
    skill: float | None
    luck: float | None


class Reviewed(msgspec.Struct, frozen=True):
    """Review of a match, or of one of its games with earlier attempts that were void.

    `results` has how each game of the review went.
    """

    terms: Terms
    review: MatchReview
    results: tuple[Result, ...]


def make_reviewed(match: Match, review: MatchReview, *, par: float | None) -> Reviewed:
    """Return a review as `codepegs review --json` prints it and the server sends it to spectators."""
    agreement = match.agreement
    terms = make_terms(
        agreement.edition,
        agreement.games,
        hints=agreement.hints,
        solo=agreement.solo,
        friendly=agreement.friendly,
        daily=agreement.daily,
    )
    return Reviewed(terms, review, make_results(match, review, None, par=par))


def make_results(
    match: Match, review: MatchReview, player: PlayerNumber | None, *, par: float | None
) -> tuple[Result, ...]:
    """Return how each game of a review went, in the words for a player, or for a spectator."""
    games = {(game.number, game.replay): game for game in match.games}
    return tuple(
        make_result(
            match,
            games[found.number, found.replay],
            player,
            par=par,
            codes_left=found.rows[-1].left_after if found.rows else None,
            totals=found.totals,
        )
        for found in review.games
    )


def make_result(
    match: Match,
    game: Game,
    player: PlayerNumber | None,
    *,
    par: float | None,
    codes_left: int | None,
    totals: Totals | None,
) -> Result:
    """Return how a finished game went. `totals` are those of its review, if it has one."""
    void = game.ending is Ending.VOID
    said = headlines.describe_game_result(
        match.agreement,
        View.of(game, Seat.SPECTATOR),
        player,
        codes_left=codes_left,
        par=par,
        more=game is not match.game,
    )
    return Result(
        headline=said.headline,
        sentences=said.sentences,
        guesses=len(game.board.rows) if game.ending is Ending.BROKEN else None,
        par=par,
        skill=None if totals is None or void else totals.skill,
        luck=None if totals is None or void else totals.fortune,
    )


# Solo games and statistics ------------------------------------------------------------


class CodesLeft(msgspec.Struct, frozen=True):
    """How many codes fit the answers so far, or null if there are too many; and how many the edition has."""

    codes: int | None
    all: int


class Shared(msgspec.Struct, frozen=True):
    """The text to share about a solo game, and the average of perfect play, or null if none is proved."""

    text: str
    par: float | None


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """Counted results of games. `distribution` has the number of cracked codes by number of guesses.

    `average` is null if no code was cracked, and `best` if none was cracked without hints. `hints` counts
    the hints taken. `rows` is how many guesses a game allows; for
    several editions together it is the most that you needed.
    """

    games: int
    cracked: int
    average: float | None
    best: int | None
    hints: int
    distribution: dict[int, int]
    rows: int


class Tally(Results, frozen=True, kw_only=True):
    """Your results as codebreaker in matches, in one edition."""

    edition: str
    title: str


class SoloTally(Results, frozen=True, kw_only=True):
    """Your solo games in one edition, or in all if `edition` is null. Streaks count games in a row."""

    edition: str | None
    title: str | None
    par: float | None
    streak: int
    longest_streak: int


class DailyTally(Results, frozen=True, kw_only=True):
    """Your daily codes. Streaks count days in a row.

    `calendar` has the guesses of each day that you played, or 0 if you did not crack its code, and
    `later` those of the codes that you played after their day. They count nowhere else.
    """

    par: float | None
    streak: int
    longest_streak: int
    calendar: dict[str, int]
    later: dict[str, int]


class LevelTally(msgspec.Struct, frozen=True):
    """Your finished matches against computers of one level. Friendly matches do not count."""

    level: str
    won: int
    drawn: int
    lost: int


class Statistics(msgspec.Struct, frozen=True):
    """Your statistics at this server. Daily codes are counted only in `daily`."""

    matches: tuple[Tally, ...]
    solo: SoloTally
    editions: tuple[SoloTally, ...]
    daily: DailyTally
    computers: tuple[LevelTally, ...]


# Puzzles --------------------------------------------------------------------------------


class Puzzle(msgspec.Struct, frozen=True):
    """A position with exactly one answer. The message does not contain the answer.

    `day` is the date if this is the puzzle of the day, and null otherwise.
    """

    id: str
    theme: str
    difficulty: str
    asks_for_code: bool
    task: str
    terms: Terms
    rows: tuple[Row, ...]
    day: str | None = None


def make_puzzle(asked: puzzle.Puzzle, *, day: date | None = None) -> Puzzle:
    """Return a puzzle as `codepegs puzzle --json` prints it and the server sends it."""
    from codepegs.analysis.puzzle import hints

    edition = asked.board.edition
    return Puzzle(
        id=asked.id,
        theme=asked.theme.value,
        difficulty=asked.difficulty.value,
        asks_for_code=asked.theme.asks_for_code,
        task=hints.task(asked),
        terms=make_terms(edition, 1),
        rows=tuple(Row(edition.spell(guess), str(feedback)) for guess, feedback in asked.board.answered),
        day=None if day is None else day.isoformat(),
    )


class Verdict(msgspec.Struct, frozen=True):
    """Result of a try: the row that rules it out, or why it is the only answer.

    For a best guess, `total` sums the guesses over the codes left, of which `lost` are not found in
    the rows left.
    """

    right: bool
    sentence: str
    row: int | None
    total: int | None
    lost: int | None
    why: tuple[str, ...]


class Clue(msgspec.Struct, frozen=True):
    """A clue, numbered from 1, and whether it is the last."""

    number: int
    sentence: str
    last: bool


class Solution(msgspec.Struct, frozen=True):
    """Answer of a puzzle that was given up, and why it is the only one."""

    answer: str
    why: tuple[str, ...]
