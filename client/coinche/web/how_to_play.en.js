/** The texts in English of how to play. */
export const TEXTS = {
  how_aim: "The aim",
  how_aim_1:
    "You play two against two; your partner sits opposite. The first side to reach the target, often 2000 points, wins.",
  how_auction: "The auction",
  how_auction_1: "On your turn, pass, or bid higher: points, 80 at least, and the trump suit.",
  how_auction_2: "“Capot”: the side that bids it has to win all eight tricks.",
  how_auction_3: "The auction ends with three passes after a bid; if all four players pass, the cards are dealt again.",
  how_auction_4: "The last bid is the contract: its side has to make those points.",
  how_auction_5: "If the contract goes down, the other side scores 160 points and, most often, those of the contract.",
  how_auction_6:
    "Have your opponents bid too high? Say “coinche”: the deal counts double. If they answer “surcoinche”, it counts four times.",
  how_play: "The play",
  how_play_1: "Follow suit; if you cannot, play a trump, unless your partner is winning the trick.",
  how_play_2: "When you play a trump, play a higher one than those of the trick if you can.",
  how_points: "The points",
  how_points_1: "In trumps, from highest to lowest: J (20 points), 9 (14), A (11), 10 (10), K (4), Q (3), 8 and 7 (0).",
  how_points_2: "Elsewhere: A (11), 10 (10), K (4), Q (3), J (2), 9, 8, 7 (0).",
  how_points_3:
    "The last trick (“dix de der”): 10 points. The belote (king and queen of trumps in one hand): 20 points.",
  how_points_4:
    "At some tables declarations (“annonces”) count, too: carrés (four cards of a rank) and sequences (three cards or more in a row in one suit).",
  how_screen: "On the screen",
  how_screen_1: "To bid, tap a suit, a number, then the button that names the bid; to coinche, tap “Coinche” twice.",
  how_screen_2:
    "To play, tap a card, or pull it up to the felt; a hatched card is not allowed: tap it to learn why.",
  how_screen_3: "Tap the contract, at the top, to see the calls again and what it takes to make it.",
  how_rules: "Rules differ a little from table to table: those of a table are in its menu.",
};
