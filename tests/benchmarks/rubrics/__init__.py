"""Checkpoints of other people, written in prose."""
