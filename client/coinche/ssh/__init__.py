"""The ssh gateway: friends who have nothing but `ssh` sit at the tables of a coinche server.

Each guest is a person of the client with a session of its own at the server: the same model, keys and views, drawn at
the other end of an ssh session, full screen or, for a guest without a terminal, line by line (`screen`). `limits`
bounds the number of guests and of password guesses; `connection` allows one session per ssh connection and nothing
else; `reconnect` keeps the sessions of guests whose connection broke. asyncssh runs on the asyncio loop that hosts
trio.
"""
