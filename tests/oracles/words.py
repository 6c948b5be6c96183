"""Words as the text transforms cut them, and texts to try them on."""

from hypothesis import strategies as st

# ASCII, Latin-1 and Latin Extended-A; Greek without its archaic letters; Cyrillic.
WITH_SMALL_LETTERS = [range(0x180), range(0x386, 0x3CF), range(0x400, 0x430)]


def small(character):
    """Return the small letter, where there is one, of one character."""
    lower = character.lower()
    is_known = any(ord(character) in block for block in WITH_SMALL_LETTERS)
    return lower if is_known and len(lower) == 1 else character


def is_letter(character):
    code = ord(character)
    if code < 0x80:
        return character.isalnum()
    if code < 0xC0:
        return character in "ªµº"
    return character not in "×÷" and not (0x2000 <= code <= 0x206F or 0x3000 <= code <= 0x303F)


def words_of(text, lowercase=True):
    kept = [(small(c) if lowercase else c) if is_letter(c) else " " for c in text]
    return "".join(kept).split(" ")


def terms_of(text, lowercase=True, ngram_range=(1, 1)):
    words = [word for word in words_of(text, lowercase) if word]
    shortest, longest = ngram_range
    return [
        " ".join(words[i : i + n])
        for n in range(shortest, longest + 1)
        for i in range(len(words) - n + 1)
    ]


WORDS = ["rain", "Rain", "RAIN", "in", "the", "Spain", "2nd", "x", "naïve", "ÉTÉ", "Ωμέγα", "МИР"]
GAPS = [" ", ", ", "-", "_", "!\n", "\t", " — ", "“", "\u00a0", "\u3000", "'"]
TEXTS = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(GAPS)), max_size=8).map(
    lambda pairs: "".join(word + gap for word, gap in pairs)
)
ASCII_TEXTS = st.lists(st.sampled_from(["rain", "Rain", "in", "the", "Spain", "2nd"])).map(" ".join)
