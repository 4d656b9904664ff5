"""What two players owe each other: terms, wrong answers, owning up, leaving, stopping, clocks."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.person import Person

Coming = Callable[..., Person]


def sit_down(person: Coming, edition: str, games: int = 1) -> tuple[Person, Person]:
    """Ada makes the first code, and Bob has come by her link."""
    ada, bob = person("Ada"), person("Bob")
    bob.join(ada.open(edition, games))
    ada.sees("Make a secret code")
    bob.sees("Ada is making a code")
    return ada, bob


def test_all_terms_are_open_to_the_invited_and_to_everybody_later(person: Coming) -> None:
    ada, bob, eve = person("Ada"), person("Bob"), person("Eve")
    link = ada.open("classic-1 scoring=key-pegs bonus=30 rows=8 answers=hand codemaker-time=600", 2)
    agreed = ada.context.request.get(f"/api/tables/{ada.page.url.rpartition('/')[2]}").json()["agreed"]
    bob.page.goto(link)
    expect(bob.page.locator('[data-part="joining"] .terms li')).to_have_text(
        [text.replace("The player who joins", "Bob") for text in agreed]
    )
    assert re.search(r"exact peg.* 30 extra.* 10 minutes", " ".join(agreed))
    bob.join(link)
    bob.sees("Ada is making a code")
    eve.watch(link)
    for each in (ada, bob, eve):
        each.press("Match details")
        expect(each.page.get_by_role("dialog").locator(".terms li")).to_have_text(
            [text.replace("The player who joins", "Bob") for text in agreed]
        )


def test_both_agree_to_stop_and_nobody_wins(person: Coming) -> None:
    ada, bob = sit_down(person, "mini", 2)
    bob.offer("Suggest stopping the match")
    bob.confirm("Suggest stopping")
    ada.reads("Bob would like to stop the match without a winner.")
    ada.press("Yes")
    for each in (ada, bob):
        each.sees("Stopped by agreement: nobody wins")


def test_owning_up_asks_first_and_is_refused_where_every_answer_is_true(person: Coming) -> None:
    ada, bob = sit_down(person, "mini answers=hand")
    ada.set_code("RGB")
    expect(ada.button("Own up to a wrong answer")).to_have_count(0)
    bob.guess("RRR")
    ada.answer(1, 0)
    ada.press("Own up to a wrong answer")
    expect(ada.page.get_by_role("dialog")).to_contain_text("Bob gets 3 points")
    ada.confirm("Own up")
    expect(ada.page.get_by_role("alert")).not_to_be_empty()
    bob.guess("GGG")
    ada.sees("Mark")
    expect(bob.page.get_by_role("alert")).to_have_count(0)


def test_an_answer_that_no_code_can_have_is_questioned(person: Coming) -> None:
    ada, bob = sit_down(person, "mini answers=hand")
    ada.set_code("RGB")
    bob.guess("RGB")
    ada.sees("Mark")
    for kind in ("black", "black", "white"):
        ada.page.locator(f'[data-act="more"][data-kind="{kind}"]').click()
    ada.page.locator('[data-act="answer"]').click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("That answer is impossible")
    ada.confirm("Change it")
    ada.sees("Mark")
    ada.page.locator('[data-act="answer"]').click()
    ada.confirm("Send it anyway")
    expect(bob.hole("row 1, answer: 2 black, 1 white")).to_be_visible()
    bob.press("Claim a wrong answer")
    bob.reads("Ada marked guess 1 wrongly: it was 3 black, 0 white.")


def test_a_row_is_taken_back_in_a_friendly_match_alone(person: Coming) -> None:
    ada = person("Ada")
    ada.open("mini", 2, friend="computer beginner", second=True, friendly=True)
    ada.sees("Your turn: guess 1")
    expect(ada.button("Take back the last guess")).to_have_count(0)
    ada.guess("RRR")
    ada.guess("GGG")
    ada.sees("Your turn: guess 3")
    ada.press("Take back the last guess")
    ada.sees("Your turn: guess 2")
    expect(ada.hole("row 2, hole 1, no peg yet")).to_be_visible()
    ada.open("mini", 2, friend="computer beginner", second=True)
    ada.guess("RRR")
    expect(ada.button("Take back the last guess")).to_have_count(0)


def test_an_opponent_who_is_away_may_come_back(person: Coming, look: Callable[[Person], None]) -> None:
    ada, bob = sit_down(person, "mini time=600")
    ada.set_code("RGB")
    ada.page.clock.install()
    bob.page.goto("/about")
    ada.reads("Away")
    ada.page.clock.fast_forward("01:50")
    expect(ada.button("Claim the win")).to_have_count(0)
    ada.page.clock.fast_forward("00:20")
    ada.reads("Bob has been away for 2 minutes")
    look(ada)
    # The page cannot know better than the server, for which hardly any time has passed.
    ada.press("Claim the win")
    expect(ada.page.get_by_role("alert")).to_contain_text("Bob may come back.")
    ada.press("Keep waiting")
    ada.reads("codes left for Bob")
    bob.page.go_back()
    expect(ada.page.get_by_text("Away")).to_have_count(0)


def test_one_game_speaks_of_the_code_first_and_of_points_second(person: Coming) -> None:
    ada, bob = sit_down(person, "mini")
    ada.set_code("RGB")
    bob.guess("RGB")
    bob.result("You cracked it in 1!")
    bob.reads("Ada gets 1 point.")
    ada.result("Bob cracked it in 1.")
    bob.sees("Ada won, 1 to 0")
    expect(bob.page.locator(".result .verdict")).to_have_text("Ada won, 1 to 0")
    expect(ada.page.locator(".result .verdict")).to_have_text("You won, 1 to 0")


def test_a_computer_marks_without_mistakes(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob", viewport={"width": 390, "height": 844})
    for each in (ada, bob):
        each.open("mini answers=hand", 2, friend="computer beginner", second=True)
        each.guess("RRB")
        each.sees("guess 2")
        expect(each.page.get_by_role("button", name="Claim")).to_have_count(0)
