"""A run as an ATIF v1.7 document."""

from datetime import datetime, timedelta

from script import Call, Script

SECONDS_A_STEP = 7

NOTES = (
    "The agent's words and commands are scripted; every command really ran and every output is "
    "its own. Folder, clock and durations are replaced so that the recording can be made again."
)

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "bash",
            "description": "Run a command in a new bash shell in /workspace.",
            "parameters": {
                "type": "object",
                "properties": {"command": {"type": "string"}},
                "required": ["command"],
            },
        },
    },
    {
        "type": "function",
        "function": {
            "name": "str_replace_editor",
            "description": "View, create and edit files.",
            "parameters": {
                "type": "object",
                "properties": {
                    "command": {
                        "type": "string",
                        "enum": ["view", "create", "str_replace", "insert"],
                    },
                    "path": {"type": "string"},
                    "file_text": {"type": "string"},
                    "old_str": {"type": "string"},
                    "new_str": {"type": "string"},
                    "insert_line": {"type": "integer"},
                    "view_range": {"type": "array", "items": {"type": "integer"}},
                },
                "required": ["command", "path"],
            },
        },
    },
]


class Recording:
    """A document that grows by one step at a time, on a clock of its own."""

    def __init__(self, script: Script, task: str, start: datetime) -> None:
        self._script = script
        self._task = task
        self._start = start
        self._steps: list[dict[str, object]] = []

    @property
    def next_step(self) -> int:
        """The number that the next step will carry, from 1."""
        return len(self._steps) + 1

    def say(self, source: str, message: str) -> None:
        """Add a message of the system or the user."""
        self._steps.append({**self._head(source), "message": message})

    def act(
        self, message: str, thought: str, answered: list[tuple[Call, dict[str, object]]]
    ) -> None:
        """Add a step of the agent: its calls, each with content and `extra` of its result."""
        step = {**self._head("agent"), "message": message}
        if thought:
            step["reasoning_content"] = thought
        step["llm_call_count"] = 0
        if answered:
            names = [f"call_{self.next_step}_{n}" for n in range(1, len(answered) + 1)]
            step["tool_calls"] = [
                {"tool_call_id": name, "function_name": call.tool, "arguments": call.arguments}
                for name, (call, _) in zip(names, answered, strict=True)
            ]
            step["observation"] = {
                "results": [
                    {"source_call_id": name, **result}
                    for name, (_, result) in zip(names, answered, strict=True)
                ]
            }
        self._steps.append(step)

    def document(self) -> dict[str, object]:
        """The whole trajectory."""
        name = f"{self._task}-{self._script.run}"
        return {
            "schema_version": "ATIF-v1.7",
            "session_id": name,
            "trajectory_id": name,
            "agent": {
                "name": self._script.agent,
                "version": self._script.version,
                "tool_definitions": TOOLS,
            },
            "steps": self._steps,
            "notes": NOTES,
            "final_metrics": {"total_steps": len(self._steps)},
            "extra": {"task_id": self._task},
        }

    def _head(self, source: str) -> dict[str, object]:
        time = self._start + timedelta(seconds=SECONDS_A_STEP * len(self._steps))
        return {
            "step_id": self.next_step,
            "timestamp": time.isoformat().replace("+00:00", "Z"),
            "source": source,
        }
