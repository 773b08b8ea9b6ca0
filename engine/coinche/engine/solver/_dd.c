/* The double-dummy solver, compiled: the value of a deal with all cards open and best play by everybody.

   It works on masks of cards, the duties of play and the points of cards. `python_engine` is the same in Python, node for
   node; `solver` calls either, and `game` gives it the rules.

   The search is alpha-beta with a zero window ("is it at least so many points?"), and a driver narrows the answer down.
   The transposition table holds positions at the beginning of a trick by who owns the highest, second highest, … card
   left of each suit, not by which cards these are: an equivalent position still bounds the value, within the points by
   which its cards differ. Moves are ordered by the likely outcome of the trick, with weights that were tuned by counting
   nodes; nothing in the order depends on what was searched before but the move that is stored with a position.

   A card is a bit, 8 times its suit plus its strength in it; arguments and results number cards as in PACK. Seats 0 to 3
   play in that order, 0 and 2 together. Values are points of 0 and 2 still to come, with `capot` more, or less, for who
   takes all tricks. */

#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint32_t Cards;

enum { SEATS = 4, SUITS = 4, PACK = 32, HAND = 8, OFFSET = 128, VALUES = 512, BELOTES = 3, NONE = 32 };
enum { OUTCOMES = 5, TRAITS = 8, WEIGHTS = SEATS * OUTCOMES * TRAITS };
enum { FREE, HIGHER_IF_POSSIBLE, RESTRICTED };
enum { WE_ALL = 1, THEY_ALL = 2 }; /* who has taken every trick so far */

/* What is compiled anew for each place in the trick. */
#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define INLINE static __forceinline
#else
#define INLINE static inline
#endif

/* --- bits ---------------------------------------------------------------------------------------- */

#if defined(__GNUC__)
static inline int lowest(Cards cards) { return __builtin_ctz(cards); }
#elif defined(_MSC_VER)
#include <intrin.h>
static inline int lowest(Cards cards) { unsigned long at; _BitScanForward(&at, cards); return (int)at; }
#else
static inline int lowest(Cards cards) { int at = 0; while (!(cards >> at & 1)) at++; return at; }
#endif

static inline Cards bit(int card) { return (Cards)1 << card; }
static inline Cards suit_of(int card) { return (Cards)0xFF << (card & 24); }
static inline Cards above(int card) { return suit_of(card) & ~((bit(card) << 1) - 1); }

/* How many cards there are of each suit, a byte for each. */
static inline Cards counts(Cards cards)
{
    cards -= cards >> 1 & 0x55555555;
    cards = (cards & 0x33333333) + (cards >> 2 & 0x33333333);
    return (cards + (cards >> 4)) & 0x0F0F0F0F;
}

static inline int count(Cards cards) { return (int)(counts(cards) * 0x01010101u >> 24); }

/* --- what is played ------------------------------------------------------------------------------ */

typedef struct {
    uint8_t order[PACK];  /* the bit of each card of the pack */
    uint8_t number[PACK]; /* the card of each bit */
    uint8_t points[PACK];
    Cards trump;  /* the suit that takes others */
    Cards ranked; /* the suits in which who can must play higher */
    bool beat_partner;
    bool undertrump;
    int under_partner;
    int last_trick;
    int capot;
    uint8_t kind[SUITS]; /* which of the two tables holds for the suit: plain or ranked */
    Cards equals; /* the cards that are worth as much as the next lower one */
    uint8_t worth[SUITS][256];   /* of cards of a suit */
    uint8_t excess[2][256][256]; /* by how much the first cards are worth more, rank for rank, where they are */
    uint8_t squeezed[256][256];  /* the first mask, without the places that the second has not */
    int8_t weights[SEATS][OUTCOMES][TRAITS]; /* of moves: see `promise` */
    int16_t still[SEATS][OUTCOMES][2][PACK]; /* what of it depends on the card, and on whether it is a master */
} Game;

/* What is remembered of the beginning of a trick: whose each card is, in two bits, packed by rank, the cards that are
   left, and bounds, a move, who leads and who may still take all. Zero where there is nothing. */
typedef struct {
    uint64_t owners;
    Cards left;
    uint32_t rest;
} Known;

enum { WAYS = 4, LOWER = 0, UPPER = 9, MOVE = 18, LEADER = 23, ALL = 25, SET = 31, BOUND = 511 };

typedef struct {
    Game game;
    Cards hand[SEATS];
    Known *known;
    uint32_t buckets;
    uint64_t nodes;
    int chosen; /* the best card, where one was last looked for */
    bool busy;
} Solver;

typedef struct {
    Cards live; /* the cards that were left when it began */
    int left;   /* their points, and the last trick's */
    int all;    /* who may still take all tricks */
    int played; /* how many cards lie there */
    int led;    /* any card of the suit led */
    int best, winner;
    int points;
    Cards table; /* the cards that lie there */
} Trick;

/* The cards that take a trick from that one. */
static inline Cards taking(const Game *game, int best) { return above(best) | (game->trump & ~suit_of(best)); }

static inline bool is_partner(int one, int other) { return !((one ^ other) & 1); }

static inline Cards legal(const Game *game, const Trick *trick, int seat, Cards hand)
{
    if (!trick->played)
        return hand;
    Cards of_suit = hand & suit_of(trick->led);
    bool partner_wins = is_partner(seat, trick->winner);
    if (of_suit) {
        Cards higher = of_suit & above(trick->best);
        bool must = suit_of(trick->led) & game->ranked;
        if (must && partner_wins && game->trump && !game->beat_partner)
            must = false;
        return must && higher ? higher : of_suit;
    }
    Cards trumps = hand & game->trump;
    if (!trumps)
        return hand;
    bool trumped = bit(trick->best) & game->trump;
    Cards higher = trumped ? trumps & above(trick->best) : trumps;
    if (partner_wins) {
        if (!trumped || game->under_partner == FREE || !higher)
            return hand;
        if (game->under_partner == RESTRICTED && trumps == hand)
            return hand;
        return (hand & ~trumps) | higher;
    }
    if (higher)
        return higher;
    return game->undertrump ? trumps : hand;
}

/* --- the order of moves -------------------------------------------------------------------------- */

/* All cards of each suit up to the highest of those. */
static inline Cards up_to(Cards cards)
{
    cards |= cards >> 1 & 0x7F7F7F7F;
    cards |= cards >> 2 & 0x3F3F3F3F;
    return cards | (cards >> 4 & 0x0F0F0F0F);
}

/* All cards that a hand does not beat when they are led. */
static inline Cards safe_to_lead(const Game *game, Cards hand)
{
    Cards lower = up_to(hand), void_of = ~((lower & 0x01010101) * 255);
    return ~lower & ~(hand & game->trump ? void_of & ~game->trump : 0);
}

/* The cards of the suit led, and the trumps, that a hand does not beat when they lie there. */
static inline Cards safe_from(const Game *game, Cards hand, Cards led)
{
    Cards of_suit = hand & led, trumps = hand & game->trump;
    if (of_suit)
        return ~up_to(of_suit);
    return trumps ? game->trump & ~up_to(trumps) : ~(Cards)0;
}

/* What the order of a seat's moves depends on: the cards that neither opponent beats who comes after it, and that the
   partner does not; those that take the trick, and those than which nobody has a higher one. */
typedef struct {
    Cards foe, friend, takes, masters;
    Cards mine, foes, friends; /* how many of each suit there are, as `counts` */
    int best;
    bool partner_wins;
} Ordering;

