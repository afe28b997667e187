"""`python -m ckpt_tui`."""

from ckpt_tui.cli.main import main

if __name__ == "__main__":
    main()
