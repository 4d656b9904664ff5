"""What the tests build: editions, codes, agreements, and matches played by legal moves.

Strategies draw what is legal by construction, so that nothing is thrown away. `played`
makes a match from moves written as text, for tables.
"""

from __future__ import annotations

from datetime import date
from functools import cache, partial
from math import perm

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from codepegs.errors import CodepegsError, NothingToShow, Undecided
from codepegs.notation.commitment import SALT_BYTES, commit
from codepegs.rules import (
    CATALOGUE,
    NOBODY,
    Act,
    Agreement,
    AllowHints,
    Answer,
    Answers,
    Claim,
    Code,
    Colour,
    Edition,
    Feedback,
    GiveUp,
    Guess,
    Hint,
    Leave,
    Match,
    Move,
    OwnUp,
    Scoring,
    Seat,
    Secret,
    SetClock,
    SetCode,
    TakeBack,
    TimeOut,
    find_claim,
    find_edition,
    mark,
)
from codepegs.rules.claim import find_wrong_answers
from codepegs.rules.daily import DAILY_EDITION, daily_code
from codepegs.rules.edition import MAX_BONUS, MAX_PEGS, MAX_ROWS, MAX_TIME_LIMIT

SLUGS = tuple(CATALOGUE)
PLAIN_MOVES: dict[str, Move] = {
    "code hidden": SetCode(None),
    "timeout": TimeOut(),
    "hints allowed": AllowHints(),
    "clock off": SetClock(None),
    "give up": GiveUp(),
    "own up": OwnUp(),
    "take back": TakeBack(),
    "stop": Leave(None),
}


def code(text: str) -> Code:
    """Short for tables: A is the first colour, whatever the edition calls it."""
    return Code.parse(text.lower())


def two(terms: Edition, games: int = 2) -> Agreement:
    """Ada and Bob agree; Ada makes the first code."""
    return Agreement(terms, ("Ada", "Bob"), games)


def alone(terms: Edition, *, hints: bool = False) -> Agreement:
    """Ada plays solo."""
    return Agreement(terms, (NOBODY, "Ada"), 1, hints=hints)


def spelled(text: str) -> Move:
    """The move of `code AABB`, `answer 1+2`, `hint 2`, `clock 60`, `claim rows 1 3`, or words."""
    if text in PLAIN_MOVES:
        return PLAIN_MOVES[text]
    word, _, rest = text.partition(" ")
    match word:
        case "code":
            return SetCode(Secret(code(rest)))
        case "guess":
            return Guess(code(rest))
        case "answer":
            return Answer(Feedback.parse(rest))
        case "hint":
            return Hint(int(rest))
        case "clock":
            return SetClock(int(rest))
        case "claim":
            return Claim(tuple(map(int, rest.removeprefix("rows").split())))
        case _:
            assert word == "leave", text
            return Leave(Seat(rest))


def played(match: Match | Agreement, *moves: str) -> Match:
    """The match after moves as `spelled` reads them.

    `guess AABB 1+2` also answers by hand, and `claim` without rows finds them.
    """
    if isinstance(match, Agreement):
        match = Match.start(match)
    for text in moves:
        if text == "claim":
            match = match.play(find_claim(match.game.board))
            continue
        answered = text.startswith("guess ") and text.count(" ") == 2
        first, _, answer = text.rpartition(" ") if answered else (text, "", "")
        match = match.play(spelled(first))
        if answer:
            match = match.play(Answer(Feedback.parse(answer)))
    return match


def refusal(match: Match, move: Move) -> CodepegsError | None:
    """Why `move` is refused now, or None if it is not."""
    try:
        match.play(move)
    except CodepegsError as error:
        return error
    return None


def claim_of(match: Match) -> Claim | None:
    """The claim that would be upheld now, or None."""
    try:
        return find_claim(match.game.board)
    except (NothingToShow, Undecided):
        return None


def hidden(match: Match) -> Code:
    """The code of the game in play, which the tests may know."""
    assert match.game.secret is not None
    return match.game.secret.reveal()


# Editions -----------------------------------------------------------------------------


