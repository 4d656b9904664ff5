"""Descriptions of editions."""

from __future__ import annotations

from hypothesis import given

from codepegs.notation import edition_facts
from codepegs.rules import Edition
from tests.support.strategies import editions


@given(terms=editions())
def test_every_fact_of_an_edition_fits_on_one_line(terms: Edition) -> None:
    topics = [topic for topic, words in edition_facts.facts(terms) if words]
    assert topics[0] == "Source"
    assert {"Code", f"{terms.colour_word.capitalize()}s", "Answer", "Players", "Rows", "Games", "Points"} <= {
        *topics
    }
    assert all("\n" not in line for line in edition_facts.lines(terms))
