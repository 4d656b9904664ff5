"""A person at the keyboard, as a player."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from codepegs.cli.repl.console import Console, Leave
from codepegs.cli.repl.prompt import confirm
from codepegs.errors import CodepegsError, NotationError, NotNow
from codepegs.notation import edition_facts, sentences, user_input
from codepegs.notation.drawing import text
from codepegs.notation.position import example_guess
from codepegs.rules.claim import find_claim, find_wrong_answers
from codepegs.rules.edition import Edition
from codepegs.rules.move import (
    Abandon,
    Accept,
    Act,
    AllowHints,
    Answer,
    Claim,
    GiveUp,
    Guess,
    Hint,
    Move,
    Reveal,
    SetCode,
    TimeOut,
)
from codepegs.rules.seat import Seat
from codepegs.rules.secret import Secret
from codepegs.rules.view import MatchView

_COMMANDS = {
    "give up": (Act.GIVE_UP, "this game; your opponent's code counts as unbroken"),
    "claim": (Act.CLAIM, "that an answer was wrong; if it can be shown, the game is void and played again"),
    "accept": (Act.ACCEPT, "the wrong answers, and let the game count"),
    "abandon": (Act.ABANDON, "the match for good"),
}
_HINT = "hint"
"""The word for a hint; a code behind it is a guess that is planned."""


class Person:
    """Asks until a line makes sense; whether the move is allowed, the match decides."""

    def __init__(
        self, console: Console, name: str, opponent: str, *, overlooked: bool, clock: Callable[[], float]
    ) -> None:
        """`overlooked` says that the opponent looks at the same screen."""
        self._console, self._name, self._opponent = console, name, opponent
        self._overlooked = overlooked
        self._clock = clock
        self._turn: tuple[int, int] | None = None
        self._began = 0.0
        self._shown: object = None
        self._hint: tuple[str, ...] = ()
        """A hint that is told as soon as it is on the record."""
        self._wish = ""
        """The line that asked for a hint, to be followed as soon as hints are allowed."""
        self.leaving = False
        """Whether they leave as soon as the move they have made is played."""

    def move(self, view: MatchView) -> Move:
        edition = view.agreement.edition
        if Act.REVEAL in view.legal:
            return Reveal()
        if Act.SET_CODE in view.legal:
            with self._shield():
                self._tell_colours(edition)
                return self._ask(view, "set the code", lambda line: SetCode(_secret(edition, line)))
        if Act.ANSWER in view.legal:
            with self._shield():
                self._show(view)
                return self._ask(view, f"answer {_last_guess(view)}", lambda line: _answer(edition, line))
        self._say(*self._hint)
        self._hint = ()
        # A refused line does not show the same board again.
        if self._shown != (shown := (len(view.games), view.game.board, view.game.phase)):
            self._show(view)
            self._shown = shown
        return self._judge(view) if Act.ACCEPT in view.legal else self._guess(view)

    def _guess(self, view: MatchView) -> Move:
        """A guess, or a TimeOut in its stead where it comes too late."""
        edition, played = view.agreement.edition, len(view.game.board.rows)
        # Nor does it begin the turn anew.
        if self._turn != (turn := (len(view.games), played)):
            self._turn, self._began = turn, self._clock()
        limit = view.game.time_limit
        within = "" if limit is None else f" within {limit} s"
        prompt = f"row {played + 1} of {edition.rows}{within}"
        move: Move | None
        try:
            move = self._ask(view, prompt, lambda line: _guess(edition, line))
        except Leave:
            # Leaving saves nobody from the clock: the row is spent first.
            self.leaving, move = True, None
        late = limit is not None and self._clock() - self._began > limit
        if late and (move is None or isinstance(move, Guess | Hint)):
            self._console.say("That came after the time was up.")
            self._hint = ()
            return TimeOut()
        if move is None:
            raise Leave
        return move

    def _judge(self, view: MatchView) -> Move:
        assert view.game.code is not None
        shown = find_wrong_answers(view.game.board, view.game.code)
        assert shown is not None
        for sentence in sentences.describe_proof(view.agreement.edition, shown):
            self._console.say(sentence)
        return self._ask(view, "claim or accept", _neither)

    def _ask(self, view: MatchView, prompt: str, read: Callable[[str], Move]) -> Move:
        """The move that a line spells, or that its word commands."""
        while True:
            line, self._wish = self._wish or self._console.ask(f"{self._name}, {prompt}: "), ""
            word = " ".join(line.casefold().split())
            try:
                if word in ("help", "?"):
                    self._help(view)
                elif word == "board":
                    self._show(view)
                elif word == "rules":
                    self._say(*edition_facts.lines(view.agreement.edition))
                elif word in ("quit", "exit"):
                    raise Leave
                elif word.partition(" ")[0] == _HINT:
                    if asked := self._hinted(view, line):
                        return asked
                elif word not in _COMMANDS:
                    return read(line)
                elif move := self._command(view, _COMMANDS[word][0]):
                    return move
            except CodepegsError as refusal:
                self._console.say(str(refusal))

    def _command(self, view: MatchView, act: Act) -> Move | None:
        if act is Act.ABANDON:
            sure = confirm(self._console, "Abandon the match for good, so that nobody wins?")
            return Abandon(view.game.seat) if sure else None
        if view.game.seat is not Seat.CODEBREAKER:
            raise NotNow("That is for your opponent to do, who breaks the code.")
        if act is Act.GIVE_UP and act in view.legal:
            sure = confirm(self._console, "Give up this game, so that the code counts as unbroken?")
            return GiveUp() if sure else None
        if act is Act.CLAIM and act in view.legal:
            return find_claim(view.game.board, view.game.code)
        moves: dict[Act, Move] = {Act.GIVE_UP: GiveUp(), Act.CLAIM: Claim(()), Act.ACCEPT: Accept()}
        return moves[act]

    def _hinted(self, view: MatchView, line: str) -> Move | None:
        """The next hint for the row to come; where none are allowed, that they are allowed if both agree."""
        game, edition = view.game, view.agreement.edition
        if Act.GUESS not in view.legal:
            raise NotNow("A hint is for the codebreaker, and for a row to come.")
        if not game.hints_allowed:
            one, two = view.agreement.players
            question = f"Hints are not allowed in this match. {one} and {two}, do both of you allow them now?"
            if not confirm(self._console, question):
                return None
            self._wish = line
            return AllowHints()
        if not game.hints_left:
            raise NotNow("All hints for this row were taken: guess.")
        # This loads numpy, which a match without hints has no use for.
        from codepegs.analysis.hint import find_hint

        plan = line.strip()[len(_HINT) :]
        planned = user_input.read_code(edition, plan) if plan.strip() else None
        step = game.hints_left[0]
        self._hint = find_hint(game.board, planned).told(step)
        return Hint(step)

    def _help(self, view: MatchView) -> None:
        edition = view.agreement.edition
        keys = edition.box.keys
        if Act.ANSWER in view.legal:
            letters = keys.black[0] + 2 * keys.white[0]
            self._say(
                f"An answer is two numbers, {keys.black} and then {keys.white}: 1 2.",
                f"Letters do as well: {letters}. None of either is 0 0.",
            )
        else:
            colours = ", ".join(f"{hue.letter} {hue.name}" for hue in edition.hues)
            self._say(
                f"A code has {sentences.pluralize(edition.pegs, 'peg')}. "
                f"Type letters, such as {example_guess(edition)},",
                "or names or numbers with spaces between.",
                f"Colours: {colours}{', - for an empty hole' if edition.blanks else ''}.",
            )
        self._say(
            "Instead of a move you may type:",
            *(f"  {word:<8} {meaning}" for word, (act, meaning) in _COMMANDS.items() if act in view.legal),
            *(_HINTS if Act.GUESS in view.legal else ()),
            "  board    to see the board again",
            "  rules    to see what this edition is",
            "  quit     to go on another time; the match is kept",
        )

    def _tell_colours(self, edition: Edition) -> None:
        """What a code is made of, for whoever has no board in sight."""
        console = self._console
        pegs = sentences.pluralize(edition.pegs, "peg")
        console.say(f"A code has {pegs}, of these colours; help explains.")
        console.show(text.colours(edition, ansi=console.style.ansi, ascii_only=console.style.ascii_only))

    def _show(self, view: MatchView) -> None:
        # What cannot be hidden both may read, so a codemaker there has to remember the code.
        unshielded = Act.ANSWER in view.legal and self._overlooked and not self._console.can_hide
        self._console.say()
        self._console.show(
            text.draw(
                view.game.board,
                None if unshielded else view.game.code,
                score_pegs=view.score_pegs,
                players=view.agreement.players,
                ansi=self._console.style.ansi,
                ascii_only=self._console.style.ascii_only,
            )
        )

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._console.say(line)

    def _shield(self) -> AbstractContextManager[None]:
        return self._console.shielded(self._name, self._opponent) if self._overlooked else nullcontext()


_HINTS = (
    "  hint     for help with this row, up to three times, each of which tells more; with a code",
    "           behind it, whether that can be the code and how much it would tell",
)


def _secret(edition: Edition, line: str) -> Secret:
    code = user_input.read_code(edition, line)
    edition.check_secret(code)
    return Secret(code)


def _guess(edition: Edition, line: str) -> Guess:
    code = user_input.read_code(edition, line)
    edition.check_guess(code)
    return Guess(code)


def _answer(edition: Edition, line: str) -> Answer:
    feedback = user_input.read_feedback(edition, line)
    edition.check_feedback(feedback)
    return Answer(feedback)


def _neither(line: str) -> Move:
    raise NotationError("Type claim to void the game, or accept to let it count.")


def _last_guess(view: MatchView) -> str:
    guess = view.game.board.rows[-1].guess
    assert guess is not None
    return view.agreement.edition.spell(guess)
