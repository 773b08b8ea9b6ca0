//! A bot that needs nothing but Rust's standard library: messages are frames of msgpack over a socket.
//!
//!     rustc --edition 2021 -O bot.rs && ./bot HOST PORT [TABLE]
//!
//! TABLE is the id of a table to join. Without it, or with "new", the bot opens a table of its own with three of the
//! server's bots and plays a match to 500. The exit status is 0 once the table is over, 1 where it could not play.

use std::env;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::ExitCode;

/// What msgpack can say of a message; a map keeps its pairs in their order.
enum Value {
    Nil,
    Number(i64),
    Text(String),
    List(Vec<Value>),
    Map(Vec<(Value, Value)>),
}

static NIL: Value = Value::Nil;

impl Value {
    /// The value of a key; nil where there is no such key, or no map.
    fn get(&self, key: &str) -> &Value {
        let Value::Map(pairs) = self else { return &NIL };
        pairs.iter().find(|(name, _)| name.text() == key).map_or(&NIL, |(_, value)| value)
    }

    fn text(&self) -> &str {
        if let Value::Text(text) = self { text } else { "" }
    }

    fn number(&self) -> Option<i64> {
        if let Value::Number(number) = self { Some(*number) } else { None }
    }

    fn texts(&self) -> Vec<&str> {
        if let Value::List(items) = self { items.iter().map(Value::text).collect() } else { Vec::new() }
    }
}

// Playing. A card is written rank and suit: "10H" is the ten of hearts.

const PLAIN: [&str; 8] = ["7", "8", "9", "J", "Q", "K", "10", "A"]; // from the weakest to the strongest
const TRUMP: [&str; 8] = ["7", "8", "Q", "K", "10", "A", "9", "J"];

fn split(card: &str) -> (&str, &str) {
    card.split_at(card.len().saturating_sub(1))
}

fn is_trump(card: &str, trump: &str) -> bool {
    trump == split(card).1 || trump == "A"
}

fn are_partners(one: &str, other: &str) -> bool {
    "NS".contains(one) == "NS".contains(other)
}

/// The first of the choices for which the value is greatest.
fn best<'a>(choices: &[&'a str], value: impl Fn(&str) -> i64) -> Option<&'a str> {
    choices.iter().copied().reduce(|one, other| if value(other) > value(one) { other } else { one })
}

fn points(card: &str, trump: bool) -> i64 {
    match split(card).0 {
        "J" if trump => 20,
        "9" if trump => 14,
        "A" => 11,
        "10" => 10,
        "K" => 4,
        "Q" => 3,
        "J" => 2,
        _ => 0,
    }
}

/// The points that a hand promises with that suit as trumps: hardly more than a guess.
fn worth(hand: &[&str], trump: &str) -> i64 {
    let promise = |card: &&str| match split(card) {
        ("J", suit) if suit == trump => 50,
        ("9", suit) if suit == trump => 35,
        (_, suit) if suit == trump => 15,
        ("A", _) => 18,
        _ => 0,
    };
    hand.iter().map(promise).sum()
}

fn bid(request: &Value) -> String {
    let (hand, contract) = (request.get("view").get("hand").texts(), request.get("view").get("contract"));
    if let Value::Map(_) = contract {
        if are_partners(contract.get("bidder").text(), request.get("seat").text()) {
            return "pass".into(); // it is ours already
        }
        let may = request.get("legal").texts().contains(&"coinche");
        if may && worth(&hand, split(contract.get("bid").text()).1) >= 130 {
            return "coinche".into();
        }
    }
    let lowest = |suit: &str| request.get("bids").get(suit).number();
    let mut suits = vec!["S", "H", "D", "C"];
    suits.retain(|suit| lowest(suit).is_some_and(|number| worth(&hand, suit) >= number));
    match best(&suits, |suit| worth(&hand, suit)) {
        Some(suit) => format!("{}{suit}", lowest(suit).unwrap_or_default()),
        None => "pass".into(),
    }
}

