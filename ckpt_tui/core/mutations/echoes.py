"""Runs whose proofs are faked: other answers, empty calls, printed and written texts."""

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.checks.base import Check, inner_checks
from ckpt_tui.core.checks.calls import SILENT, CallStatus
from ckpt_tui.core.checks.ran import Ran
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.controls import state_part
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.mutations.mutants import call_of, is_call, with_calls, with_facts, with_files
from ckpt_tui.core.mutations.resting import ROUNDS, resting
from ckpt_tui.core.mutations.tried import Mutation, Tried, was_killed
from ckpt_tui.core.position import Position
from ckpt_tui.core.text import compact_json, encode
from ckpt_tui.core.trace import Change, FileEdit, Json, ToolCall, ToolClass, ToolResult
from ckpt_tui.core.verdict import Evidence, Status, Verdict
from ckpt_tui.core.view import TraceView

_EITHER: Final = (".result", ".arguments")
# The id of a call that was made up; no recording has it.
_MADE: Final = "made up by ckpt-tui"
_NEAR: Final = 4_000
_SCRIPT: Final = "/tmp/mutant.py"  # noqa: S108 (named in a made-up call, never opened)
_SCRATCH: Final = "/tmp/mutant.txt"  # noqa: S108 (named in a made-up call, never opened)


class Forgery(Struct, frozen=True, kw_only=True):
    """A way to make a call say something.

    Attributes:
        calls: what stands in place of a call; given the text that it shall answer.
        parts: only calls with evidence in such a part are replaced.
    """

    mutation: Mutation
    detail: str
    calls: Callable[[ToolCall, str], tuple[ToolCall, ...]]
    parts: tuple[str, ...]


def replacements(check: Check, view: TraceView, verdict: Verdict) -> Iterator[Tried]:
    """Every call that the pass rests on answered something else, the other way round."""
    if any(is_call(it.part) for it in verdict.evidence):
        yield from _forged(check, _alone(view, verdict), verdict, _OTHER_ANSWER)
        yield from _forged(check, view, verdict, _EMPTY_CALL)


def _alone(view: TraceView, verdict: Verdict) -> TraceView:
    """The run without its final files, where the pass is not about them: they prove changes."""
    is_about_steps = all(it.step is not None for it in verdict.evidence)
    return with_facts(view, environment=None) if is_about_steps else view


def empty_files(check: Check, view: TraceView, verdict: Verdict) -> Iterator[Tried]:
    """Every file that the pass rests on is there, and empty."""
    environment = view.trace.environment
    if environment is None or state_part(check) != check:
        return
    paths = {it.part.removeprefix("file:") for it in verdict.evidence}
    if not any(map(environment.read, paths & {*environment.paths})):
        return
    left = with_files(view, dict.fromkeys(paths & {*environment.paths}, b""))
    killed = was_killed(decided(check, left), lambda it: bool(it.evidence))
    if killed is not None:
        detail = "passes with the file left empty"
        yield Tried(mutation=Mutation.EMPTY, step=None, is_killed=killed, detail=detail)


def echoes(check: Check, view: TraceView, verdict: Verdict) -> Iterator[Tried]:
    """What the pass rests on is only printed by the agent: answers, and the lines of commands."""
    for forgery in _forgeries(view):
        yield from _forged(check, view, verdict, forgery)


def _forged(check: Check, view: TraceView, verdict: Verdict, forgery: Forgery) -> Iterator[Tried]:
    """Forge what the pass rests on, and what it then rests on, until it fails or is fooled."""
    left, found, first = view, verdict, None
    for attempt in range(ROUNDS):
        targets = _targets(left, resting(check, left, found, attempt), forgery)
        if not targets:
            break
        first = min(targets) if first is None else first
        left = with_calls(left, targets)
        found = decided(check, left)
        if found.status is not Status.PASS or _is_fooled(check, left, found, forgery):
            break
    if first is None:
        return
    killed = was_killed(found, lambda it: _is_fooled(check, left, it, forgery))
    if killed is not None:
        mutation, detail = forgery.mutation, forgery.detail
        yield Tried(mutation=mutation, step=first.step, is_killed=killed, detail=detail)


def _targets(
    view: TraceView, evidence: Sequence[Evidence], forgery: Forgery
) -> Mapping[Position, Sequence[ToolCall]]:
    targets: dict[Position, Sequence[ToolCall]] = {}
    for piece in evidence:
        if piece.step is None or not piece.part.endswith(forgery.parts):
            continue
        position = Position(piece.step, call_of(piece.part))
        call = _call(view, position)
        if call.id != _MADE and call.result is not None and call.tool_class not in SILENT:
            forged = forgery.calls(call, _near(piece, call))
            if forged:
                targets[position] = forged
    return targets


