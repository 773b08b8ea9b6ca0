/* Plain alpha-beta over the play of a deal, all cards open: no table, no card taken for another, no bound but that
   nobody takes more than there is. Slow, and short enough to be believed: what the solver is held to.

   Reads numbers. First of the game: strength of each card of the pack, 8 more for those that are trumps; points of each;
   whether trumps trump others; must beat the partner; must undertrump; what who has only lower trumps than the partner's
   may do (0 anything, 1 a higher trump or another suit, 2 anything where there is nothing but trumps); the last trick;
   what all tricks are worth more. Then of each deal: whose each card is, the leader, and a number of points. Prints for
   each whether seats 0 and 2 take so many (1 or 0), and the cards that were played to find out. */

#include <stdbool.h>
#include <stdio.h>

enum { SEATS = 4, PACK = 32, HAND = 8 };

static int strength[PACK], points[PACK], trumping, beat_partner, undertrump, under_partner, last_trick, capot;
static int owner[PACK];   /* whose each card is, -1 once it is played */
static int trick[SEATS];
static unsigned long long nodes;

static int suit(int card) { return card / HAND; }
static bool trump(int card) { return strength[card] >= HAND; }
static bool beats(int card, int best)
{
    return suit(card) == suit(best) ? strength[card] > strength[best] : trumping && trump(card);
}

static int best_of(int played)
{
    int best = 0;
    for (int at = 1; at < played; at++)
        if (beats(trick[at], trick[best]))
            best = at;
    return best;
}

static int held(int seat, int card[HAND])
{
    int n = 0;
    for (int at = 0; at < PACK; at++)
        if (owner[at] == seat)
            card[n++] = at;
    return n;
}

/* Of the cards those of a kind; all where there are none. */
enum kind { LED, TRUMP, HIGHER, NO_LOWER_TRUMP };
static bool is(enum kind kind, int card, int best)
{
    bool higher = beats(card, best);
    return kind == LED ? suit(card) == suit(trick[0]) : kind == TRUMP ? trumping && trump(card)
           : kind == HIGHER ? higher : !(trumping && trump(card)) || higher;
}
static int only(enum kind kind, int card[HAND], int n, int best)
{
    int kept = 0, some[HAND];
    for (int at = 0; at < n; at++)
        if (is(kind, card[at], best))
            some[kept++] = card[at];
    for (int at = 0; at < kept; at++)
        card[at] = some[at];
    return kept ? kept : n;
}

static int legal(int played, int seat, int card[HAND])
{
    int n = held(seat, card);
    if (!played)
        return n;
    int at = best_of(played), best = trick[at];
    bool partner = at == played - 2, has_led = false, has_trump = false, has_higher = false, has_other = false;
    for (int one = 0; one < n; one++) {
        bool is_trump = trumping && trump(card[one]);
        has_led |= suit(card[one]) == suit(trick[0]);
        has_trump |= is_trump;
        has_other |= !is_trump;
        has_higher |= is_trump && beats(card[one], best);
    }
    if (has_led) {
        n = only(LED, card, n, best);
        bool free = partner && trumping && !beat_partner;
        return trump(trick[0]) && !free ? only(HIGHER, card, n, best) : n;
    }
    if (!has_trump)
        return n;
    if (!partner) {
        if (has_higher)
            return only(HIGHER, card, n, best);
        return undertrump ? only(TRUMP, card, n, best) : n;
    }
    if (!trump(best) || under_partner == 0 || !has_higher || (under_partner == 2 && !has_other))
        return n;
    return only(NO_LOWER_TRUMP, card, n, best);
}

/* What to try first makes no difference but in time. */
static int promise(int played, int card)
{
    trick[played] = card;
    bool ours = (played - best_of(played + 1)) % 2 == 0;
    return ours ? 1000 + 10 * points[card] + strength[card] : -10 * points[card] - strength[card];
}

static bool takes(int turn, int played, int left, int lying, int sweep, int need);

static bool with(int turn, int played, int left, int lying, int sweep, int need, int card)
{
    nodes++;
    trick[played] = card;
    lying += points[card];
    if (played < SEATS - 1)
        return takes((turn + 1) % SEATS, played + 1, left, lying, sweep, need);
    int winner = (turn + 1 + best_of(SEATS)) % SEATS;
    sweep &= winner % 2 ? 2 : 1;
    left -= lying;
    need -= winner % 2 ? 0 : lying;
    if (left > last_trick || held(winner, (int[HAND]){0}))
        return takes(winner, 0, left, 0, sweep, need);
    return (winner % 2 ? 0 : last_trick) + (sweep & 1 ? capot : 0) - (sweep & 2 ? capot : 0) >= need;
}

/* `left` are the points that are not taken, those in the trick included; `sweep` who may still take all tricks. */
static bool takes(int turn, int played, int left, int lying, int sweep, int need)
{
    if (need <= (sweep & 2 ? -capot : 0) || need > left + (sweep & 1 ? capot : 0))
        return need <= (sweep & 2 ? -capot : 0);
    int before[SEATS], card[HAND], n = legal(played, turn, card);
    bool ours = turn % 2 == 0, found = !ours;
    for (int at = 0; at < n && found != ours; at++) {
        int next = at;
        for (int other = at + 1; other < n; other++)
            if (promise(played, card[other]) > promise(played, card[next]))
                next = other;
        int played_card = card[next];
        card[next] = card[at];
        card[at] = played_card;
        for (int lies = 0; lies < SEATS; lies++)
            before[lies] = trick[lies];
        owner[played_card] = -1;
        found = with(turn, played, left, lying, sweep, need, played_card);
        owner[played_card] = turn;
        for (int lies = 0; lies < SEATS; lies++)
            trick[lies] = before[lies];
    }
    return found;
}

static bool number(int *into) { return scanf("%d", into) == 1; }
static bool numbers(int *into, int n)
{
    for (int at = 0; at < n; at++)
        if (!number(into + at))
            return false;
    return true;
}

int main(void)
{
    int leader, need;
    if (!numbers(strength, PACK) || !numbers(points, PACK) || !number(&trumping) || !number(&beat_partner) ||
        !number(&undertrump) || !number(&under_partner) || !number(&last_trick) || !number(&capot))
        return 2;
    while (numbers(owner, PACK) && number(&leader) && number(&need)) {
        int left = last_trick;
        for (int card = 0; card < PACK; card++)
            left += points[card];
        nodes = 0;
        bool found = takes(leader, 0, left, 0, capot ? 3 : 0, need);
        printf("%d %llu\n", found, nodes);
        fflush(stdout);
    }
    return 0;
}
