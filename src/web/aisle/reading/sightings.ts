/** A code in one picture. */
export interface Sight {
  readonly text: string;
  /** A square code corrects itself; bars may be misread once. */
  readonly isSquare: boolean;
  /** Distance of the code's middle from that of the picture. */
  readonly off: number;
}

/** Code that a reader finds in a picture, with its corners there. */
interface SightedCode {
  readonly text: string;
  readonly isSquare: boolean;
  readonly corners: readonly { readonly x: number; readonly y: number }[];
}

/** The codes in a picture, each once: bars that are found in several strips are one label. */
export function sightsIn(found: readonly SightedCode[], { width, height }: { width: number; height: number }): Sight[] {
  return [...Map.groupBy(found, ({ text }) => text)].map(([text, parts]) => {
    const corners = parts.flatMap((part) => part.corners);
    const [x, y] = [middleOf(corners.map((at) => at.x)), middleOf(corners.map((at) => at.y))];
    return { text, isSquare: parts.some((part) => part.isSquare), off: Math.hypot(x - width / 2, y - height / 2) };
  });
}

const middleOf = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;

const clearly = 2; // times as far has any other code to be: between two labels a hand that trembles means neither

/** The code that is held before the camera, of all that it sees: a shelf has labels side by side. */
function aimedAt(sights: readonly Sight[]): Sight | null {
  const [first, second] = sights.toSorted((one, other) => one.off - other.off);
  if (!first) return null;
  return second && first.off * clearly > second.off ? null : first;
}

const awayFor = 700; // ms: so long a code is out of the picture before the same one counts anew
const awayPictures = 2; // without it, at least: a slow device looks at one picture in so long a time

/**
 * Makes reads of what a camera sees: of several codes the one in the middle counts, bars when two pictures agree, and a code that
 * stays in the picture, wherever in it, counts once.
 */
export class Sightings {
  #before: string | null = null;
  /** When a code was last seen, and how many pictures were without it since. */
  readonly #seen = new Map<string, { readonly at: number; readonly missed: number }>();

  /** The text that counts as read by this picture; null where none does. Moments are in ms. */
  note(sights: readonly Sight[], at: number): string | null {
    const inPicture = new Set(sights.map(({ text }) => text));
    for (const [text, last] of this.#seen) {
      if (at - last.at > awayFor && last.missed >= awayPictures) this.#seen.delete(text);
      else this.#seen.set(text, inPicture.has(text) ? { at, missed: 0 } : { ...last, missed: last.missed + 1 });
    }
    const before = this.#before;
    const target = aimedAt(sights);
    this.#before = target?.text ?? null;
    if (!target || this.#seen.has(target.text)) return null;
    if (!target.isSquare && before !== target.text) return null;
    this.#seen.set(target.text, { at, missed: 0 });
    return target.text;
  }
}
