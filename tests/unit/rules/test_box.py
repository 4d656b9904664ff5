import pytest

from codepegs.rules.box import PAINTS, Hue, Paint, contrast, hue, palette


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        # Known ratios: the extremes, primary colours on white, and greys on either side of the bend.
        ("#000000", "#ffffff", 21.0),
        ("#ff0000", "#ffffff", 3.998),
        ("#767676", "#ffffff", 4.542),
        ("#777777", "#ffffff", 4.478),
        ("#0a0a0a", "#000000", 1.061),
        ("#0b0b0b", "#000000", 1.067),
    ],
)
def test_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert round(contrast(one, other), 3) == ratio


@pytest.mark.parametrize("name", PAINTS)
def test_the_letter_on_a_peg_reads_as_well_as_it_can(name: str) -> None:
    fill = PAINTS[name].fill
    dark, light = contrast(fill, "#17120d"), contrast(fill, "#ffffff")
    assert PAINTS[name] == Paint(fill, "#17120d" if dark > light else "#ffffff")
    assert max(dark, light) >= 4.5


def test_paints_differ_from_each_other() -> None:
    assert len({paint.fill for paint in PAINTS.values()}) == len(PAINTS)


def test_a_hue_stands_under_its_initial_or_a_letter_given() -> None:
    assert hue("red") == Hue("red", "R", PAINTS["red"])
    assert hue("black", "K") == Hue("black", "K", PAINTS["black"])


@pytest.mark.parametrize(
    ("hues", "colours", "letters"),
    [
        ((hue("red"), hue("blue")), 1, "R"),
        ((hue("red"), hue("blue")), 2, "RB"),
        ((hue("red"), hue("blue")), 5, "RBACD"),
        # Amber's letter is taken, and jade stands under another letter already.
        ((hue("red", "A"), hue("jade", "X")), 26, "AXBCDEFGHIKLMNOPQSTUVWYZ"),
    ],
)
def test_a_palette_is_filled_up_without_a_name_or_letter_twice(
    hues: tuple[Hue, ...], colours: int, letters: str
) -> None:
    found = palette(hues, colours)
    assert "".join(hue.letter for hue in found) == letters
    assert len({hue.name for hue in found}) == len(found)
