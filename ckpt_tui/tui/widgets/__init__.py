"""Widgets: attributes down, messages up."""
