"""Bookings in, totals per account out."""
