"""A player who types moves at the console."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from codepegs.cli.repl.console import Console, Leave
from codepegs.cli.repl.report import Reporter
from codepegs.cli.repl.sync_keyboard import SyncKeyboard
from codepegs.errors import CodepegsError, NotationError, NotNow
from codepegs.notation import edition_facts, sentences, user_input
from codepegs.notation.drawing import text
from codepegs.notation.position import example_guess
from codepegs.players.level import level_of
from codepegs.rules.edition import MAX_TIME_LIMIT, Edition
from codepegs.rules.move import Act, Answer, Claim, GiveUp, Guess, Move, OwnUp, SetCode, TakeBack
from codepegs.rules.move import Leave as LeaveMatch
from codepegs.rules.seat import PlayerNumber, Seat, other_player
from codepegs.rules.secret import Secret
from codepegs.rules.view import MatchView
from codepegs.storage.errors import CannotOpenArchive, Stale
from codepegs.table import offers
from codepegs.table.view import TableView

_COMMANDS: dict[str, tuple[Act, Move | None, str]] = {
    "give up": (Act.GIVE_UP, GiveUp(), "give up this game; the code counts as not broken"),
    "claim": (
        Act.CLAIM,
        Claim(()),
        "claim a wrong answer; if proven, the game is void and played again",
    ),
    "own up": (Act.OWN_UP, OwnUp(), "admit a wrong answer; the game is void and played again"),
    "take back": (Act.TAKE_BACK, TakeBack(), "take back the last row"),
    "leave": (Act.LEAVE, None, "leave the match for good; the other player wins"),
}
_HINT = "hint"
"""The word for a hint. A code after it is the guess that the player has in mind."""
_CLOCK = "clock"
"""The word for a new time limit. The seconds come after it, or `off`."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn of a player, as the board on the screen shows it."""

    player: PlayerNumber
    role: Seat
    view: TableView
    match: MatchView
    acts: Mapping[Act, PlayerNumber]
    """What the player can do."""
    alone: bool
    """Whether nobody else may look."""

    @property
    def edition(self) -> Edition:
        return self.match.agreement.edition

    @property
    def opponent(self) -> str:
        return self.match.agreement.players[other_player(self.player)]

    @property
    def both(self) -> str:
        return " and ".join(self.match.agreement.players)


