"""One game: what may happen at each point of it, and what is refused there."""

import pytest

from codepegs.errors import CodepegsError, IllegalCode, IllegalFeedback, NothingToShow, NotNow
from codepegs.rules import (
    Abandon,
    Act,
    Agreement,
    Answers,
    Claim,
    Ending,
    Feedback,
    Game,
    Match,
    Phase,
    Row,
    Seat,
    WrongAnswer,
    WrongAnswers,
    find_contradiction,
    find_edition,
    find_wrong_answers,
)
from tests.support.strategies import code, hidden, played, refusal, spelled, two

BY_HAND = two(find_edition("mini", rows=2, time_limit=60, answers=Answers.HAND))
REFEREED = two(find_edition("mini", rows=2, time_limit=60))

SETTING = played(BY_HAND)
FIRST = played(SETTING, "code ABC")
OPEN = played(FIRST, "guess AAA")
LATER = played(OPEN, "answer 1+0")
REVEALING = played(LATER, "guess ABC 3+0")
JUDGING = played(FIRST, "guess AAA 0+0", "give up", "reveal")
OVER = played(BY_HAND, "abandon codemaker")

MOVES = ["code ABC", "guess AAB", "answer 1+0", "timeout", "give up", "reveal", "accept"]
LEAVE = ["abandon codemaker", "abandon codebreaker"]

POINTS = [
    # match, phase, seat to move, moves it accepts, why it refuses the others
    (SETTING, Phase.SETTING, Seat.CODEMAKER, ["code ABC"], "the codemaker to set the code"),
    (
        FIRST,
        Phase.GUESSING,
        Seat.CODEBREAKER,
        ["guess AAB", "timeout", "give up"],
        "the codebreaker to guess",
    ),
    (OPEN, Phase.ANSWERING, Seat.CODEMAKER, ["answer 1+0"], "the codemaker to answer"),
    (
        LATER,
        Phase.GUESSING,
        Seat.CODEBREAKER,
        ["guess AAB", "timeout", "give up"],
        "the codebreaker to guess",
    ),
    (REVEALING, Phase.REVEALING, Seat.CODEMAKER, ["reveal"], "the codemaker to reveal the code"),
    (
        JUDGING,
        Phase.JUDGING,
        Seat.CODEBREAKER,
        ["accept"],
        "the codebreaker to claim or accept the wrong answers",
    ),
]
IDS = ["setting", "first row", "open row", "second row", "revealing", "judging"]


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
    ("match", "error", "reason"),
    [
        (SETTING, NotNow, "You cannot claim now. The game waits for the codemaker to set the code."),
        (FIRST, NotNow, "You cannot claim now. The game waits for the codebreaker to guess."),
        (OPEN, NotNow, "You cannot claim now. The game waits for the codemaker to answer."),
        *(
            (
                match,
                NothingToShow,
                "These rows do not contradict each other: some code fits all of them.",
            )
            for match in (LATER, played(LATER, "guess AAB"), REVEALING)
        ),
        *(
            (
                played(REFEREED, *moves),
                NothingToShow,
                "You cannot claim a wrong answer in this match: the computer marks every guess.",
            )
            for moves in ([], ["code ABC"], ["code ABC", "guess AAA"])
        ),
    ],
)
def test_a_claim_is_refused_while_nothing_can_be_shown(
    match: Match, error: type[CodepegsError], reason: str
) -> None:
    found = refusal(match, Claim((1,)))
    assert (type(found), str(found)) == (error, reason)


@pytest.mark.parametrize("match", [LATER, REVEALING, JUDGING, played(LATER, "guess AAB")])
def test_a_claim_may_be_tried_by_hand_from_the_first_answer_on(match: Match) -> None:
    assert Act.CLAIM in match.legal(Seat.CODEBREAKER)
    assert Act.CLAIM not in match.legal(Seat.CODEMAKER)


@pytest.mark.parametrize("move", MOVES + LEAVE)
def test_a_match_that_is_over_accepts_nothing(move: str) -> None:
    assert OVER.over
    assert (OVER.turn, OVER.game.turn) == (None, None)
    assert not any(OVER.legal(seat) for seat in Seat)
    found = refusal(OVER, spelled(move))
    assert (type(found), str(found)) == (NotNow, "The match is over.")