static inline Ordering ordering(const Solver *solver, const Trick *trick, int seat, int lies)
{
    const Game *game = &solver->game;
    Cards mine = solver->hand[seat], next = solver->hand[(seat + 1) & 3];
    Cards partner = solver->hand[(seat + 2) & 3], last = solver->hand[(seat + 3) & 3];
    Ordering by = {.mine = counts(mine), .foes = counts(next | last), .friends = counts(partner),
                   .masters = ~up_to(next | partner | last), .foe = ~(Cards)0, .friend = ~(Cards)0, .takes = ~(Cards)0};
    if (!lies) {
        by.foe = safe_to_lead(game, next) & safe_to_lead(game, last);
        by.friend = safe_to_lead(game, partner);
        return by;
    }
    Cards led = suit_of(trick->led);
    if (lies < 3)
        by.foe = safe_from(game, next, led);
    if (lies < 2)
        by.friend = safe_from(game, partner, led);
    by.best = trick->best;
    by.partner_wins = is_partner(seat, trick->winner);
    by.takes = taking(game, trick->best);
    return by;
}

/* What the trick comes to: ours for sure, ours if nobody minds, saved by the partner, won by the partner, lost. */
static inline int outcome(const Ordering *by, int card)
{
    static const uint8_t comes_to[] = {0, 0, 2, 1, 3, 4, 3, 4};
    int takes = by->takes >> card & 1, best = takes ? card : by->best, theirs = !(takes | by->partner_wins);
    return comes_to[theirs << 2 | (int)(~by->foe >> best & 1) << 1 | (int)(by->friend >> best & 1)];
}

static inline int promise(const Game *game, const Ordering *by, int card, int lies)
{
    int will = outcome(by, card), suit = card & 24;
    const int8_t *weight = game->weights[lies][will];
    return game->still[lies][will][by->masters >> card & 1][card] +
           2 * (weight[4] * (int)(by->mine >> suit & 15) + weight[6] * (int)(by->foes >> suit & 15) +
                weight[7] * (int)(by->friends >> suit & 15));
}

/* --- the search ---------------------------------------------------------------------------------- */

/* The trick with one card more. */
INLINE Trick with(const Game *game, const Trick *before, int lies, int seat, int card)
{
    bool takes = !lies || taking(game, before->best) & bit(card);
    return (Trick){
        .live = before->live,
        .left = before->left,
        .all = before->all,
        .played = lies + 1,
        .led = lies ? before->led : card,
        .best = takes ? card : before->best,
        .winner = takes ? seat : before->winner,
        .points = (lies ? before->points : 0) + game->points[card],
        .table = (lies ? before->table : 0) | bit(card),
    };
}

/* The next trick, before it begins. */
static inline Trick next_trick(const Trick *over)
{
    return (Trick){
        .live = over->live & ~over->table,
        .left = over->left - over->points,
        .all = over->all & (is_partner(over->winner, 0) ? WE_ALL : THEY_ALL),
    };
}

/* What comes on top when all tricks are played, the last taken by that seat. */
static inline int at_last(const Game *game, const Trick *over, int winner)
{
    return (is_partner(winner, 0) ? game->last_trick : 0) + (over->all & WE_ALL ? game->capot : 0) -
           (over->all & THEY_ALL ? game->capot : 0);
}

/* Whether nobody else's card lies between two of a suit. */
static inline bool neighbours(int one, int other, Cards others)
{
    Cards up_to_one = bit(one) - 1, up_to_other = bit(other) - 1;
    return !((up_to_one ^ up_to_other) & others);
}

static inline int apart(const Game *game, int one, int other)
{
    return abs(game->points[one] - game->points[other]);
}

/* The cards without those that are the same as a lower one: worth as much, and no card of others between. */
static inline Cards different(const Game *game, Cards cards, Cards others)
{
    Cards through = game->equals & ~(others << 1), same = cards << 1 & game->equals;
    same |= same << 1 & through;
    through &= through << 1;
    same |= same << 2 & through;
    through &= through << 2;
    same |= same << 4 & through;
    return cards & ~same;
}

/* A move is a number: what it promises, and to tell equals apart its card, the lower the better. */
enum { CARD = 31, FIRST = INT16_MAX };

static inline int card_of(int move) { return CARD - (move & CARD); }

/* The legal moves but those that are the same as another, with what they promise, the `first` most of all. The most
   promising stands first, the others in no order. */
INLINE int moves(const Solver *solver, const Trick *trick, int seat, int lies, int first, int move[HAND])
{
    const Game *game = &solver->game;
    Cards hand = solver->hand[seat];
    Cards left = different(game, legal(game, trick, seat, hand), trick->live & ~hand);
    if (!(left & (left - 1))) {
        move[0] = CARD - lowest(left);
        return 1;
    }
    Ordering by = ordering(solver, trick, seat, lies);
    int n = 0, best = INT32_MIN;
    for (; left; left &= left - 1) {
        int card = lowest(left);
        int promised = !lies && card == first ? FIRST : promise(game, &by, card, lies);
        int next = promised * (CARD + 1) + CARD - card;
        move[n++] = next < best ? next : best;
        best = next < best ? best : next;
    }
    move[0] = best;
    return n;
}

/* The most promising of the moves from there on comes there. */
static inline int next_best(int move[HAND], int at, int n)
{
    int best = at, most = move[at];
    for (int other = at + 1; other < n; other++) {
        best = move[other] > most ? other : best;
        most = move[other] > most ? move[other] : most;
    }
    move[best] = move[at];
    move[at] = most;
    return card_of(most);
}

typedef int Search(Solver *solver, const Trick *trick, int seat, int beta);

/* The best that the seat on turn can do: at least that where it is beta or more, at most that where it is less. `then`
   is the value after a card. In here more is better, as the side of the seat sees it. */
INLINE int choose(Solver *solver, const Trick *trick, int seat, int beta, int lies, Search *then, int first)
{
    const Game *game = &solver->game;
    Cards hand = solver->hand[seat], others = trick->live & ~hand;
    int side = 1 - 2 * (seat & 1), enough = side * beta + (seat & 1);
    int move[HAND], value[HAND], best = -VALUES, chosen = NONE;
    int n = moves(solver, trick, seat, lies, first, move);
    for (int at = 0; at < n && best < enough; at++) {
        int card = at ? next_best(move, at, n) : card_of(move[0]), most = VALUES;
        move[at] = card;
        for (int tried = 0; tried < at && most >= enough; tried++)
            if (!((card ^ move[tried]) & 24) && neighbours(card, move[tried], others))
                most = value[tried] + apart(game, card, move[tried]);
        if (most >= enough) {
            Trick next = with(game, trick, lies, seat, card);
            solver->nodes++;
            solver->hand[seat] = hand & ~bit(card);
            most = side * then(solver, &next, (seat + 1) & 3, beta);
        }
        value[at] = most;
        chosen = most > best ? card : chosen;
        best = most > best ? most : best;
    }
    solver->hand[seat] = hand;
    solver->chosen = chosen;
    return side * best;
}

static int lead(Solver *solver, const Trick *trick, int leader, int beta);

/* The value when the trick is complete. */
INLINE int completed(Solver *solver, const Trick *trick, int leader, int beta)
{
    (void)leader;
    int won = is_partner(trick->winner, 0) ? trick->points : 0;
    Trick next = next_trick(trick);
    return won + (next.live ? lead(solver, &next, trick->winner, beta - won)
                            : at_last(&solver->game, &next, trick->winner));
}

static int last(Solver *solver, const Trick *trick, int seat, int beta)
{
    return choose(solver, trick, seat, beta, 3, completed, NONE);
}

static int third(Solver *solver, const Trick *trick, int seat, int beta)
{
    return choose(solver, trick, seat, beta, 2, last, NONE);
}

static int second(Solver *solver, const Trick *trick, int seat, int beta)
{
    return choose(solver, trick, seat, beta, 1, third, NONE);
}

/* The last trick, which plays itself. */
static int last_trick(Solver *solver, int leader, const Trick *before)
{
    const Game *game = &solver->game;
    int best = lowest(solver->hand[leader]), winner = leader;
    for (int later = 1; later < SEATS; later++) {
        int seat = (leader + later) & 3, card = lowest(solver->hand[seat]);
        if (taking(game, best) & bit(card)) {
            best = card;
            winner = seat;
        }
    }
    if (is_partner(winner, 0))
        return before->left + (before->all & WE_ALL ? game->capot : 0);
    return before->all & THEY_ALL ? -game->capot : 0;
}

