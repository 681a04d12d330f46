"""The command line: one typer app per noun, loaded when it is asked for. It carries, and decides nothing."""
