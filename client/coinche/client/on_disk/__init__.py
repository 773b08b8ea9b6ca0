"""What the client keeps in files between two runs."""