/* What the value is at least and at most, whoever has which cards. */
static inline void bounds(const Solver *solver, const Trick *trick, int *lower, int *upper)
{
    int capot = solver->game.capot;
    *lower = trick->all & THEY_ALL ? -capot : 0;
    *upper = trick->left + (trick->all & WE_ALL ? capot : 0);
}

static inline int worth_of(const Game *game, Cards cards)
{
    return game->worth[0][cards & 255] + game->worth[1][cards >> 8 & 255] + game->worth[2][cards >> 16 & 255] +
           game->worth[3][cards >> 24];
}

/* What the leader takes by leading it: his highest trumps, and where nobody has more of these left, all that is the
   highest of its suit. Who has to trump his own partner's card has nothing but trumps then. */
static inline Cards cashed(const Solver *solver, const Trick *trick, int leader)
{
    const Cards *hand = solver->hand;
    Cards mine = hand[leader], trump = solver->game.trump, found = mine & ~up_to(trick->live & ~mine);
    int drawn = count(found & trump);
    if (count(hand[(leader + 1) & 3] & trump) > drawn || count(hand[(leader + 3) & 3] & trump) > drawn)
        return found & trump;
    return found;
}

/* What both sides are sure of: the highest trumps, as long as they are on one side, and what the leader can cash. */
static inline void narrow(const Solver *solver, const Trick *trick, int leader, int *lower, int *upper)
{
    const Game *game = &solver->game;
    Cards ours = solver->hand[0] | solver->hand[2], theirs = trick->live & ~ours;
    Cards we = ours & game->trump & ~up_to(theirs), they = theirs & game->trump & ~up_to(ours);
    Cards sure = cashed(solver, trick, leader);
    if (is_partner(leader, 0))
        we |= sure;
    else
        they |= sure;
    *lower = we ? worth_of(game, we) : trick->all & THEY_ALL ? -game->capot : 0;
    *upper = trick->left + (they ? -worth_of(game, they) : trick->all & WE_ALL ? game->capot : 0);
    if (sure == solver->hand[leader]) {
        if (is_partner(leader, 0))
            *lower = *upper;
        else
            *upper = *lower;
    }
}

static inline uint32_t squeezed(const Game *game, Cards cards, Cards left)
{
    return (uint32_t)game->squeezed[cards & 255][left & 255] |
           (uint32_t)game->squeezed[cards >> 8 & 255][left >> 8 & 255] << 8 |
           (uint32_t)game->squeezed[cards >> 16 & 255][left >> 16 & 255] << 16 |
           (uint32_t)game->squeezed[cards >> 24][left >> 24] << 24;
}

static inline int excess(const Game *game, Cards one, Cards other)
{
    int sum = 0;
    for (int suit = 0; suit < SUITS; suit++, one >>= 8, other >>= 8)
        sum += game->excess[game->kind[suit]][one & 255][other & 255];
    return sum;
}

/* A card by its suit and how many lower ones are left there, and back. */
static inline int rank_among(int card, Cards left) { return (card & 24) | count(left & suit_of(card) & (bit(card) - 1)); }

static inline int card_among(int rank, Cards left)
{
    Cards of_suit = left & suit_of(rank);
    for (int lower = rank & 7; lower; lower--)
        of_suit &= of_suit - 1;
    return lowest(of_suit);
}

static inline Known *bucket(const Solver *solver, const Known *key)
{
    uint64_t mixed = key->owners * 0x9E3779B97F4A7C15u;
    mixed ^= ((uint64_t)counts(key->left) << 32 | key->rest) * 0xD6E8FEB86659FD93u;
    mixed ^= mixed >> 32;
    mixed *= 0x9E3779B97F4A7C15u;
    return solver->known + (size_t)(mixed >> 40 & (solver->buckets - 1)) * WAYS;
}

static const uint32_t SAME = (uint32_t)1 << SET | 3u << ALL | 3u << LEADER;

static Known *recalled(Known *from, const Known *key)
{
    for (int way = 0; way < WAYS; way++) {
        Known *known = from + way;
        if (known->owners == key->owners && (known->rest & SAME) == key->rest &&
            counts(known->left) == counts(key->left))
            return known;
    }
    return NULL;
}

static inline int bound_of(const Known *known, int which) { return (int)(known->rest >> which & BOUND) - OFFSET; }

static void remember(Known *into, Known *known, const Known *key, int lower, int upper, int move)
{
    if (!known)
        known = into + WAYS - 1;
    memmove(into + 1, into, (size_t)((char *)known - (char *)into));
    *into = *key;
    into->rest |= (uint32_t)(lower + OFFSET) << LOWER | (uint32_t)(upper + OFFSET) << UPPER | (uint32_t)move << MOVE;
}

/* Bounds by what is known of a position that is the same but for its points: what is sure is in it. */
static inline void recall(const Solver *solver, const Known *known, const Trick *trick, int *lower, int *upper)
{
    const Game *game = &solver->game;
    int least = bound_of(known, LOWER), most = bound_of(known, UPPER);
    if (known->left != trick->live) {
        least -= excess(game, known->left, trick->live);
        most += excess(game, trick->live, known->left);
    }
    bounds(solver, trick, lower, upper);
    *lower = least > *lower ? least : *lower;
    *upper = most < *upper ? most : *upper;
}

/* The value at the beginning of a trick. */
static int lead(Solver *solver, const Trick *trick, int leader, int beta)
{
    Cards *hand = solver->hand;
    if (!(hand[leader] & (hand[leader] - 1))) {
        solver->nodes++;
        return last_trick(solver, leader, trick);
    }
    const Game *game = &solver->game;
    Cards left = trick->live;
    Known key = {
        .owners = (uint64_t)squeezed(game, hand[1] | hand[3], left) << 32 | squeezed(game, hand[2] | hand[3], left),
        .left = left,
        .rest = (uint32_t)1 << SET | (uint32_t)(game->capot ? trick->all : 0) << ALL | (uint32_t)leader << LEADER,
    };
    Known *at = bucket(solver, &key), *known = recalled(at, &key);
    int lower, upper;
    if (known)
        recall(solver, known, trick, &lower, &upper);
    else
        narrow(solver, trick, leader, &lower, &upper);
    if (lower >= beta)
        return lower;
    if (upper < beta)
        return upper;
    int first = known ? card_among((int)(known->rest >> MOVE & 31), left) : NONE;
    int value = choose(solver, trick, leader, beta, 0, second, first), move = solver->chosen;
    if (value >= beta)
        lower = value > lower ? value : lower;
    else
        upper = value < upper ? value : upper;
    known = recalled(at, &key); /* the search may have moved it */
    remember(at, known, &key, lower, upper, rank_among(move, left));
    return value;
}

/* --- exact values -------------------------------------------------------------------------------- */

/* What comes of it if everybody plays what promises most. */
static int guess(Solver *solver, const Trick *before, int seat)
{
    Cards held[SEATS];
    Trick trick = *before;
    const Game *game = &solver->game;
    int won = 0;
    memcpy(held, solver->hand, sizeof held);
    while (trick.live) {
        int move[HAND];
        int card = next_best(move, 0, moves(solver, &trick, seat, trick.played, NONE, move));
        trick = with(game, &trick, trick.played, seat, card);
        solver->hand[seat] &= ~bit(card);
        seat = (seat + 1) & 3;
        if (trick.played == SEATS) {
            seat = trick.winner;
            won += is_partner(seat, 0) ? trick.points : 0;
            trick = next_trick(&trick);
        }
    }
    memcpy(solver->hand, held, sizeof held);
    return won + at_last(game, &trick, seat);
}

