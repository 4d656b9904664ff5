"""Storage: an archive of matches and a server's tables.

A move that was acknowledged is never lost and never stored twice. Importing this package loads no
database; :func:`open_archive` and :func:`open_tables` do.
"""

from codepegs.storage.archive import Added, Archive, Entry, MatchId, new_id
from codepegs.storage.connect import backup, check, copy, open_archive, open_existing, open_tables
from codepegs.storage.statistics import DailyTally, OpponentTally, SoloStatistics, SoloTally, Tally, totals
from codepegs.storage.tables import Place, TableRow, Tables

__all__ = [
    "Added",
    "Archive",
    "DailyTally",
    "Entry",
    "MatchId",
    "OpponentTally",
    "Place",
    "SoloStatistics",
    "SoloTally",
    "TableRow",
    "Tables",
    "Tally",
    "backup",
    "check",
    "copy",
    "new_id",
    "open_archive",
    "open_existing",
    "open_tables",
    "totals",
]