def test_no_turn_runs_out_of_time_where_no_limit_was_agreed() -> None:
    match = played(two(find_edition("mini")), "code ABC")
    assert not match.game.may_time_out
    found = refusal(match, spelled("timeout"))
    assert (type(found), str(found)) == (NotNow, "A turn cannot time out: the match has no time limit.")


@pytest.mark.parametrize("match", [match for match, *_ in POINTS])
def test_the_clock_runs_in_the_codebreakers_turn_alone(match: Match) -> None:
    assert match.game.may_time_out is (match.game.phase is Phase.GUESSING)


def test_a_spectator_may_do_nothing() -> None:
    assert FIRST.legal(Seat.SPECTATOR) == frozenset()
    found = refusal(FIRST, Abandon(Seat.SPECTATOR))
    assert (type(found), str(found)) == (NotNow, "A spectator cannot abandon a match.")
    with pytest.raises(NotNow) as refused:
        FIRST.player(Seat.SPECTATOR)
    assert str(refused.value) == "A spectator is not a player. Take a seat to play."


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


@pytest.mark.parametrize(
    ("rows", "ending", "given_up"),
    [
        (["guess ABC"], Ending.BROKEN, False),
        (["guess AAA", "guess ABC"], Ending.BROKEN, False),
        (["guess AAA", "guess AAA"], Ending.HELD, False),
        (["give up"], Ending.HELD, True),
        (["guess AAA", "give up"], Ending.HELD, True),
        (["timeout", "guess ABC"], Ending.BROKEN, False),
        (["timeout", "timeout"], Ending.HELD, False),
        (["abandon codemaker"], Ending.ABANDONED, False),
    ],
)
def test_a_refereed_game_ends_and_shows_its_code(rows: list[str], ending: Ending, given_up: bool) -> None:
    game = played(REFEREED, "code ABC", *rows).games[0]
    assert (game.over, game.ending, game.given_up) == (True, ending, given_up)
    assert game.revealed == code("ABC")


@pytest.mark.parametrize(
    ("rows", "ending", "given_up"),
    [
        (["guess ABC 3+0"], Ending.BROKEN, False),
        (["guess AAA 1+0", "guess AAA 1+0"], Ending.HELD, False),
        (["timeout", "timeout"], Ending.HELD, False),
        (["give up"], Ending.HELD, True),
    ],
)
def test_by_hand_the_code_is_hidden_until_the_codemaker_reveals_it(
    rows: list[str], ending: Ending, given_up: bool
) -> None:
    match = played(BY_HAND, "code ABC", *rows)
    assert (match.game.phase, match.game.ending, match.game.given_up) == (Phase.REVEALING, ending, given_up)
    assert match.game.revealed is None
    over = played(match, "reveal").games[0]
    assert (over.over, over.ending, over.revealed) == (True, ending, code("ABC"))


def test_a_wrong_answer_shows_at_the_reveal_and_the_codebreaker_judges_it() -> None:
    wrong = WrongAnswers((WrongAnswer(1, given=Feedback(0, 0), true=Feedback(1, 0)),))
    assert JUDGING.game.revealed == code("ABC")
    assert find_wrong_answers(JUDGING.game.board, code("ABC")) == wrong
    void, again = played(JUDGING, "claim").games
    assert (void.ending, void.proof, void.revealed) == (Ending.VOID, wrong, code("ABC"))
    assert (again.number, again.replay, again.codemaker) == (void.number, 1, void.codemaker)
    accepted, following = played(JUDGING, "accept").games
    assert (accepted.ending, accepted.proof) == (Ending.HELD, None)
    assert following.number == 2


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


@pytest.mark.parametrize("agreement", [REFEREED, BY_HAND])
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
        (REFEREED, ["guess ABC"], "abandon codemaker"),
        (BY_HAND, ["give up"], "reveal"),
        (BY_HAND, ["guess ABC 2+1"], "claim rows 1"),
        (BY_HAND, [], "abandon codebreaker"),
    ],
)
def test_a_game_does_not_end_without_its_code(agreement: Agreement, moves: list[str], last: str) -> None:
    match = played(agreement, "code hidden", *moves)
    found = refusal(match, spelled(last))
    assert (type(found), str(found)) == (NotNow, HIDDEN)


@pytest.mark.parametrize("match", [FIRST, OPEN, REVEALING, JUDGING])
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
