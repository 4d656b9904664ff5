"""What pages load: found, packed, kept for good, and painted so that it can be read."""

from __future__ import annotations

import asyncio
import re
from gzip import decompress
from posixpath import dirname, normpath

import httpx
import pytest
from starlette.applications import Starlette

from codepegs.rules.box import DARK, LIGHT, contrast
from codepegs.server.pages import palettes, static_files
from codepegs.server.pages import routes as pages


def got(path: str, **headers: str) -> httpx.Response:
    """What is answered at an address."""

    async def get() -> httpx.Response:
        transport = httpx.ASGITransport(Starlette(routes=pages.routes()))
        async with httpx.AsyncClient(transport=transport, base_url="http://pegs.example") as client:
            return await client.get(
                path, headers={name.replace("_", "-"): text for name, text in headers.items()}
            )

    return asyncio.run(get())


@pytest.mark.parametrize("name", list(static_files.load_files()))
def test_an_asset_is_served_for_good_with_its_type(name: str) -> None:
    response = got(static_files.url_of(name))
    assert (
        response.content
        == decompress(static_files.load_files()[name].gzipped)
        == static_files.load_files()[name].body
    )
    assert response.headers["content-encoding"] == "gzip"
    assert response.headers["cache-control"] == static_files.CACHE_FOREVER
    assert response.headers["content-type"] == static_files.load_files()[name].content_type


def test_an_asset_is_served_unpacked_to_who_cannot_unpack_it() -> None:
    response = got(static_files.url_of("css/tokens.css"), accept_encoding="identity")
    assert "content-encoding" not in response.headers
    assert response.content == static_files.load_files()["css/tokens.css"].body


def test_an_outdated_url_serves_the_current_file_uncached() -> None:
    response = got("/static/0123456789abcdef/css/tokens.css")
    assert response.status_code == 200
    assert "cache-control" not in response.headers


@pytest.mark.parametrize("name", ["nothing.js", "..%2fasset.py", "%2e%2e/asset.py", "/etc/hostname", ""])
def test_nothing_else_is_served(name: str) -> None:
    assert got(f"/static/{static_files.version()}/{name}").status_code == 404


SCRIPTS = [name for name in static_files.load_files() if name.endswith(".js")]


def imports(name: str) -> set[str]:
    """The names of the scripts that a script imports itself."""
    found = re.findall(r"""(?:from|import) "([^"]+)";""", static_files.load_files()[name].body.decode())
    assert all(address.startswith(("./", "../")) for address in found), "nothing comes from elsewhere"
    return {normpath(f"{dirname(name)}/{address}") for address in found}


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_imports_scripts_that_are_there(name: str) -> None:
    assert imports(name) <= set(static_files.load_files())


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_page_preloads_all_its_scripts(name: str) -> None:
    told = static_files.imports_of(name)
    for script in (name, *told):
        assert imports(script) <= set(told)


@pytest.mark.parametrize("name", list(static_files.load_files()))
def test_an_asset_names_no_other_host(name: str) -> None:
    text = static_files.load_files()[name].body.decode().replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://", text)


def test_a_table_that_nobody_knows_is_escaped() -> None:
    text = got('/t/"><script>alert(1)</script>').text
    assert "<script>alert" not in text


def test_every_colour_of_every_palette_can_be_read() -> None:
    rules = re.findall(r"--fill: (#\w{6}); --letter: (#\w{6}); --rim: (#\w{6});", palettes.stylesheet())
    assert len(rules) > len(palettes.DEFAULT_PAINTS)
    for fill, ink, rim in rules:
        assert ink in (DARK, LIGHT)
        assert contrast(fill, ink) >= 4.5
        assert max(contrast(fill, palettes.CHANNEL), contrast(rim, palettes.CHANNEL)) >= 3


@pytest.mark.parametrize("name", ["bright", "apart"])
def test_a_palette_has_known_colours_and_distinct_paints(name: str) -> None:
    fills = palettes.PALETTES[name]
    assert fills.keys() <= palettes.DEFAULT_PAINTS.keys()
    assert len(set(fills.values())) == len(fills)
