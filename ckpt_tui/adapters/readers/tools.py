"""What a tool call does, told from its name and arguments, whichever scaffold made it."""

import shlex
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct

from ckpt_tui.adapters.readers.tool_edits import edits_of
from ckpt_tui.core.trace import FileEdit, Json, ToolClass


class ToolFacts(Struct, frozen=True, kw_only=True):
    """What is known of a call without its result.

    Attributes:
        tool_class: OTHER for a name that no scaffold in the table uses.
        command_line: what a shell call runs; "" where it runs nothing (a poll, a control key);
            None for every other class, and for a shell call that runs something that is not a
            command line (a notebook cell, input to a running program).
        edits: what the arguments spell out; empty where an edit call does not say.
    """

    tool_class: ToolClass
    command_line: str | None = None
    edits: tuple[FileEdit, ...] = ()


def describe(name: str, arguments: Mapping[str, Json]) -> ToolFacts:
    """The facts of a call; `arguments` hold the raw text under "" where it did not parse."""
    tool_class = _class_of(name, arguments)
    if tool_class is ToolClass.SHELL:
        return _shell_facts(name, arguments)
    if tool_class is ToolClass.EDIT:
        return ToolFacts(tool_class=tool_class, edits=edits_of(_key(name), arguments))
    return ToolFacts(tool_class=tool_class)


def command_line_of(name: str, arguments: Mapping[str, Json]) -> str | None:
    """`ToolFacts.command_line` of a call that is known to be one of a shell."""
    key = _key(name)
    return None if key in _CODE_TOOLS else _command_line(key, arguments)


# they run code that is no command line
_CODE_NAMES: Final = """
    python ipython execute_python run_python python_exec python_interpreter execute_ipython_cell
    run_ipython jupyter execute_code run_code code_execution code_interpreter run_cell execute_cell
    run_notebook_cell connect_start connect_sendline connect_exec"""
_NAMES: Final = {
    ToolClass.SHELL: """
        bash shell sh terminal execute_bash execute_bash_command run_bash bash_command bash_session
        bash_tool run_command run_commands execute_command run_terminal_cmd run_terminal_command
        run_in_terminal run_shell_command shell_command shell_exec local_shell local_shell_call exec
        exec_command execute_shell execute_shell_command run_shell powershell cmd container_exec
        write_stdin send_to_shell_process interactive_bash""",
    ToolClass.READ: """
        read read_file read_files read_many_files read_text_file read_multiple_files view view_file
        view_image view_range open open_file cat goto scroll_up scroll_down ls list list_dir
        list_directory list_files directory_tree get_file_info notebook_read read_notebook
        print_tree bash_output""",
    ToolClass.EDIT: """
        str_replace_editor str_replace_based_edit_tool text_editor file_editor edit_anthropic editor
        edit edit_file multi_edit write write_file write_to_file create create_file insert append
        append_file insert_content insert_edit_into_file replace replace_in_file search_replace
        search_and_replace replace_string_in_file multi_replace_string_in_file str_replace
        str_replace_file notebook_edit edit_notebook edit_notebook_file apply_patch apply_diff patch
        delete_file remove_file move_file rename_file save undo_edit""",
    ToolClass.SEARCH: """
        grep glob find search find_file find_files search_dir search_file search_files search_text
        search_file_content search_code search_codebase codebase_search grep_search grep_files
        file_search find_by_name ripgrep rg list_code_usages list_code_definition_names""",
    ToolClass.BROWSER: """
        browser web_browser browse browser_action web web_fetch web_search webfetch websearch
        google_web_search google_search fetch fetch_url fetch_webpage http_request open_url
        visit_page visit_url""",
    ToolClass.MESSAGE: """
        message send_message send_message_to_user message_user message_notify_user message_ask_user
        notify_user ask_user ask_human ask_user_question ask_followup_question ask_question
        request_user_input respond reply say""",
    ToolClass.SUBMIT: """
        submit submit_answer finish finish_task finish_interaction complete_task task_complete
        mark_task_complete task_done done attempt_completion final_answer""",
    ToolClass.OTHER: """
        think thinking todo todo_write todo_read task_tracker update_plan plan task agent memory
        save_memory computer create_directory""",
}


