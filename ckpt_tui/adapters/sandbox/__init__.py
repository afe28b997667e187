"""Commands over a copy of final files: bounded, cut off from everything, and gone afterwards."""
