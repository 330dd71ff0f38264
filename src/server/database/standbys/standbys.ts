import type pg from "pg";
import type { Connections } from "#server/database/connections/connections.ts";
import { type Reader, readerBy } from "#server/database/connections/reading.ts";
import { type LogPosition, PrimaryLog } from "./primary-log.ts";
import { Standby } from "./standby.ts";

const pause = 100; // ms between two looks at how far everybody is

type Say = (message: string, detail: object) => void;

/** The reading standbys of the archive: who may read where, so that nobody misses what they have written (decision 52). */
export class Standbys {
  readonly all: readonly Standby[];
  readonly log: PrimaryLog;
  /** Statements that the primary answered because no standby was fit for it. */
  readsOfPrimary = 0;
  readonly #ofPrimary: Reader;
  readonly #timer: NodeJS.Timeout;
  readonly #say: Say;
  #closed = false;
  readonly #fit = new Map<Standby, boolean>();

  constructor(connections: Connections, configs: readonly pg.PoolConfig[], say: Say) {
    const ofPrimary = connections.asking("reading");
    this.#say = say;
    this.log = new PrimaryLog(
      connections.askingOnce("watching"),
      connections.askingOnce("noting"),
      () => connections.losses,
    );
    this.all = configs.map((config) => new Standby(config, this.log, ofPrimary));
    this.#ofPrimary = readerBy((question) => {
      this.readsOfPrimary++;
      return ofPrimary(question);
    });
    this.#timer = setInterval(() => void this.#look(), pause).unref();
    void this.#look();
  }

  /**
   * Reads for who has seen so much: the same caller by the same standby as long as that is fit for it, so that nothing that they saw
   * is gone a moment later.
   */
  readerFor(seen: LogPosition, caller: number): Reader {
    for (let at = 0; at < this.all.length; at++) {
      const reader = this.all[(caller + at) % this.all.length]?.readerFor(seen);
      if (reader) return reader;
    }
    return this.#ofPrimary;
  }

  async #look(): Promise<void> {
    await this.log.look();
    await Promise.all(this.all.map((standby) => standby.look().then(() => this.#showFit(standby))));
  }

  #showFit(standby: Standby): void {
    const { name, trouble } = standby;
    const isFit = trouble === null;
    if (this.#closed || this.#fit.get(standby) === isFit) return;
    this.#fit.set(standby, isFit);
    if (isFit) this.#say("a standby reads along", { standby: name });
    else this.#say("a standby is left out", { standby: name, reason: trouble });
  }

  /** Connections to each of them, by its name. */
  get pools(): Readonly<Record<string, pg.Pool>> {
    return Object.fromEntries(this.all.map(({ name, pool }) => [name, pool]));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#timer);
    await Promise.all(this.all.map((standby) => standby.close()));
  }
}
