// A bot that needs nothing but Java 17: messages are frames of msgpack over a socket.
//
//     java Bot.java HOST PORT [TABLE]
//
// TABLE is the id of a table to join. Without it, or with "new", the bot opens a table of its own with three of the
// server's bots and plays a match to 500. The exit status is 0 once the table is over, 1 where it could not play.

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

public class Bot {

    // Playing. A card is written rank and suit: "10H" is the ten of hearts.

    static final List<String> PLAIN = List.of("7", "8", "9", "J", "Q", "K", "10", "A"); // from the weakest
    static final List<String> TRUMP = List.of("7", "8", "Q", "K", "10", "A", "9", "J");
    static final Map<String, Integer> POINTS = Map.of("A", 11, "10", 10, "K", 4, "Q", 3, "J", 2);
    static final Map<String, Integer> TRUMP_POINTS = Map.of("A", 11, "10", 10, "K", 4, "Q", 3, "J", 20, "9", 14);
    static final Map<String, Integer> PROMISE = Map.of("J", 50, "9", 35); // what a trump is worth in a bid; others 15
    static final Map<String, String> PARTNER = Map.of("N", "S", "S", "N", "E", "W", "W", "E");

    static String rank(String card) {
        return card.substring(0, card.length() - 1);
    }

    static String suit(String card) {
        return card.substring(card.length() - 1);
    }

    static boolean isTrump(String card, String trump) {
        return trump.equals(suit(card)) || trump.equals("A");
    }

    static String best(List<String> choices, ToIntFunction<String> value) {
        return choices.stream().reduce((one, other) -> value.applyAsInt(other) > value.applyAsInt(one) ? other : one)
            .orElseThrow();
    }

    /** The points that a hand promises with that suit as trumps: hardly more than a guess. */
    static int worth(List<String> hand, String trump) {
        return hand.stream().mapToInt(card ->
            suit(card).equals(trump) ? PROMISE.getOrDefault(rank(card), 15) : rank(card).equals("A") ? 18 : 0).sum();
    }

    static boolean ours(Map<String, Object> contract, String seat) {
        return List.of(seat, PARTNER.get(seat)).contains(contract.get("bidder"));
    }

    static String bid(Map<String, Object> request) {
        List<String> hand = texts(map(request, "view"), "hand");
        Map<String, Object> contract = map(map(request, "view"), "contract");
        Map<String, Object> bids = map(request, "bids");
        if (contract != null) {
            if (ours(contract, text(request, "seat"))) return "pass"; // it is ours already
            boolean may = texts(request, "legal").contains("coinche");
            if (may && worth(hand, suit(text(contract, "bid"))) >= 130) return "coinche";
        }
        List<String> suits = List.of("S", "H", "D", "C").stream()
            .filter(suit -> bids.containsKey(suit) && worth(hand, suit) >= (Long) bids.get(suit)).toList();
        if (suits.isEmpty()) return "pass";
        String suit = best(suits, one -> worth(hand, one));
        return bids.get(suit) + suit;
    }

    static int strength(String card, String trump, String led) {
        return (isTrump(card, trump) ? TRUMP : PLAIN).indexOf(rank(card))
            + (suit(card).equals(led) ? 10 : 0) + (suit(card).equals(trump) ? 20 : 0);
    }

    /** The higher, the rather the card is played. */
    static int taste(String card, Map<String, Object> request) {
        Map<String, Object> contract = map(map(request, "view"), "contract");
        Map<String, Object> trick = map(map(request, "view"), "trick");
        List<String> table = texts(trick, "cards");
        String seat = text(request, "seat");
        String trump = suit(text(contract, "bid")); // S H D C, by some rules also N (no trump) or A (all trump)
        boolean isTrump = isTrump(card, trump);
        int points = (isTrump ? TRUMP_POINTS : POINTS).getOrDefault(rank(card), 0);
        boolean highest = rank(card).equals(isTrump ? "J" : "A");
        if (table.isEmpty()) { // to lead: what nobody can beat, but trumps only if they are ours
            return highest && (ours(contract, seat) || !isTrump) ? 100 : -points;
        }
        if (PARTNER.get(seat).equals(trick.get("winner"))) return points - (isTrump ? 50 : 0);
        String led = suit(table.get(0));
        boolean wins = table.stream().allMatch(other -> strength(card, trump, led) > strength(other, trump, led));
        return wins && (highest || isTrump || table.size() == 3) ? 100 - points : -points;
    }

    static String play(Map<String, Object> request) {
        String card = best(texts(request, "legal"), one -> taste(one, request));
        StringBuilder action = new StringBuilder(card);
        texts(map(request, "offers"), card).stream().limit(1).forEach(word -> action.append('+').append(word));
        for (String said : text(request, "default").split("\\+")) {
            if (said.contains(":")) action.append('+').append(said); // the best declarations there are
        }
        return action.toString();
    }

    /** One of the actions that the request allows; `default` where there is nothing to think about. */
    static String answer(Map<String, Object> request) {
        return switch (text(request, "kind")) {
            case "bid", "react" -> bid(request);
            case "play" -> play(request);
            default -> text(request, "default");
        };
    }

