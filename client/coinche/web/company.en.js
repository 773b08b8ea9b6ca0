/** The texts in English of the tables and the people in the lobby. */
export const TEXTS = {
  waits_for_people: "waiting for {who}",
  tables: "Tables",
  free_seats: "{count} free seat | {count} free seats",
  people_here: "{count} person online | {count} people online",
  call: "{name} is looking for {count} player at the table “{table}”. | {name} is looking for {count} players at the table “{table}”.",
  place_lobby: "in the lobby",
  place_playing: "playing",
  place_playing_bots: "playing against bots",
  place_waiting: "waiting at a table",
  place_watching: "watching",
  place_elsewhere: "elsewhere",
  count_bots: "{count} bot | {count} bots",
};
