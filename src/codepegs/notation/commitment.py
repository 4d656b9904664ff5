"""Commitments: a code fixed before the first guess, for everyone to check at the reveal.

A commitment reveals nothing about the code without its salt, and no other code matches it. It
proves that the code was not changed. It does not hide the code from a server that stores
code and salt. docs/notation.md defines the format.
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
"""Length of a salt. Each code gets a new random one."""


def compute_commitment(match: Match, game: Game, code: Code, salt: bytes) -> bytes:
    """Return the commitment to `code` as the code of this game of this match."""
    edition = match.agreement.edition
    digest = sha256(TAG)
    for field in (
        match.name or "",
        f"{game.number} {game.replay}",
        str(game.codemaker),
        edition_line.write(edition),
        edition.spell(code),
    ):
        # The length prefix keeps different lists of fields from giving the same bytes.
        word = field.encode()
        digest.update(len(word).to_bytes(4, "big") + word)
    digest.update(salt)
    return digest.digest()


def commit(match: Match, code: Code, *, salt: bytes) -> SetCode:
    """Return the move that sets `code` in the game in play, with a commitment to it.

    >>> from codepegs.rules import Agreement, find_edition
    >>> mini = find_edition("mini")
    >>> match = Match.start(Agreement(mini, ("Ada", "Bob"), games=1), name="k7m2")
    >>> match = match.play(commit(match, mini.code("RGB"), salt=bytes(32)))
    >>> len(match.game.commitment), verify(match, match.game)
    (32, True)
    """
    if len(salt) != SALT_BYTES:
        raise NotationError(f"A salt must have {SALT_BYTES} bytes, not {len(salt)}.")
    return SetCode(Secret(code, salt=salt, commitment=compute_commitment(match, match.game, code, salt)))


def verify(match: Match, game: Game) -> bool | None:
    """Return whether the code of a game matches its commitment.

    Returns None if there is no commitment, or if the code is not known here.
    """
    return None if game.secret is None else _verify(match, game, game.secret)


def check(match: Match, secret: Secret) -> None:
    """Raise NotationError if `secret`, in the game in play, does not match its commitment."""
    if _verify(match, match.game, secret) is False:
        raise NotationError("The code does not match its commitment. One of them was changed.")


def _verify(match: Match, game: Game, secret: Secret) -> bool | None:
    salt = secret.salt()
    return (
        None if salt is None else compute_commitment(match, game, secret.reveal(), salt) == secret.commitment
    )
