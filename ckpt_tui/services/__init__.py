"""Use cases over ports: no toolkit, no vendor."""
