"""Errors on the wire: status, message, facts, and the way back to the same error."""

from __future__ import annotations

import pickle

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs import errors
from codepegs.compute.errors import BudgetExceeded, WorkerCrashed
from codepegs.errors import CodepegsError
from codepegs.protocol.errors import (
    OPERATOR_ONLY,
    RETRY_AFTER,
    STATUSES,
    Fact,
    Refusal,
    ServerRefused,
    refusal,
    retry_after,
    status,
    to_error,
)
from codepegs.storage import errors as storage_errors
from codepegs.table import errors as table_errors
from tests.support.error_samples import sample, subclasses

PACKAGES = ("codepegs.errors", "codepegs.compute", "codepegs.protocol", "codepegs.storage", "codepegs.table")
KINDS = [
    kind
    for kind in subclasses(CodepegsError)
    if kind.__module__.startswith(PACKAGES) and kind is not ServerRefused
]
PRIVATE = {
    errors.ComputationError,
    WorkerCrashed,
    storage_errors.ArchiveError,
    storage_errors.ArchiveUnavailable,
    storage_errors.BackupFailed,
    storage_errors.CannotOpenArchive,
    storage_errors.CopyFailed,
    storage_errors.DamagedMatch,
    storage_errors.PlayedOnServer,
}
"""Errors whose details only the operator may see."""


def send(error: CodepegsError) -> Refusal:
    """Return the refusal that a client receives."""
    return msgspec.json.decode(msgspec.json.encode(refusal(error)), type=Refusal)


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_arrives_with_its_class_message_and_facts(kind: type[CodepegsError]) -> None:
    error, wait = sample(kind), retry_after(sample(kind))
    arrived = to_error(send(error))
    assert type(arrived) is kind
    facts = {} if kind in PRIVATE else vars(error)
    assert vars(arrived) == (facts if wait is None else facts | {"retry_after": wait})
    assert str(arrived) in OPERATOR_ONLY.values() if kind in PRIVATE else str(arrived) == str(error)


FACTS: st.SearchStrategy[Fact] = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**60), 2**60), st.text(), st.lists(st.text()).map(tuple)
)


@given(
    st.sampled_from([kind.__name__ for kind in KINDS]) | st.text(),
    st.text(),
    st.dictionaries(st.text(), FACTS),
)
def test_every_refusal_is_an_error_with_its_message(kind: str, message: str, facts: dict[str, Fact]) -> None:
    error = to_error(Refusal(kind, message, facts))
    assert str(error) == message
    if isinstance(error, ServerRefused):
        assert (error.kind, error.message) == (kind, message)
    else:
        assert vars(error) == {name: fact for name, fact in facts.items() if not name.startswith("_")}


def test_no_fact_hides_what_every_error_has() -> None:
    facts: dict[str, Fact] = dict.fromkeys(("__class__", "__notes__", "__reduce__", "add_note", "args"), "x")
    error = to_error(Refusal("Busy", "Wait.", facts | {"reason": "full"}))
    assert vars(error) == {"reason": "full"}
    assert str(pickle.loads(pickle.dumps(error))) == "Wait."


def test_a_status_belongs_to_an_error_that_exists_and_to_its_kinds() -> None:
    assert STATUSES.keys() <= {kind.__name__ for kind in KINDS}
    assert status(storage_errors.Stale("t", 1, 2)) == 409
    assert status(errors.IllegalCode("RGB", "x")) == 422


@pytest.mark.parametrize(
    ("error", "seconds"),
    [
        (table_errors.RateLimited("moves", 17), 17),
        (errors.Busy(), RETRY_AFTER),
        (storage_errors.ArchiveUnavailable("x"), RETRY_AFTER),
        (errors.NotNow("x"), None),
        (BudgetExceeded.time(10), None),
    ],
)
def test_a_refusal_says_whether_and_when_to_try_again(error: CodepegsError, seconds: int | None) -> None:
    assert retry_after(error) == send(error).facts.get("retry_after") == seconds
