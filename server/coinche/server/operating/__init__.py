"""How a server is run by the people whose it is: orders and figures, bans, the service it is to the system."""
