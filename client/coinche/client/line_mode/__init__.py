"""The client line by line: what is said, and what words mean."""
