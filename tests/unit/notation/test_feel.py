"""The editions by feel, and their examples."""

from __future__ import annotations

import pytest

from codepegs.notation.feel import FEELS, Feel
from codepegs.rules import CATALOGUE


@pytest.mark.parametrize("feel", FEELS, ids=lambda feel: feel.slug)
def test_the_example_is_a_code_of_its_edition(feel: Feel) -> None:
    assert feel.edition is CATALOGUE[feel.slug]
    feel.edition.check_secret(feel.edition.code(feel.code))
