"""One game: what may happen at each point of it, and what is refused there."""

from datetime import date

import pytest

from codepegs.errors import CodepegsError, IllegalCode, IllegalFeedback, NothingToShow, NotNow
from codepegs.rules import (
    NOBODY,
    Act,
    Agreement,
    Answers,
    Claim,
    Ending,
    Feedback,
    Game,
    Leave,
    Match,
    OwnUp,
    Phase,
    Row,
    Seat,
    WrongAnswer,
    WrongAnswers,
    find_contradiction,
    find_edition,
)
from codepegs.rules.daily import DAILY_EDITION
from tests.support.strategies import alone, code, hidden, played, refusal, spelled, two

BY_HAND = two(find_edition("mini", rows=2, time_limit=60, answers=Answers.HAND))
REFEREED = two(find_edition("mini", rows=2, time_limit=60))
SOLO = alone(find_edition("mini", rows=2, time_limit=60))
FRIENDLY = Agreement(find_edition("mini", rows=3), ("Ada", "Bob"), 2, friendly=True)
DAILY = Agreement(DAILY_EDITION, (NOBODY, "Ada"), 1, daily=date(2026, 11, 16))
DAYS_CODE = "code DAFE"

SETTING = played(BY_HAND)
FIRST = played(SETTING, "code ABC")
OPEN = played(FIRST, "guess AAA")
LATER = played(OPEN, "answer 1+0")
OVER = played(BY_HAND, "leave codemaker")

MOVES = ["code ABC", "guess AAB", "answer 1+0", "timeout", "give up"]
LEAVE = ["leave codemaker", "leave codebreaker", "stop"]

POINTS = [
    # match, phase, seat to move, moves it accepts, why it refuses the others
    (SETTING, Phase.SETTING, Seat.CODEMAKER, ["code ABC"], "the Codemaker to set the code"),
    (
        FIRST,
        Phase.GUESSING,
        Seat.CODEBREAKER,
        ["guess AAB", "timeout", "give up"],
        "the Codebreaker to guess",
    ),
    (OPEN, Phase.ANSWERING, Seat.CODEMAKER, ["answer 1+0"], "the Codemaker to answer"),
    (
        LATER,
        Phase.GUESSING,
        Seat.CODEBREAKER,
        ["guess AAB", "timeout", "give up"],
        "the Codebreaker to guess",
    ),
]
IDS = ["setting", "first row", "open row", "second row"]


@pytest.mark.parametrize(("match", "phase", "turn", "accepted", "waits"), POINTS, ids=IDS)
def test_a_game_accepts_the_moves_it_waits_for_and_says_what_that_is(
    match: Match, phase: Phase, turn: Seat, accepted: list[str], waits: str
) -> None:
    assert (match.game.phase, match.game.turn) == (phase, turn)
    assert match.turn == match.player(turn)
    before = repr(match)
    for move in {*MOVES, *LEAVE}:
        error = refusal(match, spelled(move))
        if move in accepted or move in LEAVE:
            assert error is None
        else:
            assert type(error) is NotNow
            assert str(error) == f"You cannot do that now. The game waits for {waits}."
    assert repr(match) == before


@pytest.mark.parametrize(
    ("slug", "codemaker", "codebreaker"),
    [
        ("hasbro-2010", "Codemaker", "Decoder"),
        ("invicta", "Code maker", "Code breaker"),
        ("classic-1", "Codemaker", "Codebreaker"),
    ],
)
def test_refusals_call_the_seats_as_the_sheet_does(slug: str, codemaker: str, codebreaker: str) -> None:
    match = played(two(find_edition(slug, answers=Answers.HAND)))
    assert f"waits for the {codemaker} to set the code." in str(refusal(match, spelled("give up")))
    match = played(match, "code ABCD")
    assert f"waits for the {codebreaker} to guess." in str(refusal(match, spelled("answer 0+0")))
    match = played(match, "guess ABCD")
    assert f"waits for the {codemaker} to answer." in str(refusal(match, spelled("own up")))
    assert Phase.OVER.describe(match.agreement.edition.box) == "The game is over."


# Who may do what ----------------------------------------------------------------------

