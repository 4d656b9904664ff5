"""Who has the keyboard, and what the screen may show them."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.players.level import level_of
from codepegs.rules.agreement import Agreement
from codepegs.rules.game import Phase
from codepegs.rules.match import Match
from codepegs.rules.move import Act
from codepegs.rules.seat import PlayerNumber, Seat, other_player
from codepegs.rules.view import MatchView


@dataclass(frozen=True, slots=True)
class Sitting:
    """The player at the keyboard. Without a player it is anyone, who sees what spectators see."""

    player: PlayerNumber | None = None
    alone: bool = False
    """Whether the player must be the only one who looks, because the code is in view."""


ANYONE = Sitting()


def people(agreement: Agreement) -> tuple[PlayerNumber, ...]:
    """The players who are persons; the others are computers and need no keyboard."""
    return tuple(player for player in (0, 1) if level_of(agreement.players[player]) is None)


def wanted(match: Match) -> Sitting:
    """Return who should have the keyboard now.

    Of two people, the codemaker must be alone while the code is visible, and the
    codebreaker sees only rows. After the last row both look together. One person against
    a computer never hands over.
    """
    persons = people(match.agreement)
    if len(persons) != 2:
        return Sitting(persons[0]) if persons else ANYONE
    if match.game.phase in (Phase.SETTING, Phase.ANSWERING):
        return Sitting(match.game.codemaker, alone=True)
    if match.game.phase is Phase.GUESSING:
        return Sitting(match.game.codebreaker)
    return ANYONE


def covered(agreement: Agreement, now: Sitting, then: Sitting) -> bool:
    """Whether the screen is covered before `then`.

    It is when the keyboard goes to another pair of hands, and when somebody has to look
    away. A person who plays a computer shares it with nobody.
    """
    return len(people(agreement)) == 2 and then.player is not None and then != now


def view(match: Match, sitting: Sitting) -> MatchView:
    """Return what the screen may show. Two people see the code only while its codemaker sits alone."""
    both = len(people(match.agreement)) == 2
    return MatchView.of(match, None if both and not sitting.alone else sitting.player)


def acts(match: Match, sitting: Sitting) -> dict[Act, Seat]:
    """Return the possible acts at the keyboard, each with its seat."""
    persons = people(match.agreement)
    seated = persons if sitting.player is None else (sitting.player,)
    turn = match.turn
    # Where both could do it, it is done for the one whom the match waits for.
    ordered = sorted(seated, key=lambda player: player != turn)
    found: dict[Act, Seat] = {}
    for player in ordered:
        seat = match.game.seat(player)
        for act in match.legal(seat):
            found.setdefault(act, seat)
    return found


def opponent(agreement: Agreement, player: PlayerNumber) -> str:
    return agreement.players[other_player(player)]
