"""The golden catalogue of sentences: all that the program says in one file, for proof-reading.

After a change of wording, run this file with `--update-golden` and read the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from importlib import import_module

import pytest

from codepegs.cli.main import COMMANDS
from codepegs.errors import CodepegsError
from codepegs.notation import (
    commitment,
    edition_facts,
    edition_line,
    move_line,
    position,
    puzzle_id,
    record,
    sentences,
    user_input,
)
from codepegs.notation.terms import describe_match_terms
from codepegs.players.level import LEVELS, check_person, level_of
from codepegs.protocol.errors import INTERNAL_ERROR_MESSAGE, STATUS_MESSAGES, refusal
from codepegs.rules import CATALOGUE, NOBODY, Agreement, Answers, Match, Scoring, find_edition
from codepegs.rules.agreement import check_match_name, check_name
from codepegs.rules.claim import Contradiction, WrongAnswer, WrongAnswers, find_claim
from codepegs.rules.code import Code
from codepegs.rules.daily import DAILY_EDITION, daily_day
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback
from codepegs.rules.game import Phase
from codepegs.rules.history import find_games
from codepegs.rules.match import MAX_VOID_GAMES, Outcome
from codepegs.rules.move import Act, Leave
from codepegs.rules.seat import Seat
from codepegs.rules.secret import Secret
from codepegs.rules.view import MatchView, View
from codepegs.server.ops.config import settings
from codepegs.storage.errors import ArchiveUnavailable, DamagedMatch
from tests.support.error_samples import sample, subclasses
from tests.support.golden_files import Golden
from tests.support.strategies import played, spelled

for package in ("storage", "compute", "table", "protocol", "client", "server", "tui"):
    import_module(f"codepegs.{package}.errors")

MINI = find_edition("mini", rows=2, time_limit=9)
TWO = Agreement(MINI, ("Ada", "Bob"), games=2)
HAND = Agreement(find_edition("mini", rows=3, answers=Answers.HAND), ("Ada", "Bob"), games=2)
LEAST = Agreement(HAND.edition.with_rules(scoring=Scoring.CODEBREAKER), ("Ada", "Bob"), games=2)
NO_REPEATS = Agreement(find_edition("hasbro-2010"), ("Ada", "Bob"), games=2)
FRIENDLY = Agreement(find_edition("mini"), ("computer easy", "Bob"), games=2, friendly=True)
SOLO = Agreement(find_edition("mini"), (NOBODY, "Ada"), games=1)
DAILY = Agreement(DAILY_EDITION, (NOBODY, "Ada"), games=1, daily=date(2026, 11, 17))
UNIQUE = find_edition("bulls-and-cows")

Refuse = Callable[[], object]


def play(agreement: Agreement, *moves: str) -> Refuse:
    """Return a call that plays these moves, the last of which is refused."""
    return lambda: played(agreement, *moves)


RECORD = record.save(played(TWO, "code ABC", "guess AAA", "guess ABC"))


def changed(old: str, new: str) -> Refuse:
    """Return a call that reads a record with `old` replaced by `new`."""
    assert old in RECORD
    return lambda: record.read(RECORD.replace(old, new, 1))


REFUSALS: dict[str, list[Refuse]] = {
    "Names and agreements": [
        lambda: replace(SOLO, games=2),
        lambda: replace(SOLO, edition=HAND.edition),
        lambda: replace(SOLO, friendly=True),
        lambda: replace(TWO, friendly=True),
        lambda: replace(SOLO, daily=date(2026, 11, 17)),
        lambda: replace(DAILY, daily=date(2026, 11, 15)),
        lambda: daily_day(0),
        lambda: check_name(" Ada"),
        lambda: check_name("A" * 25),
        lambda: check_name("\u0301Ada"),
        lambda: check_name("e\u0301"),
        lambda: check_name("A\u3164"),
        lambda: check_match_name("a b"),
        lambda: replace(TWO, players=("Ada", "ada")),
        lambda: replace(TWO, players=("Ada", "\N{CYRILLIC CAPITAL LETTER A}da")),
        lambda: replace(TWO, games=0),
        lambda: Agreement(find_edition("invicta"), ("Ada", "Bob"), games=3),
        lambda: check_person("Computer Ada"),
        lambda: level_of("computer godlike"),
    ],
    "Editions": [
        lambda: find_edition("maxi"),
        lambda: find_edition("mini", rows=0),
        lambda: find_edition("mini", time_limit=0),
        lambda: find_edition("mini", pegs=7, code_repeats=False),
        lambda: find_edition("mini", guess_repeats=False),
        lambda: edition_line.read(""),
        lambda: edition_line.read("mini row=3"),
        lambda: edition_line.read("mini rows"),
        lambda: edition_line.read("mini rows=3 rows=4"),
        lambda: edition_line.read("mini rows=many"),
        lambda: edition_line.read("mini scoring=none"),
    ],
    "Codes and feedback": [
        lambda: Code.parse(""),
        lambda: Code.parse("RB"),
        lambda: MINI.code("RBX"),
        lambda: MINI.check_guess(MINI.code("RB")),
        lambda: MINI.check_guess(MINI.code("RB-")),
        lambda: MINI.check_guess(Code.parse("abz")),
        lambda: MINI.check_secret(MINI.code("RBYG")),
        lambda: UNIQUE.check_guess(UNIQUE.code("0012")),
        lambda: UNIQUE.with_rules(blanks=True).check_guess(UNIQUE.code("0--1")),
        lambda: MINI.check_feedback(Feedback(2, 2)),
        lambda: Feedback.parse("1-2"),
    ],
    "What people type": [
        lambda: user_input.read_code(MINI, ""),
        lambda: user_input.read_code(MINI, "x" * 201),
        lambda: user_input.read_code(MINI, "R\x1b[A"),
        lambda: user_input.read_code(MINI, "red bl yellow"),
        lambda: user_input.read_code(MINI, "red teal yellow"),
        lambda: user_input.read_code(find_edition("classic-2"), "red teal blue -"),
        lambda: user_input.read_feedback(MINI, "maybe"),
    ],
    "Moves": [
        play(TWO, "guess ABC"),
        play(TWO, "code ABC", "code ABC"),
        play(TWO, "code ABC", "answer 1+0"),
        play(NO_REPEATS, "code ABCD", "answer 1+0"),
        play(TWO, "code ABC", "guess AAA", "take back"),
        play(FRIENDLY, "clock 60"),
        play(FRIENDLY, "code ABC", *["guess AAA", "take back"] * 1000, "guess AAA", "take back"),
        play(SOLO, "code ABC", "stop"),
        play(DAILY, "hints allowed"),
        play(DAILY, "code ABCD"),
        play(TWO, "code ABC", "hint 1"),
        play(TWO, "code ABC", "hints allowed", "hint 1", "hint 1"),
        play(TWO, "code ABC", "hints allowed", "hint 4"),
        play(TWO, "hints allowed", "hints allowed"),
        play(TWO, "clock 9"),
        play(TWO, "clock 0"),
        play(TWO, "code ABC", "claim rows 1"),
        play(HAND, "code ABC", "timeout"),
        play(HAND, "code ABC", "guess AAA", "guess AAA"),
        play(HAND, "code ABC", "claim rows 1"),
        play(HAND, "code ABC", "guess AAA 1+0", "claim rows 2"),
        play(HAND, "code ABC", "guess AAA 1+0", "claim rows 1"),
        play(HAND, "code ABC", "guess AAA 1+0", "own up"),
        lambda: find_claim(played(HAND, "code ABC", "guess AAA 1+0").game.board),
        play(TWO, "leave codemaker", "code ABC"),
        lambda: Match.start(TWO).play(Leave(Seat.SPECTATOR)),
        lambda: Match.start(TWO).player(Seat.SPECTATOR),
        play(TWO, *(f"clock {9 + n % 2}" for n in range(1, 102))),
        lambda: played(HAND).game.board.answer(Feedback(1, 0)),
        lambda: played(HAND, "code ABC", "guess AAA").game.board.guess(Code.parse("aaa")),
        lambda: played(TWO, "code ABC", "guess ABC").games[0].board.guess(Code.parse("aaa")),
        lambda: played(TWO, "code ABC", "timeout", "timeout").games[0].board.time_out(),
    ],
    "Games to look back at": [
        lambda: find_games(Match.start(TWO), None),
        lambda: find_games(played(TWO, "leave codemaker"), None),
        lambda: find_games(played(TWO, "code ABC", "guess ABC"), 2),
        lambda: find_games(played(TWO, "code ABC", "guess ABC"), 3),
        lambda: find_games(played(TWO, "code ABC", "guess ABC", "leave codemaker"), 2),
    ],
    "Lines of moves, positions, puzzles and commitments": [
        lambda: move_line.read(Match.start(TWO), "jump"),
        lambda: move_line.read(Match.start(TWO), "code veiled 00zz"),
        lambda: position.read("mini / RBY"),
        lambda: puzzle_id.read("mini"),
        lambda: puzzle_id.read("one-code:mini:RRB=1+1:0000"),
        lambda: puzzle_id.read(checked("all-white:mini:RRB=1+1")),
        lambda: puzzle_id.read(checked("one-code:mini:RRB")),
        lambda: puzzle_id.read(checked("one-code:mini:RRB=3+0")),
        lambda: puzzle_id.read(checked("one-code:mini,rows=8:RRB=1+1")),
        lambda: commitment.commit(Match.start(TWO), Code.parse("abc"), salt=b"short"),
        lambda: commitment.check(
            Match.start(TWO), Secret(Code.parse("abc"), salt=bytes(32), commitment=bytes(32))
        ),
    ],
    "Records": [
        lambda: record.read("x" * 400_001),
        lambda: record.read("hello"),
        lambda: record.read(RECORD.replace("\n", "\r\n")),
        lambda: record.read(RECORD[:-1]),
        lambda: record.read(RECORD + "\n"),
        lambda: record.read("\n".join(RECORD.split("\n")[:5]) + "\n"),
        changed("codepegs 2", "codepegs 1"),
        changed("games 2", "games two"),
        changed("games 2\n", ""),
        changed("1 RRR 1+0", "1 RRR 0+1"),
        changed("1 RRR 1+0", "2 RRR 1+0"),
        changed("1 RRR 1+0", "hello"),
        lambda: record.read(record.write(Match.start(DAILY)).replace("2026-11-17", "today")),
        changed("code RBY", "code veiled zz"),
        changed("code RBY", "code hidden"),
        changed("broken, points 2 0", "broken, points 3 0"),
        changed("points 2 0\n\n", "points 2 0\n"),
        changed("unfinished", "code RBY\n\nunfinished"),
        changed("code RBY", f"code RBY salt {'00' * 32} commitment {'00' * 32}"),
    ],
}


def checked(text: str) -> str:
    """Return a puzzle's ID with the right check digits."""
    return f"{text}:{puzzle_id._check(text)}"


