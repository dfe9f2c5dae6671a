"""`python -m swc`."""

from swc.cli.main import main

if __name__ == "__main__":
    main(prog_name="swc")
