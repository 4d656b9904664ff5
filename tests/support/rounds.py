"""How long the tests of faults go on: `CODEPEGS_ROUNDS=50` does everything fifty times as often.

`scripts/nightly` runs them so. Without it they are short enough for every change.
"""

import os

ROUNDS = int(os.environ.get("CODEPEGS_ROUNDS", "1"))
