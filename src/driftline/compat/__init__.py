"""Hooks by which other libraries recognise a model as one of their own."""
