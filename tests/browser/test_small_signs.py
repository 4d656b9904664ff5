"""Small signs that people need: whose turn it is, answers without a peg, keys, and what folds."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.person import Person

Coming = Callable[..., Person]


def seated(person: Coming, **context: object) -> tuple[Person, Person]:
    """Ada has hidden RGBY, and Bob is to guess."""
    ada, bob = person("Ada"), person("Bob", **context)
    bob.join(ada.open("classic-1", 1))
    ada.set_code("RGBY")
    bob.sees("Your turn: guess 1")
    return ada, bob


def test_the_turn_shows_in_forced_colours(person: Coming) -> None:
    _, bob = seated(person, forced_colors="active")
    outlined = [
        player.locator(".name").inner_text()
        for player in bob.page.locator(".player").all()
        if player.evaluate("(player) => getComputedStyle(player).outlineStyle") == "solid"
    ]
    assert outlined == ["You"]


def test_an_answer_without_pegs_differs_from_no_answer(person: Coming) -> None:
    _, bob = seated(person)
    bob.guess("WWKK")
    line = "(plate) => getComputedStyle(plate, '::after').content"
    wood = "(plate) => getComputedStyle(plate).backgroundImage"
    answered, open_ = bob.row(1).locator(".plate"), bob.row(3).locator(".plate")
    assert (answered.evaluate(line), open_.evaluate(line)) == ('""', "none")
    assert "gradient" in answered.evaluate(wood)
    assert open_.evaluate(wood) == "none"
    expect(answered.locator(".key, .dimple")).to_have_count(0)
    expect(bob.row(1).get_by_label("row 1, answer: 0 black, 0 white")).to_be_visible()


def test_each_colour_names_its_key_and_no_other_key_lays_a_peg(person: Coming) -> None:
    _, bob = seated(person)
    titles = [swatch.get_attribute("title") for swatch in bob.page.locator(".swatch").all()]
    assert titles == ["red (R)", "blue (B)", "yellow (Y)", "green (G)", "white (W)", "black (K)"]
    bob.page.keyboard.type("789a")
    bob.page.keyboard.type("6")
    expect(bob.hole("row 1, hole 1, black")).to_be_visible()
    expect(bob.page.locator("[data-hole] .peg")).to_have_count(1)


def test_a_name_with_a_joined_emoji_is_refused_in_a_sentence_one_can_act_on(person: Coming) -> None:
    ada, bob = person("Ada"), person("👨\u200d👩\u200d👧")
    bob.refused = True
    bob.join(ada.open("classic-1", 1))
    refusal = bob.page.locator("#join-refusal")
    expect(refusal).to_contain_text("joined character or emoji")


def test_every_kind_of_puzzle_on_offer_can_be_made_in_an_edition_without_blanks(person: Coming) -> None:
    ada = person("Ada")
    ada.page.goto("/puzzle")
    ada.page.get_by_text("Kind of puzzle").click()
    themes = ada.page.get_by_label("Theme").locator("option")
    values = [option.get_attribute("value") for option in themes.all()]
    assert len(values) == 2
    for theme in values:
        made = ada.context.request.get(f"/api/puzzles/new?edition=mini&theme={theme}&difficulty=easy&seed=1")
        assert made.ok, made.text()


def test_what_folds_has_a_mark(person: Coming) -> None:
    ada = person("Ada")
    for address in ("/analysis", "/puzzle"):
        ada.page.goto(address)
        summary = ada.page.locator("main summary").first
        expect(summary).to_be_visible()
        mark = "(summary) => getComputedStyle(summary, '::before').borderRightWidth"
        assert summary.evaluate(mark) == "2px"


def test_spectators_are_told_of_others_alone(person: Coming) -> None:
    ada, eve = person("Ada"), person("Eve")
    link = ada.open("mini", 2, friend="computer beginner")
    eve.watch(link)
    ada.reads("1 watching")
    expect(eve.page.get_by_text("1 watching")).to_have_count(0)
    person("Dan").watch(link)
    eve.reads("1 more watching")


def test_a_phone_leads_to_the_statistics(person: Coming) -> None:
    ada = person("Ada", viewport={"width": 390, "height": 844})
    ada.page.goto("/")
    ada.press("Menu")
    ada.page.get_by_role("navigation", name="Menu").get_by_role("link", name="Statistics").click()
    ada.sees("Statistics")
