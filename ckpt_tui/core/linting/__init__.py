"""What makes a checklist grade other than its author means, found without asking anybody."""
