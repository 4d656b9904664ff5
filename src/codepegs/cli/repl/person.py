"""A player who types moves at the console."""

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
    "give up": (Act.GIVE_UP, "give up this game; the code counts as not broken"),
    "claim": (Act.CLAIM, "claim that an answer was wrong; with a proof, the game is void and played again"),
    "accept": (Act.ACCEPT, "accept the wrong answers, so that the game counts"),
    "abandon": (Act.ABANDON, "end the match for good, without a winner"),
}
_HINT = "hint"
"""The word for a hint. A code after it is the guess that the player has in mind."""


class Person:
    """Asks until a line can be read as a move. The match decides whether the move is legal."""

    def __init__(
        self, console: Console, name: str, opponent: str, *, shared_screen: bool, clock: Callable[[], float]
    ) -> None:
        """`shared_screen` means that the opponent is a person at the same screen."""
        self._console, self._name, self._opponent = console, name, opponent
        self._shared_screen = shared_screen
        self._clock = clock
        self._turn: tuple[int, int] | None = None
        self._began = 0.0
        self._shown: object = None
        self._hint: tuple[str, ...] = ()
        """A hint to print once its move is recorded."""
        self._pending_line = ""
        """The line that asked for a hint, to run again once hints are allowed."""
        self.leaving = False
        """Whether the player quits after the current move."""

    def move(self, view: MatchView) -> Move:
        edition = view.agreement.edition
        if Act.REVEAL in view.legal:
            return Reveal()
        if Act.SET_CODE in view.legal:
            with self._shield():
                self._list_colours(edition)
                return self._ask(view, "set the code", lambda line: SetCode(_secret(edition, line)))
        if Act.ANSWER in view.legal:
            with self._shield():
                self._show(view)
                return self._ask(view, f"answer {_last_guess(view)}", lambda line: _answer(edition, line))
        self._say(*self._hint)
        self._hint = ()
        # After a refused line, do not draw the same board again.
        if self._shown != (shown := (len(view.games), view.game.board, view.game.phase)):
            self._show(view)
            self._shown = shown
        return self._judge(view) if Act.ACCEPT in view.legal else self._guess(view)

    def _guess(self, view: MatchView) -> Move:
        """Return a guess, or a TimeOut if the player took too long."""
        edition, played = view.agreement.edition, len(view.game.board.rows)
        # A refused line does not restart the clock.
        if self._turn != (turn := (len(view.games), played)):
            self._turn, self._began = turn, self._clock()
        limit = view.game.time_limit
        within = "" if limit is None else f" within {limit} s"
        prompt = f"row {played + 1} of {edition.rows}{within}"
        move: Move | None
        try:
            move = self._ask(view, prompt, lambda line: _guess(edition, line))
        except Leave:
            # Quitting does not escape the clock: a late quit costs the row.
            self.leaving, move = True, None
        late = limit is not None and self._clock() - self._began > limit
        if late and (move is None or isinstance(move, Guess | Hint)):
            self._console.say("Too late: the time for this row was up.")
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
        return self._ask(view, "claim or accept", _require_decision)

    def _ask(self, view: MatchView, prompt: str, read: Callable[[str], Move]) -> Move:
        """Return the move that the player types."""
        while True:
            line, self._pending_line = (
                self._pending_line or self._console.ask(f"{self._name}, {prompt}: "),
                "",
            )
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
                    if asked := self._take_hint(view, line):
                        return asked
                elif word not in _COMMANDS:
                    return read(line)
                elif move := self._command(view, _COMMANDS[word][0]):
                    return move
            except CodepegsError as error:
                self._console.say(str(error))

    def _command(self, view: MatchView, act: Act) -> Move | None:
        if act is Act.ABANDON:
            sure = confirm(self._console, "End this match for good, without a winner?")
            return Abandon(view.game.seat) if sure else None
        if view.game.seat is not Seat.CODEBREAKER:
            raise NotNow("Only the codebreaker can do that.")
        if act is Act.GIVE_UP and act in view.legal:
            sure = confirm(self._console, "Give up this game?")
            return GiveUp() if sure else None
        if act is Act.CLAIM and act in view.legal:
            return find_claim(view.game.board, view.game.code)
        moves: dict[Act, Move] = {Act.GIVE_UP: GiveUp(), Act.CLAIM: Claim(()), Act.ACCEPT: Accept()}
        return moves[act]

    def _take_hint(self, view: MatchView, line: str) -> Move | None:
        """Return the next hint, or AllowHints if hints are not allowed yet and both players agree."""
        game, edition = view.game, view.agreement.edition
        if Act.GUESS not in view.legal:
            raise NotNow("Only the codebreaker can ask for a hint, and only before a guess.")
        if not game.hints_allowed:
            one, two = view.agreement.players
            question = f"This match is played without hints. {one} and {two}, do you both want to allow them?"
            if not confirm(self._console, question):
                return None
            self._pending_line = line
            return AllowHints()
        if not game.hints_left:
            raise NotNow("You have taken all hints for this row. Please guess.")
        # This loads numpy, which a match without hints does not need.
        from codepegs.analysis.hint import find_hint

        plan = line.strip()[len(_HINT) :]
        planned = user_input.read_code(edition, plan) if plan.strip() else None
        step = game.hints_left[0]
        self._hint = find_hint(game.board, planned).sentences(step)
        return Hint(step)

    def _help(self, view: MatchView) -> None:
        edition = view.agreement.edition
        keys = edition.box.keys
        if Act.ANSWER in view.legal:
            letters = keys.black[0] + 2 * keys.white[0]
            self._say(
                f"An answer is two numbers, first {keys.black}, then {keys.white}: 1 2.",
                f"Letters work too: {letters}. If there are no key pegs, type 0 0.",
            )
        else:
            colours = ", ".join(f"{hue.letter} {hue.name}" for hue in edition.hues)
            self._say(
                f"A code has {sentences.pluralize(edition.pegs, 'peg')}. "
                f"Type letters, such as {example_guess(edition)},",
                "or names or numbers separated by spaces.",
                f"Colours: {colours}{', - for an empty hole' if edition.blanks else ''}.",
            )
        hints = (
            "  hint     get a hint for this row; up to three, each tells more. Add a guess, such as",
            f"           hint {example_guess(edition)}, to learn whether it can be the code",
        )
        self._say(
            "You can also type:",
            *(f"  {word:<8} {meaning}" for word, (act, meaning) in _COMMANDS.items() if act in view.legal),
            *(hints if Act.GUESS in view.legal else ()),
            "  board    show the board again",
            "  rules    show the rules of this edition",
            "  quit     leave; the match is saved and you can resume it",
        )

    def _list_colours(self, edition: Edition) -> None:
        """List the colours for the codemaker, who sees no board."""
        console = self._console
        pegs = sentences.pluralize(edition.pegs, "peg")
        console.say(f"A code has {pegs} of these colours. Type help to learn more.")
        console.show(text.colours(edition, ansi=console.style.ansi, ascii_only=console.style.ascii_only))

    def _show(self, view: MatchView) -> None:
        # If the screen cannot be hidden, the codemaker has to remember the code.
        exposed = Act.ANSWER in view.legal and self._shared_screen and not self._console.can_hide
        self._console.say()
        self._console.show(
            text.draw(
                view.game.board,
                None if exposed else view.game.code,
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
        return self._console.shielded(self._name, self._opponent) if self._shared_screen else nullcontext()


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


def _require_decision(line: str) -> Move:
    raise NotationError("Type claim to make the game void, or accept to let it count.")


def _last_guess(view: MatchView) -> str:
    guess = view.game.board.rows[-1].guess
    assert guess is not None
    return view.agreement.edition.spell(guess)
