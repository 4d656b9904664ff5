"""QR codes of the links to a table.

A secret part of a link comes in the body of the request, because a URL would be logged somewhere.
"""

from __future__ import annotations

from io import BytesIO

from starlette.requests import Request
from starlette.responses import Response

from codepegs.protocol import messages
from codepegs.server.context import context_of, public_origin, table_id_of
from codepegs.server.http.auth import address_of
from codepegs.storage.errors import NotInvited
from codepegs.table.seats import invitation_hash

MOVE = "move="
"""Beginning of a fragment that moves a seat to another device."""


def draw_qr(text: str) -> bytes:
    """Return a QR code as SVG, with the quiet zone that scanners need. It takes about 20 milliseconds."""
    import segno

    drawn = BytesIO()
    segno.make_qr(text, error="m").save(
        drawn, kind="svg", border=4, omitsize=True, xmldecl=False, svgclass=None, lineclass=None, nl=False
    )
    return drawn.getvalue()


async def draw_link(request: Request) -> Response:
    """Draw the link to a table: its page for everybody, one with a secret for the player who has it."""
    context, name = context_of(request), table_id_of(request)
    context.authenticate(request)
    fragment = messages.decode(await context.body(request), messages.Linking).fragment
    session = await context.session_of(request)
    link = f"{public_origin(request)}/t/{name}"
    if fragment:
        seats = session.table.seats
        player = session.table.require_player(context.client_in(request, session))
        moved = context.transfers.find_seat(fragment.removeprefix(MOVE), name, seats)
        own = moved == player if fragment.startswith(MOVE) else invitation_hash(fragment) == seats.invitation
        if not own:
            raise NotInvited(name)
        link += f"#{fragment}"
    address = address_of(request)
    drawn = await context.run_job(
        ("qr", link), address, lambda: context.compute.run(draw_qr, link, address=address)
    )
    return Response(drawn, media_type="image/svg+xml")
