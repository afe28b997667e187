"""`ckpt-tui schema`."""

import click

from ckpt_tui.cli.output import write_json


@click.command(name="schema")
def command() -> None:
    """Print the JSON Schema of the checklist file."""
    from ckpt_tui.wiring import checklist_schema

    write_json(checklist_schema())
