"""What pages load: found, packed, kept for good, and painted so that it can be read."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from gzip import decompress
from posixpath import dirname, normpath
from urllib.robotparser import RobotFileParser

import httpx
import msgspec
import pytest

from codepegs.notation.drawing import poster
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


@pytest.mark.parametrize("name", list(static_files.load_files()))
def test_an_asset_is_served_for_good_with_its_type(here: World, name: str) -> None:
    response = got(here, static_files.url_of(name))
    assert (
        response.content
        == decompress(static_files.load_files()[name].gzipped)
        == static_files.load_files()[name].body
    )
    assert response.headers["content-encoding"] == "gzip"
    assert response.headers["cache-control"] == static_files.CACHE_FOREVER
    assert response.headers["content-type"] == static_files.load_files()[name].content_type


def test_an_asset_is_served_unpacked_to_who_cannot_unpack_it(here: World) -> None:
    response = got(here, static_files.url_of("css/tokens.css"), accept_encoding="identity")
    assert "content-encoding" not in response.headers
    assert response.content == static_files.load_files()["css/tokens.css"].body


def test_an_outdated_url_serves_the_current_file_uncached(here: World) -> None:
    response = got(here, "/static/0123456789abcdef/css/tokens.css")
    assert response.status_code == 200
    assert response.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("name", ["nothing.js", "..%2fasset.py", "%2e%2e/asset.py", "/etc/hostname", ""])
def test_nothing_else_is_served(here: World, name: str) -> None:
    assert got(here, f"/static/{static_files.version()}/{name}").status_code == 404


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
    text = static_files.load_files()[name].body.decode("latin-1").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://", text)


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


def test_the_touch_icon_and_the_favicon_are_pictures() -> None:
    files = static_files.load_files()
    assert png_size(files["icons/apple-touch-icon.png"].body) == (180, 180)
    favicon = files["icons/favicon.ico"].body
    kind, count, width, size, start = struct.unpack("<xxHHB7xII", favicon[:22])
    assert (kind, count, width, size + start) == (1, 1, 32, len(favicon))
    assert png_size(favicon[start:]) == (32, 32)


def test_the_icon_is_what_the_program_draws() -> None:
    """If this fails, run `scripts/icons.py`."""
    assert poster.icon() in static_files.load_files()["icon.svg"].body.decode()


def test_a_table_that_nobody_knows_is_escaped(here: World) -> None:
    text = got(here, '/t/"><script>alert(1)</script>').text
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


@pytest.mark.parametrize("name", ["bright", "apart"])
@pytest.mark.parametrize("edition", ["classic-1", "bulls-and-cows"])
def test_a_palette_paints_every_peg_of_an_edition(name: str, edition: str) -> None:
    sheet = palettes.stylesheet()
    painted = re.findall(rf'\[data-palette="{name}"\] \[data-colour="(\w+)"\]', sheet)
    assert {hue.name for hue in CATALOGUE[edition].hues} <= set(painted)


def test_style_sheets_work_in_browsers_without_light_dark() -> None:
    sheets = [file.body.decode() for name, file in static_files.load_files().items() if name.endswith(".css")]
    assert len(sheets) > 5
    assert not [sheet for sheet in sheets if "light-dark(" in sheet]
