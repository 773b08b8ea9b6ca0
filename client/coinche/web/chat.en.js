/** The texts in English of every chat. */
export const TEXTS = {
  chat: "Chat",
  say_something: "Write a message",
  send: "Send",
};
