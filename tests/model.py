"""The rule sheets as a plain model, to check the rules library against.

It is written from the sheets and shares nothing with `codepegs`. Codes are strings of letters, A for the
first colour and - for an empty hole. Moves are text, such as `guess AABB` or `answer 1+2`. Everything is
worked out in the most obvious way, however long it takes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

MAKER, BREAKER = "codemaker", "codebreaker"
MAX_VOID = 100
"""Void games after which the codemaker has left the match."""


class Refused(Exception):
    """The sheets or the terms of the match forbid the move."""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What the players agreed on."""

    pegs: int
    colours: int
    rows: int
    blanks: bool = False
    code_repeats: bool = True
    guess_repeats: bool = True
    scoring: str = "rows"
    bonus: int = 1
    award: int = 3
    by_hand: bool = False
    clock: int | None = None
    hints: bool = False
    games: int = 2
    solo: bool = False
    friendly: bool = False

    @property
    def letters(self) -> str:
        return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: self.colours] + ("-" if self.blanks else "")

    def codes(self) -> list[str]:
        """Return every code that may be hidden."""
        every = map("".join, product(self.letters, repeat=self.pegs))
        return [code for code in every if self.allows(code, repeats=self.code_repeats)]

    def allows(self, code: str, *, repeats: bool) -> bool:
        return (
            len(code) == self.pegs
            and set(code) <= set(self.letters)
            and (repeats or len(set(code)) == len(code))
        )


@dataclass
class Row:
    guess: str | None
    """The guess, or None if the turn timed out."""
    answer: tuple[int, int] | None = None


@dataclass
class Game:
    """One attempt at a game of the series."""

    number: int
    replay: int
    clock: int | None
    hints: bool
    code: str | None = None
    rows: list[Row] = field(default_factory=list)
    ending: str | None = None
    wrong: tuple[int, ...] = ()
    """The rows, counted from 1, that showed why the game is void."""
    steps: set[int] = field(default_factory=set)
    """The steps of hints taken for the row to come."""

    @property
    def maker(self) -> int:
        return (self.number + 1) % 2

    @property
    def phase(self) -> str:
        if self.ending:
            return "over"
        if self.code is None:
            return "setting"
        return "answering" if self.open else "guessing"

    @property
    def open(self) -> bool:
        return bool(self.rows) and self.rows[-1].guess is not None and self.rows[-1].answer is None

    @property
    def answered(self) -> dict[int, Row]:
        return {number: row for number, row in enumerate(self.rows, start=1) if row.answer is not None}

    @property
    def wrong_rows(self) -> tuple[int, ...]:
        """The rows whose answer is not true."""
        assert self.code is not None
        return tuple(n for n, row in self.answered.items() if row.answer != true_answer(row.guess, self.code))


def true_answer(guess: str | None, code: str) -> tuple[int, int]:
    """Return the exact and the other key pegs, as sheet 001 defines them."""
    assert guess is not None
    exact = sum(mine == theirs for mine, theirs in zip(guess, code, strict=True))
    shared = sum(min(guess.count(colour), code.count(colour)) for colour in set(guess))
    return exact, shared - exact


