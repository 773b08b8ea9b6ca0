/* A bot that needs nothing but a C99 compiler and sockets: messages are frames of msgpack.
 *
 *     cc -std=c99 -o bot bot.c && ./bot HOST PORT [TABLE]
 *
 * TABLE is the id of a table to join. Without it, or with "new", the bot opens a table of its own with three of the
 * server's bots and plays a match to 500. The exit status is 0 once the table is over, 1 where it could not play.
 */

#define _POSIX_C_SOURCE 200112L
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int server;

static void fail(const char *reason)
{
    fprintf(stderr, "%s\n", reason);
    exit(EXIT_FAILURE);
}

/* Reading msgpack. A Reader is a place in a message; whatever is read, its bounds are checked first. */

typedef struct { const unsigned char *at, *end; } Reader;
typedef enum { NIL, NUMBER, TEXT, ARRAY, MAP } Kind;
typedef struct { Kind kind; int64_t number; size_t size; const unsigned char *text; } Value;
typedef struct { char text[128]; } String; /* longer ones are cut; none that matters here is longer */

static uint64_t read_number(Reader *reader, size_t bytes)
{
    uint64_t number = 0;
    if ((size_t)(reader->end - reader->at) < bytes)
        fail("a message ends in the middle");
    while (bytes-- > 0)
        number = number << 8 | *reader->at++;
    return number;
}

/* A value; of an array or a map only how many items or pairs follow. */
static Value read_value(Reader *reader)
{
    unsigned byte = (unsigned)read_number(reader, 1);
    Value value = {NIL, 0, 0, NULL};
    if (byte <= 0x7f || byte >= 0xe0) {
        value.kind = NUMBER;
        value.number = byte <= 0x7f ? (int64_t)byte : (int64_t)byte - 256;
    } else if (byte <= 0x9f) {
        value.kind = byte <= 0x8f ? MAP : ARRAY;
        value.size = byte & 0x0f;
    } else if (byte <= 0xbf || (byte >= 0xd9 && byte <= 0xdb)) {
        value.kind = TEXT;
        value.size = byte <= 0xbf ? byte & 0x1f : (size_t)read_number(reader, (size_t)1 << (byte - 0xd9));
        if ((size_t)(reader->end - reader->at) < value.size)
            fail("a message ends in the middle");
        value.text = reader->at;
        reader->at += value.size;
    } else if (byte == 0xc2 || byte == 0xc3) { /* false, true */
        value.kind = NUMBER;
        value.number = byte == 0xc3;
    } else if (byte >= 0xcc && byte <= 0xcf) {
        value.kind = NUMBER;
        value.number = (int64_t)read_number(reader, (size_t)1 << (byte - 0xcc));
    } else if (byte >= 0xd0 && byte <= 0xd3) { /* the sign is the highest bit of the first byte */
        size_t bytes = (size_t)1 << (byte - 0xd0);
        uint64_t number = read_number(reader, bytes), sign = (uint64_t)1 << (8 * bytes - 1);
        value.kind = NUMBER;
        value.number = (int64_t)((number ^ sign) - sign);
    } else if (byte >= 0xdc && byte <= 0xdf) {
        value.kind = byte <= 0xdd ? ARRAY : MAP;
        value.size = (size_t)read_number(reader, byte & 1 ? 4 : 2);
    } else if (byte != 0xc0) {
        fail("a value of a kind that the protocol does not have");
    }
    return value;
}

static void skip(Reader *reader)
{
    for (uint64_t left = 1; left > 0; left--) {
        Value value = read_value(reader);
        left += value.kind == ARRAY ? value.size : value.kind == MAP ? 2 * (uint64_t)value.size : 0;
    }
}

static Value value_of(Reader reader) { return read_value(&reader); }

/* The value of a key; nil where there is no such key, or no map. */
static Reader field(Reader map, const char *key)
{
    static const unsigned char nil[] = {0xc0};
    Value head = read_value(&map);
    for (size_t pair = 0; head.kind == MAP && pair < head.size; pair++) {
        Value name = read_value(&map);
        if (name.kind == TEXT && name.size == strlen(key) && memcmp(name.text, key, name.size) == 0)
            return map;
        skip(&map);
    }
    return (Reader){nil, nil + 1};
}