    // What is in a message: a map's value for a key, as what it must be.

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Map<String, Object> message, String key) {
        return (Map<String, Object>) message.get(key);
    }

    @SuppressWarnings("unchecked")
    static List<String> texts(Map<String, Object> message, String key) {
        return (List<String>) message.getOrDefault(key, List.of());
    }

    static String text(Map<String, Object> message, String key) {
        return (String) message.get(key);
    }

    // msgpack: the part of it that the protocol uses.

    static Object read(DataInputStream in) throws IOException {
        int head = in.readUnsignedByte();
        if (head <= 0x7f) return (long) head;
        if (head <= 0x8f) return readMap(in, head & 0x0f);
        if (head <= 0x9f) return readList(in, head & 0x0f);
        if (head <= 0xbf) return readText(in, head & 0x1f);
        if (head >= 0xe0) return (long) (byte) head;
        return switch (head) {
            case 0xc0 -> null;
            case 0xc2 -> false;
            case 0xc3 -> true;
            case 0xcc -> (long) in.readUnsignedByte();
            case 0xcd -> (long) in.readUnsignedShort();
            case 0xce -> in.readInt() & 0xffffffffL;
            case 0xcf, 0xd3 -> in.readLong();
            case 0xd0 -> (long) in.readByte();
            case 0xd1 -> (long) in.readShort();
            case 0xd2 -> (long) in.readInt();
            case 0xd9 -> readText(in, in.readUnsignedByte());
            case 0xda -> readText(in, in.readUnsignedShort());
            case 0xdb -> readText(in, in.readInt());
            case 0xdc -> readList(in, in.readUnsignedShort());
            case 0xdd -> readList(in, in.readInt());
            case 0xde -> readMap(in, in.readUnsignedShort());
            case 0xdf -> readMap(in, in.readInt());
            default -> throw new IOException("a value of a kind that the protocol does not have");
        };
    }

    static String readText(DataInputStream in, int size) throws IOException {
        return new String(in.readNBytes(size), StandardCharsets.UTF_8);
    }

    static List<Object> readList(DataInputStream in, int size) throws IOException {
        List<Object> list = new ArrayList<>();
        for (int index = 0; index < size; index++) list.add(read(in));
        return list;
    }

    static Map<String, Object> readMap(DataInputStream in, int size) throws IOException {
        Map<String, Object> map = new HashMap<>();
        for (int index = 0; index < size; index++) map.put((String) read(in), read(in));
        return map;
    }

    static void write(DataOutputStream out, Object value) throws IOException {
        if (value instanceof String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            out.writeByte(0xda);
            out.writeShort(bytes.length);
            out.write(bytes);
        } else if (value instanceof Boolean yes) {
            out.writeByte(yes ? 0xc3 : 0xc2);
        } else if (value instanceof Number number) {
            out.writeByte(0xd3);
            out.writeLong(number.longValue());
        } else if (value instanceof List<?> list) {
            out.writeByte(0x90 | list.size()); // 15 at most
            for (Object item : list) write(out, item);
        } else if (value instanceof Map<?, ?> map) {
            out.writeByte(0x80 | map.size());
            for (Map.Entry<?, ?> pair : map.entrySet()) {
                write(out, pair.getKey());
                write(out, pair.getValue());
            }
        }
    }

    // The connection.

    final DataInputStream in;
    final DataOutputStream out;
    final String table;
    boolean seated;
    boolean over;

    Bot(Socket server, String table) throws IOException {
        server.setTcpNoDelay(true); // else the system holds small messages back
        this.in = new DataInputStream(new BufferedInputStream(server.getInputStream()));
        this.out = new DataOutputStream(server.getOutputStream());
        this.table = table;
    }

    void send(Map<String, Object> message) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        DataOutputStream frame = new DataOutputStream(body);
        frame.writeInt(0); // the length comes when it is known
        write(frame, message);
        byte[] bytes = body.toByteArray();
        bytes[2] = (byte) (bytes.length - 4 >> 8);
        bytes[3] = (byte) (bytes.length - 4);
        out.write(bytes); // all at once
    }

    void hear(Map<String, Object> message) throws IOException {
        switch (text(message, "type")) {
            case "ready" -> send(table.equals("new")
                ? Map.of("type", "create_table", "name", "java", "target", 500, "bots", "steady")
                : Map.of("type", "join", "table", table));
            case "joined" -> seated = true;
            case "request" -> send(Map.of("type", "act", "table", message.get("table"),
                "request", message.get("request"), "action", answer(message)));
            case "ping" -> send(Map.of("type", "pong", "data", message.get("data")));
            case "error" -> {
                System.err.println(message.get("code") + " " + message.get("message"));
                if (!seated) System.exit(1);
            }
            case "left" -> {
                over = true;
                send(Map.of("type", "bye")); // the server answers and hangs up
            }
            default -> { } // all other messages may be ignored
        }
    }

    @SuppressWarnings("unchecked")
    void run() throws IOException {
        send(Map.of("type", "hello", "versions", List.of(1, 1), "name", "java", "program", true));
        try {
            while (true) {
                in.readInt(); // the length: a message says by itself where it ends
                hear((Map<String, Object>) read(in));
            }
        } catch (EOFException end) {
            System.exit(over ? 0 : 1);
        }
    }

    public static void main(String[] arguments) throws IOException {
        try (Socket server = new Socket(arguments[0], Integer.parseInt(arguments[1]))) {
            new Bot(server, arguments.length > 2 ? arguments[2] : "new").run();
        }
    }
}
