"""Readers of recordings, one format each."""
