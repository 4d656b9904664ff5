"""Store of the user's tokens, one per server. With its token a player returns to a seat."""

from __future__ import annotations

import json
from pathlib import Path

import click

from codepegs.cli import paths
from codepegs.notation.sentences import escape_unprintable
from codepegs.storage import atomic_file


def read_token(server: str) -> str | None:
    """Return the token for the server at this address, or None if there is none yet."""
    return _read(paths.tokens_file()).get(server)


def save_token(server: str, token: str) -> None:
    """Store a token in a file that only this user can read."""
    file = paths.tokens_file()
    tokens = _read(file) | {server: token}
    file.parent.mkdir(parents=True, exist_ok=True)
    atomic_file.write(file, json.dumps(tokens, indent=2) + "\n")


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
    raise click.ClickException(
        f"Cannot read the tokens of your seats: {shown} is damaged. Delete this file to join new matches."
    )