def refused(refuse: Refuse) -> str:
    with pytest.raises(CodepegsError) as error:
        refuse()
    return f"{type(error.value).__name__}: {error.value}"


def error_lines() -> Iterator[str]:
    for kind in subclasses(CodepegsError):
        if "__init__" in vars(kind):
            yield f"{kind.__name__}: {sample(kind)}"


def move_lines() -> Iterator[str]:
    terms = ["hints allowed", "hint 2", "clock 120", "clock off", "clock 9"]
    for agreement, moves in [
        (TWO, ["code ABC", "guess AAB", *terms, "timeout"]),
        (
            HAND,
            [
                "code ABC",
                "guess ABC",
                "answer 2+1",
                "claim rows 1",
                "code ABC",
                "guess AAA",
                "answer 0+0",
                "own up",
            ],
        ),
        (FRIENDLY, ["code ABC", "guess AAA", "take back", "leave codebreaker"]),
        (TWO, ["stop"]),
        (SOLO, ["code ABC", "hints allowed", "hint 1", "guess AAA", "give up"]),
        (SOLO, ["code ABC", "leave codebreaker"]),
    ]:
        match = Match.start(agreement)
        for text in moves:
            match = match.play(spelled(text))
            yield from sentences.describe_last_move(match)
    for moves in ([], ["guess AAA"]):
        match = Match.start(HAND).play(spelled("code ABC"))
        for text in moves:
            match = match.play(spelled(text))
        yield sentences.describe_late_codemaker(HAND, View.of(match.game, Seat.SPECTATOR))
    yield from (
        sentences.describe_offer("Ada", each)
        for each in ("rematch", "stop", "hints", "clock off", "clock 60")
    )