@st.composite
def editions(
    draw: DrawFn,
    *,
    pegs: int = MAX_PEGS,
    colours: int = 26,
    rows: int = MAX_ROWS,
    spare: int = 0,
) -> Edition:
    """Any edition of the catalogue under any house rules, up to the sizes given.

    It has `spare` colours more than it needs.
    """
    holes, hues, blanks = draw(st.integers(1, pegs)), draw(st.integers(2, colours)), draw(st.booleans())
    roomy = holes <= hues + blanks
    code_repeats = not roomy or draw(st.booleans())
    strict = roomy and (not code_repeats or holes == 1)
    return find_edition(
        draw(st.sampled_from(SLUGS)),
        pegs=holes,
        colours=hues + spare,
        blanks=blanks,
        code_repeats=code_repeats,
        guess_repeats=not strict or draw(st.booleans()),
        rows=draw(st.integers(1, rows)),
        scoring=draw(st.sampled_from(Scoring)),
        bonus=draw(st.integers(0, MAX_BONUS)),
        even=draw(st.booleans()),
        time_limit=draw(st.none() | st.integers(1, MAX_TIME_LIMIT)),
        codemaker_time=draw(st.none() | st.integers(1, MAX_TIME_LIMIT)),
        answers=draw(st.sampled_from(Answers)),
    )


def printed_editions() -> SearchStrategy[Edition]:
    """The editions as their sheets print them, under either way to answer."""
    both = [find_edition(slug, answers=answers) for slug in SLUGS for answers in Answers]
    return st.sampled_from(both)


def small_editions(*, spare: int = 0) -> SearchStrategy[Edition]:
    """Boards on which every claim is decided at once, and the printed ones."""
    return editions(pegs=4, colours=5, rows=6, spare=spare) | printed_editions()


@cache
def rows_of(kinds: tuple[Colour, ...], pegs: int, *, repeats: bool) -> SearchStrategy[Code]:
    """Codes of `pegs` pegs, of `kinds` alone. One number makes a code, because every draw takes time."""
    if repeats:
        return st.integers(0, len(kinds) ** pegs - 1).map(partial(_code_with_repeats, kinds, pegs))
    return st.integers(0, perm(len(kinds), pegs) - 1).map(partial(_code_without_repeats, kinds, pegs))