/* At least, or at most, that: the value with the card, or with the best of all. */
static int asked(Solver *solver, const Trick *trick, int seat, int card, int beta)
{
    static Search *const by_lies[] = {lead, second, third, last, completed};
    if (card == NONE)
        return by_lies[trick->played](solver, trick, seat, beta);
    Trick next = with(&solver->game, trick, trick->played, seat, card);
    solver->nodes++;
    solver->hand[seat] &= ~bit(card);
    int value = by_lies[next.played](solver, &next, (seat + 1) & 3, beta);
    solver->hand[seat] |= bit(card);
    return value;
}

/* The exact value, between two bounds: from a guess in growing steps, then by halves. */
static int settled(Solver *solver, const Trick *trick, int seat, int card, int lower, int upper, int from)
{
    int step = 4, beta = from;
    bool seen_lower = false, seen_upper = false;
    while (lower < upper) {
        if (seen_lower && seen_upper)
            beta = lower + (upper - lower + 1) / 2;
        if (beta <= lower)
            beta = lower + 1;
        if (beta > upper)
            beta = upper;
        int value = asked(solver, trick, seat, card, beta);
        if (value >= beta) {
            lower = value;
            seen_lower = true;
            beta = value + step;
        } else {
            upper = value;
            seen_upper = true;
            beta = value - step + 1;
        }
        step *= 2;
    }
    return lower;
}

static int solved(Solver *solver, const Trick *trick, int seat)
{
    int lower, upper;
    bounds(solver, trick, &lower, &upper);
    return settled(solver, trick, seat, NONE, lower, upper, guess(solver, trick, seat));
}

/* The value of every legal card, by bit; how many there are. Those worth the same as another are not searched. */
static int solved_cards(Solver *solver, const Trick *trick, int seat, int card[HAND], int value[HAND])
{
    const Game *game = &solver->game;
    Cards hand = solver->hand[seat], others = trick->live & ~hand;
    int first[HAND], lower, upper, n = 0, searched = moves(solver, trick, seat, trick->played, NONE, first);
    bounds(solver, trick, &lower, &upper);
    int from = guess(solver, trick, seat);
    for (; n < searched; n++) {
        card[n] = next_best(first, n, searched);
        from = value[n] = settled(solver, trick, seat, card[n], lower, upper, from);
    }
    for (Cards left = legal(game, trick, seat, hand); left; left &= left - 1) {
        int same = lowest(left), at = 0;
        while (at < n && card[at] != same)
            at++;
        if (at < n)
            continue;
        for (at = 0; ((card[at] ^ same) & 24) || apart(game, card[at], same) || !neighbours(card[at], same, others); )
            at++;
        card[n] = same;
        value[n++] = value[at];
    }
    return n;
}

/* --- worlds -------------------------------------------------------------------------------------- */

/* From here to the end cards are numbered as in PACK, where nothing else is said. */

enum { HIDDEN = SEATS - 1, SUBSETS = 1 << HIDDEN, LIKELY = 256, UNSEEN = HIDDEN * HAND };

typedef struct {
    Cards hand[HIDDEN];
} World;

/* What a call tells of the hand of who made it: something that is summed over its suits, and how likely each sum is. */
typedef struct {
    int seat;
    int16_t worth[SUITS][256];
    float likely[LIKELY]; /* logarithms */
} Evidence;

/* What is known of the hands that are not seen: of seats 1 to 3 how many cards they have, which they may have, and
   which they have played; what else speaks for a world. */
typedef struct {
    Cards unseen;
    int room[HIDDEN];
    Cards may[HIDDEN];
    Cards gone[SEATS];
    bool leans;
    double lean[HIDDEN][PACK]; /* logarithms */
    Evidence *evidence;
    int pieces;
} Knowledge;

/* The unseen cards by who may have them, and in how many ways those from each group on fill the rooms of the first
   two seats; in how many ways so many are chosen out of so many. */
typedef struct {
    Cards group[SUBSETS];
    uint64_t ways[SUBSETS + 1][HAND + 1][HAND + 1];
    uint32_t choose[UNSEEN + 1][HAND + 1];
} Ways;

static uint64_t drawn(uint64_t *state) /* splitmix64 */
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static int below(uint64_t *state, int n) { return (int)((drawn(state) >> 32) * (uint64_t)n >> 32); }

static double fraction(uint64_t *state) { return (double)(drawn(state) >> 11) * 0x1p-53; }

/* In how many ways a group gives so many to the first two seats, and what is left to the third. */
static uint64_t split(const Ways *ways, int subset, int first, int second)
{
    int n = count(ways->group[subset]), third = n - first - second;
    if (third < 0 || (first && !(subset & 1)) || (second && !(subset & 2)) || (third && !(subset & 4)))
        return 0;
    return (uint64_t)ways->choose[n][first] * ways->choose[n - first][second];
}

/* How many worlds there are. */
static uint64_t counted(const Knowledge *known, Ways *ways)
{
    memset(ways, 0, sizeof *ways);
    for (int n = 0; n <= UNSEEN; n++) {
        ways->choose[n][0] = 1;
        for (int k = 1; n && k <= HAND; k++)
            ways->choose[n][k] = ways->choose[n - 1][k - 1] + ways->choose[n - 1][k];
    }
    for (Cards left = known->unseen; left; left &= left - 1) {
        int card = lowest(left), subset = 0;
        for (int seat = 0; seat < HIDDEN; seat++)
            subset |= (int)(known->may[seat] >> card & 1) << seat;
        ways->group[subset] |= bit(card);
    }
    if (ways->group[0] || count(known->unseen) != known->room[0] + known->room[1] + known->room[2])
        return 0;
    ways->ways[SUBSETS][0][0] = 1;
    for (int subset = SUBSETS - 1; subset; subset--)
        for (int a = 0; a <= known->room[0]; a++)
            for (int b = 0; b <= known->room[1]; b++)
                for (int x = 0; x <= a; x++)
                    for (int y = 0; y <= b; y++)
                        if (ways->ways[subset + 1][a - x][b - y])
                            ways->ways[subset][a][b] +=
                                split(ways, subset, x, y) * ways->ways[subset + 1][a - x][b - y];
    return ways->ways[1][known->room[0]][known->room[1]];
}

/* Of the ways to choose k of the cards the one with that number. */
static Cards chosen(const Ways *ways, Cards from, int k, uint64_t number)
{
    Cards found = 0;
    for (int n = count(from); k; n--, from &= from - 1) {
        uint32_t with_it = ways->choose[n - 1][k - 1];
        if (number < with_it) {
            found |= bit(lowest(from));
            k--;
        } else {
            number -= with_it;
        }
    }
    return found;
}

/* The world with that number, of as many as were counted. */
static World world_of(const Knowledge *known, const Ways *ways, uint64_t number)
{
    World world = {{0, 0, 0}};
    int a = known->room[0], b = known->room[1];
    for (int subset = 1; subset < SUBSETS; subset++) {
        Cards group = ways->group[subset];
        int x = 0, y = 0, n = count(group);
        uint64_t rest;
        for (;; y < b && x + y < n ? y++ : (x++, y = 0)) {
            rest = ways->ways[subset + 1][a - x][b - y];
            uint64_t here = rest ? split(ways, subset, x, y) * rest : 0;
            if (number < here)
                break;
            number -= here;
        }
        uint64_t which = number / rest, second = ways->choose[n - x][y];
        number %= rest;
        Cards one = chosen(ways, group, x, which / second), two = chosen(ways, group & ~one, y, which % second);
        world.hand[0] |= one;
        world.hand[1] |= two;
        world.hand[2] |= group & ~one & ~two;
        a -= x;
        b -= y;
    }
    return world;
}

