r"""Recognises, without reading a line as shell, the calls that only look at files.

Says less than `changes_shell.is_calm`, and never anything else; ten times as fast. The line is
seen as JSON spells it: `\"` is a double quote, `\\` a backslash, `\n` a line end.
"""

from collections.abc import Iterator
from typing import Final

from ckpt_tui.core.pattern import whole_rows
from ckpt_tui.core.text import TextColumn

# Characters that stand for themselves wherever they are: nothing of them redirects, substitutes,
# chains or quotes. The second ones do only behind another character of the word.
_PLAIN: Final = r"""[^\xff"\\$`;&|<>()\s'!#{}~]"""
_INSIDE: Final = r"""[^\xff"\\$`;&|<>()\s']|\\\\[^\xff"\\`\s]|\$[?A-Za-z_]"""
# What single quotes hold is never looked at by the shell.
_SINGLE: Final = r"""'(?:[^\xff"\\']|\\[\\"nt])*'"""
# In double quotes, a backslash in front of anything else than these is one.
_DOUBLE: Final = r"""\\"(?:[^\xff"\\$`]|\\[nt]|\\\\[^\xff"\\$`]|\$[?A-Za-z_])*\\\""""
_REST: Final = rf"(?:{_INSIDE}|{_SINGLE}|{_DOUBLE})*"
_WORD: Final = rf"(?: +(?:{_PLAIN}|\$[?A-Za-z_]|{_SINGLE}|{_DOUBLE}){_REST})"
# A word that is no option.
_OPERAND: Final = rf"(?: +(?:[^\xff\x22\\$`;&|<>()\s'!#{{}}~-]|{_SINGLE}|{_DOUBLE}){_REST})"

_READERS: Final = (
    r"(?:cat|head|tail|e?grep|fgrep|ls|wc|pwd|nl|stat|du|df|file|which|diff|cut|tr|echo|printf"
    rf"|date|basename|dirname|realpath|uname|whoami|sleep|true|tac|md5sum|sha256sum|jq){_WORD}*"
)
_SED: Final = rf"sed(?: +-n)? +(?:'[0-9,$]+p'|[0-9,]+p){_OPERAND}*"
_FIND: Final = (
    rf"find(?:{_OPERAND}| +-(?:name|iname|path|ipath|type|maxdepth|mindepth|newer|size|mtime|not"
    r"|o|a|print|prune|empty|regex|perm|user))*"
)
_RG: Final = rf"rg(?:{_OPERAND}| +-[a-zA-Z0-9]+| +--(?:[a-oq-z][\w=-]*|p[a-qs-z][\w=-]*))*"
_SORT: Final = rf"sort(?:{_OPERAND}| +-[a-np-zA-Z0-9.,=]+)*"
_GIT: Final = (
    r"git(?: +--no-pager)? +(?:status|diff|log|show|blame|branch|ls-files|rev-parse|grep)"
    rf"(?:{_OPERAND}| +-[a-zA-Z0-9]+| +--oneline| +--[a-np-z][\w=.,/-]*| +--)*"
)
_PYTEST: Final = (
    rf"(?:python3? +-m +)?pytest(?:{_OPERAND}| +-[a-gi-zA-UW-Z0-9=]+"
    r"| +--(?:tb|no-header|maxfail|lf|ff|durations|disable-warnings|timeout|color)(?:=[\w.-]+)?)*"
)
_LOOK: Final = (
    rf"(?:{_READERS}|{_SED}|{_FIND}|{_RG}|{_SORT}|{_GIT}|{_PYTEST})"
    r"(?: +2>&1| +2> ?/dev/null)? *"
)
_CHAIN: Final = rf"{_LOOK}(?:(?:\|\|?|&&|;|\\n) *{_LOOK})*"
_CALM: Final = rf'\{{"[a-z_]+":"(?:cd [\w./][\w./-]* *&& *)?{_CHAIN}"\}}'


def calm_calls(arguments: TextColumn) -> Iterator[range]:
    """The rows of shell calls that only look, neighbours in one range.

    `arguments` are the compact JSON of calls; rows of other tools may be among those told.
    """
    return whole_rows(_CALM).ranges(arguments)


def folder_of(calm: bytes) -> str:
    """Where a call that only looks goes by `cd` first; "" where it stays."""
    line = calm.partition(b'":"')[2]
    return line[3 : line.index(b"&&")].strip().decode() if line.startswith(b"cd ") else ""
