"""Keeping: an archive of matches, move by move.

An acknowledged move is never lost and never doubled. Databases are loaded by
:func:`open_archive` and not before.
"""

from codepegs.storage.address import open_archive
from codepegs.storage.archive import Archive, Entry, MatchId
from codepegs.storage.statistics import Tally, totals

__all__ = ["Archive", "Entry", "MatchId", "Tally", "open_archive", "totals"]
