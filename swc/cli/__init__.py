"""The `swc` command line: argument handling and nothing else."""
