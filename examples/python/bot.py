"""A bot that needs nothing but Python 3: messages are lines of JSON over a socket.

    python bot.py HOST PORT [TABLE]

TABLE is the id of a table to join. Without it, or with "new", the bot opens a table of its own with three of the
server's bots and plays a match to 500. The exit status is 0 once the table is over, 1 where it could not play.
"""

import json
import socket
import sys

PLAIN = ["7", "8", "9", "J", "Q", "K", "10", "A"]  # each suit from its weakest card to its strongest
TRUMP = ["7", "8", "Q", "K", "10", "A", "9", "J"]
POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
TRUMP_POINTS = POINTS | {"J": 20, "9": 14}
PROMISE = {"J": 50, "9": 35}  # what a trump is worth in a bid; the others 15, an ace beside them 18
PARTNER = {"N": "S", "S": "N", "E": "W", "W": "E"}


def split(card):
    return card[:-1], card[-1]  # "10H" is the ten of hearts


def worth(hand, trump):
    """The points that a hand promises with that suit as trumps: hardly more than a guess."""
    cards = [split(card) for card in hand]
    return sum(PROMISE.get(rank, 15) if suit == trump else 18 * (rank == "A") for rank, suit in cards)


def bid(request):
    hand, contract, bids = request["view"]["hand"], request["view"]["contract"], request["bids"]
    if contract and contract["bidder"] in (request["seat"], PARTNER[request["seat"]]):
        return "pass"  # it is ours already
    if contract and "coinche" in request["legal"] and worth(hand, contract["bid"][-1]) >= 130:
        return "coinche"
    suits = [suit for suit, lowest in bids.items() if worth(hand, suit) >= lowest]
    best = max(suits, key=lambda suit: worth(hand, suit), default=None)
    return f"{bids[best]}{best}" if best else "pass"


def play(request):
    view, seat = request["view"], request["seat"]
    trick, contract = view["trick"], view["contract"]
    table, trump = trick["cards"], contract["bid"][-1]  # S H D C, by some rules also N (no trump) or A (all trump)
    led = table[0][-1] if table else ""
    ours = contract["bidder"] in (seat, PARTNER[seat])

    def strength(card):
        rank, suit = split(card)
        return (TRUMP if trump in (suit, "A") else PLAIN).index(rank) + 10 * (suit == led) + 20 * (suit == trump)

    def taste(card):
        """The higher, the rather it is played."""
        rank, suit = split(card)
        is_trump = trump in (suit, "A")
        points = (TRUMP_POINTS if is_trump else POINTS).get(rank, 0)
        highest = rank == ("J" if is_trump else "A")
        if not table:  # to lead: what nobody can beat, but trumps only if they are ours
            return 100 if highest and (ours or not is_trump) else -points
        if trick["winner"] == PARTNER[seat]:
            return points - 50 * is_trump
        wins = strength(card) > max(map(strength, table))
        return 100 - points if wins and (highest or is_trump or len(table) == 3) else -points

    card = max(request["legal"], key=taste)
    declarations = [said for said in request["default"].split("+") if ":" in said]  # the best there are, if any
    return "+".join([card, *request["offers"].get(card, [])[:1], *declarations])


def answer(request):
    """One of the actions that the request allows; `default` where there is nothing to think about."""
    choose = {"bid": bid, "react": bid, "play": play}.get(request["kind"])
    return choose(request) if choose else request["default"]


def main(host, port, table="new"):
    server = socket.create_connection((host, int(port)))
    server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else the system holds small messages back

    def send(**message):
        server.sendall(json.dumps(message).encode() + b"\n")

    def act(request, action):
        send(type="act", table=request["table"], request=request["request"], action=action)

    send(type="hello", versions=[1, 1], name="python", program=True)
    seated, over, asked = False, False, None
    for line in server.makefile("rb"):
        message = json.loads(line)
        match message["type"]:
            case "ready" if table == "new":
                send(type="create_table", name="python", target=500, bots="steady")
            case "ready":
                send(type="join", table=table)
            case "joined":
                seated = True
            case "request":
                asked = message
                act(asked, answer(asked))
            case "ping":
                send(type="pong", data=message["data"])
            case "error":
                print(message["code"], message["message"], file=sys.stderr)
                if not seated:
                    return 1
                if asked and message["code"] == "ILLEGAL_ACTION":
                    act(asked, asked["default"])  # the mistake is ours, the clock runs on, and this is legal
                    asked = None
            case "left":
                over = True
                send(type="bye")  # the server answers and hangs up
    return 0 if over else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
