interface DeskRequest<Found> {
  readonly hash: Buffer;
  readonly found: (found: Found | undefined) => void;
  readonly failed: (error: unknown) => void;
}

type Look<Found> = (hashes: readonly Buffer[]) => Promise<readonly (Found & { readonly hash: Buffer })[]>;

const mostAtOnce = 100; // of one statement
/** ms; whoever comes after a statement that hangs, on a connection that nobody knows to be lost, must not hang with it. */
const timeouts = 250;

/**
 * Looks things up by their hashes, one statement after the other: who comes meanwhile is asked for by the next one, together with all the
 * others. Each is asked for after it came, never before. What every call has to know costs the database a third that way (decision 52).
 */
export class Desk<Found> {
  readonly #look: Look<Found>;
  #waiting: DeskRequest<Found>[] = [];
  #isOpen = false;

  constructor(look: Look<Found>) {
    this.#look = look;
  }

  /** Returns what this hash belongs to; undefined where it belongs to nothing. */
  ask(hash: Buffer): Promise<Found | undefined> {
    return new Promise((found, failed) => {
      this.#waiting.push({ hash, found, failed });
      if (!this.#isOpen) void this.#serve();
    });
  }

  async #serve(): Promise<void> {
    this.#isOpen = true;
    while (this.#waiting.length > 0) await inTime(this.#answer(this.#waiting.splice(0, mostAtOnce)));
    this.#isOpen = false;
  }

  async #answer(asked: readonly DeskRequest<Found>[]): Promise<void> {
    try {
      const all = await this.#look(asked.map(({ hash }) => hash));
      for (const { hash, found } of asked) found(all.find((each) => each.hash.equals(hash)));
    } catch (error) {
      for (const { failed } of asked) failed(error);
    }
  }
}

/** Waits for it, but not for long. */
async function inTime(work: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeouts);
  await Promise.race([work, late]);
  clearTimeout(timer);
}
