"""Keys taken one after the other, however many the terminal delivers at once."""

from asyncio import sleep
from collections import deque
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Final, TypeVar

from textual.app import App
from textual.events import Event, Key, Paste
from textual.message_pump import MessagePump

Result = TypeVar("Result")

# What a key leads to may be told on from widget to widget, once a round; most end after one.
_MOST_ROUNDS: Final = 8
# A widget that is taken away may never answer.
_PATIENCE_SECONDS: Final = 3.0


class InOrderApp(App[Result]):
    """An app whose widgets have dealt with a key before the next one is looked at.

    Textual hands a key to the widget in focus and goes on with the next one at once: what follows
    a key that moves the focus or opens something would go where the focus was before.
    """

    keys_wait = False
    """Whether keys are kept for what is being opened; those that leave are not."""

    leaving = frozenset({"ctrl+q"})
    """Keys that leave while the others wait; a letter only where none waits before it."""

    def __init__(self) -> None:
        super().__init__()
        self._held: deque[Key | Paste] = deque()
        self._busy_since: float | None = None

    async def on_event(self, event: Event) -> None:
        if not isinstance(event, Key | Paste) or event.is_forwarded or self._leaves(event):
            await super().on_event(event)
        elif self.keys_wait:
            self._held.extend(map(_as_pressed, _apart(event)))
        else:
            self._held.extend(_apart(event))
            if not self._is_busy():
                await self._take()

    def _leaves(self, event: Key | Paste) -> bool:
        if not self.keys_wait or isinstance(event, Paste):
            return False
        # Behind others a letter belongs to what they begin.
        return event.key in self.leaving and not (self._held and len(event.key) == 1)

    async def let_keys_go(self, *, are_wanted: bool = True) -> None:
        """Take the keys that waited, or drop them where they were meant for something else."""
        self.keys_wait = False
        if not are_wanted:
            self._held.clear()
        if not self._is_busy():
            await self._take()

    def _is_busy(self) -> bool:
        since = self._busy_since
        return since is not None and monotonic() - since < _PATIENCE_SECONDS

    async def _take(self) -> None:
        """Take the keys that are held, up to one that has to be waited for."""
        while self._held:
            event = self._held.popleft()
            self._busy_since = monotonic()
            # Whom it passes: the widget in focus, what is around it, and the app.
            way = tuple((self.focused or self.screen).ancestors_with_self)
            await super().on_event(event)
            if event.is_forwarded:
                await self._follow(way, iter(way), 1)
                return
            await self._began()
        self._busy_since = None

    async def _follow(
        self, way: Sequence[MessagePump], rest: Iterator[MessagePump], rounds: int
    ) -> None:
        """Go behind a key through the queues of its way, again while any of them is not empty."""
        for pump in rest:
            if pump.call_later(self._follow, way, rest, rounds):
                return
        if rounds < _MOST_ROUNDS and any(pump.message_queue_size for pump in way):
            await self._follow(way, iter(way), rounds + 1)
            return
        await self._began()
        await self._take()

    async def _began(self) -> None:
        """Let work that was begun take its first step: it may open a screen."""
        await sleep(0)


def _as_pressed(event: Key | Paste) -> Key | Paste:
    """The key: until the app had taken hold of the terminal, that made a line end of enter."""
    is_line_end = isinstance(event, Key) and event.key == "ctrl+j"
    return Key("enter", "\r") if is_line_end else event


def _apart(event: Key | Paste) -> tuple[Key | Paste, ...]:
    """The keys that were pressed: a letter right behind esc comes as one key with alt."""
    if isinstance(event, Key) and event.key.startswith("alt+") and event.is_printable:
        return Key("escape", "\x1b"), Key(event.character or "", event.character)
    return (event,)