TURN = {Act.GUESS, Act.GIVE_UP}
LEGAL: list[tuple[Agreement, list[str], set[Act], set[Act]]] = [
    # agreement, moves so far, what the codemaker and the codebreaker may do besides leaving
    (BY_HAND, [], {Act.SET_CODE}, set()),
    (BY_HAND, ["code ABC"], set(), TURN),
    (BY_HAND, ["code ABC", "timeout"], set(), TURN),
    (BY_HAND, ["code ABC", "guess AAA"], {Act.ANSWER}, set()),
    (BY_HAND, ["code ABC", "guess AAA 1+0"], {Act.OWN_UP}, TURN | {Act.CLAIM}),
    (BY_HAND, ["code ABC", "guess AAA 1+0", "guess AAA"], {Act.ANSWER, Act.OWN_UP}, {Act.CLAIM}),
    (BY_HAND, ["hints allowed"], {Act.SET_CODE}, set()),
    (BY_HAND, ["hints allowed", "code ABC"], set(), TURN | {Act.HINT}),
    (BY_HAND, ["hints allowed", "code ABC", "guess AAA"], {Act.ANSWER}, set()),
    (REFEREED, [], {Act.SET_CODE}, set()),
    (REFEREED, ["code ABC"], set(), TURN),
    (REFEREED, ["code ABC", "guess AAA"], set(), TURN),
    (REFEREED, ["code ABC", "guess ABC"], {Act.SET_CODE}, set()),
    (FRIENDLY, ["code ABC"], set(), TURN),
    (FRIENDLY, ["code ABC", "guess AAA"], set(), TURN | {Act.TAKE_BACK}),
    (FRIENDLY, ["code ABC", "guess AAA", "take back"], set(), TURN),
    (SOLO, [], {Act.SET_CODE}, set()),
    (SOLO, ["code ABC"], set(), TURN),
    (SOLO, ["code ABC", "guess AAA", "hints allowed"], set(), TURN | {Act.HINT}),
    (DAILY, [], {Act.SET_CODE}, set()),
    (DAILY, [DAYS_CODE, "guess AABB"], set(), TURN),
]


@pytest.mark.parametrize(("agreement", "moves", "codemaker", "codebreaker"), LEGAL)
def test_each_seat_may_do_what_the_game_and_the_terms_allow(
    agreement: Agreement, moves: list[str], codemaker: set[Act], codebreaker: set[Act]
) -> None:
    match = played(agreement, *moves)
    nobody_there = set() if agreement.solo else {Act.LEAVE}
    assert match.legal(Seat.CODEMAKER) == codemaker | nobody_there
    assert match.legal(Seat.CODEBREAKER) == codebreaker | {Act.LEAVE}
    assert match.legal(Seat.SPECTATOR) == match.game.legal(Seat.SPECTATOR) == frozenset()


def test_a_spectator_may_do_nothing() -> None:
    found = refusal(FIRST, Leave(Seat.SPECTATOR))
    assert (type(found), str(found)) == (NotNow, "A spectator cannot leave a match.")
    with pytest.raises(NotNow) as refused:
        FIRST.player(Seat.SPECTATOR)
    assert str(refused.value) == "A spectator is not a player. Take a seat to play."


@pytest.mark.parametrize("move", [*MOVES, *LEAVE, "claim rows 1", "own up", "take back", "hint 1", "clock 9"])
def test_a_match_that_is_over_accepts_nothing(move: str) -> None:
    over = played(LATER, "leave codebreaker")
    assert over.over
    assert (over.turn, over.game.turn, over.game.turn_limit) == (None, None, None)
    assert not any(over.legal(seat) for seat in Seat)
    for accepts in (over.play, over.game.play):
        with pytest.raises(NotNow, match="The game is over"):
            accepts(spelled(move))
    with pytest.raises(NotNow, match="The game is over"):
        over.game.check_may_be_wrong()


@pytest.mark.parametrize("move", [Claim((1,)), OwnUp()])
@pytest.mark.parametrize("match", [SETTING, FIRST, OPEN, played(FIRST, "timeout")])
def test_nothing_was_wrong_before_the_first_answer(match: Match, move: Claim | OwnUp) -> None:
    found = refusal(match, move)
    assert type(found) is NotNow
    assert str(found).startswith("There are no answers yet. The game waits for the Code")


@pytest.mark.parametrize("move", [Claim((1,)), OwnUp()])
@pytest.mark.parametrize("moves", [[], ["code ABC"], ["code ABC", "guess AAA"]])
def test_nothing_can_be_wrong_where_the_computer_answers(moves: list[str], move: Claim | OwnUp) -> None:
    found = refusal(played(REFEREED, *moves), move)
    assert type(found) is NothingToShow
    assert "guesses are marked automatically" in str(found)


