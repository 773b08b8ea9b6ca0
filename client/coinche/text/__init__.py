"""Text for people, in French and English: how cards, bids and seats are written, and how a catalogue works.

A catalogue is an enum of `Words`: each member is one text in both languages, with `{names}` for what varies. A `Face`
is a language and a set of signs (Unicode or ASCII); `Face.say` fills a text in, and everything that is shown passes
through it, so nothing that somebody typed can disturb a terminal. Each package keeps its own catalogues, large ones in
files named after their texts and small ones beside the code that uses them; here are only those that all packages need,
and the settings that choose the language and the signs.

This package does no I/O except for `tell` and `complain` in `catalog`, which write finished sentences, and
`secret_words` in `command_line`, which reads a file. It must not know screens, bots or connections.
"""
