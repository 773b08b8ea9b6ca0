"""How a server is run by the people whose it is: orders and figures, the service it is to the system."""
