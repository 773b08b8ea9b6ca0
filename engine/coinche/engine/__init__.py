"""The rules of coinche as pure functions over frozen values.

Everything that happens at a table is an **event** (`events`): the journal, the network, the record and the screen all
carry the same nineteen facts. A match is one frozen `State` (`match`). Three functions move it: `new_match` opens it,
`next_deal` gives it a pack, and `apply` gives it the action of a seat; each returns the next state and the events that
led there. The phase of a state is a value of its own type (`Cutting`, `Bidding`, `Playing`, `DealOver`, `MatchOver`),
built out of the phase before it, so that a field that does not exist yet cannot be read. `legal` is the only source of
legality: `apply` consults it, and requests to players carry it.

Hidden cards leave the engine through two doors only. `view` reads off a state all that one viewer may know, field by
field, as an allow-list; `seen_by` redacts an event for one viewer. `fold_view` builds the same view from redacted
events, and a property test holds the two to be equal: so clients can count on events alone, and neither door can leak
what the other hides. A state has no encoder.

The options of the game are data (`rules`): each is an enum or a number with its meaning, its clause in the rule books
and an example. Every table from an option to its effect stands beside the code that it steers. `presets` names the rule
books as sets of options. `record` keeps a match as rules, packs and actions; `replay` plays it again, and
`record_verification` checks that its packs follow from the shares of the players (`fair`). `practice` takes a position
from a record, and plays a deal up to it again. `solver` computes double-dummy values.

The engine must know no clock, no socket and no random numbers: packs, seeds and seats are arguments.
"""