@pytest.mark.parametrize("match", [LATER, played(LATER, "guess AAB")])
def test_a_claim_that_shows_nothing_is_refused(match: Match) -> None:
    assert type(refusal(match, Claim((1,)))) is NothingToShow


# Owning up ----------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [[], ["guess AAB"], ["timeout", "guess AAA"]])
def test_a_codemaker_may_own_up_to_a_wrong_answer_until_the_game_is_over(moves: list[str]) -> None:
    wide = two(find_edition("mini", rows=4, time_limit=60, answers=Answers.HAND))
    before = played(wide, "code ABC", "guess AAA 0+0", *moves)
    after = before.play(OwnUp())
    void, again = after.games
    wrong = WrongAnswers((WrongAnswer(1, given=Feedback(0, 0), true=Feedback(1, 0)),))
    assert (void.ending, void.proof, void.revealed) == (Ending.VOID, wrong, code("ABC"))
    assert (again.number, again.replay, again.codemaker, again.phase) == (1, 1, 0, Phase.SETTING)
    assert after.points == (0, 3)


@pytest.mark.parametrize("match", [LATER, played(LATER, "guess AAB")])
def test_right_answers_cannot_be_owned_up_to_and_the_game_goes_on(match: Match) -> None:
    before = repr(match)
    found = refusal(match, OwnUp())
    assert type(found) is NothingToShow
    assert "All your answers are right" in str(found)
    assert repr(match) == before


# Taking back --------------------------------------------------------------------------


def test_a_row_taken_back_was_never_on_the_board() -> None:
    match = played(FRIENDLY, "code ABC", "guess AAA", "guess AAB")
    once = played(match, "take back")
    assert once.game.board.rows == match.game.board.rows[:1]
    assert (once.game.phase, once.game.secret) == (Phase.GUESSING, match.game.secret)
    twice = played(once, "take back")
    assert twice.game.board.rows == ()
    assert type(refusal(twice, spelled("take back"))) is NotNow
    assert [type(move).__name__ for move in twice.moves[-2:]] == ["TakeBack", "TakeBack"]


def test_a_row_that_ended_the_game_cannot_be_taken_back() -> None:
    match = played(FRIENDLY, "code ABC", "guess AAA", "guess ABC")
    assert match.game.number == 2
    assert type(refusal(match, spelled("take back"))) is NotNow
    assert type(refusal(played(match, "code ABC"), spelled("take back"))) is NotNow


def test_a_row_is_answered_before_it_is_taken_back() -> None:
    by_hand = Agreement(find_edition("mini", answers=Answers.HAND), ("Ada", "Bob"), 2, friendly=True)
    match = played(by_hand, "code ABC", "guess AAA")
    assert type(refusal(match, spelled("take back"))) is NotNow
    assert played(match, "answer 1+0", "take back").game.board.rows == ()


@pytest.mark.parametrize(
    "match",
    [
        played(REFEREED, "code ABC", "guess AAA"),
        LATER,
        played(SOLO, "code ABC", "guess AAA"),
        played(DAILY, DAYS_CODE, "guess AABB"),
    ],
    ids=["clocked", "by hand", "solo", "daily"],
)
def test_rows_are_taken_back_in_friendly_matches_alone(match: Match) -> None:
    found = refusal(match, spelled("take back"))
    assert type(found) is NotNow
    assert "only in a friendly match" in str(found)


def test_hints_may_be_taken_again_for_a_row_that_was_taken_back() -> None:
    match = played(FRIENDLY, "hints allowed", "code ABC", "hint 1", "guess AAA", "hint 2", "take back")
    assert match.game.hints_left == (1, 2, 3)
    assert match.game.hints == (1, 2)


# Clocks -------------------------------------------------------------------------------


def test_no_turn_runs_out_of_time_where_no_limit_was_agreed() -> None:
    match = played(two(find_edition("mini")), "code ABC")
    assert match.game.turn_limit is None
    found = refusal(match, spelled("timeout"))
    assert (type(found), str(found)) == (NotNow, "A turn cannot time out: the match has no time limit.")


