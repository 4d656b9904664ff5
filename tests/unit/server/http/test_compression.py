"""Compressed responses: public ones only, and only for clients that can unpack them."""

from __future__ import annotations

from gzip import decompress

import httpx
import pytest

from codepegs.server.http.compression import MIN_LENGTH
from tests.support.world import World


def get(
    here: World, path: str, *, who: str | None = None, coding: str = "gzip"
) -> tuple[httpx.Response, bytes]:
    """Return a response and the bytes that were sent for it."""
    request = {"accept-encoding": coding} | here.headers(who)
    with here.client.stream("GET", path, headers=request) as answer:
        sent = b"".join(answer.iter_raw())
    return answer, sent


@pytest.mark.parametrize("path", ["/", "/api/editions", "/api/openapi.json"])
def test_public_responses_are_compressed(here: World, path: str) -> None:
    packed, sent = get(here, path)
    plain, whole = get(here, path, coding="identity")
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert int(packed.headers["content-length"]) == len(sent) < len(whole) / 2
    assert decompress(sent) == whole


def test_a_short_response_and_what_depends_on_who_asks_are_not_compressed(here: World) -> None:
    table = here.seated("super")
    here.play(table, "Ada", "code RGBYW")
    for guess in ("RRRRR", "GGGGG", "BBBBB"):
        here.play(table, "Bob", f"guess {guess}")
    for _ in range(6):
        here.open("super")
    for who, path in ((None, "/api/levels"), ("Ada", f"/api/tables/{table}/record")):
        assert "content-encoding" not in get(here, path, who=who)[0].headers
    for who, path in (("Ada", ""), ("Bob", f"/{table}"), (None, f"/{table}")):
        answer, sent = get(here, f"/api/tables{path}", who=who)
        assert len(sent) > MIN_LENGTH
        assert "content-encoding" not in answer.headers