/* The logarithm of how likely what was heard and seen is in that world. */
static double weighed(const Knowledge *known, const World *world)
{
    double sum = 0;
    for (int piece = 0; piece < known->pieces; piece++) {
        const Evidence *told = known->evidence + piece;
        Cards dealt = world->hand[told->seat] | known->gone[told->seat + 1];
        int worth = 0;
        for (int suit = 0; suit < SUITS; suit++)
            worth += told->worth[suit][dealt >> 8 * suit & 255];
        sum += (double)told->likely[worth < 0 ? 0 : worth >= LIKELY ? LIKELY - 1 : worth];
    }
    if (known->leans)
        for (int seat = 0; seat < HIDDEN; seat++)
            for (Cards left = world->hand[seat]; left; left &= left - 1)
                sum += known->lean[seat][lowest(left)];
    return sum;
}

/* Worlds, and how much each counts. `fits` is how many there are; `effective`, how many equally likely ones those that
   were weighed are worth. */
typedef struct {
    World *world;
    double *weight;
    int n;
    double fits, effective;
} Worlds;

static bool made(Worlds *worlds, int n)
{
    worlds->world = malloc((size_t)n * sizeof *worlds->world);
    worlds->weight = malloc((size_t)n * sizeof *worlds->weight);
    worlds->n = n;
    return worlds->world && worlds->weight;
}

static void unmade(Worlds *worlds)
{
    free(worlds->world);
    free(worlds->weight);
    worlds->world = NULL;
    worlds->weight = NULL;
}

/* How likely each is, the likeliest 1; false where all are impossible. */
static bool compared(const Knowledge *known, Worlds *worlds)
{
    double most = -HUGE_VAL, sum = 0, squares = 0;
    for (int at = 0; at < worlds->n; at++) {
        worlds->weight[at] = weighed(known, worlds->world + at);
        most = worlds->weight[at] > most ? worlds->weight[at] : most;
    }
    for (int at = 0; at < worlds->n; at++) {
        double weight = exp(worlds->weight[at] - most);
        worlds->weight[at] = weight;
        sum += weight;
        squares += weight * weight;
    }
    worlds->effective = sum * sum / squares;
    return sum > 0; /* which no sum is that is not a number */
}

/* So many of the worlds, each as often as it counts; the last that does, where the steps are rounded past it. */
static void resampled(const Worlds *from, Worlds *into, uint64_t *chance)
{
    double sum = 0, passed = 0;
    int last = 0;
    for (int at = 0; at < from->n; at++) {
        sum += from->weight[at];
        last = from->weight[at] > 0 ? at : last;
    }
    double next = fraction(chance) * sum / into->n;
    for (int at = 0, taken = 0; at <= last && taken < into->n; at++) {
        passed += from->weight[at];
        for (; taken < into->n && (next < passed || at == last); next += sum / into->n) {
            into->weight[taken] = 1;
            into->world[taken++] = from->world[at];
        }
    }
}

/* In no order: a budget may end before they do. */
static void shuffled(Worlds *worlds, uint64_t *chance)
{
    for (int at = worlds->n - 1; at > 0; at--) {
        int other = below(chance, at + 1);
        World world = worlds->world[at];
        double weight = worlds->weight[at];
        worlds->world[at] = worlds->world[other];
        worlds->weight[at] = worlds->weight[other];
        worlds->world[other] = world;
        worlds->weight[other] = weight;
    }
}

typedef enum { FOUND, NO_WORLD, NO_POSITION, NO_MEMORY } Outcome;

/* Worlds in proportion to how likely they are, out of so many candidates; all that there are, once, if these are not
   more. As many as `n`, or, unless they are to count the same, all candidates where these are not more. */
static Outcome imagined(const Knowledge *known, Worlds *worlds, int n, int candidates, bool the_same, uint64_t seed)
{
    Ways ways;
    uint64_t fits = counted(known, &ways);
    if (!fits)
        return NO_WORLD;
    if (!known->pieces && !known->leans)
        candidates = n;
    bool every = fits <= (uint64_t)candidates;
    if (!made(worlds, every ? (int)fits : candidates))
        return NO_MEMORY;
    for (int at = 0; at < worlds->n; at++)
        worlds->world[at] = world_of(known, &ways, every ? (uint64_t)at : drawn(&seed) % fits);
    if (!compared(known, worlds))
        return NO_WORLD;
    if (the_same || worlds->n > n) {
        Worlds fewer = {0};
        if (!made(&fewer, n)) {
            unmade(&fewer);
            return NO_MEMORY;
        }
        resampled(worlds, &fewer, &seed);
        fewer.effective = worlds->effective;
        unmade(worlds);
        *worlds = fewer;
    }
    worlds->fits = (double)fits;
    shuffled(worlds, &seed);
    return FOUND;
}

/* --- at the door --------------------------------------------------------------------------------- */

static Cards as_bits(const Game *game, Cards cards)
{
    Cards bits = 0;
    for (; cards; cards &= cards - 1)
        bits |= bit(game->order[lowest(cards)]);
    return bits;
}

/* The trick as it lies before the seat on turn, whose hands are set; false where that cannot be. */
static bool begun(Solver *solver, Trick *trick, int seat, const uint8_t *cards, Py_ssize_t played, int all)
{
    const Game *game = &solver->game;
    memset(trick, 0, sizeof *trick);
    trick->all = game->capot ? all : 0;
    trick->best = trick->led = NONE;
    for (int at = 0; at < played; at++) {
        int by = (seat + SEATS - (int)played + at) & 3;
        if (cards[at] >= PACK)
            return false;
        int card = game->order[cards[at]];
        if (!at || taking(game, trick->best) & bit(card)) {
            trick->best = card;
            trick->winner = by;
        }
        if (!at)
            trick->led = card;
        trick->table |= bit(card);
        trick->points += game->points[card];
    }
    trick->played = (int)played;
    Cards held = 0;
    int size = count(solver->hand[seat]);
    for (int later = 0; later < SEATS; later++) {
        Cards hand = solver->hand[(seat + later) & 3];
        if (hand & (held | trick->table) || count(hand) != size - (later >= SEATS - played))
            return false;
        held |= hand;
    }
    trick->live = held | trick->table;
    trick->left = worth_of(game, trick->live) + game->last_trick;
    return size > 0 && size <= HAND && played < SEATS && count(trick->table) == played;
}

static void prepare(Game *game)
{
    for (int at = 0; at < SEATS * OUTCOMES * 2 * PACK; at++) {
        int card = at % PACK, master = at / PACK % 2, will = at / PACK / 2 % OUTCOMES, lies = at / PACK / 2 / OUTCOMES;
        const int8_t *weight = game->weights[lies][will];
        game->still[lies][will][master][card] =
            (int16_t)(8 * weight[0] + weight[1] * game->points[card] + weight[2] * (card & 7) +
                      (bit(card) & game->ranked ? 4 * weight[3] : 0) + (master ? 4 * weight[5] : 0));
    }
    for (int card = 0; card < PACK; card++)
        if (card & 7 && game->points[card] == game->points[card - 1])
            game->equals |= bit(card);
    for (int from = 0; from < 256; from++)
        for (int left = 0; left < 256; left++) {
            int to = 0, squeezed = 0;
            for (int at = 0; at < HAND; at++)
                if (left >> at & 1)
                    squeezed |= (from >> at & 1) << to++;
            game->squeezed[from][left] = (uint8_t)squeezed;
        }
    for (int suit = 0; suit < SUITS; suit++) {
        const uint8_t *points = game->points + HAND * suit;
        for (int one = 0; one < 256; one++)
            for (int at = 0; at < HAND; at++)
                game->worth[suit][one] += (uint8_t)(one >> at & 1 ? points[at] : 0);
        for (int one = 0; one < 256; one++)
            for (int other = 0; other < 256; other++) {
                int sum = 0;
                for (int a = one, b = other; a && b; a &= a - 1, b &= b - 1) {
                    int more = points[lowest((Cards)a)] - points[lowest((Cards)b)];
                    sum += more > 0 ? more : 0;
                }
                game->excess[game->kind[suit]][one][other] = (uint8_t)sum;
            }
    }
}

