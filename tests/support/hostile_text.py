"""Texts that somebody would send to see what breaks."""

from __future__ import annotations

import sys
import unicodedata

MARKUP = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    "javascript:alert(1)",
    "{{7*7}}",
    "${7*7}",
    "{% raw %}",
    "<!--",
    "]]>",
    "&lt;b&gt;",
    "</title>",
    "`id`",
    "$(id)",
    "%s%s%n",
    "%00",
    "\\u0000",
    "'; drop table moves; --",
    "1 OR 1=1",
    "../../etc/passwd",
    "C:\\con",
    "CON",
    "nul",
    "=cmd|' /C calc'!A0",
    "a,b;c",
    'a"b',
    "a\\",
    "[game 1]",
    "; comment",
    "# comment",
    "code RGBY",
    "guess RGBY 2+1",
    "hidden",
    "null",
    "true",
    "undefined",
    "NaN",
    "-1",
    "1e999",
    "computer",
    "Computer perfect",
    "ＣＯＭＰＵＴＥＲ",
    "соmputer",
    "constructor",
    "__proto__",
]
SHAPES = [
    "",
    " ",
    "  ",
    " a",
    "a ",
    "a  b",
    "a" * 24,
    "a" * 25,
    "a" * 101,
    "a" * 5000,
    "é" * 24,
    "e\u0301",
    "\u0301",
    "a" + "\u0301" * 23,
    "z̸̢͔͇̪̲̣̲̥͎̈́a̷l̴g̸o̵",
    "\ufdfa",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\U0001f1e9\U0001f1ea",
    "שלום",
    "مرحبا",
    "李",
    "ﬁ",
    "Å",
    "ẛ̣",
    "\ud800",
    "\udfff\ud800",
    "\ufffe",
    "\uffff",
    "\U0010ffff",
]
UNSEEN = [
    chr(number)
    for number in (
        *range(0x20),
        *range(0x7F, 0xA1),
        0xAD,
        0x34F,
        0x61C,
        *range(0x115F, 0x1161),
        0x1680,
        *range(0x180B, 0x1810),
        *range(0x2000, 0x2070),
        0x2800,
        0x3000,
        0x3164,
        *range(0xFE00, 0xFE10),
        0xFEFF,
        0xFFA0,
        *range(0xFFF0, 0xFFFE),
        *range(0xE0020, 0xE0030),
        0xE0001,
        0xE0100,
        0xF0000,
    )
]
"""Characters that print nothing, or turn what is around them."""
WORDS = ["None", "null", "true", "NaN", "-1", "1e999", "codemaker", "draw"]
"""Words that mean something in a record, a program or a sentence."""
NAMES = [
    *MARKUP,
    *SHAPES,
    *WORDS,
    *(f"a{char}b" for char in UNSEEN),
    *UNSEEN,
    *(f"x{char}" for char in UNSEEN[:64]),
]

TURNS = {
    char
    for char in map(chr, range(sys.maxunicode + 1))
    if unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp")
}
"""Every character that no name may have."""

DEEP = b"[" * 2000 + b"]" * 2000
BODIES: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"RGBY",
    "half": b'{"key": "k", "moves": 0, "mo',
    "bad UTF-8": b'{"key": "\xff\xfe", "moves": 0, "move": "\xc3\x28"}',
    "a lone surrogate": b'{"key": "k", "moves": 0, "move": "\\ud800", "offer": "\\udfff"}',
    "deep lists": DEEP,
    "deep objects": b'{"a":' * 700 + b"1" + b"}" * 700,
    "deep in a field": b'{"key": ' + DEEP[:1500] + DEEP[-1500:] + b"}",
    "a list": b"[]",
    "null": b"null",
    "a number": b"12345678901234567890123456789012345678901234567890e999",
    "huge number": b'{"key": "k", "moves": ' + b"9" * 3000 + b', "move": "claim"}',
    "minus": b'{"key": "k", "moves": -1, "move": "claim"}',
    "fraction": b'{"key": "k", "moves": 0.5, "move": "claim"}',
    "NaN": b'{"key": "k", "moves": NaN, "move": "claim"}',
    "twice": b'{"key": "k", "key": "l", "moves": 0, "moves": 1, "move": "x", "move": "y"}',
    "NUL": b"\0" * 100,
    "a field too many": b'{"key": "k", "moves": 0, "move": "claim", "code": "RRR"}',
    "BOM": b'\xef\xbb\xbf{"key": "k", "moves": 0, "move": "claim"}',
    "UTF-16": '{"key": "k"}'.encode("utf-16"),
    "too long": b'{"key": "k", "moves": 0, "move": "' + b"a" * 4096 + b'"}',
    "far too long": b"a" * 1_000_000,
    "long move": b'{"key": "k", "moves": 0, "move": "guess ' + b"R" * 99 + b'"}',
    "odd move": '{"key": "k", "moves": 0, "move": "guess ＲＲＲ"}'.encode(),
    "line feed": b'{"key": "k\\n", "moves": 0, "move": "claim\\n"}',
}
