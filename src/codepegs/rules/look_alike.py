"""Names that look the same to the eye, such as Ada and a name that begins with a Cyrillic A."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_LOOK_ALIKES = {
    "a": "ɑΑαАаᎪᗅꓮ𐊠𖽀",
    "b": "ƄΒВЬвᏏᏴᑲᖯᗷꓐꞴ𐊂𐊡𐌁",
    "c": "ϲϹСсᏟⲤⲥꓚꮯ𐊢𐌂𐐕𐐽𐔜",
    "d": "ԁᎠᏧᑯᗞᗪꓒꓓ",
    "e": "ΕЕеҽᎬⴹꓰꬲ𐊆𑢦𑢮",
    "f": "ϜքᖴẝꓝꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂",
    "g": "ƍɡԌցᏀᏳᶃꓖ",
    "h": "ΗНнһհᎻᏂᕼⲎꓧ𐋏",
    "i": "ıɩιіӏᎥꙇꭵ𑣃",
    "j": "ͿϳЈјᎫᒍꓙꞲ",
    "k": "ĸΚκКкᏦᛕⲔꓗ𐔘",
    "l": "1|IƖǀΙІӀᏞᒪᛁⲒⳐⵏꓡꓲ𐊊𐌉𐐛𐔦𑢣𑢲𖼖𖼨",
    "m": "ΜϺМмᎷᗰᛖⲘꓟ𐊰𐌑",
    "n": "ΝոռⲚꓠ𐔓",
    "o": "0ΟοσОоՕօଠഠဝჿዐᴑⲞⲟⵔꓳꬽ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑢵𑣈𑣗",
    "p": "ΡρРрᏢᑭⲢⲣꓑ𐊕",
    "q": "ԛգզⵕ",
    "r": "ƦгᎡᏒᖇᴦⲅꓣꭇꭈꮁ𐒴𖼵",
    "s": "ƽЅѕՏᏕᏚꓢꮪ𐊖𐐠𐑈𑣁𖼺",
    "t": "ΤτТтᎢⲦꓔ𐊗𐊱𐌕𑢼𖼊",
    "u": "ʋυՍսሀᑌꓴꞟꭎꭒ𐓎𐓶𑢸𑣘𖽂",
    "v": "νѴѵᏙᐯⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈",
    "w": "ɯѡԜԝաᎳᏔꓪꮃ𑜊𑜎𑜏",
    "x": "ΧХхᕁᕽᚷⲬⵝꓫꞳ𐊐𐊴𐌗𐔧",
    "y": "ɣΥγУуҮүყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃",
    "z": "ΖᏃꓜꮓ𑢩𑣄",
}
"""Letters that look like a Latin letter in either case.

From confusables.txt of Unicode Technical Standard 39, as far as compatibility forms (NFKC) do not
cover them, and the small letters with the shape of a Latin capital, such as a Cyrillic m.
"""
_LETTER_OF = {look_alike: letter for letter, found in _LOOK_ALIKES.items() for look_alike in found}
_CAPITAL = re.compile(
    "(?:LATIN LETTER SMALL CAPITAL|NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL LETTER"
    "|REGIONAL INDICATOR SYMBOL LETTER) ([A-Z])$"
)
"""Unicode name of a capital without a compatibility form, and the letter."""


def skeleton(text: str) -> str:
    """Return what the eye reads. Two texts with the same skeleton look alike, in upper or lower case.

    >>> skeleton("\N{CYRILLIC CAPITAL LETTER A}da"), skeleton("\N{FULLWIDTH LATIN SMALL LETTER A}DA")
    ('ada', 'ada')
    """
    shapes = "".join(map(_shape, text.replace("rn", "m")))
    # A compatibility form may be a look-alike again, such as that of a bold Greek letter.
    return "".join(map(_shape, unicodedata.normalize("NFKC", shapes))).casefold()


@lru_cache(maxsize=4096)
def _shape(character: str) -> str:
    capital = _CAPITAL.search(unicodedata.name(character, ""))
    letter = character if capital is None else capital[1]
    return _LETTER_OF.get(letter, letter)
