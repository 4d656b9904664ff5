"""Commitments: a code fixed before the first guess, for everyone to check at the reveal.

Whoever sees a commitment learns nothing of the code without its salt, and whoever made it
cannot open it to another code. It shows that the code was not changed. It does not keep
whoever holds code and salt, such as a server, from looking. docs/notation.md defines it.
"""

from __future__ import annotations

from hashlib import sha256

from codepegs.errors import NotationError
from codepegs.notation import edition_line
from codepegs.rules.code import Code
from codepegs.rules.game import Game
from codepegs.rules.match import Match
from codepegs.rules.move import SetCode
from codepegs.rules.secret import Secret

TAG = b"codepegs commitment 1\n"
SALT_BYTES = 32
"""Bytes of a salt, which is random and made anew for each code."""


def compute_commitment(match: Match, game: Game, code: Code, salt: bytes) -> bytes:
    """What fixes `code` as that of `game`, in this match and nowhere else."""
    edition = match.agreement.edition
    digest = sha256(TAG)
    for field in (
        match.name or "",
        f"{game.number} {game.replay}",
        str(game.codemaker),
        edition_line.write(edition),
        edition.spell(code),
    ):
        # With their lengths before them, no two rows of fields run together to the same bytes.
        word = field.encode()
        digest.update(len(word).to_bytes(4, "big") + word)
    digest.update(salt)
    return digest.digest()


def commit(match: Match, code: Code, *, salt: bytes) -> SetCode:
    """The move that hides `code` in the game in play, with a commitment to it.

    >>> from codepegs.rules import Agreement, find_edition
    >>> mini = find_edition("mini")
    >>> match = Match.start(Agreement(mini, ("Ada", "Bob"), games=1), name="k7m2")
    >>> match = match.play(commit(match, mini.code("RGB"), salt=bytes(32)))
    >>> len(match.game.commitment), verify(match, match.game)
    (32, True)
    """
    if len(salt) != SALT_BYTES:
        raise NotationError(f"A salt has {SALT_BYTES} bytes, not {len(salt)}.")
    return SetCode(Secret(code, salt=salt, commitment=compute_commitment(match, match.game, code, salt)))


def verify(match: Match, game: Game) -> bool | None:
    """Whether the code of `game`, one of `match`, is the code that was committed to.

    None where this cannot be said: nothing was committed to, or the code is not known here.
    """
    return None if game.secret is None else _verify(match, game, game.secret)


def check(match: Match, secret: Secret) -> None:
    """Raise NotationError where `secret`, for the game in play, has a commitment that it does not open."""
    if _verify(match, match.game, secret) is False:
        raise NotationError("The code does not open its commitment: one of them was changed.")


def _verify(match: Match, game: Game, secret: Secret) -> bool | None:
    salt = secret.salt()
    return (
        None if salt is None else compute_commitment(match, game, secret.reveal(), salt) == secret.commitment
    )
