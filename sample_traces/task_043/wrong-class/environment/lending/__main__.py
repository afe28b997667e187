import sys

from lending.cli import main

sys.exit(main(sys.argv[1:]))
