"""Tokens that the server has issued, and what it derives from the key of a request."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from codepegs.server.http.tokens import TokenIssuer
from codepegs.storage.archive import MatchId
from codepegs.table.seats import ClientId

ISSUER, OTHER = TokenIssuer(bytes(32)), TokenIssuer(bytes(31) + b"\x01")
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
SECRET = "s" * 43
KEY = "k" * 22


@given(st.text(ALPHABET, min_size=43, max_size=43))
def test_an_issued_token_is_recognized_by_its_archive_only(secret: str) -> None:
    token = ISSUER.issue(secret)
    assert token.startswith(secret)
    assert ISSUER.is_issued(token)
    assert not OTHER.is_issued(token)


@given(st.text() | st.text(ALPHABET, min_size=60, max_size=70))
def test_a_made_up_token_is_not_issued(token: str) -> None:
    assert not ISSUER.is_issued(token)


@given(st.integers(0, 64), st.sampled_from(ALPHABET))
def test_a_changed_token_is_not_issued(place: int, letter: str) -> None:
    token = ISSUER.issue(SECRET)
    changed = token[:place] + letter + token[place + 1 :]
    assert ISSUER.is_issued(changed) is (changed == token)


def derived(issuer: TokenIssuer, owner: str, key: str) -> list[str]:
    table = issuer.table_id(ClientId(owner), key)
    return [
        table,
        issuer.invitation(ClientId(owner), key),
        issuer.seat(MatchId(table), key),
        issuer.new_session(key),
    ]


def test_a_key_gives_the_same_again_and_another_key_nothing_of_it() -> None:
    first = derived(ISSUER, "ada", KEY)
    assert derived(ISSUER, "ada", KEY) == first
    assert len(set(first)) == len(first)
    assert re.fullmatch("[a-z0-9]{10}", first[0])
    assert [len(token) for token in first[1:]] == [43, 65, 65]
    assert all(map(ISSUER.is_issued, first[2:]))
    assert not set(first) & set(derived(ISSUER, "ada", KEY + "x"))
    assert not set(first) & set(derived(OTHER, "ada", KEY))
    # A new browser is known by nothing but its key.
    assert set(first) & set(derived(ISSUER, "bob", KEY)) == {first[3]}
