"""The way to a server: addresses, TLS, sign-in, a session, and how a lost connection is taken up again.

`transport` opens a connection and checks the server's certificate against `known_servers`; `session` signs in with
`credentials` and exchanges messages; `reconnect` says when and as whom to come back, and `resend` what has to be said
again because nobody confirmed it. `validate_message` refuses what a server cannot mean. `fair_shuffle` adds this
client's share to each shuffle and checks afterwards that the cards follow from all shares. `discovery` finds servers on
the local network. `identity`, `known_servers` and `storage` are the files in which a person's key and servers are kept.

People's clients, bots and the ssh gateway all use this package. It must not know screens, bots or rules of play.
"""
