// A bot that needs nothing but Node.js: messages are lines of JSON over a socket.
//
//     node bot.js HOST PORT [TABLE [SEAT [NAME]]]
//
// TABLE is the id of a table to join. Without it, or with "new", the bot opens a table of its own with three of the
// server's bots and plays a match to 500. The exit status is 0 once the table is over, 1 where it could not play. With
// a token for NAME in the variable COINCHE_TOKEN it plays in the arena:
//
//     coinche-arena duel js steady --bot "js=node bot.js {host} {port} {table} {seat} {name}"

'use strict';
const crypto = require('node:crypto');
const net = require('node:net');

const PLAIN = '7 8 9 J Q K 10 A'.split(' '); // each suit from its weakest card to its strongest
const TRUMP = '7 8 Q K 10 A 9 J'.split(' ');
const POINTS = { A: 11, 10: 10, K: 4, Q: 3, J: 2 };
const TRUMP_POINTS = { ...POINTS, J: 20, 9: 14 };
const PROMISE = { J: 50, 9: 35 }; // what a trump is worth in a bid; the others 15, an ace beside them 18
const PARTNER = { N: 'S', S: 'N', E: 'W', W: 'E' };

const rankOf = (card) => card.slice(0, -1); // "10H" is the ten of hearts
const suitOf = (card) => card.at(-1);
const best = (choices, value) => choices.reduce((one, other) => (value(other) > value(one) ? other : one));

// The points that a hand promises with that suit as trumps: hardly more than a guess.
function worth(hand, trump) {
  const promise = (card) => (suitOf(card) === trump ? PROMISE[rankOf(card)] ?? 15 : rankOf(card) === 'A' ? 18 : 0);
  return hand.reduce((sum, card) => sum + promise(card), 0);
}

function bid({ view: { hand, contract }, seat, bids, legal }) {
  if (contract && [seat, PARTNER[seat]].includes(contract.bidder)) return 'pass'; // it is ours already
  if (contract && legal.includes('coinche') && worth(hand, suitOf(contract.bid)) >= 130) return 'coinche';
  const suits = Object.keys(bids).filter((suit) => worth(hand, suit) >= bids[suit]);
  if (suits.length === 0) return 'pass';
  const suit = best(suits, (one) => worth(hand, one));
  return `${bids[suit]}${suit}`;
}

function play({ view: { trick, contract }, seat, legal, offers, default: otherwise }) {
  const table = trick.cards;
  const trump = suitOf(contract.bid); // S H D C, by some rules also N (no trump) or A (all trump)
  const led = table.length > 0 ? suitOf(table[0]) : '';
  const ours = [seat, PARTNER[seat]].includes(contract.bidder);
  const isTrump = (card) => trump === suitOf(card) || trump === 'A';

  function strength(card) {
    const order = isTrump(card) ? TRUMP : PLAIN;
    return order.indexOf(rankOf(card)) + (suitOf(card) === led ? 10 : 0) + (suitOf(card) === trump ? 20 : 0);
  }

  // The higher, the rather it is played.
  function taste(card) {
    const points = (isTrump(card) ? TRUMP_POINTS : POINTS)[rankOf(card)] ?? 0;
    const highest = rankOf(card) === (isTrump(card) ? 'J' : 'A');
    // To lead: what nobody can beat, but trumps only if they are ours.
    if (table.length === 0) return highest && (ours || !isTrump(card)) ? 100 : -points;
    if (trick.winner === PARTNER[seat]) return points - (isTrump(card) ? 50 : 0);
    const wins = strength(card) > Math.max(...table.map(strength));
    return wins && (highest || isTrump(card) || table.length === 3) ? 100 - points : -points;
  }

  const card = best(legal, taste);
  const declarations = otherwise.split('+').filter((said) => said.includes(':')); // the best there are, if any
  return [card, ...(offers[card] ?? []).slice(0, 1), ...declarations].join('+');
}

// One of the actions that the request allows; `default` where there is nothing to think about.
function answer(request) {
  const choose = { bid, react: bid, play }[request.kind];
  return choose ? choose(request) : request.default;
}

const [host, port, table = 'new', seat, name = 'javascript'] = process.argv.slice(2);
const token = process.env.COINCHE_TOKEN;
const server = net.connect({ host, port, noDelay: true }); // else the system holds small messages back
let seated = false;
let asked = null;
process.exitCode = 1; // until the table is over

function send(type, fields = {}) {
  server.write(`${JSON.stringify({ type, ...fields })}\n`);
}

function act({ table, request }, action) {
  send('act', { table, request, action });
}

// The server has to see that the token is ours, and nobody on the way may read it.
function proof(nonce) {
  const key = crypto.createHash('sha256').update(Buffer.from(token, 'hex')).digest();
  return crypto.createHmac('sha256', key).update(Buffer.from(nonce, 'hex')).update('0').digest('hex');
}

function hear(message) {
  switch (message.type) {
    case 'welcome':
      if (token) send('prove', { proof: proof(message.nonce) });
      break;
    case 'ready':
      if (table === 'new') send('create_table', { name: 'javascript', target: 500, bots: 'steady' });
      else send('join', { table, seat });
      break;
    case 'joined':
      seated = true;
      break;
    case 'request':
      asked = message;
      act(asked, answer(asked));
      break;
    case 'ping':
      send('pong', { data: message.data });
      break;
    case 'error':
      console.error(message.code, message.message);
      if (!seated) server.end();
      if (asked && message.code === 'ILLEGAL_ACTION') {
        act(asked, asked.default); // the mistake is ours, the clock runs on, and this is legal
        asked = null;
      }
      break;
    case 'left':
      process.exitCode = 0;
      send('bye'); // the server answers and hangs up
  }
}

let rest = ''; // the beginning of a line whose end has not come yet
server.setEncoding('utf8');
server.on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  lines.forEach((line) => hear(JSON.parse(line)));
});
server.on('error', (problem) => console.error(problem.message));
send('hello', { versions: [1, 1], name, program: true, auth: token ? 'token' : 'guest' });
