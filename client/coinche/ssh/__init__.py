"""The ssh gateway: friends who have nothing but `ssh` sit at the tables of a coinche server.

Each guest is a person of the client with a session of its own at the server: the same model, keys and views, drawn at
the other end of an ssh session (`screen`), or as lines where there is no terminal (`lines`). `admission` bounds how
many come and how often a password is guessed; `connection` lets nothing but one session come of an ssh connection;
`reconnect` keeps the sessions of guests whose line broke. asyncssh runs on the asyncio loop that hosts trio.
"""