typedef struct {
    PyObject_HEAD
    Solver solver;
} SolverObject;

/* Whether the rest of the engine can rely on it: no number leaves its bits, no index its table. */
static bool is_game(const Game *game)
{
    if (game->capot < 0 || game->capot > OFFSET || game->last_trick < 0 || game->last_trick > BOUND ||
        game->under_partner < FREE || game->under_partner > RESTRICTED)
        return false;
    int all = game->last_trick + game->capot, most = 0, of_suit[SUITS] = {0};
    Cards seen = 0;
    for (int card = 0; card < PACK; card++) {
        all += game->points[card];
        of_suit[card >> 3] += game->points[card];
        most = game->points[card] > most ? game->points[card] : most;
        seen |= bit(game->order[card]);
    }
    for (int suit = 0; suit < SUITS; suit++)
        for (int other = 0; other < suit; other++)
            if (game->kind[suit] == game->kind[other] &&
                memcmp(game->points + HAND * suit, game->points + HAND * other, HAND))
                return false;
    for (int suit = 0; suit < SUITS; suit++)
        if (of_suit[suit] > UINT8_MAX)
            return false;
    return !~seen && all < VALUES - OFFSET && most <= INT8_MAX;
}

/* The bytes of an argument. No format has a '#': that calls other functions before CPython 3.13 than after, and one
   compiled file serves both. */
typedef struct {
    char *at;
    Py_ssize_t length;
} Bytes;

static int as_bytes(PyObject *given, void *bytes)
{
    Bytes *into = bytes;
    return PyBytes_AsStringAndSize(given, &into->at, &into->length) == 0;
}

/* The game that is told, and the size of the table; false and an exception where there is none. */
static bool game_of(PyObject *args, PyObject *kwargs, Game *game, int *size)
{
    static char *names[] = {"order", "points", "trumps", "beat_partner", "undertrump", "under_partner",
                            "capot", "last_trick", "weights", "size", NULL};
    Bytes order, points, weights;
    int trumps, beat_partner, undertrump;
    memset(game, 0, sizeof *game);
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O&O&ippiiiO&|i", names, as_bytes, &order, as_bytes, &points, &trumps,
                                     &beat_partner, &undertrump, &game->under_partner, &game->capot, &game->last_trick,
                                     as_bytes, &weights, size))
        return false;
    bool whole = order.length == PACK && points.length == PACK && weights.length == WEIGHTS && !(trumps >> SUITS) &&
                 *size >= 4 && *size <= 20;
    if (whole) {
        game->beat_partner = beat_partner;
        game->undertrump = undertrump;
        memcpy(game->weights, weights.at, WEIGHTS);
        for (int card = 0; card < PACK; card++) {
            game->order[card] = (uint8_t)order.at[card] & 31;
            game->number[game->order[card]] = (uint8_t)card;
            game->points[game->order[card]] = (uint8_t)points.at[card];
        }
        for (int suit = 0; suit < SUITS; suit++) {
            game->kind[suit] = trumps >> suit & 1;
            game->ranked |= game->kind[suit] ? (Cards)0xFF << 8 * suit : 0;
        }
        game->trump = count(game->ranked) == HAND ? game->ranked : 0;
    }
    if (whole && is_game(game))
        return true;
    PyErr_SetString(PyExc_ValueError, "this is no game that can be solved");
    return false;
}

static int solver_init(PyObject *self, PyObject *args, PyObject *kwargs)
{
    Solver *solver = &((SolverObject *)self)->solver;
    int size = 13;
    if (solver->known) {
        PyErr_SetString(PyExc_RuntimeError, "this solver has its game already");
        return -1;
    }
    if (!game_of(args, kwargs, &solver->game, &size))
        return -1;
    prepare(&solver->game);
    solver->buckets = (uint32_t)1 << size;
    solver->known = calloc((size_t)solver->buckets * WAYS, sizeof *solver->known);
    if (!solver->known) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

static void solver_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    free(((SolverObject *)self)->solver.known);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* Have the solver for oneself: it works without the interpreter's lock. */
static bool taken(Solver *solver)
{
    if (solver->busy || !solver->known) {
        PyErr_SetString(PyExc_RuntimeError,
                        solver->known ? "this solver is at work in another thread; each thread needs its own"
                                      : "this solver has no game");
        return false;
    }
    solver->busy = true;
    return true;
}

static void no_world(void)
{
    PyObject *module = PyImport_ImportModule("coinche.engine.solver.position");
    PyObject *kind = module ? PyObject_GetAttrString(module, "NoWorld") : NULL;
    if (kind)
        PyErr_SetString(kind, "no hands fit what is known");
    Py_XDECREF(kind);
    Py_XDECREF(module);
}

static void no_position(void)
{
    PyErr_SetString(PyExc_ValueError, "no such position: hands that fit a trick, and no card twice");
}

static void refuse(Outcome outcome)
{
    if (outcome == NO_WORLD)
        no_world();
    else if (outcome == NO_POSITION)
        no_position();
    else if (outcome == NO_MEMORY)
        PyErr_NoMemory();
}

/* The position that is asked about; NULL and an exception where there is none. */
static Solver *asked_about(PyObject *self, PyObject *args, const char *format, Trick *trick, int *seat, int *other)
{
    Solver *solver = &((SolverObject *)self)->solver;
    unsigned int hand[SEATS];
    Bytes played;
    int all;
    if (!PyArg_ParseTuple(args, format, &hand[0], &hand[1], &hand[2], &hand[3], as_bytes, &played, seat, &all, other) ||
        !taken(solver))
        return NULL;
    for (int at = 0; at < SEATS; at++)
        solver->hand[at] = as_bits(&solver->game, hand[at]);
    *seat &= 3;
    if (played.length >= SEATS ||
        !begun(solver, trick, *seat, (const uint8_t *)played.at, played.length, all & 3)) {
        solver->busy = false;
        no_position();
        return NULL;
    }
    return solver;
}

static PyObject *solver_value(PyObject *self, PyObject *args)
{
    Trick trick;
    int seat, value;
    Solver *solver = asked_about(self, args, "(IIII)O&ii", &trick, &seat, NULL);
    if (!solver)
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    value = solved(solver, &trick, seat);
    Py_END_ALLOW_THREADS
    solver->busy = false;
    return PyLong_FromLong(value);
}

static PyObject *solver_takes(PyObject *self, PyObject *args)
{
    Trick trick;
    int seat, points, value;
    Solver *solver = asked_about(self, args, "(IIII)O&iii", &trick, &seat, &points);
    if (!solver)
        return NULL;
    points = points > VALUES ? VALUES : points < -VALUES ? -VALUES : points;
    Py_BEGIN_ALLOW_THREADS
    value = asked(solver, &trick, seat, NONE, points);
    Py_END_ALLOW_THREADS
    solver->busy = false;
    return PyBool_FromLong(value >= points);
}

static PyObject *solver_values(PyObject *self, PyObject *args)
{
    Trick trick;
    int seat, card[HAND], value[HAND], n;
    Solver *solver = asked_about(self, args, "(IIII)O&ii", &trick, &seat, NULL);
    if (!solver)
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    n = solved_cards(solver, &trick, seat, card, value);
    Py_END_ALLOW_THREADS
    solver->busy = false;
    PyObject *all = PyDict_New();
    for (int at = 0; all && at < n; at++) {
        PyObject *key = PyLong_FromLong(solver->game.number[card[at]]), *points = PyLong_FromLong(value[at]);
        if (!key || !points || PyDict_SetItem(all, key, points))
            Py_CLEAR(all);
        Py_XDECREF(key);
        Py_XDECREF(points);
    }
    return all;
}

static PyObject *solver_nodes(PyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromUnsignedLongLong(((SolverObject *)self)->solver.nodes);
}

static PyObject *solver_forget(PyObject *self, PyObject *Py_UNUSED(args))
{
    Solver *solver = &((SolverObject *)self)->solver;
    if (!taken(solver))
        return NULL;
    memset(solver->known, 0, (size_t)solver->buckets * WAYS * sizeof *solver->known);
    solver->busy = false;
    Py_RETURN_NONE;
}

static bool nothing_to_know(void)
{
    PyErr_SetString(PyExc_ValueError, "this is nothing that can be known of hidden hands");
    return false;
}

/* What a call tells, out of a tuple. */
static bool evidence_of(PyObject *told, Evidence *piece)
{
    Bytes worth, likely;
    if (!told || !PyTuple_Check(told))
        return nothing_to_know();
    if (!PyArg_ParseTuple(told, "iO&O&", &piece->seat, as_bytes, &worth, as_bytes, &likely))
        return false;
    if (piece->seat < 1 || piece->seat > HIDDEN || worth.length != (Py_ssize_t)sizeof piece->worth ||
        likely.length != (Py_ssize_t)sizeof piece->likely)
        return nothing_to_know();
    piece->seat--;
    memcpy(piece->worth, worth.at, sizeof piece->worth);
    memcpy(piece->likely, likely.at, sizeof piece->likely);
    return true;
}

/* What is known, out of a tuple; its evidence is to be freed. */
static bool knowledge_of(PyObject *given, Knowledge *known)
{
    unsigned int *may = known->may, *gone = known->gone;
    Bytes lean;
    Py_ssize_t pieces;
    PyObject *evidence;
    memset(known, 0, sizeof *known);
    if (!PyArg_ParseTuple(given, "I(iii)(III)(IIII)O&O!", &known->unseen, &known->room[0], &known->room[1],
                          &known->room[2], &may[0], &may[1], &may[2], &gone[0], &gone[1], &gone[2], &gone[3], as_bytes,
                          &lean, &PyTuple_Type, &evidence) ||
        (pieces = PyTuple_Size(evidence)) < 0)
        return false;
    for (int seat = 0; seat < HIDDEN; seat++)
        if (known->room[seat] < 0 || known->room[seat] > HAND)
            return nothing_to_know();
    if ((lean.length && lean.length != (Py_ssize_t)sizeof known->lean) || pieces > 64)
        return nothing_to_know();
    known->leans = lean.length > 0;
    memcpy(known->lean, lean.at, (size_t)lean.length);
    known->evidence = calloc((size_t)pieces + 1, sizeof *known->evidence);
    if (!known->evidence) {
        PyErr_NoMemory();
        return false;
    }
    for (; known->pieces < pieces; known->pieces++)
        if (!evidence_of(PyTuple_GetItem(evidence, known->pieces), known->evidence + known->pieces))
            return false;
    return true;
}

static bool numbers_fit(int n, int candidates)
{
    bool fit = n > 0 && n <= candidates && candidates <= 1 << 20;
    if (!fit)
        PyErr_SetString(PyExc_ValueError, "between 1 and 2^20 worlds, out of as many candidates or more");
    return fit;
}

static PyObject *dd_worlds(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *given, *answer = NULL;
    Knowledge known;
    Worlds worlds = {0};
    int n, candidates;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "O!iiK", &PyTuple_Type, &given, &n, &candidates, &seed) || !numbers_fit(n, candidates))
        return NULL;
    if (knowledge_of(given, &known)) {
        Outcome outcome;
        Py_BEGIN_ALLOW_THREADS
        outcome = imagined(&known, &worlds, n, candidates, true, seed);
        Py_END_ALLOW_THREADS
        refuse(outcome);
        if (outcome == FOUND)
            answer = Py_BuildValue(
                "(Ndd)", PyBytes_FromStringAndSize((char *)worlds.world, (Py_ssize_t)((size_t)n * sizeof *worlds.world)),
                worlds.fits, worlds.effective);
    }
    unmade(&worlds);
    free(known.evidence);
    return answer;
}

