"""The full screen: prompt-toolkit under trio, its colours, and what a terminal is told besides."""
