"""What two players owe each other: terms, wrong answers, owning up, leaving, stopping, clocks."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from codepegs.notation import record
from codepegs.rules.match import Match
from tests.browser.person import Person

Coming = Callable[..., Person]


def sit_down(person: Coming, edition: str, games: int = 1) -> tuple[Person, Person]:
    """Ada makes the first code, and Bob has come by her link."""
    ada, bob = person("Ada"), person("Bob")
    bob.join(ada.open(edition, games))
    ada.sees("Make a secret code")
    bob.sees("Ada is making a code")
    return ada, bob


def recorded(each: Person) -> Match:
    table = each.page.url.rpartition("/")[2]
    return record.read(each.context.request.get(f"/api/tables/{table}/record").text())


def test_all_terms_are_open_to_the_invited_and_to_everybody_later(person: Coming) -> None:
    ada, bob, eve = person("Ada"), person("Bob"), person("Eve")
    link = ada.open("classic-1 scoring=key-pegs bonus=30 rows=8 answers=hand codemaker-time=600", 2)
    agreed = ada.context.request.get(f"/api/tables/{ada.page.url.rpartition('/')[2]}").json()["agreed"]
    bob.page.goto(link)
    expect(bob.page.locator('[data-part="joining"] .terms li')).to_have_text(
        [text.replace("The player who joins", "Bob") for text in agreed]
    )
    assert re.search(r"exact peg.* 30 more.* 10 minutes", " ".join(agreed))
    bob.join(link)
    bob.sees("Ada is making a code")
    eve.watch(link)
    for each in (ada, bob, eve):
        each.press("Match details")
        expect(each.page.get_by_role("dialog").locator(".terms li")).to_have_text(
            [text.replace("The player who joins", "Bob") for text in agreed]
        )


@pytest.mark.parametrize("phase", ["setting", "guessing", "answering"])
@pytest.mark.parametrize("leaver", ["Ada", "Bob"])
def test_whoever_leaves_gives_the_match_to_the_other(person: Coming, phase: str, leaver: str) -> None:
    ada, bob = sit_down(person, "mini answers=hand", 2)
    if phase != "setting":
        ada.set_code("RGB")
        bob.sees("Your turn")
    if phase == "answering":
        bob.guess("RRR")
        ada.sees("Mark")
    stays, goes = (bob, ada) if leaver == "Ada" else (ada, bob)
    goes.press("Leave match")
    expect(goes.page.get_by_role("dialog")).to_contain_text(f"{stays.name} wins the match.")
    goes.confirm("Leave the match")
    goes.sees(f"You left: {stays.name} wins")
    stays.sees(f"{leaver} left: you win")
    outcome = recorded(stays).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.abandoned_by) == ((1, 0) if leaver == "Ada" else (0, 1))


def test_leaving_a_computer_loses_the_match(person: Coming) -> None:
    ada = person("Ada")
    ada.open("mini", 2, friend="computer beginner")
    ada.sees("Make a secret code")
    ada.press("Match details")
    expect(ada.button("Suggest stopping the match")).to_have_count(0)
    ada.press("Close")
    ada.press("Leave match")
    expect(ada.page.get_by_role("dialog")).to_contain_text("You lose the match.")
    ada.confirm("Keep playing")
    ada.sees("Make a secret code")
    ada.press("Leave match")
    ada.confirm("Leave the match")
    ada.sees("You left: the computer wins")


def test_both_agree_to_stop_and_nobody_wins(person: Coming) -> None:
    ada, bob = sit_down(person, "mini", 2)
    bob.offer("Suggest stopping the match")
    bob.confirm("Suggest stopping")
    ada.reads("Bob would like to stop the match without a winner.")
    ada.press("Yes")
    for each in (ada, bob):
        each.sees("Both agreed to stop: nobody wins")


def test_the_reveal_settles_a_lie_without_a_claim(person: Coming) -> None:
    ada, bob = sit_down(person, "mini answers=hand")
    eve = person("Eve")
    eve.watch(bob.page.url)
    ada.set_code("RGB")
    bob.guess("RGY")
    ada.answer(3, 0)
    for each, who, after in (
        (ada, "You", "You play this game again, and Bob gets 3 points."),
        (bob, "Ada", "You get 3 points, and this game is played again."),
        (eve, "Ada", "Bob gets 3 points, and this game is played again."),
    ):
        each.result("This game doesn’t count.")
        each.reads(f"{who} marked guess 1 wrongly: it was 2 black, 0 white. {after}")
        result = each.page.get_by_role("region", name="Result")
        expect(result).not_to_contain_text("Skill")
        expect(result.locator(".again")).to_be_in_viewport(ratio=1)
        expect(each.row(1)).to_have_class(re.compile("marked"))
        expect(each.hole("code, hole 3, blue")).to_be_visible()
    ada.go_on()
    ada.sees("Make a secret code")


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


def test_the_clock_of_the_codemaker_runs_out_and_the_program_moves(person: Coming) -> None:
    ada, bob = sit_down(person, "mini answers=hand codemaker-time=2")
    expect(ada.page.get_by_role("timer")).to_be_visible()
    ada.reads("the computer set a random code for you")
    # Any code can be drawn, so Bob guesses one that it is not.
    first = ada.hole(re.compile(r"^code, hole 1, (?!hidden)\w+"))
    bob.guess("GGG" if "red" in str(first.get_attribute("aria-label")) else "RRR")
    ada.reads("the computer marked the guess for you")
    bob.sees("Your turn: guess 2")
    expect(bob.hole(re.compile(r"^row 1, answer: \d"))).to_be_visible()


def test_an_opponent_who_makes_no_move_can_be_claimed(person: Coming) -> None:
    ada, bob = sit_down(person, "mini answers=hand time=600")
    ada.set_code("RGB")
    bob.guess("RRR")
    ada.sees("Mark")
    bob.page.clock.install()
    bob.page.reload()
    bob.sees("Ada is marking your guess")
    bob.page.clock.fast_forward("08:00")
    expect(bob.button("Claim the win")).to_have_count(0)
    bob.page.clock.fast_forward("02:10")
    bob.reads("Ada has not moved for 10 minutes")


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


def test_one_game_against_a_computer_is_about_the_code_alone(person: Coming) -> None:
    bob = person("Bob")
    bob.open("mini rows=1", 1, friend="computer beginner", second=True)
    bob.guess("RGB")
    expect(bob.page.locator(".result h2")).to_have_text(re.compile("You cracked it|Not this time|So close"))
    expect(bob.page.locator(".result .verdict")).to_have_count(0)
    bob.press("Play a rematch")
    bob.sees("Make a secret code")
