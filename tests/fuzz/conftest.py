"""The harnesses are programs of their own: they instrument what they import."""

collect_ignore_glob = ["fuzz_*.py"]