static size_t count(Reader array)
{
    Value head = value_of(array);
    return head.kind == ARRAY ? head.size : 0;
}

static Reader item(Reader array, size_t index) /* which there is: see count */
{
    read_value(&array);
    while (index-- > 0)
        skip(&array);
    return array;
}

static String string(Reader reader)
{
    String copy = {""};
    Value value = value_of(reader);
    size_t size = value.size < sizeof copy.text ? value.size : sizeof copy.text - 1;
    if (value.kind == TEXT)
        memcpy(copy.text, value.text, size);
    return copy;
}

static bool equal(Reader reader, const char *text) { return strcmp(string(reader).text, text) == 0; }

/* Writing msgpack: a map of so many pairs, the pairs, and off it goes. */

static struct { unsigned char bytes[1024]; size_t size; } out;

static void put(const void *bytes, size_t size)
{
    if (size > sizeof out.bytes - out.size)
        fail("a message is too long");
    memcpy(out.bytes + out.size, bytes, size);
    out.size += size;
}

static void put_text(const char *text)
{
    unsigned char head[] = {0xd9, (unsigned char)strlen(text)};
    if (strlen(text) > UINT8_MAX)
        fail("a text is too long");
    put(head, sizeof head);
    put(text, strlen(text));
}

static void put_pair(const char *key, const char *text)
{
    put_text(key);
    put_text(text);
}

static void put_number(const char *key, uint32_t number)
{
    unsigned char bytes[] = {0xce, number >> 24 & 0xff, number >> 16 & 0xff, number >> 8 & 0xff, number & 0xff};
    put_text(key);
    put(bytes, sizeof bytes);
}

static void begin(const char *type, unsigned char pairs)
{
    unsigned char head[] = {0, 0, 0, 0, (unsigned char)(0x80 | (pairs + 1))}; /* the length comes when it is known */
    out.size = 0;
    put(head, sizeof head);
    put_pair("type", type);
}

static void finish(void)
{
    out.bytes[2] = (unsigned char)((out.size - 4) >> 8);
    out.bytes[3] = (unsigned char)((out.size - 4) & 0xff);
    for (size_t sent = 0; sent < out.size;) {
        ssize_t more = send(server, out.bytes + sent, out.size - sent, 0);
        if (more <= 0)
            fail("the connection is lost");
        sent += (size_t)more;
    }
}

/* Playing. A card is written rank and suit: "10H" is the ten of hearts. */

static char suit_of(const char *card) { return *card ? card[strlen(card) - 1] : '\0'; }

static bool is_rank(const char *card, const char *rank)
{
    return strlen(card) == strlen(rank) + 1 && strncmp(card, rank, strlen(rank)) == 0;
}

static bool is_trump(const char *card, char trump) { return trump == 'A' || suit_of(card) == trump; }

static int points(const char *card, bool trump)
{
    if (trump && (is_rank(card, "J") || is_rank(card, "9")))
        return is_rank(card, "J") ? 20 : 14;
    return is_rank(card, "A") ? 11 : is_rank(card, "10") ? 10 : is_rank(card, "K") ? 4 : is_rank(card, "Q") ? 3
         : is_rank(card, "J") ? 2 : 0;
}

/* How high a card is in a trick: trumps over the suit that was led, that over the rest. */
static int strength(const char *card, char trump, char led)
{
    static const char *const plain[] = {"7", "8", "9", "J", "Q", "K", "10", "A"};
    static const char *const trumps[] = {"7", "8", "Q", "K", "10", "A", "9", "J"};
    int height = 0;
    while (height < 7 && !is_rank(card, (is_trump(card, trump) ? trumps : plain)[height]))
        height++;
    return height + (suit_of(card) == led ? 10 : 0) + (suit_of(card) == trump ? 20 : 0);
}

