"""A sample of every error class, with facts made up by their types."""

from __future__ import annotations

import inspect
import pickle

from codepegs.errors import CodepegsError

FACTS: dict[str, object] = {
    "str": "some text",
    "str | None": "RRR",
    "tuple[str, ...]": ("a", "b"),
    "tuple[int, ...]": (1, 3),
    "int": 7,
    "float": 2.5,
    "bool": True,
}
"""A fact of each type that errors have."""


def sample_facts(kind: type[CodepegsError]) -> dict[str, object]:
    """Return facts to make an error of this class with, none if it takes a sentence."""
    if "__init__" not in vars(kind):
        return {}
    parameters = inspect.signature(kind).parameters.values()
    return {parameter.name: FACTS[parameter.annotation] for parameter in parameters}


def sample(kind: type[CodepegsError]) -> CodepegsError:
    facts = sample_facts(kind)
    return kind(**facts) if facts else kind("A sentence.") if "__init__" not in vars(kind) else kind()


def subclasses(kind: type[CodepegsError]) -> list[type[CodepegsError]]:
    """Return an error class and all that derive from it in modules of errors, by name."""
    found = {kind}.union(*map(subclasses, kind.__subclasses__()))
    public = (each for each in found if each.__module__.endswith("errors"))
    return sorted(public, key=lambda each: each.__name__)


def check_pickling(kind: type[CodepegsError]) -> None:
    """Assert that an error has a message, and the same message and facts after a trip to another process."""
    error = sample(kind)
    assert str(error)
    assert vars(error).items() <= sample_facts(kind).items()
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (kind, str(error), vars(error))
