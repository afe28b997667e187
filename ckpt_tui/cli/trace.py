"""`ckpt-tui trace`."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from ckpt_tui.cli.output import say, write, write_json
from ckpt_tui.core.claims.claim import Claim, Ledger
from ckpt_tui.core.display import plain
from ckpt_tui.core.trace import Json, Trace
from ckpt_tui.core.verdict import Evidence
from ckpt_tui.core.view import TraceView
from ckpt_tui.errors import UsageError

_NAMED = 5


@click.group(name="trace", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> int | None:
    """Look into a recording."""
    if context.invoked_subcommand is not None:
        return None
    click.echo(context.get_help(), err=True)
    return UsageError.exit_code


@command.command(name="claims")
@click.argument("path")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@click.pass_obj
def claims(folder: Path, path: str, *, as_json: bool) -> None:
    """Hold what the agent told the user against the recording at PATH (or PATH#RUN)."""
    from ckpt_tui.core.claims.held import ledger

    found = ledger(TraceView(trace=_trace(folder, path)))
    if not found.messages:
        say(f"{path}: the run stopped before it reported, so there is nothing to hold")
    if as_json:
        write_json([_document(claim) for claim in found.claims])
        return
    for claim in found.claims:
        write(_line(claim))
    if found.messages:
        write(_summary(found))


def _trace(folder: Path, path: str) -> Trace:
    """The one run that a path names."""
    from ckpt_tui.wiring import open_library

    library = open_library(folder)
    samples = library.find(path).samples
    if len(samples) != 1:
        raise UsageError(f"{path}: {_choice([sample.ref.name for sample in samples])}")
    return library.load(samples[0])


def _choice(names: Sequence[str]) -> str:
    if not names:
        return "no reader knows what lies there; name a recording"
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    shown = ", ".join(f"{name!r}" for name in names[:_NAMED])
    return f"holds {len(names)} runs; name one: {shown}{more}"


def _document(claim: Claim) -> dict[str, Json]:
    evidence = claim.finding.evidence
    return {
        "text": claim.text,
        "span": list(claim.span),
        "tier": str(claim.tier),
        "kind": str(claim.kind),
        "verdict": str(claim.verdict),
        "step": None if evidence is None else evidence.step,
        "quote": "" if evidence is None else evidence.quote,
    }


def _line(claim: Claim) -> str:
    evidence = claim.finding.evidence
    shown = "" if evidence is None else f" — {_place(evidence)}: {plain(evidence.quote)}"
    mark = "✗" if claim.costs else " "
    return (
        f"{mark} {claim.verdict:13} {claim.kind:12} step {claim.step:<4} {plain(claim.text)}\n"
        f"    {plain(claim.finding.reason)}{shown}"
    )


def _place(evidence: Evidence) -> str:
    return plain(evidence.part) if evidence.step is None else f"step {evidence.step}"


def _summary(found: Ledger) -> str:
    """How many claims of each verdict, and how much of what was said makes one."""
    verdicts = Counter(str(claim.verdict) for claim in found.claims)
    told = ", ".join(f"{number} {verdict}" for verdict, number in sorted(verdicts.items()))
    share = f"{found.held} of {found.sentences} sentences make a claim that was decided"
    return f"{told or 'no claims'}; {share}"
