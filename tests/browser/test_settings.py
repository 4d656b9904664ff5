"""What the settings of a browser change at the table: what pegs look like, what moves, what sounds."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

Coming = Callable[..., Person]
COUNTED = (
    "globalThis.sounds = 0; globalThis.AudioContext = class { constructor() { globalThis.sounds += 1 } }"
)


def laying(person: Coming, settings: dict[str, str], **context: Any) -> Person:
    """Ada, with a peg in her code, and settings of her own."""
    ada = person("Ada", **context)
    ada.context.add_init_script(f"localStorage.setItem('codepegs.settings', '{json.dumps(settings)}')")
    ada.context.add_init_script(COUNTED)
    ada.open("classic-1", 2, friend="computer expert")
    ada.sees("Make a secret code")
    return ada


def computed(ada: Person, selector: str, name: str) -> str:
    return str(ada.page.locator(selector).first.evaluate(f"(peg) => getComputedStyle(peg).{name}"))


@pytest.mark.parametrize(
    ("motion", "system", "moves"),
    [
        ("auto", "no-preference", True),
        ("auto", "reduce", False),
        ("off", "no-preference", False),
        ("on", "reduce", True),
    ],
)
def test_pegs_move_where_neither_settings_nor_system_forbid_it(
    person: Coming, motion: str, system: str, moves: bool
) -> None:
    ada = laying(person, {"motion": motion}, reduced_motion=system)
    ada.lay("R")
    assert (computed(ada, ".bay.laying .peg", "animationName") == "drop") is moves


@pytest.mark.parametrize("sound", ["off", "on"])
def test_nothing_sounds_unless_it_was_asked_for(person: Coming, sound: str) -> None:
    ada = laying(person, {"sound": sound})
    # The class that counts cannot sound, which is of no interest here.
    ada.page.evaluate("addEventListener('error', (event) => event.preventDefault())")
    ada.page.locator('.swatch[data-letter="R"]').click()
    ada.page.wait_for_function(f"() => sounds === {int(sound == 'on')}")
    ada.faults.clear()


def test_a_palette_paints_pegs_anew_and_changes_at_once_in_other_tabs(person: Coming) -> None:
    ada = laying(person, {"palette": "box"})
    assert computed(ada, '.swatch[data-letter="R"] .peg', "backgroundColor") == "rgb(201, 40, 31)"
    other = ada.new_page()
    other.goto(ada.page.url)
    expect(other.locator(".tray")).to_be_visible()
    other.evaluate("codepegsSettings.keep({...codepegsSettings.read(), palette: 'bright'})")
    expect(ada.page.locator("html")).to_have_attribute("data-palette", "bright")
    assert computed(ada, '.swatch[data-letter="R"] .peg', "backgroundColor") == "rgb(227, 23, 10)"


def test_settings_that_cannot_be_read_are_as_if_there_were_none(person: Coming) -> None:
    ada = person("Ada")
    ada.context.add_init_script("localStorage.setItem('codepegs.settings', '{broken')")
    ada.open("classic-1", 2, friend="computer expert")
    ada.sees("Make a secret code")
    expect(ada.page.locator("html")).to_have_attribute("data-marks", "plain")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_theme_wins_over_the_system(person: Coming, theme: str) -> None:
    ada = laying(person, {"theme": theme}, color_scheme="dark" if theme == "light" else "light")
    dark = computed(ada, "body", "backgroundColor") == "rgb(18, 22, 23)"
    assert dark is (theme == "dark")


def test_grey_pegs_show_their_letters_and_the_settings_say_so(person: Coming) -> None:
    ada = laying(person, {"palette": "grey", "marks": "plain"})
    expect(ada.page.locator(".tray .peg .letter").first).to_be_visible()
    ada.page.get_by_role("link", name="Settings", exact=True).click()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog.get_by_text("Grey pegs always show a letter or a shape")).to_be_visible()
    dialog.get_by_label("As in the box").check()
    expect(ada.page.locator(".tray .peg .letter").first).to_be_hidden()
