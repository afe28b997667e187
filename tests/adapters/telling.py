"""A trace told in lines, for golden files."""

from ckpt_tui.core.trace import Step, ToolCall, Trace


def told(trace: Trace) -> str:
    """Everything a reader sets, one line a fact."""
    facts = {
        "task": trace.task_id,
        "agent": (trace.agent, trace.agent_version, trace.model, trace.format_version),
        "end": (str(trace.status), trace.submitted),
        "outcome": trace.outcome,
        "report": trace.report,
        "environment": None if trace.environment is None else trace.environment.changes,
        "tools": None if trace.declared_tools is None else sorted(trace.declared_tools),
        "usage": (trace.usage, trace.seconds),
    }
    lines = [f"{name}: {value}" for name, value in facts.items()]
    lines += [f"gap: {gap.kind} {gap.first} to {gap.last} {gap.detail}" for gap in trace.gaps]
    lines += [f"warning: {warning}" for warning in trace.warnings]
    for step in map(trace.steps.__getitem__, range(len(trace.steps))):
        lines += _step_lines(step)
    return "\n".join(lines)


def _step_lines(step: Step) -> list[str]:
    lines = [f"{step.index} [{step.native}] {step.kind} {step.actor}: {step.message!r}"]
    if step.reasoning:
        lines.append(f"  reasoning {step.reasoning!r}")
    if step.time is not None or step.usage is not None:
        lines.append(f"  {step.time} {step.model} {step.usage}")
    return lines + [line for call in step.calls for line in _call_lines(call)]


def _call_lines(call: ToolCall) -> list[str]:
    lines = [f"  {call.id} {call.name} ({call.tool_class}) {call.arguments_text}"]
    if call.command_line is not None:
        lines.append(f"    runs {call.command_line!r}")
    lines += [f"    {edit.change} {edit.path} {edit.removed} {edit.added}" for edit in call.edits]
    return [*lines, f"    -> {call.result}"]
