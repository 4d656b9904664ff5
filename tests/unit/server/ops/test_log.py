"""The structured log: named facts, and no secret of an error or a request."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re

import pytest

from codepegs.server.ops import log
from tests.support.world import world


async def test_an_error_is_logged_without_its_message(stream: io.StringIO) -> None:
    try:
        raise ValueError("the code is RGBY")
    except ValueError as error:
        log.error("internal error", error, route="move")
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
        logging.getLogger("asyncio").error("Task %s failed", "RGBY")
        # asyncio formats this message itself, with the exception in it.
        task = asyncio.get_running_loop().create_future()
        task.set_exception(error)
        task.exception()
        asyncio.get_running_loop().call_exception_handler({"message": "Never retrieved", "future": task})
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert "RGBY" not in stream.getvalue()
    assert [line["event"] for line in lines] == [
        "internal error",
        "Exception in ASGI application",
        "Task %s failed",
        "Never retrieved",
    ]
    assert lines[0]["error"] == lines[1]["error"] == "ValueError"
    assert "test_log.py" in lines[0]["where"][0]


def test_an_internal_error_is_answered_and_logged(stream: io.StringIO) -> None:
    with world() as here:
        table = here.seated()

        def broken(*_: object, **__: object) -> None:
            raise ZeroDivisionError("RGBY")

        here.archive.add_later = broken
        answer = here.move(table, "Ada", "code RGB")
        assert (answer.status_code, answer.json()["refused"]["kind"]) == (500, "Fault")
        assert here.look(table)["moves"] == 0
    assert "ZeroDivisionError" in stream.getvalue()
    for secret in ("RGBY", "RGB", *here.tokens.values()):
        assert secret not in stream.getvalue()


def test_a_log_in_a_terminal_has_a_line_for_what_matters(stream: io.StringIO) -> None:
    log.configure(stream, style="text")
    with world() as here:
        here.client.get("/")
        here.seated()
        try:
            raise ValueError("the code is RGBY")
        except ValueError as error:
            log.error("internal error", error, route="move")
    lines = [line[10:] for line in stream.getvalue().splitlines()]
    assert lines[:2] == ["A game was opened", "A player joined"]
    assert lines[2].startswith("ERROR: Internal error error=ValueError where=test_log.py:")
    assert len(lines) == 3
    assert "Ada" not in stream.getvalue()
    assert "RGBY" not in stream.getvalue()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("place", "style", "is_json"),
    [
        (Terminal, None, False),
        (Terminal, "json", True),
        (io.StringIO, None, True),
        (io.StringIO, "text", False),
    ],
)
def test_a_log_is_json_unless_a_terminal_shows_it(
    place: type[io.StringIO], style: str | None, is_json: bool, stream: io.StringIO
) -> None:
    shown = place()
    log.configure(shown, style=style)
    log.event("a player joined")
    assert shown.getvalue().startswith("{") is is_json
    assert stream.getvalue() == ""


def test_files_of_a_page_are_not_logged(stream: io.StringIO) -> None:
    with world() as here:
        page = here.client.get("/", headers={"accept": "text/html"}).text
        for address in re.findall(r'"(/static/[^"]+)"', page):
            assert here.client.get(address).status_code == 200
    assert [json.loads(line)["route"] for line in stream.getvalue().splitlines()] == ["start"]