def ending_lines() -> Iterator[str]:
    for agreement, moves in [
        (TWO, ["code ABC", "guess ABC"]),
        (TWO, ["code ABC", "give up"]),
        (TWO, ["code ABC", "timeout", "timeout"]),
        (HAND, ["code ABC", "guess ABC 2+1", "claim rows 1"]),
        (HAND, ["code ABC", "guess AAA 0+0", "own up"]),
        (LEAST, ["code ABC", "guess AAA 0+0", "give up"]),
        (TWO, ["leave codemaker"]),
        (TWO, ["code ABC", "leave codemaker"]),
    ]:
        game = View.of(played(agreement, *moves).games[0], Seat.SPECTATOR)
        yield from sentences.describe_ending(agreement, game)
    for shown in (
        Contradiction((1,)),
        Contradiction((2, 3)),
        Contradiction((1, 2, 4)),
        WrongAnswers((WrongAnswer(2, Feedback(1, 0), Feedback(0, 2)),)),
    ):
        yield from sentences.describe_proof(MINI, shown)


def describe_result(agreement: Agreement, outcome: Outcome | None) -> str:
    return sentences.describe_result(replace(MatchView.of(Match.start(agreement), None), outcome=outcome))


def match_lines() -> Iterator[str]:
    yield sentences.describe_agreement(TWO)
    yield sentences.describe_agreement(replace(TWO, games=1, hints=True))
    yield from map(sentences.describe_agreement, (SOLO, DAILY, FRIENDLY))
    yield sentences.heading(SOLO, View.of(Match.start(SOLO).game, Seat.SPECTATOR))
    game = View.of(Match.start(TWO).game, Seat.SPECTATOR)
    yield sentences.heading(TWO, game)
    yield sentences.heading(TWO, replace(game, replay=1))
    yield sentences.describe_points(TWO, (2, 3))
    for outcome in (None, Outcome(), Outcome(0), Outcome(0, abandoned_by=1), Outcome(stopped=True)):
        yield describe_result(TWO, outcome)
    yield describe_result(LEAST, Outcome(0))
    yield sentences.describe_result(played(HAND, *["code ABC", "guess AAA 0+0", "own up"] * MAX_VOID_GAMES))
    for outcome in (Outcome(), Outcome(cracked_in=1), Outcome(cracked_in=4)):
        yield describe_result(SOLO, outcome)


