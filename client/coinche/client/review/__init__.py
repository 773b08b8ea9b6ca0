"""What the cards and the calls of a recorded deal cost: `coinche-record review`."""
