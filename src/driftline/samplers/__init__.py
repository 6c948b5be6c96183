"""Samplers keep a fair part of a stream that does not fit."""

__all__: list[str] = []