fn strength(card: &str, trump: &str, led: &str) -> i64 {
    let (rank, suit) = split(card);
    let order = if is_trump(card, trump) { TRUMP } else { PLAIN };
    let height = order.iter().position(|one| *one == rank).unwrap_or(0) as i64;
    height + if suit == led { 10 } else { 0 } + if suit == trump { 20 } else { 0 }
}

/// The higher, the rather the card is played.
fn taste(card: &str, request: &Value) -> i64 {
    let (contract, trick) = (request.get("view").get("contract"), request.get("view").get("trick"));
    let (table, seat) = (trick.get("cards").texts(), request.get("seat").text());
    let trump = split(contract.get("bid").text()).1; // S H D C, by some rules also N (no trump) or A (all trump)
    let trumps = is_trump(card, trump);
    let points = points(card, trumps);
    let highest = split(card).0 == if trumps { "J" } else { "A" };
    let Some(first) = table.first() else {
        // to lead: what nobody can beat, but trumps only if they are ours
        let ours = are_partners(contract.get("bidder").text(), seat);
        return if highest && (ours || !trumps) { 100 } else { -points };
    };
    if are_partners(trick.get("winner").text(), seat) {
        return points - if trumps { 50 } else { 0 };
    }
    let led = split(first).1;
    let wins = table.iter().all(|other| strength(card, trump, led) > strength(other, trump, led));
    if wins && (highest || trumps || table.len() == 3) { 100 - points } else { -points }
}

fn play(request: &Value) -> String {
    let legal = request.get("legal").texts();
    let card = best(&legal, |card| taste(card, request)).unwrap_or_default();
    let words = request.get("offers").get(card).texts();
    let declarations = request.get("default").text().split('+').filter(|said| said.contains(':')); // the best there are
    let said: Vec<&str> = [card].into_iter().chain(words.into_iter().take(1)).chain(declarations).collect();
    said.join("+")
}

/// One of the actions that the request allows; `default` where there is nothing to think about.
fn answer(request: &Value) -> String {
    match request.get("kind").text() {
        "bid" | "react" => bid(request),
        "play" => play(request),
        _ => request.get("default").text().into(),
    }
}

// msgpack: the part of it that the protocol uses.

fn read_number(from: &mut impl Read, size: usize) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes[8 - size..])?;
    Ok(u64::from_be_bytes(bytes))
}

fn read_text(from: &mut impl Read, size: u64) -> io::Result<Value> {
    let mut bytes = Vec::new();
    from.take(size).read_to_end(&mut bytes)?;
    String::from_utf8(bytes).map(Value::Text).map_err(io::Error::other)
}

fn read_list(from: &mut impl Read, size: u64) -> io::Result<Value> {
    (0..size).map(|_| read(from)).collect::<io::Result<_>>().map(Value::List)
}

fn read_map(from: &mut impl Read, size: u64) -> io::Result<Value> {
    (0..size).map(|_| Ok((read(from)?, read(from)?))).collect::<io::Result<_>>().map(Value::Map)
}

fn read(from: &mut impl Read) -> io::Result<Value> {
    let head = read_number(from, 1)? as u8;
    let size = 1 << (head & 3); // of the number that follows, in bytes, from 0xcc to 0xd3
    Ok(match head {
        0x00..=0x7f => Value::Number(head.into()),
        0x80..=0x8f => read_map(from, u64::from(head & 0x0f))?,
        0x90..=0x9f => read_list(from, u64::from(head & 0x0f))?,
        0xa0..=0xbf => read_text(from, u64::from(head & 0x1f))?,
        0xc0 => Value::Nil,
        0xc2 | 0xc3 => Value::Number((head & 1).into()), // false, true
        0xcc..=0xcf => Value::Number(read_number(from, size)? as i64),
        0xd0..=0xd3 => {
            let unused = 64 - 8 * size as u32;
            Value::Number(((read_number(from, size)? << unused) as i64) >> unused)
        }
        0xd9..=0xdb => {
            let size = read_number(from, 1 << (head - 0xd9))?;
            read_text(from, size)?
        }
        0xdc | 0xdd => {
            let size = read_number(from, 2 << (head - 0xdc))?;
            read_list(from, size)?
        }
        0xde | 0xdf => {
            let size = read_number(from, 2 << (head - 0xde))?;
            read_map(from, size)?
        }
        0xe0..=0xff => Value::Number((head as i8).into()),
        _ => return Err(io::Error::other("a value of a kind that the protocol does not have")),
    })
}

