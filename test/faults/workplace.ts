import { setTimeout as sleep } from "node:timers/promises";
import { prove } from "./archive-proof.ts";
import { type Archive, type Product, signIn, until } from "./product.ts";
import { Writers } from "./writers.ts";

/** Outcome of a case that held. */
export interface Outcome {
  readonly said: string;
  readonly acknowledged: number;
}

/** Error about something that was acknowledged and is not there, or the other way round. */
export class Lost extends Error {
  readonly complaints: readonly string[];
  constructor(complaints: readonly string[]) {
    super(complaints.join("\n          "));
    this.complaints = complaints;
  }
}

/** A product with people who work with it and write down what was acknowledged. */
export class Workplace<Of extends Archive = Product> {
  readonly product: Of;
  readonly writers: Writers;
  readonly #proved = new Set<string>();

  constructor(product: Of, writers: Writers) {
    this.product = product;
    this.writers = writers;
  }

  /** Starts the product and makes customers and rows to work with. */
  static async open(product: Product): Promise<Workplace> {
    product.start();
    await product.ready();
    const writers = new Writers(product.url, await signIn(product.url));
    await writers.prepare();
    return new Workplace(product, writers);
  }

  /**
   * Lets everybody work while something happens, until it is over and a write is acknowledged again; then proves that nothing is
   * lost or doubled. @throws Lost
   */
  async during(action: () => Promise<string>): Promise<Outcome> {
    const { product, writers } = this;
    const before = { acknowledged: writers.acknowledged, cutOff: writers.cutOff };
    const start = performance.now();
    writers.start();
    let said: string;
    try {
      await until("people work", () => writers.wroteSince(start));
      await sleep(200 + Math.random() * 800);
      said = await action();
      await this.goesOn();
    } finally {
      await writers.pause();
    }
    const { complaints, whole, notAtAll } = await prove(product, writers, this.#proved);
    if (complaints.length > 0) throw new Lost(complaints);
    const acknowledged = writers.acknowledged - before.acknowledged;
    const cutOff = `${writers.cutOff - before.cutOff} cut off (so far ${whole} of those whole, ${notAtAll} not at all)`;
    return { said: `${said}; ${acknowledged} acknowledged, ${cutOff}`, acknowledged };
  }

  /** Waits until something that is asked for from now on is acknowledged. */
  async goesOn(timeouts?: number): Promise<string> {
    const start = performance.now();
    await until("a write is acknowledged", () => this.writers.wroteSince(start), timeouts);
    return `${((performance.now() - start) / 1000).toFixed(1)} s`;
  }
}
