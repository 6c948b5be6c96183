"""Where rows come from: files, tables, generators, real data sets."""

__all__: list[str] = []
