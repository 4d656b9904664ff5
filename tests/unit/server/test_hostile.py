"""Whatever is sent, the answer is a refusal in words or a deed, never a fault; and names stay names."""

from __future__ import annotations

import unicodedata
from typing import Any

from codepegs.errors import CodepegsError
from codepegs.notation import record
from codepegs.rules.agreement import MAX_NAME_LENGTH
from codepegs.rules.look_alike import skeleton
from tests.support.asgi import Talk, site
from tests.support.hostile_text import BODIES, NAMES, TURNS
from tests.support.world import World

PATHS = ("tables", "tables/{}/join", "tables/{}/moves", "tables/{}/offers", "tables/{}/replies")


def worded(answer: Any, body: dict[str, Any]) -> bool:
    """Whether a refusal says in a sentence what is wrong."""
    message = body.get("refused", {}).get("message", "")
    return 400 <= answer < 500 and message.endswith(".") and not message[:1].islower()


def test_a_random_body_is_refused(here: World) -> None:
    table, headers = here.seated(), here.headers("Ada") | {"content-type": "application/json"}
    for name, body in BODIES.items():
        for path in PATHS:
            answer = here.client.post(f"/api/{path.format(table)}", content=body, headers=headers)
            assert worded(answer.status_code, answer.json()), f"{name} at {path}: {answer.text[:80]}"


async def test_a_random_frame_is_refused() -> None:
    async with site() as here:
        await here.seat()
        for body in BODIES.values():
            async with Talk(here, f"/api/tables/{here.table}/socket", who="Ada", socket=True) as talk:
                await talk.message()
                talk.tell(body.decode("utf-8", "surrogateescape"))
                message = await talk.message()
                if "close" in message:
                    assert message == {"close": 1009, "reason": message["reason"]}
                else:
                    assert worded(400, message)
                    talk.told.put_nowait({"type": "websocket.receive", "bytes": body})
                    assert "refused" in await talk.message()
        assert (await here.registry.table(here.table)).table.moves == 0


def leaked(here: World, names: list[str]) -> list[str]:
    """The names that were taken and are none, or that do not come back as they went in."""
    found = []
    for number, name in enumerate(names):
        opening = {"edition": "mini", "games": 2, "players": [name, None]}
        host = f"Host {number // 100}"
        opened = here.post("/api/tables", opening, who=host)
        if opened.status_code == 201:
            table, view = opened.json()["id"], opened.json()["view"]
            joined = here.post(
                f"/api/tables/{table}/join",
                {"invitation": opened.json()["invitation"], "name": "Bob"},
                who=f"Friend {number}",
            )
            assert joined.status_code == 200
            text = here.client.get(f"/api/tables/{table}/record")
            listed = here.client.get("/api/tables", headers=here.headers(host)).json()["tables"]
            same = (
                view["players"][0]["name"] == name
                and name_in(text.text) == name
                and name in [one["names"][0] for one in listed if one["id"] == table]
            )
            plain = unicodedata.normalize("NFC", name) == name and not set(name) & TURNS
            if not (same and plain and 1 <= len(name) <= MAX_NAME_LENGTH):
                found.append(name)
        elif not worded(opened.status_code, opened.json()):
            found.append(name)
        waiting = here.open("mini")
        body = {"invitation": waiting["invitation"], "name": name}
        joined = here.post(f"/api/tables/{waiting['id']}/join", body, who="Eve")
        if (joined.status_code == 200) != (opened.status_code == 201 and skeleton(name) != "ada"):
            found.append(name)
    return found


def name_in(text: str) -> str | None:
    """The codemaker's name in a record that reads."""
    try:
        return record.read(text).agreement.players[0]
    except CodepegsError:
        return None


def sendable(name: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in name)


def test_a_hostile_name_is_refused_or_stays_a_name(here: World) -> None:
    # All of them sit down in tests/unit/table/test_seats.py.
    assert leaked(here, [name for name in NAMES if sendable(name)][::10]) == []
