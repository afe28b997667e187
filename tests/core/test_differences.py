"""What undo and redo say and select."""

from msgspec.structs import replace

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.differences import neighbour, told
from tests.core.test_scoring import listed, milestone

ABC = listed(milestone("a"), milestone("b"), milestone("c"))


def without(name: str) -> Checklist:
    return listed(*(point for point in ABC.checkpoints if point.id != name))


def test_what_came_went_moved_and_changed_is_told() -> None:
    a, b, c = ABC.checkpoints
    assert told(without("b"), ABC) == "added b"
    assert told(ABC, without("b")) == "deleted b"
    assert told(ABC, listed(b, a, c)) == "the order"
    assert told(ABC, listed(a, replace(b, title="other", critical=True), c)) == "b title, critical"
    assert told(ABC, listed(a, milestone("d"), c)) == "b is d"


def test_what_is_gone_gives_way_to_what_it_stood_behind_or_else_to_what_follows() -> None:
    assert neighbour(ABC, without("b"), "b") == "a"
    assert neighbour(ABC, without("a"), "a") == "b"
    assert neighbour(ABC, without("a"), "c") == "c"
