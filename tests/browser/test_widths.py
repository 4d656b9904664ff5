"""At every width, nothing lies on something else, leaves its panel or makes the page scroll sideways."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

Coming = Callable[..., Person]

BREAKS = (360, 600, 780, 800, 900, 1000, 1140, 1200)
"""Widths at which a style sheet changes the layout."""
WIDTHS = sorted({*range(320, 1600, 160), *(width + off for width in BREAKS for off in (-1, 0)), 1920, 2560})
DEVICES = (
    (360, 640),
    (390, 844),
    (744, 1133),
    (768, 1024),
    (820, 1180),
    (844, 390),
    (800, 600),
    (1024, 768),
    (1140, 640),
    (1280, 640),
)
SIZES = [*((width, 800) for width in WIDTHS), *DEVICES]

FAULTS = """() => {
  const faults = [];
  const box = (node) => node.getBoundingClientRect();
  const style = (node) => getComputedStyle(node);
  const clipped = (node) => node && (style(node).clipPath !== "none" || clipped(node.parentElement));
  const seen = (node) =>
    node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !clipped(node) && box(node).width > 1;
  const called = (node) => `${node.localName}.${node.className} "${node.textContent.trim().slice(0, 30)}"`;
  const shared = (one, other) => [
    Math.min(one.right, other.right) - Math.max(one.left, other.left),
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  ];

  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");

  const panels = document.querySelectorAll(
    ".top, .board, .bay, .dock, .result, .player, .action, .card, .rev-row"
  );
  for (const panel of [...panels].filter(seen)) {
    const around = box(panel);
    const card = panel.matches(".result");
    const padding = card ? parseFloat(style(panel).paddingLeft) : 0;
    const inner = new DOMRect(around.x + padding, around.y, around.width - 2 * padding, around.height);
    for (const each of panel.querySelectorAll("button, a, h1, h2, p, b, small, span, output, .row, .plate")) {
      if (!seen(each) || each.closest(".said")) continue;
      const [wide, high] = shared(box(each), each.closest(".close") ? around : inner);
      const scrolls = card && !each.closest(".go");
      if (wide < box(each).width - 1.5 || (!scrolls && high < box(each).height - 1.5)) {
        faults.push(`${called(each)} leaves ${called(panel)}`);
      }
    }
  }
  for (const each of document.querySelectorAll("button, nav a, .btn, h1, h2, .stat span")) {
    if (seen(each) && each.scrollWidth > each.clientWidth + 1) faults.push(`${called(each)} is too narrow`);
    const { left, right } = box(each);
    if (seen(each) && (left < 0 || right > innerWidth)) faults.push(`${called(each)} leaves the window`);
  }

  for (const ring of document.querySelectorAll(".board :is(:focus-visible, .preview)")) {
    const row = box(ring.closest(".row, .bay"));
    const out = parseFloat(style(ring).outlineWidth) + parseFloat(style(ring).outlineOffset);
    const { x, y, width, height } = box(ring);
    const drawn = new DOMRect(x - out, y - out, width + 2 * out, height + 2 * out);
    if (shared(drawn, row).some((length, side) => length < [drawn.width, drawn.height][side] - .1)) {
      faults.push(`the ring of ${called(ring)} leaves its row`);
    }
  }

  const blocks = [...document.querySelectorAll(
    ".brand, .match-head, .top nav a, .tools > *, .lead > *, .legend > *, .player, .track, peg-board," +
    ".dock, .dock > *, .dock-row > *, .stepper > *, .tiles > *, .side > *, .foot-links > *, .result > *," +
    ".go > *, .page-head > *, .bigs > *, .rev, .rev-row > *, .review-board"
  )].filter((node) => seen(node) && !/fixed|absolute/.test(style(node).position));
  const sticky = (node) => node.closest(".go");
  for (const [place, one] of blocks.entries()) {
    for (const other of blocks.slice(place + 1)) {
      if (one.contains(other) || other.contains(one) || sticky(one) !== sticky(other)) continue;
      if (Boolean(one.closest(".result")) !== Boolean(other.closest(".result"))) continue;
      if (shared(box(one), box(other)).some((length) => length <= 1)) continue;
      faults.push(`${called(one)} meets ${called(other)}`);
    }
  }
  return [...new Set(faults)];
}"""


def start(person: Coming) -> Person:
    guest = person("Guest")
    guest.page.goto("/")
    expect(guest.page.locator(".swatch").first).to_be_visible()
    return guest


def coding(person: Coming) -> Person:
    ada = person("Ada")
    ada.open("classic-1", 2, friend="computer beginner")
    ada.sees("Make a secret code")
    ada.hole(re.compile("hole 1, ")).focus()
    ada.page.keyboard.press("ArrowRight")
    return ada


def marking(person: Coming) -> Person:
    ada = person("Ada")
    ada.open("classic-1 answers=hand", 2, friend="computer beginner")
    ada.set_code("RGBY")
    ada.sees("Mark")
    return ada


def guessing(person: Coming) -> Person:
    ada, bob = person("Ada"), person("Bob")
    bob.join(ada.open("hasbro-2010 answers=hand", 2, hints=True))
    ada.set_code("RGBY")
    bob.sees("Your turn")
    return bob


def match_end(person: Coming) -> Person:
    ada, bob = person("Ada"), person("Bob")
    bob.join(ada.open("mini", 1))
    ada.set_code("RGB")
    bob.guess("RRB")
    bob.guess("RGB")
    bob.result("cracked")
    expect(bob.page.locator(".result .three .stat").first).to_be_visible()
    return bob


def void(person: Coming) -> Person:
    ada, bob = person("Ada"), person("Bob")
    bob.join(ada.open("mini answers=hand", 1))
    ada.set_code("RGB")
    bob.guess("RRR")
    ada.answer(0, 0)
    bob.guess("RGB")
    ada.answer(3, 0)
    expect(ada.page.locator(".result .go")).to_be_visible()
    return ada


def review(person: Coming) -> Person:
    bob = match_end(person)
    bob.page.get_by_role("link", name="Review").click()
    expect(bob.page.locator(".rev .verdict").first).to_be_visible()
    return bob


@pytest.mark.parametrize("arrive", [start, coding, guessing, marking, match_end, void, review])
def test_nothing_overlaps_at_any_width(person: Coming, arrive: Callable[[Coming], Person]) -> None:
    page = arrive(person).page
    faults = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if found := page.evaluate(FAULTS):
            faults[f"{width}x{height}"] = found
    assert faults == {}