class Person:
    """Asks until a line is a move, and sends it. The table decides whether the move is legal."""

    def __init__(self, console: Console, table: SyncKeyboard, reporter: Reporter) -> None:
        self._console, self._table, self._reporter = console, table, reporter

    def take_turn(self, player: PlayerNumber) -> None:
        """Ask `player` until something has changed at the table."""
        with self._shield(player):
            # Not earlier, because now the table shows the code to its codemaker.
            self._table.sit(player)
            turn = self._look(player)
            self._show(turn)
            prompt = f"{turn.match.agreement.players[player]}, {_prompt(turn)}: "
            done = False
            while not done:
                changed = self._follow(self._console.ask(prompt), turn)
                done = changed or self._table.view.version != turn.view.version

    def _look(self, player: PlayerNumber) -> _Turn:
        view, role = self._table.view, self._table.role(player)
        assert view.match is not None
        return _Turn(player, role, view, view.match, self._table.acts(), self._table.alone)

    def _follow(self, line: str, turn: _Turn) -> bool:
        """Do what a line says. Return whether the table may have changed."""
        words = line.casefold().split()
        first, word = "".join(words[:1]), " ".join(words)
        if word in ("quit", "exit"):
            raise Leave
        try:
            if self._table.view.moves != turn.view.moves:  # such as by a time-out
                raise Stale(turn.view.id, turn.view.moves, self._table.view.moves)
            if word in ("help", "?"):
                self._help(turn)
            elif word == "board":
                self._draw(turn)
            elif word == "rules":
                self._say(*edition_facts.lines(turn.edition))
            elif first == _HINT:
                return self._take_hint(turn, line.strip()[len(_HINT) :].strip())
            elif first == _CLOCK:
                return self._offer_clock(turn, word)
            elif (move := self._read(turn, line, word)) is not None:
                self._table.play(move, turn.player, at=turn.view.moves)
                return True
        except Stale:
            self._console.say("Too late: the match has moved on.")
            return True
        except CannotOpenArchive:
            raise
        except CodepegsError as error:
            self._console.say(str(error))
        return False

    def _read(self, turn: _Turn, line: str, word: str) -> Move | None:
        """Return the move that a line means, or None if the player thinks better of it."""
        if word == "leave":
            sure = self._console.confirm("Leave this match for good? The other player wins.")
            return LeaveMatch(turn.role) if sure else None
        if word in _COMMANDS:
            act, move, _ = _COMMANDS[word]
            if act is Act.GIVE_UP and act in turn.acts and not self._console.confirm("Give up this game?"):
                return None
            return move
        if Act.SET_CODE in turn.acts:
            code = user_input.read_code(turn.edition, line)
            turn.edition.check_secret(code)
            return SetCode(Secret(code))
        if Act.ANSWER in turn.acts:
            feedback = user_input.read_feedback(turn.edition, line)
            turn.edition.check_feedback(feedback)
            return Answer(feedback)
        guess = user_input.read_code(turn.edition, line)
        turn.edition.check_guess(guess)
        return Guess(guess)

    # Offers and hints -----------------------------------------------------------------------

    def _take_hint(self, turn: _Turn, plan: str) -> bool:
        """Take the next hint for `plan`. If hints are not allowed yet, offer to allow them."""
        game = turn.match.game
        if Act.GUESS not in turn.acts:
            raise NotNow("Only the codebreaker can ask for a hint, and only before a guess.")
        planned = user_input.read_code(turn.edition, plan) if plan else None
        if not game.hints_allowed:
            why = "This match is played without hints."
            computer = level_of(turn.opponent) is not None
            if computer and not self._console.confirm(f"{why} Do you want to allow them?"):
                return False
            if not self._offer(turn, offers.HINTS, f"{why} {turn.both}, do you both want to allow them?"):
                return False
            view = self._table.catch_up()
            if view.match is None or not view.match.game.hints_allowed:
                return True
        elif not game.hints_left:
            raise NotNow("You have taken all hints for this row. Please guess.")
        hint = self._table.hint(planned)
        self._table.catch_up()
        self._say(*hint)
        return True

    def _offer_clock(self, turn: _Turn, text: str) -> bool:
        try:
            offers.check(text)
        except NotationError:
            limit = f"1 to {MAX_TIME_LIMIT} seconds"
            raise NotationError(f"Type {limit}, such as clock 60, or clock off.") from None
        if turn.alone:
            raise NotNow("Both players have to agree on a clock. Ask when both can see the screen.")
        return self._offer(turn, text, f"{turn.both}, do you both want {sentences.name_offer(text)}?")

    def _offer(self, turn: _Turn, text: str, question: str) -> bool:
        """Make an offer. Two people at one keyboard have to say yes first."""
        if self._table.shared and not self._console.confirm(question):
            return False
        self._table.offer(text)
        return True

    # What to show ---------------------------------------------------------------------------

    def _show(self, turn: _Turn) -> None:
        """Show what the player needs for the turn. The codemaker who sets a code sees no board."""
        if Act.SET_CODE in turn.acts:
            console, style = self._console, self._console.style
            pegs = sentences.pluralize(turn.edition.pegs, "peg")
            console.say(f"A code has {pegs} of these colours. Type help to learn more.")
            console.show(text.colours(turn.edition, ansi=style.ansi, ascii_only=style.ascii_only))
        elif turn.alone:
            self._draw(turn)
        else:
            self._reporter.draw_once(turn.match)

    def _draw(self, turn: _Turn) -> None:
        # If the screen cannot be hidden, the codemaker has to remember the code.
        exposed = turn.alone and not self._console.can_hide
        self._reporter.draw(turn.match, turn.match.game, exposed=exposed)

    def _help(self, turn: _Turn) -> None:
        edition = turn.edition
        keys, example = edition.box.keys, example_guess(edition)
        if Act.ANSWER in turn.acts:
            letters = keys.black[0] + 2 * keys.white[0]
            self._say(
                f"An answer is two numbers, first {keys.black}, then {keys.white}: 1 2.",
                f"Letters work too: {letters}. If there is nothing to show, type 0 0.",
            )
        else:
            colours = ", ".join(f"{hue.letter} {hue.name}" for hue in edition.hues)
            self._say(
                f"A code has {sentences.pluralize(edition.pegs, 'peg')}. Type letters, such as {example},",
                "or names or numbers separated by spaces.",
                f"Colours: {colours}{', - for an empty hole' if edition.blanks else ''}.",
            )
        hints = (
            "  hint       get a hint for this row; up to three, each tells more",
            f"  {f'hint {example}':<9}  the same; the first also says whether this can be the code",
        )
        clock = (
            "  clock 60   agree on a time limit of 60 seconds for each guess",
            "  clock off  agree to play without a time limit",
        )
        self._say(
            "You can also type:",
            *(f"  {word:<9}  {meaning}" for word, (act, _, meaning) in _COMMANDS.items() if act in turn.acts),
            *(hints if Act.GUESS in turn.acts else ()),
            *(() if turn.alone else clock),
            "  board      show the board again",
            "  rules      show the rules of this edition",
            "  quit       leave; the match stays as it is",
        )

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._console.say(line)

    def _shield(self, player: PlayerNumber) -> AbstractContextManager[None]:
        """Hide the codemaker's screen from the codebreaker, if both are here."""
        if not self._table.alone:
            return nullcontext()
        names = self._table.view.names
        return self._console.shielded(names[player] or "", names[other_player(player)] or "")


def _prompt(turn: _Turn) -> str:
    board, left = turn.match.game.board, turn.view.left
    if Act.SET_CODE in turn.acts:
        return "set the code"
    if Act.ANSWER in turn.acts:
        guess = board.rows[-1].guess
        assert guess is not None
        return f"answer {turn.edition.spell(guess)}"
    within = "" if left is None else f" within {-(-left // 1000)} s"
    return f"row {len(board.rows) + 1} of {turn.edition.rows}{within}"
