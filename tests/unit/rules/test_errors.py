import inspect
import pickle
from collections.abc import Callable
from importlib import import_module

import pytest

from codepegs.compute.errors import BudgetExceeded
from codepegs.errors import (
    CodepegsError,
    IllegalCode,
    NotationError,
    RecordError,
    RuleError,
    TooLarge,
    Undecided,
    UnknownEdition,
    UnknownLevel,
    UnknownStrategy,
)


def subclasses(kind: type[CodepegsError]) -> set[type[CodepegsError]]:
    return {kind}.union(*(subclasses(child) for child in kind.__subclasses__()))


SENTENCES: list[tuple[Callable[[], CodepegsError], type[Exception], str]] = [
    (lambda: RecordError(7, "no."), ValueError, "Line 7: no."),
    (lambda: NotationError("No."), ValueError, "No."),
    (
        lambda: UnknownEdition("x", ("a", "b")),
        LookupError,
        "There is no edition 'x'. Choose one of: a, b.",
    ),
    (
        lambda: UnknownStrategy("x", ("a", "b")),
        LookupError,
        "There is no strategy 'x'. Choose one of: a, b.",
    ),
    (
        lambda: UnknownLevel("x", ("a", "b")),
        LookupError,
        "A computer has no level 'x'. Choose one of: a, b; names of people begin with another word.",
    ),
    (
        lambda: TooLarge(70_000, 65_536),
        CodepegsError,
        """There are 70,000 codes to choose from. At most 65,536 can be listed.
        Choose fewer pegs or colours.""",
    ),
    (lambda: IllegalCode("RRR", "why"), RuleError, "RRR is not allowed: why."),
    (lambda: IllegalCode(None, "why"), RuleError, "That code is not allowed: why."),
    (
        lambda: Undecided(2_000),
        RuleError,
        """On so large a board this was not decided within 2,000 steps.
        Play on: at the reveal every wrong answer shows.""",
    ),
]


@pytest.mark.parametrize(("refuse", "kind", "sentence"), SENTENCES)
def test_a_refusal_is_a_sentence(
    refuse: Callable[[], CodepegsError], kind: type[Exception], sentence: str
) -> None:
    error = refuse()
    assert isinstance(error, kind)
    assert str(error) == " ".join(sentence.split())


@pytest.mark.parametrize(("refuse", "kind", "sentence"), SENTENCES)
def test_a_refusal_from_another_process_is_the_same(
    refuse: Callable[[], CodepegsError], kind: type[Exception], sentence: str
) -> None:
    error = refuse()
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), vars(again)) == (str(error), vars(error))


SAMPLES: dict[str, object] = {
    "str": "some text",
    "str | None": "RRR",
    "tuple[str, ...]": ("a", "b"),
    "tuple[int, ...]": (1, 3),
    "int": 7,
    "float": 2.5,
}
"""A fact of each type that errors have."""
for package in ("storage", "compute", "table", "protocol", "client", "server", "tui"):
    import_module(f"codepegs.{package}.errors")
OURS = sorted(
    (kind for kind in subclasses(CodepegsError) if kind.__module__.endswith("errors")),
    key=lambda kind: kind.__name__,
)


@pytest.mark.parametrize("kind", OURS)
def test_every_error_has_a_message_and_keeps_its_facts(kind: type[CodepegsError]) -> None:
    facts: dict[str, object] = {}
    if "__init__" in vars(kind):
        parameters = inspect.signature(kind).parameters.values()
        facts = {parameter.name: SAMPLES[parameter.annotation] for parameter in parameters}
        error = kind(**facts)
    else:
        error = kind("A sentence.")
    assert str(error)
    assert vars(error).items() <= facts.items()
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (kind, str(error), vars(error))


def test_a_job_that_takes_too_much_says_of_what() -> None:
    time, memory = BudgetExceeded.time(2.5), BudgetExceeded.memory(3 << 20)
    assert (time.of, time.most) == (BudgetExceeded.TIME, 2.5)
    assert (memory.of, memory.most) == (BudgetExceeded.MEMORY, 3 << 20)
    assert "2.5 seconds" in str(time)
    assert "3 MB" in str(memory)


def test_the_facts_of_a_refusal_are_attributes() -> None:
    assert (RecordError(7, "no.").line, RecordError(7, "no.").reason) == (7, "no.")
    assert (UnknownEdition("x", ("a", "b")).slug, UnknownEdition("x", ("a", "b")).known) == ("x", ("a", "b"))
    assert (UnknownStrategy("x", ("a",)).name, UnknownStrategy("x", ("a",)).known) == ("x", ("a",))
    assert (TooLarge(3, 2).size, TooLarge(3, 2).most) == (3, 2)
    assert (IllegalCode("RRR", "why").code, IllegalCode("RRR", "why").reason) == ("RRR", "why")
    assert Undecided(2_000).steps == 2_000