@pytest.mark.parametrize("match", [match for match, *_ in POINTS])
def test_the_printed_clock_runs_in_the_codebreakers_turn_alone(match: Match) -> None:
    assert match.game.turn_limit == (60 if match.game.phase is Phase.GUESSING else None)


@pytest.mark.parametrize(
    ("moves", "limit"),
    [
        ([], 30),
        (["code ABC"], 60),
        (["code ABC", "guess AAA"], 30),
        (["code ABC", "guess AAA 1+0"], 60),
        (["code ABC", "clock off"], None),
        (["clock off"], 30),
        (["clock 9", "code ABC"], 9),
        (["code ABC", "guess ABC 3+0"], 30),
        (["code ABC", "leave codemaker"], None),
    ],
)
def test_each_seat_has_its_own_clock(moves: list[str], limit: int | None) -> None:
    terms = find_edition("mini", time_limit=60, codemaker_time=30, answers=Answers.HAND)
    assert played(two(terms), *moves).game.turn_limit == limit


@pytest.mark.parametrize("moves", [[], ["code ABC", "guess AAA"]])
def test_the_codemakers_turn_loses_no_row(moves: list[str]) -> None:
    terms = find_edition("mini", time_limit=60, codemaker_time=30, answers=Answers.HAND)
    assert type(refusal(played(two(terms), *moves), spelled("timeout"))) is NotNow


@pytest.mark.parametrize(
    ("match", "move", "error"),
    [
        (SETTING, "code AB", IllegalCode),
        (SETTING, "code AB-", IllegalCode),
        (FIRST, "guess ABCD", IllegalCode),
        (FIRST, "guess AAG", IllegalCode),
        (OPEN, "answer 2+2", IllegalFeedback),
    ],
)
def test_a_move_the_edition_forbids_leaves_the_match_as_it_was(
    match: Match, move: str, error: type[CodepegsError]
) -> None:
    before = match.moves, match.games
    assert type(refusal(match, spelled(move))) is error
    assert (match.moves, match.games) == before


# The way a game goes ------------------------------------------------------------------


def test_the_referee_answers_truly_and_at_once() -> None:
    match = played(REFEREED, "code ABC", "guess ACB")
    assert match.game.board.rows == (Row(code("ACB"), Feedback(1, 2)),)
    assert match.game.phase is Phase.GUESSING
    assert [type(move).__name__ for move in match.moves] == ["SetCode", "Guess"]


def test_an_answer_by_hand_is_kept_as_it_was_given() -> None:
    match = played(BY_HAND, "code ABC", "guess ACB 0+0")
    assert match.game.board.rows == (Row(code("ACB"), Feedback(0, 0)),)
    assert find_contradiction(match.game.board) is None
    assert match.game.revealed is None


@pytest.mark.parametrize("agreement", [REFEREED, BY_HAND, SOLO], ids=["referee", "hand", "solo"])
@pytest.mark.parametrize(
    ("rows", "ending", "given_up"),
    [
        (["guess ABC 3+0"], Ending.BROKEN, False),
        (["guess AAA 1+0", "guess ABC 3+0"], Ending.BROKEN, False),
        (["guess AAA 1+0", "guess AAA 1+0"], Ending.HELD, False),
        (["give up"], Ending.HELD, True),
        (["guess AAA 1+0", "give up"], Ending.HELD, True),
        (["timeout", "guess ABC 3+0"], Ending.BROKEN, False),
        (["timeout", "timeout"], Ending.HELD, False),
        (["leave codebreaker"], Ending.ABANDONED, False),
    ],
)
def test_a_game_ends_and_shows_its_code(
    agreement: Agreement, rows: list[str], ending: Ending, given_up: bool
) -> None:
    by_hand = agreement is BY_HAND
    moves = rows if by_hand else [row[:9] if row.startswith("guess") else row for row in rows]
    game = played(agreement, "code ABC", *moves).games[0]
    assert (game.over, game.ending, game.given_up) == (True, ending, given_up)
    assert (game.revealed, game.proof) == (code("ABC"), None)


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        (["guess AAA 3+0"], [(1, "3+0", "1+0")]),
        (["guess AAA 1+0", "guess AAB 1+0"], [(2, "1+0", "1+1")]),
        (["guess AAA 1+0", "guess ABC 0+0"], [(2, "0+0", "3+0")]),
        (["guess AAA 0+0", "guess ABC 3+0"], [(1, "0+0", "1+0")]),
        (["guess AAA 0+0", "guess AAB 0+0"], [(1, "0+0", "1+0"), (2, "0+0", "1+1")]),
        (["guess AAA 0+0", "give up"], [(1, "0+0", "1+0")]),
        (["guess AAA 0+0", "timeout"], [(1, "0+0", "1+0")]),
    ],
    ids=[
        "a false solved",
        "a lie in the last row",
        "a right guess denied",
        "a lie before the code is broken",
        "nothing but lies",
        "a lie before giving up",
        "a lie before the last time-out",
    ],
)
def test_wrong_answers_that_the_reveal_shows_void_the_game_at_once(
    rows: list[str], wrong: list[tuple[int, str, str]]
) -> None:
    match = played(BY_HAND, "code ABC", *rows)
    void, again = match.games
    assert void.proof == WrongAnswers(
        tuple(WrongAnswer(row, Feedback.parse(given), Feedback.parse(true)) for row, given, true in wrong)
    )
    assert (void.ending, void.given_up, void.revealed) == (Ending.VOID, False, code("ABC"))
    assert (again.number, again.replay, again.codemaker) == (void.number, 1, void.codemaker)
    assert (match.points, match.outcome, match.turn) == ((0, 3), None, 0)


