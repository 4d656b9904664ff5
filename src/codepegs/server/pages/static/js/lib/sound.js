/** Small sounds of wood, made here; only if the settings ask for them. */
import { settings } from "./settings.js";

let context = null;

/** Tones: pitch, when it starts and how long it lasts, in seconds. @type {Record<string, [number, number, number][]>} */
const SOUNDS = {
  peg: [[620, 0, 0.05]],
  key: [[880, 0, 0.04]],
  turn: [
    [523, 0, 0.1],
    [784, 0.12, 0.16],
  ],
  win: [
    [523, 0, 0.14],
    [659, 0.13, 0.14],
    [784, 0.26, 0.14],
    [1047, 0.39, 0.4],
  ],
  loss: [
    [392, 0, 0.2],
    [349, 0.2, 0.2],
    [294, 0.4, 0.45],
  ],
};

/** @param {"peg"|"key"|"turn"|"win"|"loss"} name */
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
