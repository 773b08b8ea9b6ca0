"""connections."""
