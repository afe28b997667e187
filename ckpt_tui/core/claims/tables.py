"""The heads of a table above the words of its rows."""

from collections.abc import Iterator

from ckpt_tui.core.claims.counted import counted_before
from ckpt_tui.core.claims.literals import Literal, Slot
from ckpt_tui.core.claims.prose import Sentence, Word, column_of
from ckpt_tui.core.figures import number_of


def heads_of(text: str, sentence: Sentence, word: Word) -> tuple[str, ...]:
    """The words at the head of the column in which a word of a row stands; none elsewhere."""
    return tuple(each.lower for each in _heads(text, sentence, word))


def row_counts(text: str, sentence: Sentence, words: tuple[Word, ...]) -> Iterator[Literal]:
    """The numbers of a row that count what stands at the head of their column."""
    if not sentence.columns:
        return
    for place, word in enumerate(words):
        number = number_of(word.text)
        heads = _heads(text, sentence, word)
        noun = counted_before((*heads, word), len(heads)) if number and heads else ""
        if number and noun and "." not in number:
            yield Literal(
                slot=Slot.COUNT,
                text=number,
                start=word.start,
                end=word.end,
                place=place,
                noun=noun,
            )


def _heads(text: str, sentence: Sentence, word: Word) -> tuple[Word, ...]:
    column = column_of(text, word) if sentence.columns else 0
    return sentence.columns[column] if column < len(sentence.columns) else ()