/* Who has which cards: seat 0 these, the others as in the world. */
static void seated(Solver *solver, Cards mine, const World *world)
{
    solver->hand[0] = as_bits(&solver->game, mine);
    for (int seat = 1; seat < SEATS; seat++)
        solver->hand[seat] = as_bits(&solver->game, world->hand[seat - 1]);
}

/* The value of each of the worlds, as bytes of int16: who owns `mine` is seat 0, the others come from the worlds. */
static PyObject *solver_outcomes(PyObject *self, PyObject *args)
{
    Solver *solver = &((SolverObject *)self)->solver;
    unsigned int mine;
    Bytes worlds;
    int leader;
    if (!PyArg_ParseTuple(args, "IO&i", &mine, as_bytes, &worlds, &leader))
        return NULL;
    Py_ssize_t n = worlds.length / (Py_ssize_t)sizeof(World);
    bool fits = worlds.length % (Py_ssize_t)sizeof(World) == 0;
    PyObject *answer = fits ? PyBytes_FromStringAndSize(NULL, n * (Py_ssize_t)sizeof(int16_t)) : NULL;
    char *into = answer ? PyBytes_AsString(answer) : NULL;
    if (into && !taken(solver))
        Py_CLEAR(answer);
    if (answer) {
        Py_BEGIN_ALLOW_THREADS
        for (Py_ssize_t at = 0; fits && at < n; at++) {
            World world;
            Trick trick;
            memcpy(&world, worlds.at + at * (Py_ssize_t)sizeof world, sizeof world);
            seated(solver, mine, &world);
            fits = begun(solver, &trick, leader & 3, NULL, 0, WE_ALL | THEY_ALL);
            int16_t value = fits ? (int16_t)solved(solver, &trick, leader & 3) : 0;
            memcpy(into + at * (Py_ssize_t)sizeof value, &value, sizeof value);
        }
        Py_END_ALLOW_THREADS
        solver->busy = false;
    }
    if (!fits) {
        Py_CLEAR(answer);
        PyErr_SetString(PyExc_ValueError, "these are no worlds for that hand");
    }
    return answer;
}

/* Who has had both cards of the belote: nobody, seats 0 and 2, or the others. */
static int belote_of(const Knowledge *known, const World *world, Cards mine, Cards belote)
{
    if (!belote)
        return 0;
    for (int seat = 0; seat < SEATS; seat++) {
        Cards hand = seat ? world->hand[seat - 1] : mine;
        if (!(belote & ~(hand | known->gone[seat])))
            return is_partner(seat, 0) ? 1 : 2;
    }
    return 0;
}

typedef struct {
    int worlds;
    Cards cards; /* by bit, as the sums are */
    double weight, use[PACK], squares[PACK], points[PACK];
} Judged;

/* What is asked about a card: who has which and what lies on the table, what a value is worth; and over how many worlds
   out of how many, for how many nodes. */
typedef struct {
    Cards mine, belote;
    uint8_t cards[SEATS];
    Py_ssize_t played;
    int all;
    double use[BELOTES][VALUES];
    int n, candidates;
    unsigned long long budget, seed;
} Question;

/* Every legal card in world after world, as long as the budget of nodes lasts; in one at least. */
static bool judged(Solver *solver, const Knowledge *known, const Worlds *worlds, const Question *question,
                   Judged *into)
{
    uint64_t before = solver->nodes;
    memset(into, 0, sizeof *into);
    for (int at = 0; at < worlds->n && (!into->worlds || solver->nodes - before < question->budget); at++) {
        const World *world = worlds->world + at;
        double weight = worlds->weight[at];
        Trick trick;
        int card[HAND], value[HAND];
        if (!(weight > 0))
            continue;
        seated(solver, question->mine, world);
        if (!begun(solver, &trick, 0, question->cards, question->played, question->all))
            return false;
        const double *use = question->use[belote_of(known, world, question->mine, question->belote)];
        for (int which = solved_cards(solver, &trick, 0, card, value) - 1; which >= 0; which--) {
            double worth = use[value[which] + OFFSET];
            into->cards |= bit(card[which]);
            into->use[card[which]] += weight * worth;
            into->squares[card[which]] += weight * worth * worth;
            into->points[card[which]] += weight * value[which];
        }
        into->weight += weight;
        into->worlds++;
    }
    return true;
}

