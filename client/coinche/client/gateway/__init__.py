"""The ssh gateway: friends who have nothing but `ssh` sit at the tables of a coinche server."""