@lru_cache(maxsize=256)
def _key(name: str) -> str:
    """The name without its server (`mcp__x__read`, `functions.read`), case and word breaks."""
    last = name.rpartition("__")[2] or name
    for mark in ".:/":
        last = last.rpartition(mark)[2] or last
    return last.lower().replace("_", "").replace("-", "").replace(" ", "")


_CODE_TOOLS: Final = frozenset(_key(name) for name in _CODE_NAMES.split())
_CLASSES: Final = {
    _key(name): tool_class for tool_class, names in _NAMES.items() for name in names.split()
} | dict.fromkeys(_CODE_TOOLS, ToolClass.SHELL)
_INPUT_TOOLS: Final = frozenset({"writestdin", "sendtoshellprocess"})
_BROWSER_PREFIXES: Final = ("browser_", "browser.", "web_browser_", "playwright", "puppeteer")
_COMMAND_KEYS: Final = (
    "command", "cmd", "commands", "keystrokes", "script", "input", "command_line", "CommandLine",
)  # fmt: skip
_BESIDE_COMMAND: Final = frozenset(
    {
        "command", "cmd", "timeout", "timeout_ms", "description", "explanation", "cwd", "workdir",
        "working_dir", "is_background", "run_in_background", "security_risk", "reason",
    }
)  # fmt: skip
_CONTROL_KEYS: Final = frozenset({"C-c", "C-d", "C-z", "C-l", "C-m", "Enter"})


def _class_of(name: str, arguments: Mapping[str, Json]) -> ToolClass:
    bare = name.removeprefix("mcp__")
    if bare.startswith(_BROWSER_PREFIXES):
        return ToolClass.BROWSER
    known = _CLASSES.get(_key(name))
    if known is None:
        return ToolClass.SHELL if _is_command(arguments) else ToolClass.OTHER
    if known is ToolClass.EDIT and arguments.get("command") == "view":
        return ToolClass.READ
    if known is ToolClass.READ and "url" in arguments:
        return ToolClass.BROWSER
    return known


def _is_command(arguments: Mapping[str, Json]) -> bool:
    """Whether the arguments can be nothing but a command line with its circumstances."""
    command = arguments.get("command", arguments.get("cmd"))
    return isinstance(command, str) and _BESIDE_COMMAND.issuperset(arguments)


def _shell_facts(name: str, arguments: Mapping[str, Json]) -> ToolFacts:
    patch = _patch_argument(arguments)
    if patch is not None:
        edits = edits_of("applypatch", {"patch": patch})
        return ToolFacts(tool_class=ToolClass.EDIT, edits=edits)
    return ToolFacts(tool_class=ToolClass.SHELL, command_line=command_line_of(name, arguments))


def _patch_argument(arguments: Mapping[str, Json]) -> str | None:
    """The patch of `apply_patch`, which is a command in some sandboxes."""
    match arguments.get("command", arguments.get("cmd")):
        case str(script):
            return script if _only_patches(script) else None
        case ["apply_patch", str(patch)]:
            return patch
        case [str(shell), str(flag), str(script)] if _runs_script(shell, flag):
            return script if _only_patches(script) else None
        case _:
            return None


def _only_patches(script: str) -> bool:
    """Whether a script is one `apply_patch <<'EOF'` and nothing after it."""
    before, begin, _ = script.partition("*** Begin Patch")
    if not begin or before.split()[:1] != ["apply_patch"]:
        return False
    return len(script.rpartition("*** End Patch")[2].split()) <= 1


def _command_line(key: str, arguments: Mapping[str, Json]) -> str | None:
    if key in _INPUT_TOOLS or arguments.get("is_input") in (True, "true"):
        typed = arguments.get("chars", arguments.get("command", ""))
        return "" if typed == "" or typed in _CONTROL_KEYS else None
    for name in _COMMAND_KEYS:
        if name in arguments:
            return _as_line(arguments[name])
    return "" if arguments.get("restart") is True else None


def _as_line(command: Json) -> str | None:
    match command:
        case str():
            line = command.removesuffix("\n")
            return "" if line in _CONTROL_KEYS else line
        case [str(shell), str(flag), str(script)] if _runs_script(shell, flag):
            return script
        case [*words] if all(isinstance(word, str) for word in words):
            return shlex.join(str(word) for word in words)
        case _:
            return None


def _runs_script(shell: str, flag: str) -> bool:
    name = shell.rpartition("/")[2]
    return name in {"bash", "sh", "zsh", "dash"} and flag in {"-c", "-lc", "-ic", "-lic"}
