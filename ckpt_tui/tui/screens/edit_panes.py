"""The Edit screen's panes: which has the focus, and which is shown where one alone fits."""

from ckpt_tui.tui.screens.edit_deciding import Deciding

_PANES = ("list", "trace", "detail", "grid")


class PaneActions(Deciding):
    """Actions that bring a pane, or give it room."""

    def action_pane_1(self) -> None:
        self.focus_pane("list")

    def action_pane_2(self) -> None:
        self.focus_pane("trace")

    def action_pane_3(self) -> None:
        self.focus_pane("detail")

    def action_pane_4(self) -> None:
        self.focus_pane("grid")

    def action_next_pane(self) -> None:
        panes = [name for name in _PANES if name != "grid" or self._has_grid]
        here = next((name for name in panes if self.has_focus_in(name)), panes[-1])
        self.focus_pane(panes[(panes.index(here) + 1) % len(panes)])

    def action_grid(self) -> None:
        if self.is_small:
            self.focus_pane("list" if self.has_class("-on-grid") else "grid")
            return
        self.toggle_class("-no-grid")
        if not self._has_grid and self.has_focus_in("grid"):
            self.focus_pane("list")

    def action_zoom(self) -> None:
        self.add_class("-zoomed")

    def action_unzoom(self) -> None:
        self.remove_class("-zoomed")

    def focus_pane(self, name: str) -> None:
        """Focus a pane; where only one fits it becomes the one that is shown."""
        if name == "grid":
            self.remove_class("-no-grid")
        self._bring(name)
        pane = self.query_one(f"#{name}")
        if name == "detail":
            if self.form is not None and self.is_editing:
                self.form.focus_first()
                return
            pane = self.query_one("#step")
        self.set_focus(pane)

    def focus_moved(self) -> None:
        """Whatever took the focus, its pane is the one that is shown.

        An unfilled form holds the focus alone: its pane comes with it, once it is filled.
        """
        super().focus_moved()
        here = next((name for name in _PANES if self.has_focus_in(name)), None)
        if here is not None and self.focused is not self.form:
            self._bring(here)

    def _bring(self, name: str) -> None:
        """Make a pane the one that is shown where only one fits."""
        if self.has_class(f"-on-{name}"):
            return
        for other in _PANES:
            self.set_class(other == name, f"-on-{other}", update=False)
        # Where all panes are in view, nothing looks otherwise; every widget would be styled anew.
        if self.is_small or self.has_class("-zoomed"):
            self.update_node_styles()

    @property
    def _has_grid(self) -> bool:
        return self.is_small or not self.has_class("-no-grid")

    def has_focus_in(self, name: str) -> bool:
        """Whether a pane, or something in it, has the focus."""
        pane = self.query_one(f"#{name}")
        return self.focused is not None and pane in self.focused.ancestors_with_self
