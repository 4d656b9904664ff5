/** Small sounds of wood, made here; only where the settings ask for them. */
import { settings } from "./settings.js";

let context = null;

const SOUNDS = {
  peg: [[620, 0, 0.05]],
  answer: [
    [500, 0, 0.06],
    [660, 0.09, 0.08],
  ],
  turn: [
    [523, 0, 0.1],
    [784, 0.12, 0.16],
  ],
  end: [
    [523, 0, 0.12],
    [659, 0.13, 0.12],
    [784, 0.26, 0.24],
  ],
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (settings().sound !== "on" || !globalThis.AudioContext) return;
  context ??= new AudioContext();
  for (const [pitch, after, length] of SOUNDS[name]) {
    const start = context.currentTime + after;
    const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
    const loud = new GainNode(context, { gain: 0 });
    loud.gain.setValueAtTime(0, start);
    loud.gain.linearRampToValueAtTime(0.16, start + 0.008);
    loud.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(loud).connect(context.destination);
    tone.start(start);
    tone.stop(start + length + 0.02);
  }
}
