"""An app that hands every payload, raw, to every widget that might draw it; run by a test."""

import sys

from textual.app import App, ComposeResult
from textual.content import Content
from textual.widgets import Button, Input, Label, Log, OptionList, Static, TextArea

from ckpt_tui.core.steps import ListSteps
from ckpt_tui.tui.guard import SafeApp
from ckpt_tui.tui.toned import TonedScreen
from ckpt_tui.tui.widgets.step_detail import StepDetail
from ckpt_tui.tui.widgets.step_list import StepList
from tests.hostile import PAYLOADS
from tests.tui.widget_host import hostile_steps

BASES = {"safe": SafeApp, "bare": App}


class Everything(BASES[sys.argv[1] if sys.argv[1:2] else "safe"]):
    """Raw payloads in widgets that sanitise nothing, and in our own."""

    CSS = "Static, Input, Label, Button { height: 1; } StepList, StepDetail, Log { height: 4; }"

    def get_default_screen(self):
        return TonedScreen()

    def compose(self) -> ComposeResult:
        texts = [payload for _, payload in PAYLOADS]
        joined = " ".join(texts)
        yield Static(Content(joined))
        yield Input(value=joined, placeholder=joined)
        yield Label(Content(joined))
        yield Button(Content(joined))
        yield TextArea("\n".join(texts))
        yield OptionList(*(Content(text) for text in texts[:8]))
        yield Log()
        steps = StepList()
        steps.steps = ListSteps(hostile_steps())
        yield steps
        detail = StepDetail()
        detail.step = hostile_steps()[1]
        yield detail
        for text in texts:
            yield Static(Content(text))

    def on_mount(self) -> None:
        self.query_one(Log).write_lines([payload for _, payload in PAYLOADS])
        self.screen.border_title = Content(PAYLOADS[5][1])
        self.notify(PAYLOADS[0][1], title=PAYLOADS[1][1], timeout=60, markup=False)
        self.call_after_refresh(self.set_timer, 0.3, self._leave)

    def _leave(self) -> None:
        self.exit(message="".join(payload for _, payload in PAYLOADS))


if __name__ == "__main__":
    Everything().run()
