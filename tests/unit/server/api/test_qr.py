"""QR codes of links: what they say, and who gets one with a secret."""

from __future__ import annotations

import logging
from io import BytesIO
from typing import Any

import pytest
import segno

from tests.support.visitor import Visitor
from tests.support.world import ORIGIN, world

KEY = "k" * 22


def qr(visitor: Visitor, table: str, fragment: str) -> Any:
    return visitor.post(f"/api/tables/{table}/qr", {"fragment": fragment})


def drawn(text: str) -> bytes:
    """Draw a link by its own definition: as segno does, as a plain picture."""
    out = BytesIO()
    segno.make_qr(text, error="m").save(out, kind="svg", border=4, omitsize=True, xmldecl=False,
                                        svgclass=None, lineclass=None, nl=False)  # fmt: skip
    return out.getvalue()


@pytest.mark.parametrize("kind", ["page", "invitation", "move"])
def test_a_code_says_the_link_that_its_player_shares(kind: str) -> None:
    with world() as here:
        ada = Visitor(here)
        opened = ada.open("Ada", None)
        table = opened["id"]
        token = ada.post(f"/api/tables/{table}/transfers").json()["token"]
        fragment = {"page": "", "invitation": opened["invitation"], "move": f"move={token}"}[kind]
        made = qr(ada, table, fragment)
        assert (made.status_code, made.headers["content-type"]) == (200, "image/svg+xml")
        link = f"{ORIGIN}/t/{table}" + (f"#{fragment}" if fragment else "")
        assert made.content == drawn(link)
        assert made.headers["cache-control"] == "no-store"
        assert b"style" not in made.content


def test_a_secret_is_drawn_for_its_player_alone() -> None:
    with world() as here:
        ada, bob = Visitor(here), Visitor(here)
        opened = ada.open("Ada", None)
        table = opened["id"]
        for fragment in ("made up", "A" * 43, "move=", "move=" + "0" * 53):
            made = qr(ada, table, fragment)
            assert (made.status_code, made.json()["refused"]["kind"]) == (403, "NotInvited")
        for visitor in (bob, Visitor(here)):
            made = qr(visitor, table, opened["invitation"])
            assert (made.status_code, made.json()["refused"]["kind"]) == (403, "NotSeated")
            assert qr(visitor, table, "").status_code == 200
        bob.join(opened, "Bob")
        token = ada.post(f"/api/tables/{table}/transfers").json()["token"]
        assert qr(bob, table, f"move={token}").status_code == 403
        assert qr(ada, table, opened["invitation"]).status_code == 403  # it is used


def test_no_secret_of_a_link_reaches_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with world() as here:
        ada = Visitor(here)
        opened = ada.open("Ada", None)
        table = opened["id"]
        token = ada.post(f"/api/tables/{table}/transfers").json()["token"]
        assert qr(ada, table, opened["invitation"]).status_code == 200
        body = {"key": KEY, "token": token}
        assert Visitor(here).post(f"/api/tables/{table}/take-over", body).status_code == 200
    written = "".join(str(vars(record)) for record in caplog.records)
    assert "draw_link" in written
    assert opened["invitation"] not in written
    assert token not in written
