"""Write large ATIF recordings with realistic contents: `python make_traces.py OUT STEPS [MEAN]`."""

import json
import random
import sys
from pathlib import Path

# Mostly the agent looks around; every line is another one, as in a real run.
COMMANDS = (
    "sed -n '{n},{m}p' ledger/module_{k}.py",
    "grep -rn 'round(' ledger/module_{k}.py | head -{k}",
    "git status --short && git diff HEAD~{k} -- ledger/module_{k}.py",
    "cat ledger/module_{k}.py | head -n {n}",
    "ls -la ledger/part_{n}",
    "python -m ledger report --month 2026-{k:02} --limit {n}",
    "cd /workspace && rg --line-number 'def total_{n}' ledger",
    "find . -name 'module_{k}*.py' -newer ledger/module_{n}.py",
    "pytest -q tests/test_module_{k}.py -k 'case_{n}'",
)
LINES = (
    "ledger/totals.py:41:    return round(sum(amounts), 2)",
    "FAILED tests/test_totals.py::test_cent - AssertionError: assert 10.01 == 10.02",
    "============================= test session starts ==============================",
    "12 passed, 1 warning in 0.41s",
    '    raise ValueError("amount out of range")  # "quoted"\tand a tab',
    "-rw-r--r-- 1 dev dev  4096 Jan 12 09:31 ledger/__init__.py",
    "on branch fix/rounding · nothing to commit",
)
EDIT_EVERY = 25


def write_atif(path: Path, steps: int, mean_bytes: int = 1500, seed: int = 1) -> None:
    """One trajectory of `steps` steps of about `mean_bytes` each, sizes log-normal."""
    rng = random.Random(seed)
    with path.open("w", encoding="utf-8") as out:
        out.write('{"schema_version": "ATIF-v1.7", "session_id": "s-1", ')
        out.write('"agent": {"name": "demo", "version": "1.0", "model_name": "m"}, "steps": [\n')
        out.write(json.dumps({"step_id": 1, "source": "user", "message": "Fix the ledger."}))
        for number in range(2, steps + 1):
            out.write(",\n" + json.dumps(_step(rng, number, mean_bytes), ensure_ascii=False))
        out.write('\n], "final_metrics": {"total_prompt_tokens": 1, "total_completion_tokens": 1}}')


def _step(rng: random.Random, number: int, mean_bytes: int) -> dict[str, object]:
    fixed = 250
    size = max(0, int(rng.lognormvariate(0, 0.9) * 0.67 * (mean_bytes - fixed)))
    lines: list[str] = []
    while size > 0:
        lines.append(rng.choice(LINES))
        size -= len(lines[-1]) + 2
    call = f"call_{number}"
    step: dict[str, object] = {"step_id": number, "source": "agent", "message": "I look further."}
    if mean_bytes > fixed * 2:
        step["timestamp"] = f"2026-01-01T{number // 3600 % 24:02}:{number // 60 % 60:02}:00Z"
        step["metrics"] = {"prompt_tokens": 900, "completion_tokens": 25, "cost_usd": 0.001}
    step["tool_calls"] = [{"tool_call_id": call, **_call(rng, number)}]
    result = {"source_call_id": call, "content": "\n".join(lines)}
    step["observation"] = {"results": [result]}
    return step


def _call(rng: random.Random, number: int) -> dict[str, object]:
    if number % EDIT_EVERY == 0:
        edit = {
            "command": "str_replace",
            "path": f"/workspace/ledger/module_{number % 97}.py",
            "old_str": "return round(sum(amounts), 2)\n",
            "new_str": f"return quantized(sum(amounts), {number % 7})\n",
        }
        return {"function_name": "str_replace_editor", "arguments": edit}
    line = rng.choice(COMMANDS).format(n=number, m=number + 80, k=rng.randrange(1, 12))
    return {"function_name": "bash", "arguments": {"command": line}}


if __name__ == "__main__":
    write_atif(Path(sys.argv[1]), int(sys.argv[2]), *(int(word) for word in sys.argv[3:4]))
