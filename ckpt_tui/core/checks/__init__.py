"""The kinds of check, one module each."""
