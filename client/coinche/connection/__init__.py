"""The way to a server: addresses, TLS, sign-in, a session, and the recovery of a lost connection.

`transport` opens a connection and checks the server's certificate against `known_servers`; `session` signs in with
`credentials` and exchanges messages; `reconnect` decides when and with which credentials to come back, and which
answers to send again because nobody confirmed them. `validate_message` refuses impossible messages of a server.
`fair_shuffle` adds this client's share to each shuffle and checks afterwards that the cards follow from all shares.
`verdict_texts` has the sentences for that.
`discovery` finds servers on the local network. `credentials`, `known_servers` and `storage` read and write the files in
which a person's key and servers are kept.

People's clients, bots and the ssh gateway all use this package. It must not know screens, bots or rules of play.
"""
