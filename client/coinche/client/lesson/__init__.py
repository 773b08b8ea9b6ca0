"""The lesson: one deal, played at a table of one's own with somebody who explains."""
