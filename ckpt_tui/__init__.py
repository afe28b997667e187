"""The workbench for graded checkpoints of long-horizon agent tasks."""
