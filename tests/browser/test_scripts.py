"""Scripts by themselves: trees made alike, and the law of marking in its second spelling."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codepegs.notation import edition_line
from codepegs.protocol.view import make_terms
from codepegs.rules import Feedback
from codepegs.server.pages import static_files
from tests.browser.person import Person

Coming = Callable[..., Person]

BUILD = """
async ([address, old, next]) => {
  const { h, update } = await import(address);
  const build = (tree) =>
    typeof tree === "string" ? tree : h(tree.tag, tree.attributes, ...tree.content.map(build));
  const place = document.createElement("div");
  update(place, old.map(build));
  const kept = new Map([...place.children].map((each) => [each.dataset.part, each]));
  update(place, next.map(build));
  const wanted = document.createElement("div");
  wanted.append(...next.map(build));
  const same = [...place.children].map((each) => each.dataset.part).filter((part) => part);
  return [
    place.isEqualNode(wanted),
    same.filter((part) => kept.get(part) === place.querySelector(`:scope > [data-part="${part}"]`)),
  ];
}
"""
POSSIBLE = """
async ([address, cases]) => {
  const { isPossible } = await import(address);
  return cases.map(([terms, answer]) => isPossible(terms, answer));
}
"""


FOCUS = """
async ([address]) => {
  const { h, update } = await import(address);
  const place = document.createElement("div");
  document.body.append(place);
  const part = (name) => h("section", { "data-part": name }, h("button", {}, name));
  update(place, ["offer", "notice", "dock", "more"].map(part));
  place.querySelector("[data-part=dock] button").focus();
  update(place, ["notice", "dock"].map(part));
  const first = document.activeElement.textContent;
  update(place, ["dock", "more"].map(part));
  return [first, document.activeElement.textContent, place.textContent];
}
"""

HEARD = """
async ([address, groups]) => {
  const { prepare, say } = await import(address);
  prepare();
  const region = document.querySelector("body > [role=status]");
  const heard = [];
  for (const sentences of groups) {
    const changed = new Promise((tell) => new MutationObserver(tell).observe(region, { childList: true }));
    sentences.forEach(say);
    await changed;
    heard.push(region.textContent);
  }
  return heard;
}
"""


def trees(depth: int = 2) -> st.SearchStrategy[list[Any]]:
    """Rows of elements, some of them named, each name once in a row."""
    inside: st.SearchStrategy[list[Any]] = trees(depth - 1) if depth else st.just([])
    text = st.sampled_from(["peg", "hole", "<b>"])
    attributes = st.dictionaries(st.sampled_from(["class", "title", "hidden"]), st.sampled_from(["a", "b"]))
    element = st.builds(
        lambda tag, given, content: {"tag": tag, "attributes": given, "content": content},
        st.sampled_from(["p", "div"]),
        attributes,
        inside,
    )
    named = st.builds(
        lambda part: {"tag": "i", "attributes": {"data-part": part}, "content": []}, st.sampled_from("xyz")
    )
    row = st.lists(st.one_of(text, element, named), max_size=5)
    return row.map(_once)


def _once(row: list[Any]) -> list[Any]:
    seen: set[str] = set()
    kept: list[Any] = []
    for each in row:
        part = None if isinstance(each, str) else each["attributes"].get("data-part")
        beside = kept and isinstance(each, str) and isinstance(kept[-1], str)
        if part not in seen and not beside:
            kept.append(each)
        if part is not None:
            seen.add(part)
    return kept


def parts(row: list[Any]) -> set[str]:
    named = (each["attributes"].get("data-part") for each in row if not isinstance(each, str))
    return {part for part in named if part is not None}


def test_an_old_tree_made_like_a_new_one_is_like_it_and_keeps_its_named_parts(person: Coming) -> None:
    ada = person("Ada")
    ada.open("mini", 1, friend="computer expert")
    address = static_files.url_of("js/lib/dom.js")

    @settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(trees(), trees())
    def alike(old: list[Any], new: list[Any]) -> None:
        equal, same = ada.page.evaluate(BUILD, [address, old, new])
        assert equal
        assert set(same) >= parts(old) & parts(new)

    alike()


def test_the_browser_questions_the_answers_that_no_code_can_have(person: Coming) -> None:
    lines = (
        "classic-1",
        "classic-2",
        "hasbro-2010",
        "bulls-and-cows",
        "mini colours=2",
        "mini colours=3 code-repeats=no",
    )
    cases = [
        (edition, Feedback(black, white))
        for edition in map(edition_line.read, lines)
        for black, white in product(range(edition.pegs + 1), repeat=2)
    ]
    sent = [
        [msgspec.to_builtins(make_terms(edition, 2)), [feedback.black, feedback.white]]
        for edition, feedback in cases
    ]
    ada = person("Ada")
    ada.page.goto("/about")
    found = ada.page.evaluate(POSSIBLE, [static_files.url_of("js/lib/model.js"), sent])
    assert found == [edition.is_possible(feedback) for edition, feedback in cases]


def test_what_stays_keeps_the_focus_when_what_stood_before_it_goes(person: Coming) -> None:
    ada = person("Ada")
    ada.page.goto("/about")
    assert ada.page.evaluate(FOCUS, [static_files.url_of("js/lib/dom.js")]) == ["dock", "dock", "dockmore"]


def test_sentences_at_one_time_are_heard_together_and_a_repeated_one_again(person: Coming) -> None:
    ada = person("Ada")
    ada.page.goto("/about")
    groups = [["Bob guesses.", "Your answer."], ["Once more."], ["Once more."], ["Once more."]]
    heard = ada.page.evaluate(HEARD, [static_files.url_of("js/lib/announce.js"), groups])
    assert [said.rstrip("\u00a0") for said in heard] == ["Bob guesses. Your answer.", *["Once more."] * 3]
    assert all(one != two for one, two in pairwise(heard)), "A change is what is heard."


LISTENERS = """
globalThis.listening = 0;
const add = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (type, listener, options) {
  const target = this ?? globalThis;
  if ((target === globalThis || target === document) && !options?.once && !options?.signal?.aborted) {
    listening += 1;
    if (options?.signal) add.call(options.signal, "abort", () => (listening -= 1));
  }
  return add.call(target, type, listener, options);
};
"""
LEAVE = """
async () => {
  const known = [...document.querySelectorAll("main *")].find(
    ({ localName }) => customElements.get(localName) && localName !== "peg-board"
  );
  const again = known.cloneNode(true);
  const place = known.parentNode;
  const counts = [];
  known.remove();
  counts.push(listening);
  place.append(again);
  counts.push(listening);
  again.remove();
  counts.push(listening);
  dispatchEvent(new Event("online"));
  return [known.localName, ...counts];
}
"""


@pytest.mark.parametrize(
    "path",
    [
        "/t",
        "/puzzle",
        "/analysis",
        "/openings",
        "/review",
        "/games",
        "/statistics",
        "/settings",
        "/challenges",
    ],
)
def test_an_element_that_leaves_the_page_listens_no_more(person: Coming, path: str) -> None:
    ada = person("Ada")
    ada.context.add_init_script(LISTENERS)
    if path == "/t":
        ada.open("mini", 2, friend="computer beginner")
        ada.sees("Make a secret code")
    else:
        ada.page.goto(path)
        ada.page.wait_for_load_state("networkidle")
    sockets: list[object] = []
    ada.page.on("websocket", lambda socket: sockets.append(socket))
    name, without, with_it, after = ada.page.evaluate(LEAVE)
    assert after == without, name
    if path == "/t":
        assert with_it > without
        # It left before it had a socket, and the network brings none.
        ada.page.wait_for_timeout(300)
        assert sockets == []
