"""What the agent told the user, claim by claim, held against the recording."""