def _near(piece: Evidence, call: ToolCall) -> str:
    """The text around a piece of evidence: all of it where it is not long; else a shell's line."""
    if not piece.part.endswith(".result"):
        return call.command_line or ""
    start, end = piece.span
    text = "" if call.result is None else call.result.text
    if len(text) <= 2 * _NEAR:
        return text
    first = text.rfind("\n", 0, max(0, start - _NEAR)) + 1
    return text[first : end + _NEAR]


def _is_fooled(check: Check, view: TraceView, verdict: Verdict, forgery: Forgery) -> bool:
    """Whether a pass rests on forged calls in the way that their forgery should prevent."""
    made = [
        piece.step is not None
        and piece.part.endswith(forgery.parts)
        and _call(view, Position(piece.step, call_of(piece.part))).id == _MADE
        for piece in verdict.evidence
    ]
    if forgery.mutation is Mutation.ECHO:
        return any(made)
    # One call that says nothing beside others that do is not all that a check asks for.
    if not any(made) or not all(made):
        return False
    return forgery.mutation is Mutation.EMPTY or _asks_how_it_went(check, verdict)


def _asks_how_it_went(check: Check, verdict: Verdict) -> bool:
    """Whether a check should care what a call answered; part of a line may have worked anyway."""
    takes_any = any(
        isinstance(each, ToolCalled | Ran) and each.status is CallStatus.ANY
        for each in (check, *inner_checks(check))
    )
    return takes_any or any(piece.part.endswith(".result") for piece in verdict.evidence)


def _call(view: TraceView, position: Position) -> ToolCall:
    return view.steps[position.step].calls[position.call]


def _other_answer(call: ToolCall, text: str) -> tuple[ToolCall, ...]:
    """The same call with an answer that says nothing, and the other way of ending."""
    del text
    result = call.result
    failed = result is not None and (result.is_error is True or result.exit_code not in (None, 0))
    other = ToolResult(
        text="done" if failed else "it did not work",
        is_error=not failed,
        exit_code=None if call.tool_class is not ToolClass.SHELL else int(not failed),
    )
    return (replace(call, id=_MADE, result=other),)


def _empty_call(call: ToolCall, text: str) -> tuple[ToolCall, ...]:
    """A call of the same tool that asks for nothing and answers nothing."""
    del text
    if call.arguments in ({}, {"command": ":"}):
        return ()
    is_shell = call.command_line is not None
    arguments: dict[str, Json] = {_line_key(call): ":"} if is_shell else {}
    code = None if call.result is None else call.result.exit_code
    return (
        replace(
            call,
            id=_MADE,
            arguments=arguments,
            arguments_text=compact_json(arguments),
            command_line=":" if is_shell else None,
            edits=(),
            result=ToolResult(text="", exit_code=None if code is None else 0),
        ),
    )


_OTHER_ANSWER: Final = Forgery(
    mutation=Mutation.REPLACE,
    detail="passes whatever that call answered and however it ended",
    calls=_other_answer,
    parts=_EITHER,
)
_EMPTY_CALL: Final = Forgery(
    mutation=Mutation.EMPTY,
    detail="passes with any call of that tool, whatever it was called with",
    calls=_empty_call,
    parts=(".arguments",),
)


def _forgeries(view: TraceView) -> Iterator[Forgery]:
    """The ways in which the tools of a run can be made to say something."""
    shell = _tool(view, ToolClass.SHELL)
    if shell is not None:
        for detail, spoken in _SPOKEN:
            yield _echo(detail, _speaker(shell, spoken))
        filed, scripted = _filed(shell), _scripted(shell)
        yield _echo("passes on a text that the agent wrote into a file and showed", filed)
        yield _echo("passes on what a script of the agent's own prints", scripted)
    editor, viewer = _tool(view, ToolClass.EDIT), _tool(view, ToolClass.READ)
    if editor is not None and viewer is not None:
        detail = "passes on a text that the agent wrote with its editor and read again"
        yield _echo(detail, _edited(editor, viewer))


def _echo(detail: str, calls: Callable[[ToolCall, str], tuple[ToolCall, ...]]) -> Forgery:
    def told(call: ToolCall, text: str) -> tuple[ToolCall, ...]:
        return calls(call, text) if text else ()

    return Forgery(mutation=Mutation.ECHO, detail=detail, calls=told, parts=_EITHER)


