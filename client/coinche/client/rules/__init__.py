"""Rules as people talk of them: in words, by six questions, wished for a new table."""
