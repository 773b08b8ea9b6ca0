/** The texts in French of the tables and the people in the lobby. */
export const TEXTS = {
  waits_for_people: "on attend {who}",
  tables: "Tables",
  free_seats: "{count} place libre | {count} places libres",
  people_here: "{count} personne en ligne | {count} personnes en ligne",
  call: "{name} cherche {count} joueur à la table « {table} ». | {name} cherche {count} joueurs à la table « {table} ».",
  place_lobby: "au salon",
  place_playing: "joue",
  place_playing_bots: "joue contre des robots",
  place_waiting: "attend à une table",
  place_watching: "regarde",
  place_elsewhere: "ailleurs",
  count_bots: "{count} robot | {count} robots",
};