class Model:
    """A match. `play` changes it, or raises Refused and changes nothing."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.games = [Game(1, 0, terms.clock, terms.hints)]
        self.left_by: int | None = None

    @property
    def game(self) -> Game:
        return self.games[-1]

    @property
    def over(self) -> bool:
        return self.game.ending is not None

    @property
    def turn(self) -> int | None:
        """The player to move."""
        if self.over:
            return None
        return 1 - self.game.maker if self.game.phase == "guessing" else self.game.maker

    # Moves ----------------------------------------------------------------------------

    def play(self, move: str) -> None:
        if self.over:
            raise Refused
        word, _, rest = move.partition(" ")
        game, terms = self.game, self.terms
        if word == "code":
            self._need(game.phase == "setting", terms.allows(rest, repeats=terms.code_repeats))
            game.code = rest
        elif word == "guess":
            self._need(game.phase == "guessing", terms.allows(rest, repeats=terms.guess_repeats))
            game.rows.append(Row(rest))
            if not terms.by_hand:
                assert game.code is not None
                game.rows[-1].answer = true_answer(rest, game.code)
        elif word == "answer":
            black, white = map(int, rest.split("+"))
            self._need(game.phase == "answering", black + white <= terms.pegs)
            game.rows[-1].answer = black, white
        elif word == "timeout":
            self._need(game.phase == "guessing", game.clock is not None)
            game.rows.append(Row(None))
        elif word == "hint":
            step = int(rest)
            self._need(game.phase == "guessing", game.hints, step in {1, 2, 3} - game.steps)
            game.steps.add(step)
            return
        elif move == "hints allowed":
            self._need(not game.hints)
            game.hints = True
            return
        elif word == "clock":
            seconds = None if rest == "off" else int(rest)
            self._need(not terms.friendly, seconds != game.clock, seconds is None or 1 <= seconds <= 86_400)
            game.clock = seconds
            return
        elif move == "take back":
            self._need(terms.friendly, game.phase == "guessing", bool(game.rows))
            del game.rows[-1]
        elif move == "give up":
            self._need(game.phase == "guessing")
            self._end("held")
        elif word == "claim":
            rows = [int(number) for number in rest.removeprefix("rows").split()]
            self._need(terms.by_hand, self._contradict(rows))
            self._void(tuple(rows))
        elif move == "own up":
            self._need(terms.by_hand, bool(game.answered), bool(game.answered and game.wrong_rows))
            self._void(game.wrong_rows)
        elif word == "leave":
            self._need(not terms.solo or rest == BREAKER)
            self.left_by = game.maker if rest == MAKER else 1 - game.maker
            game.ending = "abandoned"
        else:
            assert move == "stop", move
            self._need(not terms.solo)
            game.ending = "stopped"
        self._go_on()

    def _need(self, *conditions: bool) -> None:
        if not all(conditions):
            raise Refused

    def _contradict(self, rows: list[int]) -> bool:
        """Return whether these are answered rows that no code fits."""
        answered = self.game.answered
        if not rows or rows != sorted(set(rows)) or not set(rows) <= set(answered):
            return False
        return not any(
            all(true_answer(answered[n].guess, code) == answered[n].answer for n in rows)
            for code in self.terms.codes()
        )

    def _go_on(self) -> None:
        """Do what follows from a move without anybody doing it: the reveal, and the next game."""
        game = self.game
        game.steps = set()
        last = game.rows[-1] if game.rows else Row(None)
        if game.ending is None and last.answer == (self.terms.pegs, 0):
            self._end("broken")
        elif game.ending is None and len(game.rows) == self.terms.rows and not game.open:
            self._end("held")
        if game.ending == "void" and sum(each.ending == "void" for each in self.games) == MAX_VOID:
            self.left_by = game.maker
        elif game.ending == "void":
            self.games.append(Game(game.number, game.replay + 1, game.clock, game.hints))
        elif game.ending in ("broken", "held") and game.number < self.terms.games:
            self.games.append(Game(game.number + 1, 0, game.clock, game.hints))

    def _end(self, ending: str) -> None:
        """End the game with its reveal, which shows every wrong answer."""
        if self.game.wrong_rows:
            self._void(self.game.wrong_rows)
        else:
            self.game.ending = ending

    def _void(self, rows: tuple[int, ...]) -> None:
        self.game.ending, self.game.wrong = "void", rows

    # What may be done -----------------------------------------------------------------

    def legal(self, seat: str) -> set[str]:
        """Return the first words of what the seat may do now. A claim or an own up may still fail."""
        game, terms = self.game, self.terms
        if self.over:
            return set()
        may: set[str] = set() if terms.solo and seat == MAKER else {"leave"}
        if seat == MAKER:
            may |= {"setting": {"code"}, "answering": {"answer"}}.get(game.phase, set())
            may |= {"own up"} if terms.by_hand and game.answered else set()
        else:
            may |= {"claim"} if terms.by_hand and game.answered else set()
            if game.phase == "guessing":
                may |= {"guess", "give up"}
                may |= {"hint"} if game.hints and len(game.steps) < 3 else set()
                may |= {"take back"} if terms.friendly and game.rows else set()
        return may

    # Points ---------------------------------------------------------------------------

    @property
    def points(self) -> list[int]:
        """The points of both players from the games that are over."""
        totals = [0, 0]
        for game in self.games:
            maker, breaker = self.points_of(game)
            totals[game.maker] += maker
            totals[1 - game.maker] += breaker
        return totals

    def points_of(self, game: Game) -> tuple[int, int]:
        """Return the points of codemaker and codebreaker for a game."""
        terms = self.terms
        if terms.solo or game.ending in (None, "stopped", "abandoned"):
            return 0, 0
        if game.ending == "void":
            # The award helps the codebreaker. If the least points win, the codemaker has to take it.
            return (terms.award, 0) if terms.scoring == "codebreaker" else (0, terms.award)
        held = game.ending == "held"
        # Rows that were never played, because the codebreaker gave up, count as played.
        rows = terms.rows if held else len(game.rows)
        if terms.scoring == "rows":
            return rows + terms.bonus * held, 0
        if terms.scoring == "codebreaker":
            return 0, rows
        if terms.scoring == "codemaker":
            return rows - (not held), 0
        # key-pegs: rows without an answer count as full of exact key pegs, so that losing them never pays.
        exact = [row.answer[0] for row in game.answered.values() if row.answer is not None]
        return sum(exact) + terms.pegs * (rows - len(exact)) + terms.bonus * held, 0

    @property
    def winner(self) -> int | None:
        """The player who has won the match, or None if nobody has."""
        if self.terms.solo or not self.over or self.game.ending == "stopped":
            return None
        if self.left_by is not None:
            return 1 - self.left_by
        one, two = self.points
        if one == two:
            return None
        return int((two > one) != (self.terms.scoring == "codebreaker"))
