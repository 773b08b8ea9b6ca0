"""What `coinche-record` works with: rule vectors, and a match as text."""
