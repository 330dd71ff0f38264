import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import { type Asking, pick, Writers } from "#test/faults/writers.ts";
import type { NamedBox } from "#test/faults/writing.ts";

/** ms; a cluster whose primary is lost twice in a row is back by then. */
const timeouts = 300_000;
const pauseAfterFailure = 100; // ms
const lookingAgain = 0.3; // of those who have looked
const standbyPause = 400; // ms; in which a standby has replayed what it shows, as a rule

/** Answers after which the same is sent again under its key: it is running, or nobody can do it now. */
const again = [409, 502, 503, 504];

const stepOf = /^(\/deliveries\/\d+\/)(start|complete|cancel)\/$/;
const stateAfter: Readonly<Record<string, number>> = { start: 1, complete: 2, cancel: 3 };

/**
 * People who send every write with a key, and again under the same key until somebody has answered it; who look at what they wrote as
 * soon as it is acknowledged.
 */
export class KeyedWriters extends Writers {
  /** Writes that nobody has answered yet, by their keys. */
  readonly open = new Map<string, string>();
  /** Reads that were not answered, and asked again. */
  readsCutOff = 0;
  /** Number of times that somebody saw less than had been acknowledged to them before. */
  stale = 0;
  /** Number of times that somebody looked. */
  looked = 0;
  /** Moments of `performance.now()` at which a write was acknowledged. */
  readonly #moments: number[] = [];

  /** Longer than the balancer waits: it says so then. */
  protected override readonly answering = 310_000;
  readonly #tokens: readonly string[];

  constructor(url: string, tokens: readonly string[]) {
    super(url, pick(tokens));
    this.#tokens = tokens;
    for (const status of again) this.tryAgain.add(status);
  }

  protected override async ask(asking: Asking): Promise<string | null | undefined> {
    const [key, token] = [randomUUID(), pick(this.#tokens)];
    this.open.set(key, `${asking.method} ${asking.path}`);
    for (const start = performance.now(); performance.now() - start < timeouts; await sleep(pauseAfterFailure)) {
      const text = await super.ask({ ...asking, key, token });
      if (text === undefined) continue;
      this.open.delete(key);
      if (text !== null) this.#moments.push(performance.now());
      return text;
    }
    throw new Error(`${asking.method} ${asking.path} was not answered for ${timeouts / 1000} s`);
  }

  /** s; the longest time without an acknowledged write since a moment of `performance.now()`. */
  silenceSince(start: number): number {
    const moments = [start, ...this.#moments.filter((moment) => moment > start), performance.now()];
    return Math.max(...moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment))) / 1000;
  }

  override async create(customer: number): Promise<readonly NamedBox[] | undefined> {
    const boxes = await super.create(customer);
    for (const { id, code } of boxes?.slice(-1) ?? [])
      await this.#look(`/boxes/${id}/`, (box: Box) => box.code === code);
    return boxes;
  }

  override async store(codes: readonly string[]): Promise<void> {
    await super.store(codes);
    const code = codes.at(-1);
    const last = [...this.scans.values()].findLast(
      ({ operation, result }) => operation.kind === "store" && operation.code === code && result?.status === "done",
    )?.operation;
    if (last?.kind !== "store") return;
    await this.#look(`/boxes/?contain_code=${code}&limit=1`, ({ results: [box] }: { results: Box[] }) => {
      const place = box?.position;
      return place?.row.id === last.row && place.part === last.part && place.height === last.height;
    });
  }

  override async insist(path: string): Promise<void> {
    await super.insist(path);
    const [, delivery, step = ""] = stepOf.exec(path) ?? [];
    if (delivery) await this.#look(delivery, ({ state }: { state: number }) => state === stateAfter[step]);
  }

  /** Reads, again until it is answered, and counts it as stale when what was acknowledged is not in it. */
  async #look(path: string, isThere: (answer: never) => boolean, isAgain = false): Promise<void> {
    for (const start = performance.now(); ; await sleep(pauseAfterFailure)) {
      try {
        const answer = await this.get<never>(path);
        this.looked++;
        if (isThere(answer)) return isAgain ? undefined : await this.#lookAgain(path, isThere);
        this.stale++;
        this.surprises.push(`GET ${path} right after the write showed ${JSON.stringify(answer).slice(0, 300)}`);
        return;
      } catch (error) {
        this.readsCutOff++;
        this.lastFailure = (error as Error).message;
        if (performance.now() - start > timeouts) throw error;
      }
    }
  }

  /** Some look once more when the standbys have had time: right after the write it is the primary that reads. */
  async #lookAgain(path: string, isThere: (answer: never) => boolean): Promise<void> {
    if (Math.random() > lookingAgain) return;
    await sleep(standbyPause);
    await this.#look(path, isThere, true);
  }
}
