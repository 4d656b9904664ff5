"""The end of a solo game: what the player wants next."""

from __future__ import annotations

from codepegs.cli.repl.console import HELP_WORDS, Console, InputEnded
from codepegs.rules.view import MatchView

_MEANINGS = (
    "  Enter   play another solo game (not after the daily code)",
    "  share   print a spoiler-free result to share",
    "  review  print the command that analyses this game",
    "  quit    end the program",
)


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
        elif word in HELP_WORDS:
            for meaning in _MEANINGS:
                console.say(meaning)
        else:
            console.say(f"{word!r} is not one of the choices.")


def _share(match: MatchView) -> str:
    # Imported here, because it loads numpy.
    from codepegs.analysis.solo_result import share_solo_game

    return share_solo_game(match).text
