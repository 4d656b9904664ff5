"""The end of a solo game: how it compares with perfect play, and what the player wants next."""

from __future__ import annotations

from codepegs.cli.repl.console import Console, InputEnded
from codepegs.notation import share
from codepegs.rules.daily import daily_number
from codepegs.rules.view import MatchView


def describe_par(match: MatchView) -> str | None:
    """Return the sentence about par on this board, or None if it is not proved."""
    # Imported here, because it loads numpy, which a game in play does not need.
    from codepegs.engine.par import find_par

    par = find_par(match.agreement.edition)
    return None if par is None else share.describe_par(par)


def ask_after_solo(console: Console, match: MatchView, *, review: str | None) -> bool:
    """Ask until the player wants another game, or none. Return whether it is another one.

    `review` is the ID by which the game can be reviewed. A pipe may end here.
    """
    daily = match.agreement.daily is not None
    words = ["share", *(["review"] if review else []), "quit"]
    other = f"{', '.join(words[:-1])} or {words[-1]}"
    prompt = f"Type {other}: " if daily else f"Press Enter to play again, or type {other}: "
    while True:
        try:
            word = console.ask(prompt).casefold()
        except InputEnded:
            return False
        if word in ("", "again", "play again"):
            if not daily:
                console.say()
                return True
            console.say("There is one daily code per day. To play a solo game, run: codepegs play")
        elif word == "share":
            console.show(_share(match))
        elif word == "review" and review:
            console.say(f"To review this game, run: codepegs review {review}")
        elif word in ("quit", "exit"):
            return False
        else:
            console.say(f"{word!r} is not one of the choices.")


def _share(match: MatchView) -> str:
    from codepegs.engine.par import find_par

    agreement = match.agreement
    number = None if agreement.daily is None else daily_number(agreement.daily)
    return share.share_text(match.game.board, par=find_par(agreement.edition), daily=number)