/// What is written: `Field::Text("steady")`, and so on.
enum Field<'a> {
    Text(&'a str),
    Number(i64),
    Yes,
    Versions,
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    out.push(0xda);
    out.extend((text.len() as u16).to_be_bytes());
    out.extend(text.bytes());
}

fn send(server: &mut TcpStream, kind: &str, fields: &[(&str, Field)]) -> io::Result<()> {
    let mut out = vec![0, 0, 0, 0, 0x80 | (fields.len() as u8 + 1)]; // the length comes when it is known
    put_text(&mut out, "type");
    put_text(&mut out, kind);
    for (key, value) in fields {
        put_text(&mut out, key);
        match value {
            Field::Text(text) => put_text(&mut out, text),
            Field::Number(number) => {
                out.push(0xd3);
                out.extend(number.to_be_bytes());
            }
            Field::Yes => out.push(0xc3),
            Field::Versions => out.extend([0x92, 1, 1]),
        }
    }
    let length = (out.len() as u32 - 4).to_be_bytes();
    out[..4].copy_from_slice(&length);
    server.write_all(&out) // all at once
}

/// Play at the table until the server hangs up; whether the table was over by then.
fn run(host: &str, port: &str, table: &str) -> io::Result<bool> {
    let mut server = TcpStream::connect(format!("{host}:{port}"))?;
    server.set_nodelay(true)?; // else the system holds small messages back
    let mut incoming = BufReader::new(server.try_clone()?);
    let hello = [("versions", Field::Versions), ("name", Field::Text("rust")), ("program", Field::Yes)];
    send(&mut server, "hello", &hello)?;
    let (mut seated, mut over) = (false, false);
    loop {
        match read_number(&mut incoming, 4) { // the length: a message says by itself where it ends
            Err(end) if end.kind() == ErrorKind::UnexpectedEof => return Ok(over),
            length => length?,
        };
        let message = read(&mut incoming)?;
        match message.get("type").text() {
            "ready" if table == "new" => {
                let target = ("target", Field::Number(500));
                let fields = [("name", Field::Text("rust")), target, ("bots", Field::Text("steady"))];
                send(&mut server, "create_table", &fields)?;
            }
            "ready" => send(&mut server, "join", &[("table", Field::Text(table))])?,
            "joined" => seated = true,
            "request" => {
                let number = Field::Number(message.get("request").number().unwrap_or_default());
                let (table, action) = (message.get("table").text(), answer(&message));
                let fields = [("table", Field::Text(table)), ("request", number), ("action", Field::Text(&action))];
                send(&mut server, "act", &fields)?;
            }
            "ping" => send(&mut server, "pong", &[("data", Field::Text(message.get("data").text()))])?,
            "error" => {
                eprintln!("{} {}", message.get("code").text(), message.get("message").text());
                if !seated {
                    return Ok(false);
                }
            }
            "left" => {
                over = true;
                send(&mut server, "bye", &[])?; // the server answers and hangs up
            }
            _ => {} // all other messages may be ignored
        }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().collect();
    let [_, host, port, rest @ ..] = &arguments[..] else {
        eprintln!("bot HOST PORT [TABLE]");
        return ExitCode::FAILURE;
    };
    match run(host, port, rest.first().map_or("new", String::as_str)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}
