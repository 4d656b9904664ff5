"""What requests cost beyond an ordinary one, which takes about a millisecond, in ordinary requests.

Measured with a match of 15,000 moves: to load it took 340 ms, to write its record 17 ms, and to
make, encode and send its view 4 ms.
"""

from __future__ import annotations

LOADED_MOVE = 1 / 40
"""For each move of a table that is read from the archive."""
VIEWED_MOVE = 1 / 4000
"""For each move of a match whose view is sent."""
WRITTEN_MOVE = 1 / 1000
"""For each move of a match whose record is written."""
LIST = 3.0
"""For a page of a client's list, which is sorted from all of their tables."""
LISTED_TABLE = 1 / 50
STATISTICS = 5.0
JOB = 5.0
"""For a job of the worker pool whose result is not in the cache."""