def test_players_and_spectators_know_their_seats() -> None:
    game = FIRST.game
    assert [game.seat(player) for player in (0, 1, None)] == [
        Seat.CODEMAKER,
        Seat.CODEBREAKER,
        Seat.SPECTATOR,
    ]
    assert (game.codemaker, game.codebreaker) == (0, 1)


# A game whose code the reader does not have --------------------------------------------

HIDDEN = "This game cannot end here: its record hides the code."


@pytest.mark.parametrize("agreement", [REFEREED, BY_HAND, SOLO])
def test_a_game_read_without_its_code_can_be_looked_at_and_not_played(agreement: Agreement) -> None:
    begun = [
        played(agreement, "code hidden", *moves)
        for moves in ([], ["guess AAA"], ["guess AAA 1+0"], ["timeout"])
    ]
    for match in begun:
        assert match.game.concealed
        assert match.game.secret is None
        assert match.game.revealed is None
        assert [match.legal(seat) for seat in Seat] == [frozenset()] * 3
        assert [match.game.legal(seat) for seat in Seat] == [frozenset()] * 3
        assert not match.over


@pytest.mark.parametrize("match", [match for match, *_ in POINTS] + [OVER])
def test_a_game_with_its_code_is_not_concealed(match: Match) -> None:
    assert not match.game.concealed


@pytest.mark.parametrize(
    ("agreement", "moves", "last"),
    [
        (REFEREED, ["guess ABC"], "answer 3+0"),
        (REFEREED, [], "give up"),
        (REFEREED, ["timeout"], "timeout"),
        (REFEREED, ["guess ABC"], "leave codemaker"),
        (SOLO, [], "leave codebreaker"),
        (BY_HAND, [], "give up"),
        (BY_HAND, ["guess AAA 1+0", "guess ABC"], "answer 1+0"),
        (BY_HAND, ["guess ABC 2+1"], "claim rows 1"),
        (BY_HAND, [], "leave codebreaker"),
        (BY_HAND, [], "stop"),
    ],
)
def test_a_game_does_not_end_without_its_code(agreement: Agreement, moves: list[str], last: str) -> None:
    match = played(agreement, "code hidden", *moves)
    found = refusal(match, spelled(last))
    assert (type(found), str(found)) == (NotNow, HIDDEN)


def test_nobody_owns_up_without_the_code() -> None:
    match = played(BY_HAND, "code hidden", "guess AAA 1+0")
    assert type(refusal(match, OwnUp())) is NothingToShow


@pytest.mark.parametrize("match", [FIRST, OPEN, LATER])
def test_a_code_is_not_hidden_a_second_time(match: Match) -> None:
    assert type(refusal(match, spelled("code hidden"))) is NotNow


def test_a_game_begins_with_nothing_but_its_board() -> None:
    game = SETTING.game
    assert game == Game(1, 0, SETTING.game.board, time_limit=60)
    assert (game.phase, game.ending, game.secret, game.proof, game.moves) == (
        Phase.SETTING,
        None,
        None,
        None,
        (),
    )
    assert hidden(FIRST) == code("ABC")
