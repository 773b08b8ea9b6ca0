"""The texts of the terminal client, in French and English, one catalogue for each subject."""
