/** The texts in French of every chat. */
export const TEXTS = {
  chat: "Discussion",
  say_something: "Écrire un message",
  send: "Envoyer",
};