/* (card, use, deviation, points) of every card that was judged. */
static PyObject *rows(const Game *game, const Judged *judged)
{
    PyObject *list = PyList_New(0);
    for (Cards left = judged->cards; list && left; left &= left - 1) {
        int card = lowest(left);
        double mean = judged->use[card] / judged->weight;
        PyObject *row = Py_BuildValue("(iddd)", (int)game->number[card], mean,
                                      sqrt(fmax(0, judged->squares[card] / judged->weight - mean * mean)),
                                      judged->points[card] / judged->weight);
        if (!row || PyList_Append(list, row))
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

/* What is asked, and the tuple of what is known. */
static bool question_of(PyObject *args, Question *question, PyObject **given)
{
    unsigned int mine, belote;
    Bytes cards, use;
    memset(question, 0, sizeof *question);
    if (!PyArg_ParseTuple(args, "IO&iO!IO&iiKK", &mine, as_bytes, &cards, &question->all, &PyTuple_Type, given,
                          &belote, as_bytes, &use, &question->n, &question->candidates, &question->budget,
                          &question->seed) ||
        !numbers_fit(question->n, question->candidates))
        return false;
    if (use.length != (Py_ssize_t)sizeof question->use || cards.length >= SEATS) {
        PyErr_SetString(PyExc_ValueError, "there are three cards in a trick at most, and 3 x 512 uses of a value");
        return false;
    }
    question->mine = mine;
    question->played = cards.length;
    question->belote = belote;
    question->all &= WE_ALL | THEY_ALL;
    memcpy(question->cards, cards.at, (size_t)question->played);
    memcpy(question->use, use.at, sizeof question->use);
    return true;
}

static PyObject *solver_pimc(PyObject *self, PyObject *args)
{
    Solver *solver = &((SolverObject *)self)->solver;
    PyObject *given, *answer = NULL;
    Knowledge known;
    Worlds worlds = {0};
    Question question;
    if (!question_of(args, &question, &given))
        return NULL;
    if (knowledge_of(given, &known) && taken(solver)) {
        Judged judgement;
        Outcome outcome;
        Py_BEGIN_ALLOW_THREADS
        outcome = imagined(&known, &worlds, question.n, question.candidates, false, question.seed);
        if (outcome == FOUND && !judged(solver, &known, &worlds, &question, &judgement))
            outcome = NO_POSITION;
        Py_END_ALLOW_THREADS
        solver->busy = false;
        refuse(outcome);
        PyObject *list = outcome == FOUND ? rows(&solver->game, &judgement) : NULL;
        if (list)
            answer = Py_BuildValue("(Nidd)", list, judgement.worlds, worlds.fits, worlds.effective);
    }
    unmade(&worlds);
    free(known.evidence);
    return answer;
}

/* Four hands of eight. */
static void dealt(Solver *solver, uint64_t *chance)
{
    uint8_t pack[PACK] = {0};
    for (int at = 0; at < PACK; at++) {
        int to = below(chance, at + 1);
        pack[at] = pack[to];
        pack[to] = (uint8_t)at;
    }
    memset(solver->hand, 0, sizeof solver->hand);
    for (int at = 0; at < PACK; at++)
        solver->hand[at & 3] |= bit(pack[at]);
}

/* The deal, played at random: the 32 cards in the order played, who led, and the points of seats 0 and 2. */
static void played_out(Solver *solver, uint64_t *chance, uint8_t *row)
{
    const Game *game = &solver->game;
    int seat = below(chance, SEATS), won = 0;
    Trick trick = {.best = NONE, .led = NONE};
    row[PACK] = (uint8_t)seat;
    for (int at = 0; at < PACK; at++) {
        Cards may = legal(game, &trick, seat, solver->hand[seat]);
        for (int skip = below(chance, count(may)); skip; skip--)
            may &= may - 1;
        int card = lowest(may);
        trick = with(game, &trick, trick.played, seat, card);
        solver->hand[seat] &= ~bit(card);
        row[at] = game->number[card];
        seat = (seat + 1) & 3;
        if (trick.played == SEATS) {
            seat = trick.winner;
            won += is_partner(seat, 0) ? trick.points + (at + 1 < PACK ? 0 : game->last_trick) : 0;
            trick.played = trick.points = 0;
        }
    }
    row[PACK + 1] = (uint8_t)won;
}

/* Deals at random, played at random by the rules, 34 bytes each. */
static PyObject *solver_playouts(PyObject *self, PyObject *args)
{
    Solver *solver = &((SolverObject *)self)->solver;
    enum { ROW = PACK + 2 };
    int n;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "iK", &n, &seed))
        return NULL;
    if (n < 0 || n > 1 << 24) {
        PyErr_SetString(PyExc_ValueError, "between no deals and 2^24");
        return NULL;
    }
    PyObject *answer = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)n * ROW);
    uint8_t *row = answer ? (uint8_t *)PyBytes_AsString(answer) : NULL;
    if (row && !taken(solver))
        Py_CLEAR(answer);
    if (!answer)
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    uint64_t chance = seed;
    for (int deal = 0; deal < n; deal++, row += ROW) {
        dealt(solver, &chance);
        played_out(solver, &chance, row);
    }
    Py_END_ALLOW_THREADS
    solver->busy = false;
    return answer;
}

static PyMethodDef solver_methods[] = {
    {"value", solver_value, METH_VARARGS, "value(hands, trick, seat, all): points of seats 0 and 2 still to come"},
    {"takes", solver_takes, METH_VARARGS, "takes(hands, trick, seat, all, points): whether these are so many"},
    {"values", solver_values, METH_VARARGS, "values(hands, trick, seat, all): of every legal card of the seat"},
    {"outcomes", solver_outcomes, METH_VARARGS, "outcomes(mine, worlds, leader): the value in each world, int16"},
    {"pimc", solver_pimc, METH_VARARGS,
     "pimc(mine, trick, all, knowledge, belote, use, worlds, candidates, budget, seed): (card, use, deviation, points) "
     "of every legal card, worlds, how many there are, how many the candidates are worth"},
    {"playouts", solver_playouts, METH_VARARGS, "playouts(n, seed): random deals played at random, 34 bytes each"},
    {"forget", solver_forget, METH_NOARGS, "forget(): as if nothing had been solved"},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef solver_getset[] = {
    {"nodes", solver_nodes, NULL, "how many cards were played in all searches", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot solver_slots[] = {
    {Py_tp_init, solver_init},       {Py_tp_dealloc, solver_dealloc}, {Py_tp_methods, solver_methods},
    {Py_tp_getset, solver_getset},   {Py_tp_doc, "A game by its rules, and what was found out about its positions."},
    {0, NULL},
};

static PyType_Spec solver_spec = {
    .name = "coinche.engine.solver._dd.Solver",
    .basicsize = sizeof(SolverObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = solver_slots,
};

static int dd_exec(PyObject *module)
{
    PyObject *type = PyType_FromSpec(&solver_spec);
    int failed = !type || PyModule_AddObjectRef(module, "Solver", type);
    Py_XDECREF(type);
    return failed ? -1 : 0;
}

static PyMethodDef dd_methods[] = {
    {"worlds", dd_worlds, METH_VARARGS,
     "worlds(knowledge, n, candidates, seed): hands of seats 1 to 3 as uint32, how many fit, how many they are worth"},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot dd_slots[] = {{Py_mod_exec, dd_exec}, {0, NULL}};

static struct PyModuleDef dd_module = {
    PyModuleDef_HEAD_INIT, .m_name = "_dd", .m_doc = "The solver, compiled.", .m_methods = dd_methods,
    .m_slots = dd_slots,
};

PyMODINIT_FUNC PyInit__dd(void) { return PyModuleDef_Init(&dd_module); }
