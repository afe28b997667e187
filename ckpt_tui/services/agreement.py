"""What a user is shown before agreeing to commands: every word, and the files that they name."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from ckpt_tui.core.command_files import TASK
from ckpt_tui.core.display import plain
from ckpt_tui.core.toml_value import inline
from ckpt_tui.services.commands import Request

_FILES: Final = 20
_LINES: Final = 200
_WIDTH: Final = 500


def described(requests: Sequence[Request]) -> Iterator[str]:
    """Every command once, with the files that it names.

    Names hold no line ends; the content of files is as it is. How much of many files, of a long
    one and of a long line is left out, is said.
    """
    by_argv: dict[tuple[str, ...], list[Request]] = {}
    for request in requests:
        by_argv.setdefault(request.order.argv, []).append(request)
    for argv, alike in by_argv.items():
        yield inline(list(argv))
        yield f"  over {len(alike)} {'run' if len(alike) == 1 else 'runs'}"
        scripts = {script: request for request in alike for script in request.scripts}
        for (path, digest), request in islice(scripts.items(), _FILES):
            yield f"  {plain(path)}, sha256 {digest[:16]}:"
            yield from _script(request, path)
        if len(scripts) > _FILES:
            yield f"  … {len(scripts) - _FILES:,} more files, which you agree to as well"
        yield ""


def _script(request: Request, path: str) -> Iterator[str]:
    own = dict(request.order.files).get(path.removeprefix(f"{TASK}/"))
    content = request.order.environment.read(path) if own is None else own
    lines = (content or b"").decode("utf-8", "replace").split("\n")
    for line in lines[:_LINES]:
        yield f"  │ {line if len(line) <= _WIDTH else f'{line[:_WIDTH]}… {len(line):,} characters'}"
    if len(lines) > _LINES:
        yield f"  │ … {len(lines) - _LINES:,} more lines"
