"""The terms of a match in plain sentences, for players before they sit down and at any time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from codepegs.notation.house_rules import SCORINGS
from codepegs.notation.sentences import PLAYED_LATER, call_player, describe_duration, name_daily, pluralize
from codepegs.rules.agreement import NOBODY
from codepegs.rules.box import ScoreKeeping
from codepegs.rules.catalogue import CATALOGUE
from codepegs.rules.edition import Answers, Edition, Scoring
from codepegs.rules.match import Match

_SCORE_PEGS = {ScoreKeeping.TRACKER: "after each game", ScoreKeeping.LINES: "with every guess"}
"""When they move, in the editions that have some."""


def describe_terms(
    edition: Edition,
    games: int,
    players: tuple[str | None, str | None],
    *,
    hints: bool,
    friendly: bool,
    daily: date | None,
    time_limit: int | None,
) -> tuple[str, ...]:
    """Return every term that counts. A player who has not joined yet has no name.

    >>> from codepegs.rules.catalogue import find_edition
    >>> for sentence in describe_terms(
    ...     find_edition("mini"), 1, (NOBODY, "Ada"), hints=False, friendly=False, daily=None, time_limit=60
    ... ):
    ...     print(sentence)
    Ada has 8 guesses to crack a random code.
    Quick: 3 pegs, 6 colours. The code may repeat colours.
    The computer marks every guess.
    You have 1 minute per guess. If time runs out, you lose the row.
    Hints are off.
    """
    solo = players[0] == NOBODY
    return (
        *(_solo(edition, players[1], daily) if solo else _games(edition, games, players)),
        _code(edition),
        *_answers(edition),
        *(() if solo else _points(edition)),
        *_clocks(edition, time_limit, solo=solo),
        "Hints are on." if hints else "Hints are off.",
        *(_friendly(edition, daily) if friendly else ()),
        *(() if solo else ("If you leave, your opponent wins the match.",)),
    )


def summarize_terms(edition: Edition, games: int, *, hints: bool) -> str:
    """Return the terms in a few words, for a list.

    >>> from codepegs.rules.catalogue import find_edition
    >>> summarize_terms(find_edition("mini", time_limit=180), 2, hints=False)
    'Quick · 2 games · 3 minutes per guess'
    >>> summarize_terms(find_edition("mini", rows=5), 1, hints=True)
    'Quick · 1 game · no time limit · hints · house rules'
    """
    seconds = edition.time_limit
    time = "no time limit" if seconds is None else f"{describe_duration(seconds)} per guess"
    plain = CATALOGUE[edition.slug].with_rules(time_limit=seconds)
    more = [*(["hints"] if hints else []), *([] if edition == plain else ["house rules"])]
    return " · ".join((edition.box.title, pluralize(games, "game"), time, *more))


def describe_match_terms(match: Match) -> tuple[str, ...]:
    """Return the terms of a match as they are agreed now."""
    agreement = match.agreement
    return describe_terms(
        agreement.edition,
        agreement.games,
        agreement.players,
        hints=match.hints_allowed,
        friendly=agreement.friendly,
        daily=agreement.daily,
        time_limit=match.time_limit,
    )


def describe_one_game(edition: Edition, codemaker: str | None) -> str:
    """Return who can score in a match of one game. The award for a wrong answer goes to the other player."""
    box, breaker_scores = edition.box, edition.scoring.least_wins
    title = box.codebreaker if breaker_scores else box.codemaker
    name = ""
    if codemaker and not breaker_scores:
        name = f", {call_player((codemaker, ''), 0, inside=True)},"
    unless = " unless an answer is wrong" if edition.answers is Answers.HAND else ""
    return f"With 1 game, only the {title}{name} can score{unless}. Play 2 so that each of you makes a code."


def _solo(edition: Edition, player: str | None, daily: date | None) -> Iterator[str]:
    code = "a random code"
    if daily is not None:
        yield f"{name_daily(daily)}: everyone gets the same code."
        code = "it"
    yield f"{player} has {pluralize(edition.rows, 'guess', 'guesses')} to crack {code}."


def _games(edition: Edition, games: int, players: tuple[str | None, str | None]) -> Iterator[str]:
    first = "The player who joins" if players[0] is None else call_player((players[0], players[1] or ""), 0)
    if games == 1:
        yield f"{first} makes the code."
        yield describe_one_game(edition, players[0])
    else:
        yield f"{games} games. {first} makes the first code, and you swap roles after every game."
    yield f"You have {pluralize(edition.rows, 'guess', 'guesses')} per game."


def _code(edition: Edition) -> str:
    word = edition.colour_word
    repeats = (
        f"The code may repeat {word}s."
        if edition.code_repeats
        else f"The code never repeats a {word}."
        + (" Guesses may." if edition.guess_repeats else " Guesses can't either.")
    )
    blanks = " Holes may stay empty." if edition.blanks else ""
    size = f"{pluralize(edition.pegs, 'peg')}, {edition.colours} {word}s"
    return f"{edition.box.title}: {size}. {repeats}{blanks}"


def _answers(edition: Edition) -> Iterator[str]:
    if edition.answers is Answers.REFEREE:
        yield "The computer marks every guess."
        return
    box = edition.box
    yield f"The {box.codemaker} marks the guesses."
    winner = box.codemaker if edition.scoring.least_wins else box.codebreaker
    yield (
        "If an answer turns out to be wrong, the game doesn't count: you play it again, "
        f"and the {winner} gets {pluralize(box.award, 'point')}."
    )


def _points(edition: Edition) -> Iterator[str]:
    box = edition.box
    counted = SCORINGS[edition.scoring].description
    yield f"Points: {counted.format(codemaker=box.codemaker, codebreaker=box.codebreaker)}."
    if edition.scoring is Scoring.KEY_PEGS:
        points = pluralize(edition.pegs, "point")
        yield f"A row you give up or lose to the clock counts as {points}."
    if edition.scoring.takes_bonus and edition.bonus:
        extra = pluralize(edition.bonus, "extra point")
        yield f"If the code isn't cracked, the {box.codemaker} gets {extra}."
    if box.score_pegs:
        yield f"The score pegs move {_SCORE_PEGS[box.score_keeping]}."


def _friendly(edition: Edition, daily: date | None) -> Iterator[str]:
    title = edition.box.codebreaker
    if daily is not None:
        yield PLAYED_LATER
    else:
        yield f"Friendly: the {title} can take guesses back, and the match doesn't count in your statistics."


def _clocks(edition: Edition, time_limit: int | None, *, solo: bool) -> Iterator[str]:
    if time_limit is not None:
        yield f"You have {describe_duration(time_limit)} per guess. If time runs out, you lose the row."
    if edition.codemaker_time is not None and not solo:
        title, time = edition.box.codemaker, describe_duration(edition.codemaker_time)
        answer = " or mark a guess" if edition.answers is Answers.HAND else ""
        yield f"The {title} has {time} to make a code{answer}. After that, the computer does it."
    if time_limit is None and (solo or edition.codemaker_time is None):
        yield "No time limit."
