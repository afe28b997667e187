"""Sets of words, written as prose."""


def vocabulary(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())
