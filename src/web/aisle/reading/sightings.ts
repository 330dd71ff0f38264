/** What was seen in one picture. */
export interface Sight {
  readonly text: string;
  /** A square code corrects itself; bars may be misread once. */
  readonly isSquare: boolean;
}

const awayFor = 700; // ms: so long a code is out of the picture before the same one counts anew

/** Makes reads of what a camera sees: bars count when two pictures agree, and a code that stays in the picture counts once. */
export class Sightings {
  #before: string | null = null;
  readonly #seen = new Map<string, number>();

  /** The text that counts as read by this picture; null where none does. Moments are in ms. */
  note(sight: Sight | null, at: number): string | null {
    for (const [text, last] of this.#seen) if (at - last > awayFor) this.#seen.delete(text);
    const before = this.#before;
    this.#before = sight?.text ?? null;
    if (!sight) return null;
    const isKnown = this.#seen.has(sight.text);
    const counts = isKnown || sight.isSquare || before === sight.text;
    if (counts) this.#seen.set(sight.text, at);
    return counts && !isKnown ? sight.text : null;
  }
}
