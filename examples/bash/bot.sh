#!/bin/bash
# A bot of bash and jq: messages are lines of JSON over a socket, and jq turns those of the server into the bot's.
#
#     bash bot.sh HOST PORT [TABLE]
#
# TABLE is the id of a table to join. Without it, or with "new", the bot opens a table of its own with three of the
# server's bots and plays a match to 500. The exit status is 0 once the table is over, 1 where it could not play.

bot='
def rank: .[:-1];  # "10H" is the ten of hearts
def suit: .[-1:];
def best(value): reduce .[] as $one (null; if . == null or ($one | value) > value then $one else . end);
def partner: {N: "S", S: "N", E: "W", W: "E"}[.];

# The points that a hand promises with that suit as trumps: hardly more than a guess.
def worth($trump):
  map(if suit == $trump then {J: 50, "9": 35}[rank] // 15 elif rank == "A" then 18 else 0 end) | add;

def bid:
  .view.hand as $hand | .view.contract as $contract | [.seat, (.seat | partner)] as $us
  | .bids as $bids | def promise: . as $suit | $hand | worth($suit);
    (["S", "H", "D", "C"] | map(select($bids[.] and promise >= $bids[.])) | best(promise)) as $suit
  | if $contract and ($contract.bidder | IN($us[])) then "pass"  # it is ours already
    elif $contract and (.legal | index("coinche")) and ($hand | worth($contract.bid | suit)) >= 130 then "coinche"
    elif $suit then "\($bids[$suit])\($suit)"
    else "pass" end;

def play:
  .view.trick as $trick | $trick.cards as $table | ($table[0] // "" | suit) as $led
  | (.view.contract.bid | suit) as $trump  # S H D C, by some rules also N (no trump) or A (all trump)
  | .seat as $me | (.seat | partner) as $partner | (.view.contract.bidder | IN($me, $partner)) as $ours
  | def is_trump: $trump == suit or $trump == "A";
    def points:
      (if is_trump then {J: 20, "9": 14}[rank] else null end) // {A: 11, "10": 10, K: 4, Q: 3, J: 2}[rank] // 0;
    def strength:  # each suit from its weakest card to its strongest
      (" " + rank) as $rank | (if is_trump then " 7 8 Q K 10 A 9 J" else " 7 8 9 J Q K 10 A" end | index($rank))
      + (if suit == $led then 100 else 0 end) + (if suit == $trump then 200 else 0 end);
    def highest: rank == (if is_trump then "J" else "A" end);
    def wins: strength > ($table | map(strength) | max);
    def taste:  # the higher, the rather it is played
      if $table == [] then  # to lead: what nobody can beat, but trumps only if they are ours
        if highest and ($ours or (is_trump | not)) then 100 else -points end
      elif $trick.winner == $partner then points - (if is_trump then 50 else 0 end)
      elif wins and (highest or is_trump or ($table | length) == 3) then 100 - points
      else -points end;
    (.legal | best(taste)) as $card
  | (.default | split("+") | map(select(contains(":")))) as $declarations  # the best there are, if any
  | [$card] + (.offers[$card] // [])[:1] + $declarations | join("+");

def answer: if .kind == "play" then play elif .kind == "bid" or .kind == "react" then bid else .default end;

{type: "hello", versions: [1, 1], name: "bash", program: true},
foreach (inputs, {type: "end"}) as $message ("";
  if $message.type | IN("joined", "left") then $message.type else . end;
  . as $place | $message
  | if .type == "ready" and $table == "new" then {type: "create_table", name: "bash", target: 500, bots: "steady"}
    elif .type == "ready" then {type: "join", $table}
    elif .type == "request" then {type: "act", table, request, action: answer}
    elif .type == "ping" then {type: "pong", data}
    elif .type == "error" then ([.code, .message] | stderr | empty), if $place == "" then "\n" | halt_error(1) else empty end
    elif .type == "left" then {type: "bye"}  # the server answers and hangs up
    elif .type == "end" and $place != "left" then "" | halt_error(1)
    else empty end)'

exec 3<>"/dev/tcp/$1/$2" && exec jq --null-input --unbuffered --compact-output --arg table "${3:-new}" "$bot" <&3 >&3
