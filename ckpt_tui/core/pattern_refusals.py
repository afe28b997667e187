"""Why a pattern is refused, as its author reads it, with what to write instead."""

from typing import Final

_INSTEAD: Final = "RE2 patterns take linear time; say it with `not` or `all_of`"
# What RE2 says, by its beginning, and what the author reads. The first that fits counts.
_SENTENCES: Final = (
    ("invalid perl operator: (?=", f"look-ahead is not available: {_INSTEAD}"),
    ("invalid perl operator: (?!", f"look-ahead is not available: {_INSTEAD}"),
    ("invalid perl operator: (?<", f"look-behind is not available: {_INSTEAD}"),
    ("invalid named capture group: (?<=", f"look-behind is not available: {_INSTEAD}"),
    ("invalid named capture group: (?<!", f"look-behind is not available: {_INSTEAD}"),
    ("invalid perl operator: (?>", f"atomic groups are not available: {_INSTEAD}"),
    ("invalid perl operator: (?P", f"back-references are not available: {_INSTEAD}"),
    ("invalid perl operator: (?#", "comments are not available inside a pattern; leave it out"),
    ("invalid perl operator: (?x", "the flag `x` is not available; write it without spaces"),
    (r"invalid escape sequence: \Z", r"the end of the text is written `\z`"),
    (r"invalid escape sequence: \u", r"a code point is written `\x{00e9}`"),
    *(
        (rf"invalid escape sequence: \{digit}", f"back-references are not available: {_INSTEAD}")
        for digit in range(1, 10)
    ),
    ("bad repetition operator: ++", f"possessive repetition is not available: {_INSTEAD}"),
    ("bad repetition operator: *+", f"possessive repetition is not available: {_INSTEAD}"),
    ("bad repetition operator: ?+", f"possessive repetition is not available: {_INSTEAD}"),
    ("invalid repetition size", "a repetition counts to 1000 at most, nested ones multiplied"),
    ("pattern too large", "it is too large; write it with fewer or smaller repetitions"),
)


def refusal(said: object) -> str:
    """What the author reads of a pattern that RE2 refused; RE2 says it in bytes."""
    problem = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    for beginning, sentence in _SENTENCES:
        if problem.startswith(beginning):
            return sentence
    return f"not a pattern: {problem}"
