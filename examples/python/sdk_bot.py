"""A bot on the SDK: `choose` is all there is to write; the network, coming back and the command line are done.

    python sdk_bot.py --host HOST:PORT --table TABLE
    python sdk_bot.py --host HOST:PORT --against steady --target 500

It needs `coinche` installed. The engine knows the strength and the points of cards, so a strategy is short.
"""

from coinche.bot import Bot, run, say_all
from coinche.engine.actions import Coinche, MakeBid, Pass, PlayCard
from coinche.engine.bids import Bid
from coinche.engine.card_values import STRENGTH, points_of
from coinche.engine.cards import Rank
from coinche.engine.trick import beats, winner_index
from coinche.engine.view import Phase

PROMISE = {Rank.JACK: 50, Rank.NINE: 35}  # what a trump is worth in a bid; the others 15, an ace beside them 18


def worth(hand, denomination):
    """The points that a hand promises with those trumps: hardly more than a guess."""
    trumps = [PROMISE.get(card.rank, 15) for card in hand if card.suit == denomination]
    aces = [18 for card in hand if card.suit != denomination and card.rank is Rank.ACE]
    return sum(trumps) + sum(aces)


class MyBot(Bot):
    name = "mine"

    def choose(self, view, legal):
        if view.phase is Phase.CUTTING:
            return legal.default
        return self.call(view, legal) if view.phase is Phase.BIDDING else say_all(self.card(view, legal), legal)

    def call(self, view, legal):
        """A word of the auction."""
        contract = view.contract
        if contract and contract.takers is view.viewer.team:
            return Pass()
        if contract and Coinche() in legal and worth(view.hand, contract.denomination) >= 130:
            return Coinche()
        good = [trump for trump, lowest in legal.bids.items() if worth(view.hand, trump) >= lowest]
        best = max(good, key=lambda trump: worth(view.hand, trump), default=None)
        return MakeBid(Bid(f"{legal.bids[best]}{best}")) if best else Pass()

    def card(self, view, legal):
        """The card to play, without what is said with it."""
        trump, table = view.contract.denomination, view.trick.cards
        points = points_of(trump, self.rules.scoring)
        strongest = max(STRENGTH[trump].values())
        ours = view.contract.takers is view.viewer.team

        def taste(card):
            """The higher, the rather it is played."""
            is_trump = card.suit in trump.trumps
            highest = STRENGTH[trump][card] == strongest if is_trump else card.rank is Rank.ACE
            if not table:  # to lead: what nobody can beat, but trumps only if they are ours
                return 100 if highest and (ours or not is_trump) else -points[card]
            if view.trick.winner is view.viewer.partner:
                return points[card] - 50 * is_trump
            wins = beats(card, table[winner_index(table, trump)], trump)
            return 100 - points[card] if wins and (highest or is_trump or len(table) == 3) else -points[card]

        return max((action.card for action in legal.actions if isinstance(action, PlayCard)), key=taste)


if __name__ == "__main__":
    run(MyBot)
