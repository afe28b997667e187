"""Everything that is odd about a list, in the order of its checkpoints."""

from collections.abc import Mapping, Sequence
from itertools import chain

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.linting.echoes import echoed
from ckpt_tui.core.linting.finding import Brief, Finding
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
from ckpt_tui.core.verdict import Verdict


def findings(
    checklist: Checklist,
    *,
    stages: Sequence[str] = STAGES,
    brief: Brief | None = None,
    verdicts: Mapping[str, Sequence[Verdict]] | None = None,
) -> list[Finding]:
    """The findings about the list as a whole, then by checkpoint.

    `stages` are the words of the workspace's vocabulary; `brief` is None where it is not known
    what the agent is given; `verdicts` are those of the sample runs by checkpoint, one a run, None
    where there are none.
    """
    order = {point.id: place for place, point in enumerate(checklist.checkpoints)}
    found = chain(
        weighed(checklist),
        stated(checklist),
        worded(checklist),
        staged(checklist, stages),
        shaped(checklist),
        pathed(checklist, brief),
        matched(checklist, brief),
        echoed(checklist),
        forbidden(checklist),
        tried(checklist, verdicts or {}),
    )
    return sorted(found, key=lambda it: -1 if it.checkpoint is None else order[it.checkpoint])
