"""A player who types moves at the console."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from codepegs.cli.repl.codes_left import describe_codes_left
from codepegs.cli.repl.console import HELP_WORDS, Console, Leave
from codepegs.cli.repl.report import Reporter, describe_colours
from codepegs.cli.repl.sync_keyboard import SyncKeyboard
from codepegs.errors import CodepegsError, NotationError, NothingToShow, NotNow
from codepegs.notation import sentences, user_input
from codepegs.notation.drawing import text
from codepegs.notation.position import example_guess
from codepegs.notation.sentences import call_player, is_computer
from codepegs.rules.agreement import Agreement
from codepegs.rules.edition import MAX_TIME_LIMIT, Edition
from codepegs.rules.move import Act, Answer, Claim, GiveUp, Guess, Move, OwnUp, SetCode, TakeBack
from codepegs.rules.move import Leave as LeaveMatch
from codepegs.rules.seat import PlayerNumber, Seat, other_player
from codepegs.rules.secret import Secret
from codepegs.rules.view import MatchView
from codepegs.storage.errors import CannotOpenArchive, Stale
from codepegs.table import offers
from codepegs.table.view import TableView

_LIKE_AN_ANSWER = re.compile(r"[0-9]{2}|[0-9]{1,2}[\s,;+/]+[0-9]{1,2}", re.ASCII)
_OWN_UP = "own up"
_MOVES: dict[str, tuple[Act, Move, str]] = {
    "give up": (Act.GIVE_UP, GiveUp(), "give up this game; it counts as not cracked"),
    "claim": (Act.CLAIM, Claim(()), "claim that an answer is wrong; if it's proved, you replay this game"),
    _OWN_UP: (Act.OWN_UP, OwnUp(), "own up to a wrong answer; you replay this game"),
    "take back": (Act.TAKE_BACK, TakeBack(), "take back the last guess"),
}
"""Words that are a move, with the act that allows them and their meaning."""
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
    """The acts that the player can do now, each with its player."""
    alone: bool
    """Whether nobody else may look."""
    shared: bool
    """Whether both players are at this keyboard."""
    opponent_may_own_up: bool
    """Whether the other player at this keyboard may own up, while this one looks away."""

    @property
    def agreement(self) -> Agreement:
        return self.match.agreement

    @property
    def edition(self) -> Edition:
        return self.agreement.edition

    @property
    def opponent(self) -> str:
        return self.agreement.players[other_player(self.player)]

    @property
    def both(self) -> str:
        return " and ".join(self.agreement.players)

    @property
    def against_person(self) -> bool:
        """Whether the opponent can agree to something or leave."""
        return not self.agreement.solo and not is_computer(self.opponent)

    @property
    def far_opponent(self) -> bool:
        """Whether the opponent is a person at another keyboard."""
        return self.against_person and not self.shared

    @property
    def may_agree(self) -> bool:
        """Whether the terms can change now: the daily code has fixed ones, and both must see the screen."""
        return not self.alone and self.agreement.daily is None

    @property
    def may_count(self) -> bool:
        """Whether help offers to count the codes that are left. The table decides who may know it."""
        return self.role is Seat.CODEMAKER or self.match.game.hints_allowed


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
            done = False
            while not done:
                changed = self._follow(self._console.ask(f"{_prompt(turn)}: "), turn)
                done = changed or self._table.view.version != turn.view.version

    def speak_up(self, line: str, player: PlayerNumber) -> None:
        """Do what `player` has typed while somebody else has the turn."""
        if line:
            self._follow(line, self._look(player))

    def _look(self, player: PlayerNumber) -> _Turn:
        table = self._table
        view, both_look = table.view, table.shared and not table.alone
        assert view.match is not None
        return _Turn(
            player=player,
            role=table.role(player),
            view=view,
            match=view.match,
            acts=table.acts(),
            alone=table.alone,
            shared=table.shared,
            opponent_may_own_up=both_look and Act.OWN_UP in table.acts_of(other_player(player)),
        )

    def _follow(self, line: str, turn: _Turn) -> bool:
        """Do what a line says. Return whether the table may have changed."""
        words = line.casefold().split()
        first, word = "".join(words[:1]), " ".join(words)
        if word in ("quit", "exit"):
            raise Leave
        try:
            if self._table.view.moves != turn.view.moves:  # such as by a time-out
                raise Stale(turn.view.id, turn.view.moves, self._table.view.moves)
            if word in HELP_WORDS:
                self._say(*_help(turn))
            elif word == "board":
                self._draw(turn)
            elif word in ("terms", "rules"):
                self._say(*self._table.view.agreed)
            elif word == "left":
                self._say(describe_codes_left(self._table))
            elif first == _HINT:
                return self._take_hint(turn, line.strip()[len(_HINT) :].strip())
            elif first == _CLOCK:
                return self._offer_clock(turn, word)
            elif word == _OWN_UP and (Act.OWN_UP in turn.acts or turn.opponent_may_own_up):
                return self._own_up(turn)
            elif word == offers.STOP:
                return self._offer_stop(turn)
            elif (sent := self._read(turn, line, word)) is not None:
                move, player = sent
                self._table.play(move, player, at=turn.view.moves)
                return True
        except Stale:
            self._console.say("Too late: the match has moved on.")
            return True
        except CannotOpenArchive:
            raise
        except CodepegsError as error:
            self._console.say(str(error))
        return False

    def _read(self, turn: _Turn, line: str, word: str) -> tuple[Move, PlayerNumber] | None:
        """Return the move that a line means and its player, or None if the player thinks better of it."""
        if word == "leave":
            return self._leave(turn)
        if word == "gone":
            return self._declare_gone(turn)
        if word in _MOVES:
            act, move, _ = _MOVES[word]
            if act is Act.GIVE_UP and act in turn.acts and not self._console.confirm("Give up this game?"):
                return None
            return move, turn.player
        if Act.SET_CODE in turn.acts:
            code = user_input.read_code(turn.edition, line)
            turn.edition.check_secret(code)
            return SetCode(Secret(code)), turn.player
        if Act.ANSWER in turn.acts:
            feedback = user_input.read_feedback(turn.edition, line)
            turn.edition.check_feedback(feedback)
            if not turn.edition.is_possible(feedback) and not self._console.confirm(
                "No code could give this answer. Send it anyway?"
            ):
                return None
            return Answer(feedback), turn.player
        if turn.edition.pegs > 2 and _LIKE_AN_ANSWER.fullmatch(line):
            example = example_guess(turn.edition)
            raise NotationError(f"{line} looks like an answer. It is time for a guess, such as {example}.")
        guess = user_input.read_code(turn.edition, line)
        turn.edition.check_guess(guess)
        return Guess(guess), turn.player

    def _own_up(self, turn: _Turn) -> bool:
        """Ask the codemaker, who alone may learn that no answer was wrong."""
        codemaker = turn.player if Act.OWN_UP in turn.acts else other_player(turn.player)
        name, other = (turn.agreement.players[player] for player in (codemaker, other_player(codemaker)))
        console, private = self._console, nullcontext()
        with private if codemaker == turn.player else console.shielded(name, other):
            if console.confirm(f"{name}, was one of your answers wrong?"):
                try:
                    self._table.play(OwnUp(), codemaker, at=turn.view.moves)
                except NothingToShow as error:
                    if not turn.shared:
                        console.say(str(error))
                    elif console.can_hide:
                        console.ask(f"{error} Press Enter. ")
                else:
                    return True
        if turn.shared:
            console.say("The game goes on.")
        return False

    # Leaving --------------------------------------------------------------------------------

    def _leave(self, turn: _Turn) -> tuple[Move, PlayerNumber] | None:
        """Ask whether to leave the match, and at a shared keyboard who leaves."""
        if turn.shared and not turn.alone:
            player = self._ask_who_leaves(turn)
            return None if player is None else (LeaveMatch(self._table.role(player)), player)
        question = (
            "Leave this game for good? It will count as not cracked."
            if turn.agreement.solo
            else f"Leave this match for good? {call_player(turn.agreement.players, 1 - turn.player)} wins it."
        )
        return (LeaveMatch(turn.role), turn.player) if self._console.confirm(question) else None

    def _ask_who_leaves(self, turn: _Turn) -> PlayerNumber | None:
        one, two = turn.agreement.players
        choices: dict[str, PlayerNumber | None] = {
            one.casefold(): 0,
            two.casefold(): 1,
            **dict.fromkeys(("", "nobody", "n", "no")),
        }
        while True:
            line = self._console.ask(f"Who leaves for good, {one} or {two}? The other wins. [nobody]: ")
            name = line.casefold()
            if name in ("quit", "exit") and name not in choices:
                raise Leave
            if name in choices:
                return choices[name]
            self._console.say(f"Type {one}, {two} or nobody.")

    def _offer_stop(self, turn: _Turn) -> bool:
        if turn.agreement.solo:
            raise NotNow("In a solo game there is nobody to agree with. To leave, type leave.")
        question = f"{turn.both}, do you both want {sentences.name_offer(offers.STOP)}?"
        return self._offer(turn, offers.STOP, question)

    def _declare_gone(self, turn: _Turn) -> tuple[Move, PlayerNumber]:
        if not turn.far_opponent:
            raise NotNow("Your opponent isn't away. To leave the match yourself, type leave.")
        them = Seat.CODEBREAKER if turn.role is Seat.CODEMAKER else Seat.CODEMAKER
        return LeaveMatch(them), turn.player

    # Offers and hints -----------------------------------------------------------------------

    def _take_hint(self, turn: _Turn, plan: str) -> bool:
        """Take the next hint for `plan`. If hints are not allowed yet, offer to allow them."""
        game = turn.match.game
        if Act.GUESS not in turn.acts:
            title = turn.edition.box.codebreaker
            raise NotNow(f"Only the {title} can ask for a hint, and only before a guess.")
        planned = user_input.read_code(turn.edition, plan) if plan else None
        if not game.hints_allowed:
            if turn.agreement.daily is not None:
                raise NotNow("The daily code has no hints.")
            why = "Hints are off."
            if not turn.against_person and not self._console.confirm(f"{why} Turn them on?"):
                return False
            if not self._offer(turn, offers.HINTS, f"{why} {turn.both}, do you both want to turn them on?"):
                return False
            view = self._table.catch_up()
            if view.match is None or not view.match.game.hints_allowed:
                return True
        elif not game.hints_left:
            raise NotNow("You've had all the hints for this guess. Please guess.")
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
        return self._offer(turn, text, f"{turn.both}, do you both want {sentences.name_offer(text)}?")

    def _offer(self, turn: _Turn, text: str, question: str) -> bool:
        """Make an offer. Two people at one keyboard have to say yes first."""
        if turn.alone:
            raise NotNow("You both have to agree to that. Ask when you can both see the screen.")
        if turn.shared and not self._console.confirm(question):
            return False
        self._table.offer(text)
        return True

    # What to show ---------------------------------------------------------------------------

    def _show(self, turn: _Turn) -> None:
        """Show what the player needs for the turn. The codemaker who sets a code sees no board."""
        if Act.SET_CODE in turn.acts:
            console, style = self._console, self._console.style
            pegs = sentences.pluralize(turn.edition.pegs, "peg")
            if style.compact:
                console.say(f"A code has {pegs}. {describe_colours(turn.edition)}")
                return
            console.say(f"The code has {pegs} in these colours. Type help for more.")
            console.show(
                text.colours(turn.edition, style.width, ansi=style.ansi, ascii_only=style.ascii_only)
            )
        elif turn.alone and self._console.style.compact:
            if turn.match.game.code is not None and self._console.can_hide:
                self._console.say(f"Your code is {turn.edition.spell(turn.match.game.code)}.")
        elif turn.alone:
            self._draw(turn)
        else:
            self._reporter.draw_once(turn.match)

    def _draw(self, turn: _Turn) -> None:
        # If the screen cannot be hidden, the codemaker has to remember the code.
        exposed = turn.alone and not self._console.can_hide
        self._reporter.draw(turn.match, turn.match.game, exposed=exposed)

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
    within = "" if left is None else f" within {-(-left // 1000)} s"
    name = turn.agreement.players[turn.player]
    if Act.SET_CODE in turn.acts:
        return f"{name}, make a code{within}"
    if Act.ANSWER in turn.acts:
        guess = board.rows[-1].guess
        assert guess is not None
        return f"{name}, mark {turn.edition.spell(guess)}{within}"
    which = f"uess {len(board.rows) + 1} of {turn.edition.rows}{within}"
    return f"G{which}" if turn.agreement.solo else f"{name}, g{which}"


def _help(turn: _Turn) -> Iterator[str]:
    """Yield what can be typed now."""
    yield from _moves_help(turn)
    yield "You can also type:"
    for word, meaning in _words(turn):
        yield f"  {word:<9}  {meaning}"


def _moves_help(turn: _Turn) -> Iterator[str]:
    edition = turn.edition
    keys = edition.box.keys
    if Act.ANSWER in turn.acts:
        letters = keys.black.name[0] + 2 * keys.white.name[0]
        yield f"An answer is two numbers, first {keys.black.plural}, then {keys.white.plural}: 1 2."
        yield f"Letters work too: {letters}. If nothing is right, type 0 0."
    elif Act.SET_CODE in turn.acts or Act.GUESS in turn.acts:
        pegs = sentences.pluralize(edition.pegs, "peg")
        like = example_guess(edition)
        yield f"A code has {pegs}. Type letters, such as {like}, or names or numbers separated by spaces."
        yield describe_colours(edition)


def _words(turn: _Turn) -> Iterator[tuple[str, str]]:
    """Yield the words that can be typed now, with their meanings."""
    for word, (act, _, meaning) in _MOVES.items():
        if act in turn.acts:
            yield word, meaning
    if turn.opponent_may_own_up:
        yield _OWN_UP, f"let {turn.opponent} own up to a wrong answer while you look away"
    game = turn.match.game
    if Act.GUESS in turn.acts and (game.hints_left or (turn.may_agree and not game.hints_allowed)):
        yield _HINT, "get a hint for this guess; there are three, and each tells you more"
        yield (
            f"hint {example_guess(turn.edition)}",
            "the first hint also says whether this guess could be the code",
        )
    if turn.may_count:
        yield "left", "count the codes that fit all answers"
    if turn.may_agree and not turn.agreement.friendly:
        agree, agree_to = ("agree on", "agree to ") if turn.against_person else ("set", "")
        yield "clock 60", f"{agree} a time limit of 60 seconds for each guess"
        if game.time_limit is not None:
            yield "clock off", f"{agree_to}play without a time limit"
    if turn.may_agree and turn.against_person:
        yield offers.STOP, "agree to end the match without a winner"
    them = other_player(turn.player)
    if turn.far_opponent and not (turn.view.present[them] and turn.view.turn != them):
        yield "gone", f"claim the win if {turn.opponent} is away, or makes no move, for a long time"
    if Act.LEAVE in turn.acts:
        yield "leave", _meaning_of_leave(turn)
    yield "board", "show the board again"
    yield "terms", "show the rules of this match (rules works too)"
    yield "quit", "stop for now; you can come back later"


def _meaning_of_leave(turn: _Turn) -> str:
    if turn.agreement.solo:
        return "leave this game for good; it counts as not cracked"
    them = call_player(turn.agreement.players, 1 - turn.player, inside=True)
    winner = "the other player" if turn.shared else them
    return f"leave the match for good; {winner} wins"
