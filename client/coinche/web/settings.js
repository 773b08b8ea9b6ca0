/** The choices of the person at this browser, kept from one visit to the next. */

const KEPT = "coinche.settings";

const USUAL = {
  theme: "system", // system, light, dark
  suits: "two", // colours of the suits: two or four
  sound: true,
  vibrate: true,
  confirm: false, // a card is played by a second tap
};

class Settings {
  constructor() {
    Object.assign(this, USUAL, read());
  }

  /** Change one choice and keep it. */
  choose(name, value) {
    this[name] = value;
    try {
      localStorage.setItem(KEPT, JSON.stringify(this));
    } catch {
      // the choice lasts as long as the page
    }
    this.apply();
  }

  /** Have the style sheet know what was chosen. */
  apply() {
    document.documentElement.dataset.theme = this.theme;
    document.documentElement.dataset.suits = this.suits;
  }
}

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return Object.fromEntries(Object.entries(kept).filter(([name]) => name in USUAL));
  } catch {
    return {};
  }
}

export const settings = new Settings();
