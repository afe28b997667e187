"""Changed runs, which tell whether a check decides by what it should."""
