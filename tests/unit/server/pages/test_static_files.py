"""What pages load: found, packed, kept for good, and painted so that it can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from gzip import decompress
from posixpath import dirname, normpath
from urllib.robotparser import RobotFileParser

import httpx
import msgspec
import pytest

from codepegs.rules.box import DARK, LIGHT, contrast
from codepegs.rules.catalogue import CATALOGUE
from codepegs.server.pages import palettes, static_files
from tests.support.png import png_size
from tests.support.world import World, world


@pytest.fixture(scope="module")
def here() -> Iterator[World]:
    with world() as running:
        yield running


def got(here: World, path: str, **headers: str) -> httpx.Response:
    """What is answered at an address."""
    answer: httpx.Response = here.client.get(
        path, headers={name.replace("_", "-"): text for name, text in headers.items()}
    )
    return answer


def test_assets_are_served_for_good_with_their_types(here: World) -> None:
    for name, file in static_files.load_files().items():
        response = got(here, static_files.url_of(name))
        assert response.content == decompress(file.gzipped) == file.body
        assert response.headers["content-encoding"] == "gzip"
        assert response.headers["cache-control"] == static_files.CACHE_FOREVER
        assert response.headers["content-type"] == file.content_type


def test_an_asset_is_served_unpacked_to_who_cannot_unpack_it(here: World) -> None:
    response = got(here, static_files.url_of("css/tokens.css"), accept_encoding="identity")
    assert "content-encoding" not in response.headers
    assert response.content == static_files.load_files()["css/tokens.css"].body
    outdated = got(here, "/static/0123456789abcdef/css/tokens.css")
    assert (outdated.content, outdated.headers["cache-control"]) == (response.content, "no-store")


@pytest.mark.parametrize("name", ["nothing.js", "..%2fasset.py", "%2e%2e/asset.py", "/etc/hostname", ""])
def test_nothing_else_is_served(here: World, name: str) -> None:
    assert got(here, f"/static/{static_files.version()}/{name}").status_code == 404


SCRIPTS = [name for name in static_files.load_files() if name.endswith(".js")]


def imports(name: str) -> set[str]:
    """The names of the scripts that a script imports itself."""
    found = re.findall(r"""(?:from|import) "([^"]+)";""", static_files.load_files()[name].body.decode())
    assert all(address.startswith(("./", "../")) for address in found), "nothing comes from elsewhere"
    return {normpath(f"{dirname(name)}/{address}") for address in found}


def test_a_page_preloads_all_its_scripts() -> None:
    for name in SCRIPTS:
        told = set(static_files.imports_of(name))
        assert told <= set(SCRIPTS)
        for script in (name, *told):
            assert imports(script) <= told


def test_no_asset_names_another_host() -> None:
    for name, file in static_files.load_files().items():
        text = file.body.decode("latin-1").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://", text), name


@pytest.mark.parametrize(("path", "name"), static_files.AT_ROOT.items())
def test_icons_are_served_at_the_root_too(here: World, path: str, name: str) -> None:
    response = got(here, path)
    assert response.content == static_files.load_files()[name].body
    assert response.headers["content-type"] == static_files.load_files()[name].content_type
    assert response.headers["cache-control"] == "public, max-age=86400"


def test_robots_may_read_pages_but_not_the_api(here: World) -> None:
    robots = RobotFileParser()
    robots.parse(got(here, "/robots.txt").text.splitlines())
    assert robots.can_fetch("anybot", "/")
    assert robots.can_fetch("anybot", "/t/abcdefghij")
    assert not robots.can_fetch("anybot", "/api/tables")


def test_the_manifest_names_icons_of_the_sizes_it_says(here: World) -> None:
    manifest = msgspec.json.decode(static_files.load_files()["manifest.webmanifest"].body)
    for icon in manifest["icons"]:
        file = static_files.load_files()[icon["src"]]
        assert file.content_type == icon["type"]
        if icon["type"] == "image/png":
            assert icon["sizes"] == "{}x{}".format(*png_size(file.body))
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert sizes >= {"any", "192x192", "512x512"}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for path in (manifest["start_url"], *(shortcut["url"] for shortcut in manifest["shortcuts"])):
        assert got(here, path).status_code == 200


def test_every_colour_of_every_palette_can_be_read() -> None:
    rules = re.findall(r"--fill: (#\w{6}); --letter: (#\w{6}); --rim: (#\w{6});", palettes.stylesheet())
    assert len(rules) > len(palettes.DEFAULT_PAINTS)
    for fill, ink, rim in rules:
        assert ink in (DARK, LIGHT)
        assert contrast(fill, ink) >= 4.5
        assert max(contrast(fill, palettes.CHANNEL), contrast(rim, palettes.CHANNEL)) >= 3


@pytest.mark.parametrize("name", ["bright", "apart"])
def test_a_palette_paints_every_peg_of_an_edition_apart(name: str) -> None:
    fills = palettes.PALETTES[name]
    assert fills.keys() <= palettes.DEFAULT_PAINTS.keys()
    assert len(set(fills.values())) == len(fills)
    painted = re.findall(rf'\[data-palette="{name}"\] \[data-colour="(\w+)"\]', palettes.stylesheet())
    for edition in ("classic-1", "bulls-and-cows"):
        assert {hue.name for hue in CATALOGUE[edition].hues} <= set(painted)
