"""The Edit screen while a checkpoint is grabbed: it is moved, dropped or put back, and no more."""

from textual import on
from textual.events import Key

from ckpt_tui.tui.actions import GRAB_ACTIONS
from ckpt_tui.tui.screens.edit_base import Grab
from ckpt_tui.tui.screens.edit_changes import ChangeActions
from ckpt_tui.tui.widgets.lines import Rows

_GRABBED = "grabbed: j and k move it, enter drops it, esc puts it back"
_REFUSED = "not while a checkpoint is grabbed: enter drops it, esc puts it back"
_TAKEN = frozenset(action.id for action in GRAB_ACTIONS)


class GrabActions(ChangeActions):
    """One checkpoint in hand; keys that would do something else are refused meanwhile."""

    def action_grab(self) -> None:
        if self.grab is not None:
            self.drop()
            return
        self.stay()
        self.session.manuscript.pause()
        self.grab = Grab(id=self.selected, before=self.session.manuscript.history)
        self.focus_pane("list")
        self.show_list()
        self.show_keys()
        self.say(_GRABBED)

    async def action_edit(self) -> None:
        if self.grab is None:
            await super().action_edit()
        else:
            self.drop()

    def drop(self) -> None:
        """Leave what is grabbed where it was moved to; one undoable change."""
        if self._let_go():
            self.session.manuscript.pause()
            self.say(f"moved to place {self._place}")
        self.grab_ended()

    def put_back(self) -> None:
        """End the grab as if it had not been."""
        grab = self.grab
        if self._let_go() and grab is not None:
            self.change(lambda: self.session.manuscript.turn_to(grab.before))
            self.say(f"put back at place {self._place}")
        self.grab_ended()

    def _let_go(self) -> bool:
        """End the grab; whether it moved anything, and if not nothing is left of it."""
        grab, manuscript = self.grab, self.session.manuscript
        self.grab = None
        is_moved = grab is not None and grab.before.present.text != manuscript.text
        if grab is not None and not is_moved:
            manuscript.turn_to(grab.before)
        self.show_list()
        self.show_keys()
        self.has_news = False
        self.show_verdict()
        return is_moved

    def grab_ended(self) -> None:
        """Nothing is grabbed any more: what waited for that may begin."""

    @property
    def _place(self) -> int:
        return self.session.ids().index(self.selected) + 1

    def _move(self, delta: int) -> None:
        if (grab := self.grab) is None:
            super()._move(delta)
            return
        self.carry_out(lambda: self.session.shift(grab.id, delta, burst="grab"))
        if not self.has_news:
            self.say(_GRABBED)

    # All that is held back meanwhile.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        is_held = self.grab is not None and action not in _TAKEN
        return False if is_held else super().check_action(action, parameters)

    def on_key(self, event: Key) -> None:
        """Refuse a key that came this far, unless it is one of the few that are taken."""
        found = self.active_bindings.get(event.key)
        if self.grab is not None and (found is None or found.binding.id not in _TAKEN):
            event.stop()
            self.say(_REFUSED)

    def _select(self, row: int) -> None:
        if self.grab is None:
            super()._select(row)
        elif self.session.ids()[row] != self.grab.id:
            self.show_list()
            self.say(_REFUSED)

    def _to_cell(self, row: int, run: int) -> None:
        if self.grab is None:
            super()._to_cell(row, run)
        elif (self.session.ids()[row], run) != (self.grab.id, self.run):
            self.show_list()
            self.say(_REFUSED)

    def _open_cell(self) -> None:
        if self.grab is None:
            super()._open_cell()

    @on(Rows.Chosen, "#list")
    async def _row_chosen(self) -> None:
        if self.grab is None:
            await self.open_form()
