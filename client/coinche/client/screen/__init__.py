"""The full screen: prompt-toolkit under trio, its colours, and the other signals to the terminal."""
