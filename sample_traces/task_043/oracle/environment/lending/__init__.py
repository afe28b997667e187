"""Loans of a town library: when they fall due, what lateness costs, whom to remind."""
