/** The sign of one's turn: two notes, and a vibration. */

/** Two notes, in Hz, and how long each sounds, in s. */
const NOTES = [660, 880];
const LENGTH = 0.12;

let context = null;

/** Ring, unless nobody has touched the page yet: a browser would refuse it, and say so in its console. */
export function ring({ sound, vibrate }) {
  if (navigator.userActivation?.hasBeenActive === false) return;
  if (vibrate) navigator.vibrate?.(80);
  if (sound) play();
}

function play() {
  context ??= new AudioContext();
  context.resume();
  const volume = context.createGain();
  volume.connect(context.destination);
  NOTES.forEach((frequency, at) => {
    const note = context.createOscillator();
    const begins = context.currentTime + at * LENGTH;
    note.frequency.value = frequency;
    note.connect(volume);
    note.start(begins);
    note.stop(begins + LENGTH);
  });
  volume.gain.setValueAtTime(0.12, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + NOTES.length * LENGTH);
}
