"""Paints: the colours of an edition can be told apart, read back from the escape codes that are sent."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from codepegs.rules.catalogue import CATALOGUE
from codepegs.tui.look import Depth, Look
from codepegs.tui.paints import PEGS, ROLES, THEMES, ThemeName
from codepegs.tui.settings import Settings
from tests.support.colour import (
    BLINDNESSES,
    TERMINALS,
    Cell,
    Colour,
    Rgb,
    distance,
    read_line,
    shown,
    simulate,
)
from tests.support.match_host import Host, match_of, play, tray_of
from tests.support.strategies import played

ENVIRONMENTS = {
    Depth.TRUE: {"COLORTERM": "truecolor", "TERM": "xterm-256color"},
    Depth.MANY: {"TERM": "xterm-256color"},
    Depth.FEW: {"TERM": "xterm"},
    Depth.NONE: {"TERM": "xterm-256color", "NO_COLOR": "1"},
}
SLUGS = ("hasbro-2010", "pressman-2007", "bulls-and-cows")
"""Editions that have all colours of the catalogue between them."""
CASES: list[tuple[str, ThemeName]] = [(slug, "dark") for slug in SLUGS]
CASES += [("hasbro-2010", theme) for theme in THEMES[1:]]
"""Editions and themes. Pegs are the same in every theme, so one edition is enough for the others."""
assert {hue for slug in SLUGS for hue in CATALOGUE[slug].hues} >= {
    hue for edition in CATALOGUE.values() for hue in edition.hues
}


def set_environment(monkeypatch: pytest.MonkeyPatch, depth: Depth) -> None:
    for name in ("COLORTERM", "NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in ENVIRONMENTS[depth].items():
        monkeypatch.setenv(name, value)


async def sent(slug: str, theme: ThemeName) -> tuple[list[list[Cell]], list[list[Cell]]]:
    """Return the cells of the screen, and of the tray in it, read back from the codes for the terminal."""
    code = "ABCDE"[: CATALOGUE[slug].pegs]
    app = Host(played(match_of(slug), f"code {code}"), settings=Settings(theme=theme))
    async with play(app, size=(120, 60)) as pilot:
        await pilot.press("f2")
        await pilot.pause()
        lines = [read_line(strip.render(app.console)) for strip in app.screen._compositor.render_strips()]
        tray = tray_of(app).content_region
        return lines, [line[tray.x : tray.right] for line in lines[tray.y : tray.bottom]]


async def peg_colours(slug: str, theme: ThemeName) -> dict[str, tuple[Colour, Colour]]:
    """Return fill and cap of every colour in the tray, by letter. Key numbers are not on a peg."""
    _, (caps, bodies) = await sent(slug, theme)
    ground = bodies[0].back
    letters = {hue.letter for hue in CATALOGUE[slug].hues}
    return {
        cell.character: (cell.back, caps[column].fore)
        for column, cell in enumerate(bodies)
        if cell.character in letters and (cell.back != ground or bodies[column - 1].character == "▏")
    }


@pytest.mark.parametrize(("slug", "theme"), [case for case in CASES if case[1] != "terminal"])
@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.MANY])
async def test_many_colours_are_told_apart_by_all_eyes(
    monkeypatch: pytest.MonkeyPatch, depth: Depth, slug: str, theme: ThemeName
) -> None:
    set_environment(monkeypatch, depth)
    colours = await peg_colours(slug, theme)
    assert len(colours) == CATALOGUE[slug].colours
    fills: dict[str, Rgb] = {letter: shown(fill) for letter, (fill, _) in colours.items()}
    for one, other in combinations(fills, 2):
        assert distance(fills[one], fills[other]) >= 20, (one, other)
        for blindness in BLINDNESSES:
            pair = (simulate(fills[one], blindness), simulate(fills[other], blindness))
            assert distance(*pair) >= 8, (one, other, blindness)


@pytest.mark.parametrize(("slug", "theme"), CASES)
async def test_sixteen_colours_are_told_apart_by_fill_or_cap(
    monkeypatch: pytest.MonkeyPatch, slug: str, theme: ThemeName
) -> None:
    set_environment(monkeypatch, Depth.FEW)
    colours = await peg_colours(slug, theme)
    assert len(colours) == CATALOGUE[slug].colours
    assert all(isinstance(part, int) and part < 16 for pair in colours.values() for part in pair)
    for terminal, (one, other) in product(TERMINALS, combinations(colours, 2)):
        parts = zip(colours[one], colours[other], strict=True)
        widest = max(distance(shown(a, terminal), shown(b, terminal)) for a, b in parts)
        assert widest >= 18, (terminal, one, other)


@pytest.mark.parametrize("depth", Depth)
async def test_only_codes_that_the_terminal_knows_are_sent(
    monkeypatch: pytest.MonkeyPatch, depth: Depth
) -> None:
    set_environment(monkeypatch, depth)
    for theme in THEMES:
        lines, _ = await sent("classic-1", theme)
        kinds = {_kind(colour) for line in lines for cell in line for colour in (cell.fore, cell.back)}
        few = theme == "terminal" and depth is not Depth.NONE
        assert kinds - {None} <= ({Depth.FEW} if few else set() if depth is Depth.NONE else {depth})


def _kind(colour: Colour) -> Depth | None:
    if colour is None:
        return None
    return Depth.TRUE if not isinstance(colour, int) else Depth.MANY if colour > 15 else Depth.FEW


def test_no_colour_stands_for_two_things() -> None:
    pegs = [tone for paint in PEGS.values() for tone in (paint.fill, paint.cap, paint.shade)]
    for theme in THEMES:
        tones = {*pegs, *ROLES[theme].values()}
        assert len({tone.true for tone in tones}) == len(tones)


def test_black_and_white_have_a_rim_where_they_would_vanish() -> None:
    for theme, depth in product(THEMES, (Depth.TRUE, Depth.MANY, Depth.FEW)):
        look = Look(theme, depth)
        for ground, name in product(("ground", "panel", "board"), ("black", "white")):
            fill, around = PEGS[name].fill, ROLES[theme][ground]
            pair = (fill.true, around.true) if depth is Depth.TRUE else (fill.of_256, around.of_256)
            if look.depth is Depth.FEW:
                pair = (fill.of_16, around.of_16)
            if theme == "terminal":
                near = True
            else:
                rgb = [shown(read_hex(part) if isinstance(part, str) else part) for part in pair]
                near = distance(*rgb) < 12
            assert not near or look.rim(PEGS[name], look[ground]) is not None, (theme, depth, name, ground)


def read_hex(text: str) -> Rgb:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