def _speaker(
    shell: ToolCall, spoken: Callable[[str], str]
) -> Callable[[ToolCall, str], tuple[ToolCall, ...]]:
    """One line that prints the text, and names the command whose place it takes."""

    def calls(call: ToolCall, text: str) -> tuple[ToolCall, ...]:
        first, newline, rest = spoken(text).partition("\n")
        bait = _bait(call)
        # Behind a here-document's last line, a comment would be a line of it.
        line = f"{first}{bait}\n{rest}" if "<<" in first else f"{first}{newline}{rest}{bait}"
        return (_made(shell, f"{line}{_ending(call)}", text, call.result),)

    return calls


def _filed(shell: ToolCall) -> Callable[[ToolCall, str], tuple[ToolCall, ...]]:
    def calls(call: ToolCall, text: str) -> tuple[ToolCall, ...]:
        write = f"cat > {_SCRATCH} <<'MUTANT'\n{text}\nMUTANT"
        look = f"cat {_SCRATCH}"
        line = f"{look}{_bait(call)}{_ending(call)}"
        return _made(shell, write, "", None), _made(shell, line, text, call.result)

    return calls


def _scripted(shell: ToolCall) -> Callable[[ToolCall, str], tuple[ToolCall, ...]]:
    def calls(call: ToolCall, text: str) -> tuple[ToolCall, ...]:
        lines = "\n".join(f"print({line!r})" for line in text.splitlines())
        write = f"cat > {_SCRIPT} <<'MUTANT'\n{lines}\nMUTANT"
        line = f"python3 {_SCRIPT}{_bait(call)}{_ending(call)}"
        return _made(shell, write, "", None), _made(shell, line, text, call.result)

    return calls


def _edited(editor: ToolCall, viewer: ToolCall) -> Callable[[ToolCall, str], tuple[ToolCall, ...]]:
    def calls(_: ToolCall, text: str) -> tuple[ToolCall, ...]:
        added = tuple(text.splitlines())
        edit = FileEdit(path=_SCRATCH, change=Change.CREATE, added=added)
        written: dict[str, Json] = {"path": _SCRATCH, "content": text}
        seen: dict[str, Json] = {"path": _SCRATCH}
        return (
            replace(
                editor,
                id=_MADE,
                arguments=written,
                arguments_text=compact_json(written),
                edits=(edit,),
                result=ToolResult(text="done"),
            ),
            replace(
                viewer,
                id=_MADE,
                arguments=seen,
                arguments_text=compact_json(seen),
                result=ToolResult(text=text),
            ),
        )

    return calls


def _made(shell: ToolCall, line: str, text: str, like: ToolResult | None) -> ToolCall:
    """A shell call that runs a line and answers a text, ending as another did."""
    arguments: dict[str, Json] = {_line_key(shell): line}
    return replace(
        shell,
        id=_MADE,
        arguments=arguments,
        arguments_text=compact_json(arguments),
        command_line=line,
        result=replace(like, text=text) if like else ToolResult(text=text, exit_code=0),
    )


def _bait(call: ToolCall) -> str:
    """The command that is imitated, as a comment: a check may look for its words."""
    wanted = call.command_line
    return f"  # {wanted}" if wanted is not None and "\n" not in wanted else ""


def _ending(call: ToolCall) -> str:
    code = None if call.result is None else call.result.exit_code
    return f"\nexit {code}" if code else ""


def _halved(text: str) -> str:
    middle = len(text) // 2
    return f"printf '%s%s\\n' {_quoted(text[:middle])} {_quoted(text[middle:])}"


def _packed(text: str) -> str:
    return f"echo {b64encode(encode(text)).decode()} | base64 -d"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\"'\"'") + "'"


_SPOKEN: Final[tuple[tuple[str, Callable[[str], str]], ...]] = (
    ("passes on `echo`", lambda text: f"echo {_quoted(text)}"),
    ("passes on `printf`", lambda text: f"printf '%s\\n' {_quoted(text)}"),
    ("passes on `printf` of two halves", _halved),
    ("passes on a here-document", lambda text: f"cat <<'MUTANT'\n{text}\nMUTANT"),
    ("passes on `base64 -d`", _packed),
    ("passes on `python -c 'print(…)'`", lambda text: f"python3 -c {_quoted(f'print({text!r})')}"),
)


def _line_key(shell: ToolCall) -> str:
    """The argument that a shell tool takes its line from."""
    keys = (key for key, value in shell.arguments.items() if value == shell.command_line)
    return next(keys, "command")


def _tool(view: TraceView, tool_class: ToolClass) -> ToolCall | None:
    """The run's first call of that class, as a pattern for others."""
    table = view.calls
    rows = (row for row, kind in enumerate(table.classes) if kind is tool_class)
    row = next(rows, None)
    return None if row is None else _call(view, Position(table.steps[row], table.numbers[row]))
