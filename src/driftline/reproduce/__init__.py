"""Experiments of papers, run again: one folder for each paper."""
