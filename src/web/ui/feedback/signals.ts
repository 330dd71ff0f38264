/** Answer to a scan without words (design: three tones, done, look, stop). */
export type Verdict = "done" | "look" | "stop";
/** Signal that a worker hears and feels without looking; `tick`: that was heard already, nothing is done. */
export type ScanSignal = Verdict | "tick";

type Tone = { hertz: number; from: number; seconds: number; shape: OscillatorType; volume?: number };

const tones: Record<ScanSignal, readonly Tone[]> = {
  done: [{ hertz: 1320, from: 0, seconds: 0.09, shape: "sine" }],
  look: [
    { hertz: 740, from: 0, seconds: 0.09, shape: "triangle" },
    { hertz: 740, from: 0.15, seconds: 0.09, shape: "triangle" },
  ],
  stop: [{ hertz: 165, from: 0, seconds: 0.4, shape: "sawtooth" }],
  tick: [{ hertz: 1760, from: 0, seconds: 0.02, shape: "sine", volume: 0.05 }],
};

const vibrations: Record<ScanSignal, number[]> = { done: [40], look: [60, 80, 60], stop: [350], tick: [10] };
const loud = 0.2;

const worst: readonly Verdict[] = ["stop", "look"];

/** One tone for many answers at once: the worst of them. */
export const findWorst = (verdicts: readonly Verdict[]): Verdict =>
  worst.find((verdict) => verdicts.includes(verdict)) ?? "done";

let context: AudioContext | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;

/** Never fails: where a browser gives no sound or vibration, words and colour still say it. */
export function give(signal: ScanSignal) {
  // Nothing may sound before somebody has touched the page; browsers would only complain.
  if (!navigator.userActivation.hasBeenActive) return;
  setTimeout(sound, 0, signal); // the first sound takes a moment to prepare; the answer is shown before
}

function sound(signal: ScanSignal) {
  try {
    navigator.vibrate?.(vibrations[signal]);
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume().catch(() => undefined);
    for (const tone of tones[signal]) play(context, tone);
    clearTimeout(silence);
    silence = setTimeout(() => void context?.suspend(), 30_000); // open and silent it takes battery all the same
  } catch {
    context = undefined;
  }
}

function play(audio: AudioContext, { hertz, from, seconds, shape, volume = loud }: Tone) {
  const start = audio.currentTime + from;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = shape;
  oscillator.frequency.value = hertz;
  // A sound that is cut off clicks.
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}
