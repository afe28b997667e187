"""Frozen values and pure functions: no toolkit, disk, clock, network or event loop."""
