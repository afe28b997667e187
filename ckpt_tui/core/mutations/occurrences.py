"""Steps in which a check is met, made up from what it asks for."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from ckpt_tui.core.changes import file_changes
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.calls import CallStatus
from ckpt_tui.core.checks.file_changed import FileChanged
from ckpt_tui.core.checks.output import Output
from ckpt_tui.core.checks.ran import Ran
from ckpt_tui.core.checks.text import Part, Speaker, Text
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.globbing import fits_glob
from ckpt_tui.core.match import Match
from ckpt_tui.core.matching import holds
from ckpt_tui.core.mutations.literals import literal, literal_number, literal_scalar
from ckpt_tui.core.mutations.mutants import steps_of
from ckpt_tui.core.text import compact_json
from ckpt_tui.core.trace import (
    Change,
    FileEdit,
    Json,
    Step,
    StepKind,
    ToolCall,
    ToolClass,
    ToolResult,
)
from ckpt_tui.core.view import TraceView

_NAMES: Final = {
    ToolClass.SHELL: "bash",
    ToolClass.READ: "read_file",
    ToolClass.EDIT: "edit_file",
    ToolClass.SEARCH: "search",
    ToolClass.BROWSER: "browse",
    ToolClass.MESSAGE: "send_message",
    ToolClass.SUBMIT: "submit",
    ToolClass.OTHER: "tool",
}


def made_up(check: Check, view: TraceView) -> Iterator[Step]:
    """Steps in which a check of a known kind may be met; it is to be decided whether it is."""
    match check:
        case FileChanged():
            for edit in made_changes(check, view):
                given: dict[str, Json] = {"path": edit.path}
                done = ToolResult(text="done")
                yield acting(call(ToolClass.EDIT, "edit_file", given, done, (edit,)))
        case ToolCalled():
            yield from _tool_calls(check, view)
        case Ran():
            yield from _lines(check)
        case Output() | Text():
            wanted = literal(check.match)
            yield from () if wanted is None else _saying(check, view, wanted)
        case _:
            return


def own(check: Check, view: TraceView) -> Iterator[Step]:
    """The run's own steps in which a check was met, each with nothing but the call that met it."""
    steps = steps_of(view)
    for event in check.events(view) or ():
        step, number = event.position
        if 0 <= step < len(steps) and 0 <= number < len(steps[step].calls):
            yield replace(steps[step], calls=(steps[step].calls[number],), message="")


def _saying(check: Output | Text, view: TraceView, wanted: str) -> Iterator[Step]:
    if isinstance(check, Output):
        yield from _answers(check, view, wanted)
        return
    field = "reasoning" if check.part is Part.REASONING else "message"
    yield replace(speaking(check.by), **{field: wanted})


def made_changes(check: FileChanged, view: TraceView) -> Iterator[FileEdit]:
    """Changes as a check asks for them, of paths that fit."""
    change = check.change[0] if check.change else Change.EDIT
    lost = "something" if check.removed_lines is None else literal(check.removed_lines)
    won = "# something else" if check.added_lines is None else literal(check.added_lines)
    removed = () if change is Change.CREATE or lost is None else (lost,)
    added = () if change is Change.DELETE or won is None else (won,)
    for path in paths(check.path, view, check.except_paths):
        yield FileEdit(path=path, change=change, removed=removed, added=added)


def _tool_calls(check: ToolCalled, view: TraceView) -> Iterator[Step]:
    given: dict[str, Json] = {}
    for path, match in check.arguments:
        value = literal_scalar(match)
        if value is None:
            return
        _put(given, path, value)
    wanted = "done" if check.result is None else literal(check.result)
    code = 0 if check.exit_code is None else literal_number(check.exit_code)
    actor = "agent" if check.actor is None else literal(check.actor)
    if wanted is None or code is None or actor is None:
        return
    is_error = check.status is CallStatus.ERROR
    is_shell = check.tool_class is ToolClass.SHELL
    result = ToolResult(
        text=wanted,
        is_error=is_error,
        exit_code=int(code) if is_shell or check.exit_code is not None else None,
    )
    for name in _names(check.tool, check.tool_class, view):
        tool_class = check.tool_class or _class_of(name, view)
        yield replace(acting(call(tool_class, name, given, result)), actor=actor)


