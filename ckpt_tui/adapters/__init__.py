"""What touches disk, clock and vendors, behind the ports."""
