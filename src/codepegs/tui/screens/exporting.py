"""Export of matches to files and the clipboard, and import from files, for My games."""

from __future__ import annotations

from pathlib import Path

from codepegs.errors import CodepegsError, NotationError
from codepegs.notation import position, record
from codepegs.notation.drawing import svg
from codepegs.notation.sentences import call_players
from codepegs.rules.match import Match
from codepegs.rules.view import MatchView
from codepegs.storage import atomic_file
from codepegs.storage.archive import Archive, MatchId

WAYS = {
    "copy-record": "Copy the record",
    "copy-position": "Copy the position of the last game",
    "copy-id": "Copy the ID",
    "save-record": "Save the record to a file",
    "save-picture": "Save a picture (SVG) to a file",
}
"""Actions on a match, by name."""
SUFFIXES = {"save-record": ".pegs", "save-picture": ".svg"}


def export_match(match: Match, match_id: MatchId, way: str) -> str:
    """Return a match in one of the :data:`WAYS`. A code that is still hidden stays hidden."""
    view = MatchView.of(match, None)
    game = view.game
    match way:
        case "copy-record" | "save-record":
            return record.write(match)
        case "copy-position":
            return position.write(game.board)
        case "save-picture":
            marked = game.proof.rows if game.proof else ()
            return (
                svg.draw(game.board, game.code, marked=marked, players=call_players(view.agreement.players))
                + "\n"
            )
        case _:
            return match_id


def save_text(path: str, text: str) -> Path:
    """Write a new file, or raise a CodepegsError. A file that exists is not overwritten."""
    try:
        file = Path(path).expanduser()
        if file.exists():
            raise CodepegsError(f"{file} exists already. Choose another name.")
        atomic_file.write(file, text)
    except (OSError, ValueError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or "this is not a file path"
        raise CodepegsError(f"{path} cannot be written: {reason}.") from None
    return file


def read_record_file(name: str) -> Match:
    """Return the match of a record file, or raise a CodepegsError."""
    try:
        with Path(name).expanduser().open("rb") as file:
            # At most four bytes per character. Binary mode, so that line ends stay as they are.
            text = file.read(4 * record.MAX_LENGTH + 1).decode()
    except UnicodeDecodeError:
        raise NotationError(f"{name} is not a record: it is not UTF-8 text.") from None
    except OSError as error:
        raise NotationError(f"{name} cannot be read: {error.strerror}.") from None
    except (ValueError, RuntimeError):
        raise NotationError(f"{name} is not a file path.") from None
    return record.read(text)


def import_match(archive: Archive, match: Match, *, at: int) -> MatchId | None:
    """Store a finished match. Return None for one that cannot be continued, or that is a daily code."""
    if match.outcome is None or match.agreement.daily is not None:
        return None
    name, now = archive.begin(match.agreement, at=at), Match.start(match.agreement)
    for number, move in enumerate(match.moves):
        after = now.play(move)
        archive.add(name, number, move, at=at, before=now, after=after)
        now = after
    return name
