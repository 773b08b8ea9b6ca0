/** The texts in English of how to play. */
export const TEXTS = {
  how_aim: "The aim",
  how_aim_1:
    "You play two against two, with the player opposite; the first side to reach the target, often 2000 points, wins.",
  how_auction: "The auction",
  how_auction_1: "On your turn, pass, or bid higher: points, 80 at least, and the trump suit.",
  how_auction_2: "The last bid is the contract: its side has to make those points, or else the other side scores.",
  how_auction_3: "Have your opponents bid too high? Say “coinche”: the deal counts double.",
  how_play: "The play",
  how_play_1: "Follow suit; if you cannot, play a trump, unless your partner is winning the trick.",
  how_play_2: "When you play a trump, play a higher one than those of the trick if you can.",
  how_points: "The points",
  how_points_1: "In trumps, from highest to lowest: J (20 points), 9 (14), A (11), 10 (10), K (4), Q (3), 8 and 7 (0).",
  how_points_2:
    "Elsewhere: A (11), 10 (10), K (4), Q (3), J (2), 9, 8, 7 (0); the last trick, 10 more; king and queen of trumps, 20.",
  how_screen: "On the screen",
  how_screen_1: "To bid, tap a suit, a number, then the button that names the bid; to coinche, tap “Coinche” twice.",
  how_screen_2:
    "To play, tap a card, or pull it up to the felt; if it is hatched, it is not allowed, and says why.",
  how_rules: "Rules differ a little from table to table: those of a table are in its menu.",
};
