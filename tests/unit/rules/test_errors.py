"""Errors: their facts are attributes, and they survive the way from another process."""

from __future__ import annotations

import pytest

from codepegs import errors
from codepegs.errors import CodepegsError, NotationError, UnknownEdition
from tests.support.error_samples import check_pickling, subclasses

OURS = [kind for kind in subclasses(CodepegsError) if kind.__module__ == errors.__name__]


@pytest.mark.parametrize("kind", OURS)
def test_an_error_keeps_its_facts_when_it_is_pickled(kind: type[CodepegsError]) -> None:
    check_pickling(kind)


def test_errors_derive_from_the_errors_of_python() -> None:
    assert issubclass(NotationError, ValueError)
    assert issubclass(UnknownEdition, LookupError)