def term_lines() -> Iterator[str]:
    one_game = replace(HAND, games=1, edition=HAND.edition.with_rules(codemaker_time=30))
    key_pegs = replace(TWO, edition=MINI.with_rules(scoring=Scoring.KEY_PEGS))
    agreements = [TWO, key_pegs, one_game, replace(LEAST, games=1), NO_REPEATS, FRIENDLY, SOLO, DAILY]
    agreements += [replace(DAILY, friendly=True)]
    agreements += [replace(TWO, edition=CATALOGUE[slug]) for slug in ("classic-1", "pressman-tracker")]
    found = (term for agreed in agreements for term in describe_match_terms(Match.start(agreed)))
    yield from dict.fromkeys(found)


def edition_lines() -> Iterator[str]:
    editions: list[Edition] = [*CATALOGUE.values(), UNIQUE.with_rules(guess_repeats=True)]
    editions += [MINI.with_rules(scoring=scoring, answers=Answers.HAND) for scoring in Scoring]
    yield from map(edition_facts.title, editions)
    facts = (fact for edition in editions for _, fact in edition_facts.facts(edition))
    yield from dict.fromkeys(facts)
    yield from edition_facts.list_house_rules(MINI)


def http_lines() -> Iterator[str]:
    yield from STATUS_MESSAGES.values()
    yield INTERNAL_ERROR_MESSAGE
    yield refusal(DamagedMatch("k7", "reason")).message
    yield refusal(ArchiveUnavailable("reason")).message


def sections() -> Iterator[tuple[str, Iterator[str]]]:
    yield "Errors with facts of their own", error_lines()
    for topic, refusals in REFUSALS.items():
        yield f"Refusals: {topic}", map(refused, refusals)
    boxes = [find_edition(slug).box for slug in ("mini", "invicta", "hasbro-2010")]
    yield "What a game waits for", (phase.describe(box) for box in boxes for phase in Phase)
    yield "Acts", (act.value for act in Act)
    yield "Moves, as everyone hears of them", move_lines()
    yield "Endings and proofs", ending_lines()
    yield "Matches", match_lines()
    yield "Terms", term_lines()
    yield "Editions", edition_lines()
    yield "Levels", (f"{level.name}: {level.summary}" for level in LEVELS.values())
    yield "Errors over HTTP", http_lines()
    yield "Settings of a server", (f"{each.flag}: {each.help}" for each in settings())
    yield "Commands", (f"{name}: {meaning}" for name, meaning in COMMANDS.items())


def test_every_sentence_is_in_the_catalogue(golden: Golden) -> None:
    lines = []
    for topic, found in sections():
        lines += [f"# {topic}", "", *found, ""]
    golden("sentences.txt", "\n".join(lines))
