"""Contests between bots over duplicate deals.

A contest is a plan of batches of boards (`contest`), which workers play in any order (`workers`, `contest_run`):
through a private server over loopback, where each seat is a process of its own that signs in with a token to that seat
only (`server_play`, `seat_process`, `sandbox`, `table_recorder`), by programs that are signed in on a running server
(`signed_in_play`), or unrated with bots that are called as functions (`practice`). What was played stands in a results
file (`results_store`, `coinche.records.contest_file`).

Afterwards everything is computed from that file: the value of each board, which compares the tables at which it was
played (`comparison`), its mean and interval (`statistics`), the contracts, faults and times of each entrant
(`figures`), put together in one value (`summary`), which the reports tell (`text_report`, `html_report`), and the
boards that cost an entrant most, with the decision that did it (`worst`). The same seed gives the same deals
(`coinche.records.contest_boards`).
"""
