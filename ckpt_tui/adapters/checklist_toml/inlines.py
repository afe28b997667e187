"""Changes a value that stands behind one `=`, keeping as much of it as was written."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import takewhile
from operator import ne

from ckpt_tui.adapters.checklist_toml.goals import common_ends, same
from ckpt_tui.adapters.checklist_toml.layout import line_end
from ckpt_tui.adapters.checklist_toml.places import LIST, TABLE, Item, Node
from ckpt_tui.adapters.checklist_toml.plain import is_list, is_table
from ckpt_tui.adapters.checklist_toml.render import one_line, statement
from ckpt_tui.core.toml_value import key as key_text


def rewritten(text: str, node: Node, written: object, goal: object) -> str:
    """What takes the place of a node that holds `written` so that it holds `goal`."""
    if node.form == TABLE and is_table(written) and is_table(goal):
        return _table(text, node, written, goal)
    if node.form == LIST and is_list(written) and is_list(goal) and node.items:
        return _list(text, node, written, goal)
    return statement(goal, line_end(text), like=text[node.start : node.end])


def _table(text: str, node: Node, written: Mapping[str, object], goal: Mapping[str, object]) -> str:
    """An inline table; its pairs stay as they are where their values do."""
    pairs: list[tuple[str, str]] = []
    for item in node.items:
        key = item.key[0]
        if key not in goal:
            continue
        if same(written[key], goal[key]):
            pairs.append((key, text[item.start : item.end]))
        elif len(item.key) == 1:
            value = _single_line(text, item, written[key], goal[key])
            pairs.append((key, text[item.start : item.value.start] + value))
        elif all(key != other for other, _ in pairs):
            pairs.append((key, _pair(key, goal)))
    is_whole = len(pairs) == len(node.items) > 0
    pairs = _with_new(pairs, written, goal)
    if is_whole:
        return _in_place(text, node, [pair for _, pair in pairs])
    padding = text[node.start + 1 : node.items[0].start] if node.items else " "
    return f"{{{padding}{', '.join(pair for _, pair in pairs)}{padding}}}" if pairs else "{}"


def _with_new(
    pairs: list[tuple[str, str]], written: Mapping[str, object], goal: Mapping[str, object]
) -> list[tuple[str, str]]:
    """The pairs, each with the new ones that come behind it in the order of the goal."""
    found = list(pairs)
    for key in goal:
        if key in written:
            continue
        before = set(takewhile(partial(ne, key), goal))
        place = max((n for n, (other, _) in enumerate(found) if other in before), default=None)
        if place is not None:
            other, pair = found[place]
            found[place] = (other, f"{pair}, {_pair(key, goal)}")
        elif found:
            found[0] = (found[0][0], f"{_pair(key, goal)}, {found[0][1]}")
        else:
            found.append((key, _pair(key, goal)))
    return found


def _pair(key: str, goal: Mapping[str, object]) -> str:
    return f"{key_text(key)} = {one_line(goal[key])}"


def _single_line(text: str, item: Item, written: object, goal: object) -> str:
    node = item.value
    is_kept = (node.form == TABLE and is_table(goal)) or (
        node.form == LIST and is_list(goal) and bool(node.items)
    )
    before = text[node.start : node.end]
    return rewritten(text, node, written, goal) if is_kept else one_line(goal, like=before)


def _in_place(text: str, node: Node, new: Sequence[str]) -> str:
    """The node with each item replaced, and everything between them as it was."""
    replaced = zip(node.items, new, strict=True)
    return _patched(text, node, [(item.start, item.end, new) for item, new in replaced])


def _patched(text: str, node: Node, patches: Sequence[tuple[int, int, str]]) -> str:
    pieces: list[str] = []
    position = node.start
    for start, end, new in patches:
        pieces += (text[position:start], new)
        position = end
    return "".join([*pieces, text[position : node.end]])


def _list(text: str, node: Node, written: Sequence[object], goal: Sequence[object]) -> str:
    """A list; elements that both have at the front and at the end stay as they are."""
    if not goal:
        return "[]"
    items = node.items
    front, back = common_ends(written, goal)
    old_end, new_end = len(items) - back, len(goal) - back
    paired = min(old_end, new_end)
    patches = [
        (item.start, item.end, _single_line(text, item, written[place], goal[place]))
        for place, item in enumerate(items[front:paired], front)
    ]
    if old_end > paired:
        is_last = old_end == len(items)
        start = items[paired - 1].end if is_last else items[paired].start
        patches.append((start, items[-1].end if is_last else items[old_end].start, ""))
    elif new_end > paired:
        added = [one_line(value) for value in goal[paired:new_end]]
        patches += _added(text, node, paired, added)
    return _patched(text, node, patches)


def _added(text: str, node: Node, place: int, added: Sequence[str]) -> list[tuple[int, int, str]]:
    """The patches that put new elements before the one at a place."""
    items = node.items
    opening = text[node.start + 1 : items[0].start]
    indent = opening.rpartition("\n")[2]
    line_break = line_end(text) + indent if "\n" in opening else " "
    if place == 0:
        start = items[0].start
        return [(start, start, "".join(f"{new},{line_break}" for new in added))]
    end = items[place - 1].end
    following = items[place].start if place < len(items) else node.end - 1
    stop = text.find("\n", end, following) + 1
    has_comma = "," in text[end:stop].partition("#")[0]
    if stop and (has_comma or "," not in text[end:following]):
        rows = f",{line_break}".join(added) + ("," if has_comma else "") + line_end(text)
        return [(end, end, "" if has_comma else ","), (stop, stop, indent + rows)]
    return [(end, end, "".join(f", {new}" for new in added))]