/* The points that a hand promises with that suit as trumps: hardly more than a guess. */
static int worth(Reader hand, char trump)
{
    int sum = 0;
    for (size_t index = 0; index < count(hand); index++) {
        String card = string(item(hand, index));
        if (suit_of(card.text) == trump)
            sum += is_rank(card.text, "J") ? 50 : is_rank(card.text, "9") ? 35 : 15;
        else if (is_rank(card.text, "A"))
            sum += 18;
    }
    return sum;
}

static bool are_partners(const char *one, const char *other)
{
    return (strchr("NS", *one) != NULL) == (strchr("NS", *other) != NULL);
}

static String bid(Reader request)
{
    Reader view = field(request, "view"), hand = field(view, "hand"), contract = field(view, "contract");
    Reader bids = field(request, "bids"), legal = field(request, "legal");
    String action = {"pass"};
    if (value_of(contract).kind == MAP) {
        String standing = string(field(contract, "bid"));
        if (are_partners(string(field(contract, "bidder")).text, string(field(request, "seat")).text))
            return action; /* it is ours already */
        for (size_t index = 0; index < count(legal); index++)
            if (equal(item(legal, index), "coinche") && worth(hand, suit_of(standing.text)) >= 130)
                return string(item(legal, index));
    }
    int best = 0;
    for (const char *suit = "SHDC"; *suit; suit++) {
        char key[] = {*suit, '\0'};
        Value lowest = value_of(field(bids, key));
        if (lowest.kind == NUMBER && worth(hand, *suit) >= lowest.number && worth(hand, *suit) > best) {
            best = worth(hand, *suit);
            snprintf(action.text, sizeof action.text, "%d%s", (int)lowest.number, key);
        }
    }
    return action;
}

/* The higher, the rather the card is played. */
static int taste(const char *card, Reader request)
{
    Reader view = field(request, "view"), contract = field(view, "contract"), trick = field(view, "trick");
    Reader table = field(trick, "cards");
    String seat = string(field(request, "seat"));
    char trump = suit_of(string(field(contract, "bid")).text); /* S H D C, by some rules N (none) or A (all) */
    char led = count(table) > 0 ? suit_of(string(item(table, 0)).text) : '\0';
    int worth_of_card = points(card, is_trump(card, trump)), highest_on_table = 0;
    bool highest = is_rank(card, is_trump(card, trump) ? "J" : "A");

    if (count(table) == 0) { /* to lead: what nobody can beat, but trumps only if they are ours */
        bool ours = are_partners(string(field(contract, "bidder")).text, seat.text);
        return highest && (ours || !is_trump(card, trump)) ? 100 : -worth_of_card;
    }
    if (are_partners(string(field(trick, "winner")).text, seat.text))
        return worth_of_card - (is_trump(card, trump) ? 50 : 0);
    for (size_t index = 0; index < count(table); index++) {
        int height = strength(string(item(table, index)).text, trump, led);
        highest_on_table = height > highest_on_table ? height : highest_on_table;
    }
    bool wins = strength(card, trump, led) > highest_on_table;
    return wins && (highest || is_trump(card, trump) || count(table) == 3) ? 100 - worth_of_card : -worth_of_card;
}

static void add(String *action, const char *said)
{
    size_t size = strlen(action->text);
    snprintf(action->text + size, sizeof action->text - size, "%s%s", size > 0 ? "+" : "", said);
}

static String play(Reader request)
{
    Reader legal = field(request, "legal");
    String card = string(item(legal, 0)), action = {""}, rest = string(field(request, "default"));
    for (size_t index = 1; index < count(legal); index++) {
        String other = string(item(legal, index));
        if (taste(other.text, request) > taste(card.text, request))
            card = other;
    }
    add(&action, card.text);
    Reader words = field(field(request, "offers"), card.text);
    if (count(words) > 0)
        add(&action, string(item(words, 0)).text);
    for (char *said = strtok(rest.text, "+"); said; said = strtok(NULL, "+"))
        if (strchr(said, ':')) /* the best declarations there are, if any */
            add(&action, said);
    return action;
}

