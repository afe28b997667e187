"""What is printed for other programs is JSON as everybody lays it out, whatever it holds."""

import json
from collections.abc import Mapping
from types import MappingProxyType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ckpt_tui.cli.output import write_json
from ckpt_tui.core.trace import Json

TEXTS = st.text(alphabet='ab"\\é\x7f\x00\u2028\U0001f600\ud83d\udc00{}[]:, ', max_size=8)
DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(TEXTS, inner, max_size=3)
    | st.dictionaries(TEXTS, inner, max_size=3).map(MappingProxyType)
    | st.lists(inner, max_size=3).map(tuple),
    max_leaves=8,
)  # fmt: skip


@given(document=DOCUMENTS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_document_is_ascii_of_two_spaces_a_level_and_holds_what_it_was_given(
    document: Json, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    write_json(document)
    printed = capsys.readouterr().out
    assert printed.isascii()
    assert "\x7f" not in printed
    laid_out = json.dumps(json.loads(printed), indent=2)
    assert printed == laid_out.replace("\x7f", "\\u007f") + "\n"
    assert json.loads(printed) == whole(document)


def whole(value: Json) -> Json:
    """As UTF-8 can hold it: half a surrogate pair becomes U+FFFD."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, Mapping):
        return {str(whole(key)): whole(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [whole(item) for item in value]
    return value
