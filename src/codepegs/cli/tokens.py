"""Store of the user's tokens, one per server. With its token a player returns to a seat."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

from codepegs.cli import paths
from codepegs.errors import CodepegsError
from codepegs.notation.sentences import escape_unprintable
from codepegs.storage import atomic_file
from codepegs.storage.sqlite.lock import FileLock

LOCK_TIMEOUT = 10.0
"""Seconds to wait while another process stores a token."""


def read_token(server: str) -> str | None:
    """Return the token for the server at this address, or None if there is none yet."""
    return _read(paths.tokens_file()).get(server)


def save_token(server: str, token: str, *, instead_of: str | None = None) -> str:
    """Store a token in a file that only this user can read.

    Return the token to use: another process may have stored one for the same server meanwhile,
    unless that is the one to replace.
    """
    file = paths.tokens_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(file.with_suffix(".lock"), timeout=LOCK_TIMEOUT)
    with closing(lock), lock:
        tokens = _read(file)
        if tokens.get(server) in (None, instead_of):
            tokens[server] = token
            atomic_file.write(file, json.dumps(tokens, indent=2) + "\n")
    return tokens[server]


def _read(file: Path) -> dict[str, str]:
    try:
        tokens = json.loads(file.read_text("utf-8"))
        if all(isinstance(token, str) for token in tokens.values()):
            return dict(tokens)
    except FileNotFoundError:
        return {}
    except (ValueError, AttributeError):
        pass
    shown = escape_unprintable(str(file))
    raise CodepegsError(
        f"Cannot read the tokens of your seats: {shown} is damaged. Delete this file to join new matches."
    )