/* One of the actions that the request allows; `default` where there is nothing to think about. */
static String answer(Reader request)
{
    Reader kind = field(request, "kind");
    if (equal(kind, "play") && count(field(request, "legal")) > 0)
        return play(request);
    return equal(kind, "bid") || equal(kind, "react") ? bid(request) : string(field(request, "default"));
}

static void act(Reader request)
{
    begin("act", 3);
    put_pair("table", string(field(request, "table")).text);
    put_number("request", (uint32_t)value_of(field(request, "request")).number);
    put_pair("action", answer(request).text);
    finish();
}

static void hello(void)
{
    static const unsigned char versions[] = {0x92, 1, 1}, yes[] = {0xc3};
    begin("hello", 3);
    put_text("versions");
    put(versions, sizeof versions);
    put_pair("name", "c");
    put_text("program");
    put(yes, sizeof yes);
    finish();
}

static void sit_down(const char *table)
{
    bool own = strcmp(table, "new") == 0;
    begin(own ? "create_table" : "join", own ? 3 : 1);
    put_pair(own ? "name" : "table", own ? "c" : table);
    if (own) {
        put_number("target", 500);
        put_pair("bots", "steady");
    }
    finish();
}

static void send_alone(const char *type)
{
    begin(type, 0);
    finish();
}

static void pong(Reader ping)
{
    begin("pong", 1);
    put_pair("data", string(field(ping, "data")).text);
    finish();
}

static void connect_to(const char *host, const char *port)
{
    struct addrinfo wanted = {0}, *found = NULL;
    int one = 1;
    wanted.ai_socktype = SOCK_STREAM;
    if (getaddrinfo(host, port, &wanted, &found) != 0)
        fail("there is no such host or port");
    for (struct addrinfo *address = found; address; address = address->ai_next) {
        server = socket(address->ai_family, address->ai_socktype, address->ai_protocol);
        if (server >= 0 && connect(server, address->ai_addr, address->ai_addrlen) == 0) {
            setsockopt(server, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one); /* else small messages are held back */
            freeaddrinfo(found);
            return;
        }
        if (server >= 0)
            close(server);
    }
    fail("nobody listens there");
}

/* Whether so many bytes came before the server hung up. */
static bool receive(unsigned char *bytes, size_t size)
{
    for (size_t got = 0; got < size;) {
        ssize_t more = recv(server, bytes + got, size - got, 0);
        if (more <= 0)
            return false;
        got += (size_t)more;
    }
    return true;
}

/* The next message; false when the server has hung up. */
static bool next(Reader *message)
{
    static unsigned char length[4], body[262144]; /* no frame of a server is longer */
    if (!receive(length, sizeof length))
        return false;
    Reader header = {length, length + sizeof length};
    size_t size = (size_t)read_number(&header, sizeof length);
    if (size > sizeof body)
        fail("a frame is too long");
    *message = (Reader){body, body + size};
    return receive(body, size);
}

int main(int arguments, char **argument)
{
    if (arguments < 3)
        fail("bot HOST PORT [TABLE]");
    bool seated = false, over = false;
    signal(SIGPIPE, SIG_IGN); /* a lost connection is an error of send, not the end of the program */
    connect_to(argument[1], argument[2]);
    hello();
    for (Reader message; next(&message);) {
        Reader type = field(message, "type");
        if (equal(type, "ready")) {
            sit_down(arguments > 3 ? argument[3] : "new");
        } else if (equal(type, "joined")) {
            seated = true;
        } else if (equal(type, "request")) {
            act(message);
        } else if (equal(type, "ping")) {
            pong(message);
        } else if (equal(type, "error")) {
            fprintf(stderr, "%s %s\n", string(field(message, "code")).text, string(field(message, "message")).text);
            if (!seated)
                return EXIT_FAILURE;
        } else if (equal(type, "left")) {
            over = true;
            send_alone("bye"); /* the server answers and hangs up */
        } /* all other messages may be ignored */
    }
    return over ? EXIT_SUCCESS : EXIT_FAILURE;
}