def _code_with_repeats(kinds: tuple[Colour, ...], pegs: int, number: int) -> Code:
    places = [number // len(kinds) ** place for place in range(pegs)]
    return Code(tuple(kinds[place % len(kinds)] for place in places))


def _code_without_repeats(kinds: tuple[Colour, ...], pegs: int, number: int) -> Code:
    left, chosen = [*kinds], list[Colour]()
    for _ in range(pegs):
        number, place = divmod(number, len(left))
        chosen.append(left.pop(place))
    return Code(tuple(chosen))


def secrets(terms: Edition) -> SearchStrategy[Code]:
    """Codes that the codemaker may hide."""
    return rows_of(terms.kinds, terms.pegs, repeats=terms.code_repeats)


def guesses(terms: Edition) -> SearchStrategy[Code]:
    """Codes that the codebreaker may guess."""
    return rows_of(terms.kinds, terms.pegs, repeats=terms.guess_repeats)


def salts() -> SearchStrategy[bytes]:
    return st.binary(min_size=SALT_BYTES, max_size=SALT_BYTES)


@st.composite
def feedbacks(draw: DrawFn, terms: Edition) -> Feedback:
    """Answers that the key pegs suffice for, true or not."""
    black = draw(st.integers(0, terms.pegs))
    return Feedback(black, draw(st.integers(0, terms.pegs - black)))


# Matches ------------------------------------------------------------------------------

_TENTHS = st.integers(0, 9)
NAMES = ("Ada", "Bob", "Zoë", "Anne Marie", "李", "game 1", "draw", "hidden", "1 RGB 1+0", "(,')")
"""Players whose names could be taken for something else in a record."""


DAYS = st.dates(min_value=date(2026, 11, 16), max_value=date(2100, 1, 1))


@st.composite
def agreements(
    draw: DrawFn, terms: SearchStrategy[Edition] | None = None, *, friendly: bool = False
) -> Agreement:
    """What two players may agree on: few games, of an even number where that is the rule."""
    chosen = draw(small_editions() if terms is None else terms)
    if friendly:
        chosen = chosen.with_rules(time_limit=None, codemaker_time=None)
    one, other = draw(st.permutations(NAMES))[:2]
    games = draw(st.sampled_from([2, 4] if chosen.even else [1, 2, 3]))
    return Agreement(chosen, (one, other), games, hints=draw(st.booleans()), friendly=friendly)


@st.composite
def solo_agreements(draw: DrawFn, terms: SearchStrategy[Edition] | None = None) -> Agreement:
    """Solo games of any edition."""
    player = (NOBODY, draw(st.sampled_from(NAMES)))
    chosen = draw(small_editions() if terms is None else terms).with_rules(answers=Answers.REFEREE)
    return Agreement(chosen, player, 1, hints=draw(st.booleans()))


@st.composite
def daily_agreements(draw: DrawFn) -> Agreement:
    """Solo games about the daily code of any day."""
    return Agreement(DAILY_EDITION, (NOBODY, draw(st.sampled_from(NAMES))), 1, daily=draw(DAYS))


@st.composite
def legal_moves(draw: DrawFn, match: Match, *, committed: bool = False) -> Move:
    """A move that the game in play accepts, leaving the match apart; some codes are `committed` to."""
    # What both agree on comes seldom, or there would be little else.
    if match.agreement.daily is None and draw(_TENTHS) == 9 and (agreed := agreed_moves(match)) is not None:
        return draw(agreed)
    terms, game = match.agreement.edition, match.game
    acts = match.legal(Seat.CODEMAKER) | match.legal(Seat.CODEBREAKER)
    claim = claim_of(match) if Act.CLAIM in acts else None
    kinds = {
        "code": Act.SET_CODE in acts,
        "commitment": Act.SET_CODE in acts and committed,
        "guess": Act.GUESS in acts,
        "another guess": Act.GUESS in acts,
        "a third guess": Act.GUESS in acts,
        "right guess": Act.GUESS in acts,
        "give up": Act.GUESS in acts,
        "right answer": Act.ANSWER in acts,
        "answer": Act.ANSWER in acts,
        "timeout": Act.GUESS in acts and game.time_limit is not None,
        "take back": Act.TAKE_BACK in acts,
        "own up": Act.OWN_UP in acts and _answered_wrongly(match),
        "claim": claim is not None,
        "hint": bool(game.hints_left),
    }
    kind = draw(st.sampled_from(tuple(kind for kind, possible in kinds.items() if possible)))
    match kind:
        case "code":
            return SetCode(Secret(draw(_secrets(match))))
        case "commitment":
            return commit(match, draw(_secrets(match)), salt=draw(salts()))
        case "right guess":
            return Guess(hidden(match))
        case "right answer":
            return _true_answer(match)
        case "answer":
            return Answer(draw(feedbacks(terms)))
        case "claim":
            assert claim is not None
            return claim
        case "hint":
            return Hint(draw(st.sampled_from(game.hints_left)))
        case _:
            return PLAIN_MOVES[kind] if kind in PLAIN_MOVES else Guess(draw(guesses(terms)))


def _secrets(match: Match) -> SearchStrategy[Code]:
    """Codes that may be hidden in the game in play."""
    day = match.agreement.daily
    return secrets(match.agreement.edition) if day is None else st.just(daily_code(day))


def _answered_wrongly(match: Match) -> bool:
    return find_wrong_answers(match.game.board, hidden(match)) is not None


def agreed_moves(match: Match) -> SearchStrategy[Move] | None:
    """Moves by which the table puts other terms in force, or None."""
    limits = (None, 1, 120, MAX_TIME_LIMIT)
    kinds: list[Move] = [SetClock(limit) for limit in limits if limit != match.time_limit]
    if match.agreement.friendly:
        kinds = []
    if not match.hints_allowed:
        kinds.append(AllowHints())
    return st.sampled_from(kinds) if kinds else None


@st.composite
def matches(
    draw: DrawFn, agreed: SearchStrategy[Agreement] | None = None, *, moves: int = 60, committed: bool = False
) -> Match:
    """A match at any point: after up to that many moves, perhaps left or stopped then.

    It has a name, and some of its codes are `committed` to, where that is asked for.
    """
    anything = agreements() | agreements(friendly=True) | solo_agreements() | daily_agreements()
    terms = draw(anything if agreed is None else agreed)
    match = Match.start(terms, name=draw(st.sampled_from([None, "k7m2", "a-B_9"])) if committed else None)
    for _ in range(draw(st.integers(0, moves))):
        if match.over:
            return match
        match = match.play(draw(legal_moves(match, committed=committed)))
    both = [] if terms.solo else [Leave(None), Leave(Seat.CODEMAKER)]
    last = draw(st.sampled_from([None, None, None, Leave(Seat.CODEBREAKER), *both]))
    return match if match.over or last is None else match.play(last)


def finished_matches(*, committed: bool = False) -> SearchStrategy[Match]:
    """A match that is over, by any way a match can end."""
    return matches(committed=committed).map(play_out)


def named(match: Match, name: str) -> Match:
    """The same match under another name, with its commitments made again."""
    again = Match.start(match.agreement, name=name)
    for move in match.moves:
        secret = move.secret if isinstance(move, SetCode) else None
        salt = None if secret is None else secret.salt()
        if secret is not None and salt is not None:
            move = commit(again, secret.reveal(), salt=salt)
        again = again.play(move)
    return again


def prefixes(match: Match) -> list[Match]:
    """The match after each of its moves."""
    begun = [Match.start(match.agreement, name=match.name)]
    for move in match.moves:
        begun.append(begun[-1].play(move))
    return begun


def play_out(match: Match) -> Match:
    """The match brought to its end in as few moves as can be, truly answered and without a claim.

    A game that has a wrong answer is void then, and played again.
    """
    while not match.over:
        match = match.play(_next(match))
    return match


def _true_answer(match: Match) -> Answer:
    guess = match.game.board.rows[-1].guess
    assert guess is not None
    return Answer(mark(guess, hidden(match)))


def _next(match: Match) -> Move:
    acts = match.legal(Seat.CODEMAKER) | match.legal(Seat.CODEBREAKER)
    if Act.SET_CODE in acts:
        day = match.agreement.daily
        first = next(match.agreement.edition.codes()) if day is None else daily_code(day)
        return SetCode(Secret(first))
    return Guess(hidden(match)) if Act.GUESS in acts else _true_answer(match)


# Twins --------------------------------------------------------------------------------


@st.composite
def twins(draw: DrawFn, *, friendly: bool = False, solo: bool = False) -> list[tuple[Match, Match]]:
    """Two matches after each move: they differ in the code in play, and in nothing that shows.

    The two codes differ in two colours changed for each other, which no guess has, so
    every guess is answered alike; by hand the answers are any, the same in both.
    """
    terms = draw(small_editions(spare=2))
    fixed = st.just(terms)
    match = Match.start(draw(solo_agreements(fixed) if solo else agreements(fixed, friendly=friendly)))
    for _ in range(draw(st.integers(0, match.agreement.games - 1))):
        match = _game_played_out(match)
    *others, one, other = draw(st.permutations(terms.kinds))
    pegs = list(draw(rows_of((*others, one), terms.pegs, repeats=terms.code_repeats)).pegs)
    if one not in pegs:
        pegs[draw(st.integers(0, terms.pegs - 1))] = one
    swapped = [other if peg == one else peg for peg in pegs]
    pair = tuple(match.play(SetCode(Secret(Code(tuple(row))))) for row in (pegs, swapped))
    so_far = [(pair[0], pair[1])]
    rows = rows_of(tuple(others), terms.pegs, repeats=terms.guess_repeats)
    for _ in range(draw(st.integers(0, terms.rows - 1))):
        for move in draw(_row(so_far[-1][0], rows)):
            so_far.append((so_far[-1][0].play(move), so_far[-1][1].play(move)))
    return so_far


@st.composite
def _row(draw: DrawFn, match: Match, rows: SearchStrategy[Code]) -> tuple[Move, ...]:
    """A row, with what may happen before it and before its answer."""
    terms, game = match.agreement.edition, match.game
    hints = draw(st.permutations(game.hints_left).map(lambda steps: [*map(Hint, steps[:1])]))
    if game.time_limit is not None and draw(st.integers(0, 4)) == 0:
        return (*hints, TimeOut())
    terms_moves = agreed_moves(match)
    agreed = [draw(terms_moves)] if terms_moves is not None and draw(st.integers(0, 4)) == 0 else []
    # An answer of all black would end the game.
    answer = feedbacks(terms).filter(lambda feedback: feedback.black < terms.pegs)
    by_hand = [Answer(draw(answer))] if terms.answers is Answers.HAND else []
    undone = [TakeBack()] if match.agreement.friendly and draw(st.integers(0, 4)) == 0 else []
    return (*hints, Guess(draw(rows)), *agreed, *by_hand, *undone)


def _game_played_out(match: Match) -> Match:
    begun = len(match.games)
    while len(match.games) == begun:
        match = match.play(_next(match))
    return match
