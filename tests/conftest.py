"""How much Hypothesis tries: `CODEPEGS_EXAMPLES=quick` for mutation runs, `thorough` for a long night.

With `same` it tries what it tried before, so that a change is judged by the change and not
by chance; to try more of the same would find nothing the next time. What chance finds is for
everybody who runs the tests without it.
"""

import os

from hypothesis import HealthCheck, settings

# A slow machine is no fault of the code, so neither the clock of an example nor the
# time it takes to build one can fail a test.
for name, examples in {"default": 100, "same": 50, "quick": 25, "thorough": 3000}.items():
    settings.register_profile(
        name,
        max_examples=examples,
        deadline=None,
        derandomize=name in ("quick", "same"),
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile(os.environ.get("CODEPEGS_EXAMPLES", "default"))
