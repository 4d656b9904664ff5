import re

import pytest

from codepegs import errors
from codepegs.errors import (
    CodepegsError,
    IllegalCode,
    NotationError,
    RecordError,
    RuleError,
    Undecided,
    UnknownEdition,
)

STOPPED = (
    "On so large a board this was not decided within 2,000 steps. "
    "Play on: at the reveal every wrong answer shows."
)


def subclasses(kind: type[CodepegsError]) -> set[type[CodepegsError]]:
    return {kind}.union(*(subclasses(child) for child in kind.__subclasses__()))


def test_the_tree_drawn_in_the_docstring_is_the_tree() -> None:
    tree = (errors.__doc__ or "").split("\n\n")[1]
    drawn: dict[str, str | None] = {}
    above: list[str] = []
    for branch, name in re.findall(r"^([│├└─ ]*)(\w+)", tree, re.MULTILINE):
        above = [*above[: len(branch) // 4], name]
        drawn[name] = above[-2] if branch else None
    ours = {kind for kind in subclasses(CodepegsError) if kind.__module__ == "codepegs.errors"}
    bases = {kind.__name__: kind.__bases__[0].__name__ for kind in ours}
    assert drawn == {**bases, "CodepegsError": None}


@pytest.mark.parametrize(
    ("error", "kind", "sentence"),
    [
        (RecordError(7, "no."), ValueError, "Line 7: no."),
        (NotationError("No."), ValueError, "No."),
        (UnknownEdition("x", ("a", "b")), LookupError, "There is no edition 'x'. Choose one of: a, b."),
        (IllegalCode("RRR", "why"), RuleError, "RRR is not allowed: why."),
        (IllegalCode(None, "why"), RuleError, "That code is not allowed: why."),
        (
            Undecided(2_000),
            RuleError,
            STOPPED,
        ),
    ],
)
def test_a_refusal_is_a_sentence_with_its_facts_beside_it(
    error: CodepegsError, kind: type[Exception], sentence: str
) -> None:
    assert isinstance(error, kind)
    assert str(error) == sentence


def test_the_facts_of_a_refusal_are_attributes() -> None:
    assert (RecordError(7, "no.").line, RecordError(7, "no.").reason) == (7, "no.")
    assert UnknownEdition("x", ("a", "b")).known == ("a", "b")
    assert (IllegalCode("RRR", "why").code, IllegalCode("RRR", "why").reason) == ("RRR", "why")
    assert Undecided(2_000).steps == 2_000
