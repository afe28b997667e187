"""Everything that is odd about a list, in the order of its checkpoints."""

from collections.abc import Iterator, Sequence
from itertools import chain

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.controls import ControlRun
from ckpt_tui.core.linting.alternatives import idle_routes, misnamed
from ckpt_tui.core.linting.echoes import echoed
from ckpt_tui.core.linting.finding import Brief, Finding, Rule
from ckpt_tui.core.linting.forbidden import forbidden
from ckpt_tui.core.linting.kinds import shaped
from ckpt_tui.core.linting.paths import pathed
from ckpt_tui.core.linting.patterns import matched
from ckpt_tui.core.linting.staging import staged
from ckpt_tui.core.linting.stated import stated
from ckpt_tui.core.linting.trials import tried
from ckpt_tui.core.linting.weights import weighed
from ckpt_tui.core.linting.wording import worded
from ckpt_tui.core.stages import STAGES


def findings(
    checklist: Checklist,
    *,
    stages: Sequence[str] = STAGES,
    brief: Brief | None = None,
    runs: Sequence[ControlRun] = (),
) -> list[Finding]:
    """The findings about the list as a whole, then by checkpoint.

    `stages` are the words of the workspace's vocabulary; `brief` is None where it is not known
    what the agent is given; `runs` are the sample runs that were tried.
    """
    order = {point.id: place for place, point in enumerate(checklist.checkpoints)}
    certain = list(_of_itself(checklist, stages, brief))
    impossible = {it.checkpoint for it in certain if it.rule is Rule.IMPOSSIBLE}
    # That such a check ends alike on all runs goes without saying.
    on_trial = (it for it in tried(checklist, runs) if it.checkpoint not in impossible)
    found = chain(certain, on_trial)
    return sorted(found, key=lambda it: -1 if it.checkpoint is None else order[it.checkpoint])


def _of_itself(
    checklist: Checklist, stages: Sequence[str], brief: Brief | None
) -> Iterator[Finding]:
    return chain(
        weighed(checklist),
        misnamed(checklist),
        idle_routes(checklist),
        stated(checklist),
        worded(checklist),
        staged(checklist, stages),
        shaped(checklist),
        pathed(checklist, brief),
        matched(checklist, brief),
        echoed(checklist),
        forbidden(checklist),
    )
