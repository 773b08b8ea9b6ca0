"""The terminal client, in the Elm architecture: a model, messages, an update function, effects and views.

`model` is one frozen value with everything the client knows and shows. What comes in from a server, the clock or a task
is a message; `update` turns the model and a message into the next model. A person's key or typed word is an intent: a
function from the model to the next model, messages for the server and an effect. `keys` says which intent a key means
in which state, `views` draws the model as styled lines, `runtime` holds the store that changes and carries out effects,
and `screen` and `line` are its two faces: a full screen, and lines for pipes and screen readers.

`model`, `update`, `keys` and `views` are pure: no sockets, no clock, no terminal.
"""