def _answers(check: Output, view: TraceView, wanted: str) -> Iterator[Step]:
    tool_class = check.tool_class or ToolClass.SHELL
    for name in _names(check.tool, tool_class, view):
        is_shell = tool_class is ToolClass.SHELL
        arguments: dict[str, Json] = {"command": "./unknown-program"} if is_shell else {}
        code = 0 if is_shell else None
        yield acting(call(tool_class, name, arguments, ToolResult(text=wanted, exit_code=code)))


def _lines(check: Ran) -> Iterator[Step]:
    words = [literal(match) for match in check.argv]
    code = 0 if check.exit_code is None else literal_number(check.exit_code)
    if None in words or code is None:
        return
    if check.status is CallStatus.ERROR and not code:
        code = 1
    line = " ".join(_word(word) for word in words if word is not None)
    result = ToolResult(text="", exit_code=int(code))
    yield acting(call(ToolClass.SHELL, "bash", {"command": line}, result))


def paths(wanted: Match | None, view: TraceView, excepted: tuple[str, ...] = ()) -> Iterator[str]:
    """Paths that fit: spelled out, made up, and such as the run knows."""
    spelled = "mutant.txt" if wanted is None else literal(wanted)
    known = view.trace.environment
    names = [] if spelled is None else [spelled]
    names += [change.path for change in file_changes(view)]
    names += [] if known is None else [*known.paths]
    for name in dict.fromkeys(names):
        if wanted is not None and not holds(wanted, name):
            continue
        if not any(fits_glob(pattern, name) for pattern in excepted):
            yield name


def _names(tool: Match | None, tool_class: ToolClass | None, view: TraceView) -> Iterator[str]:
    """Names of a tool that fits: such as the run knows, else one of its class."""
    if tool is None:
        classes = zip(view.calls.names, view.calls.classes, strict=True)
        known = (name for name, its in classes if its is tool_class)
        yield next(known, _NAMES[tool_class or ToolClass.OTHER])
        return
    known_names = sorted({*view.calls.names, *(view.trace.declared_tools or ())})
    spelled = literal(tool)
    yield from ([] if spelled is None else [spelled])
    yield from (name for name in known_names if name != spelled and holds(tool, name))


def _class_of(name: str, view: TraceView) -> ToolClass:
    classes = zip(view.calls.names, view.calls.classes, strict=True)
    return next((its for known, its in classes if known == name), ToolClass.OTHER)


def _put(arguments: dict[str, Json], path: str, value: Json) -> None:
    """Put a value where a dotted path looks for it; a path with an index is one key."""
    keys = [path] if "[" in path else path.split(".")
    for key in reversed(keys[1:]):
        value = {key: value}
    arguments[keys[0]] = value


def call(
    tool_class: ToolClass,
    name: str,
    arguments: dict[str, Json],
    result: ToolResult,
    edits: tuple[FileEdit, ...] = (),
) -> ToolCall:
    """A call that was answered; a shell's line is its argument `command`."""
    command = arguments.get("command") if tool_class is ToolClass.SHELL else None
    return ToolCall(
        id=None,
        name=name,
        tool_class=tool_class,
        arguments=arguments,
        arguments_text=compact_json(arguments),
        command_line=command if isinstance(command, str) else None,
        edits=edits,
        result=result,
    )


def acting(made: ToolCall) -> Step:
    """A step of the agent with one call."""
    return replace(speaking(Speaker.AGENT), calls=(made,))


def speaking(by: Speaker) -> Step:
    """A step of somebody, with nothing in it yet."""
    return Step(index=0, native=0, kind=StepKind(by), actor=str(by))


def _word(word: str) -> str:
    return "'" + word.replace("'", "'\"'\"'") + "'"
