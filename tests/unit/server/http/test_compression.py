"""Compressed responses: public ones only, and only for clients that can unpack them."""

from __future__ import annotations

from collections.abc import Iterator
from gzip import decompress

import httpx
import pytest

from codepegs.server.http.compression import MIN_LENGTH
from tests.support.world import World, world

PUBLIC = ["/", "/rules", "/api/editions", "/api/editions/mini", "/api/openapi.json"]


@pytest.fixture(scope="module")
def here() -> Iterator[World]:
    with world() as running:
        yield running


def get(
    here: World, path: str, *, who: str | None = None, coding: str = "gzip"
) -> tuple[httpx.Response, bytes]:
    """Return a response and the bytes that were sent for it."""
    request = {"accept-encoding": coding} | here.headers(who)
    with here.client.stream("GET", path, headers=request) as answer:
        sent = b"".join(answer.iter_raw())
    return answer, sent


@pytest.mark.parametrize("path", PUBLIC)
def test_public_responses_are_compressed(here: World, path: str) -> None:
    packed, sent = get(here, path)
    plain, whole = get(here, path, coding="identity")
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert int(packed.headers["content-length"]) == len(sent) < len(whole) / 2
    assert decompress(sent) == whole


def test_a_short_response_is_not_compressed(here: World) -> None:
    answer, sent = get(here, "/api/levels")
    assert len(sent) < MIN_LENGTH
    assert "content-encoding" not in answer.headers


def test_what_depends_on_who_asks_is_never_compressed(here: World) -> None:
    table = here.seated("super")
    here.play(table, "Ada", "code RGBYW")
    for guess in ("RRRRR", "GGGGG", "BBBBB"):
        here.play(table, "Bob", f"guess {guess}")
    for who in ("Ada", "Bob", None):
        for path in ("", "/record"):
            answer, sent = get(here, f"/api/tables/{table}{path}", who=who)
            assert len(sent) > MIN_LENGTH or path == "/record"
            assert "content-encoding" not in answer.headers
    for _ in range(6):
        here.open("super")
    answer, sent = get(here, "/api/tables", who="Ada")
    assert len(sent) > MIN_LENGTH
    assert "content-encoding" not in answer.headers
