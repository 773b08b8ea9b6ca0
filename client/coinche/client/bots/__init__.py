"""The built-in bots, each in its own module; `builtin` names them."""
