"""Keeping: an archive of matches, move by move.

An acknowledged move is never lost and never doubled. Databases are loaded by
:func:`open_archive` and not before.
"""

from codepegs.storage.archive import Archive, Entry, MatchId, new_id
from codepegs.storage.connect import backup, open_archive, open_tables
from codepegs.storage.statistics import Tally, totals
from codepegs.storage.tables import Added, TableRow, Tables

__all__ = [
    "Added",
    "Archive",
    "Entry",
    "MatchId",
    "TableRow",
    "Tables",
    "Tally",
    "backup",
    "new_id",
    "open_archive",
    "open_tables",
    "totals",
]
