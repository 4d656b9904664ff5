"""A secret gives nothing away, however it is looked at."""

import copy
import json
import pickle
import traceback
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any

import pytest

from codepegs.errors import IllegalCode
from codepegs.rules import Answers, Code, Edition, Match, Secret, SetCode, find_edition
from tests.support.strategies import code, hidden, two

CLASSIC = find_edition("classic-1", answers=Answers.HAND)
ONE, OTHER = code("FCFC"), code("ABEA")


def match_of(secret: Secret) -> Match:
    return Match.start(two(CLASSIC)).play(SetCode(secret))


def match(hides: Code) -> Match:
    return match_of(Secret(hides))


def salted(hides: Code) -> Secret:
    """A secret whose salt differs with the code, and whose commitment does not, to see which shows."""
    return Secret(hides, salt=str(hides).encode() * 8, commitment=bytes(32))


SHOWN: dict[str, Callable[[Code], object]] = {
    "repr": lambda hides: repr(Secret(hides)),
    "str": lambda hides: str(Secret(hides)),
    "format": lambda hides: format(Secret(hides)),
    "f-string": lambda hides: f"{Secret(hides)} {Secret(hides)!s} {Secret(hides)!r} {Secret(hides)!a}",
    "percent": lambda hides: "%s %r" % (Secret(hides), Secret(hides)),  # noqa: UP031 - that is the case
    "json": lambda hides: json.dumps([Secret(hides)], default=str),
    "hash": lambda hides: hash(Secret(hides)),
    "repr with a salt": lambda hides: repr(salted(hides)),
    "json with a salt": lambda hides: json.dumps([salted(hides)], default=str),
    "fields of a game with a salt": lambda hides: str(asdict(match_of(salted(hides)).game)),
    "repr of a match with a salt": lambda hides: repr(match_of(salted(hides))),
    "dir": lambda hides: dir(Secret(hides)),
    "repr of a move": lambda hides: repr(SetCode(Secret(hides))),
    "repr of a match": lambda hides: repr(match(hides)),
    "repr of a game": lambda hides: repr(match(hides).game),
    "fields of a game": lambda hides: str(asdict(match(hides).game)),
    "fields of a match": lambda hides: str(asdict(match(hides))),
    "hash of a match": lambda hides: hash(match(hides)),
    "copy": lambda hides: repr(copy.copy(Secret(hides))),
    "deep copy": lambda hides: repr(copy.deepcopy([Secret(hides)])),
}


@pytest.mark.parametrize("way", SHOWN)
def test_two_secrets_show_the_same(way: str) -> None:
    assert SHOWN[way](ONE) == SHOWN[way](OTHER)


def pickled(protocol: int, hides: Code) -> bytes:
    return pickle.dumps(Secret(hides), protocol)


def match_pickled(protocol: int, hides: Code) -> bytes:
    return pickle.dumps(match(hides), protocol)


def reduced(protocol: int, hides: Code) -> object:
    return Secret(hides).__reduce_ex__(protocol)


PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
REFUSED: dict[str, Callable[[Code], Any]] = {
    **{f"pickle {protocol}": partial(pickled, protocol) for protocol in PROTOCOLS},
    **{f"pickle a match {protocol}": partial(match_pickled, protocol) for protocol in PROTOCOLS},
    **{f"reduce {protocol}": partial(reduced, protocol) for protocol in PROTOCOLS},
    "reduce": lambda hides: Secret(hides).__reduce__(),
    "state": lambda hides: Secret(hides).__getstate__(),
    "vars": lambda hides: vars(Secret(hides)),
    "state with a salt": lambda hides: salted(hides).__getstate__(),
    "pickle with a salt": lambda hides: pickle.dumps(match_of(salted(hides))),
    "json": lambda hides: json.dumps(Secret(hides)),
    "json of a game": lambda hides: json.dumps(match(hides).game, default=asdict),
    "pegs": lambda hides: list(Secret(hides)),  # type: ignore[call-overload]
    "length": lambda hides: len(Secret(hides)),  # type: ignore[arg-type]
    "bytes": lambda hides: bytes(Secret(hides)),  # type: ignore[call-overload]
    "order": lambda hides: Secret(hides) < Secret(ONE),  # type: ignore[operator]
    "width": lambda hides: f"{Secret(hides):>10}",
}


@pytest.mark.parametrize("way", REFUSED)
def test_what_would_take_a_secret_apart_is_refused_alike_for_every_code(way: str) -> None:
    told = []
    for hides in (ONE, OTHER):
        with pytest.raises(TypeError) as refused:
            REFUSED[way](hides)
        told.append("".join(traceback.format_exception(refused.value)))
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("terms", "text"),
    [
        (find_edition("hasbro-2010"), "FCFC"),
        (find_edition("classic-1"), "FCFCF"),
        (find_edition("classic-1"), "FCF-"),
    ],
)
def test_a_refused_secret_is_not_spelled_in_the_error_or_its_traceback(terms: Edition, text: str) -> None:
    begun = Match.start(two(terms))
    with pytest.raises(IllegalCode) as refused:
        begun.play(SetCode(Secret(code(text))))
    told = "".join(traceback.format_exception(refused.value)) + repr(refused.value)
    assert refused.value.code is None
    assert text not in told
    assert terms.spell(code(text)) not in told


def test_different_secrets_have_one_hash() -> None:
    assert len({hash(Secret(hides)) for hides in find_edition("mini").codes()}) == 1
    assert len({hash(SetCode(Secret(hides))) for hides in find_edition("mini").codes()}) == 1


def test_secrets_are_equal_when_their_codes_are() -> None:
    assert Secret(code("AAB")) == Secret(code("AAB"))
    assert Secret(code("AAB")) != Secret(code("ABA"))
    assert Secret(code("AAB")) != code("AAB")
    assert len({Secret(code("AAB")), Secret(code("AAB")), Secret(code("ABA"))}) == 2


def test_a_copied_secret_is_the_same_one() -> None:
    one = Secret(ONE)
    assert copy.copy(one) is one
    assert copy.deepcopy(one) is one
    assert hidden(copy.deepcopy(match(ONE))) == ONE
