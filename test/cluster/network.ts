import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { quietPort } from "./ports.ts";
import type { Premises } from "./premises.ts";

type Action =
  | { readonly action: "open"; readonly port: number; readonly target: number }
  | { readonly action: "holdAnswers"; readonly port: number; readonly text: string; readonly amount: number }
  | { readonly action: "cut" | "mend"; readonly port: number };

export type Order = Action & { readonly id: number };
export interface Answer {
  readonly id: number;
}

/** The links between the nodes and everybody else, by their ports. */
export class Network {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, () => void>();
  #orders = 0;

  constructor(premises: Premises) {
    const script = join(import.meta.dirname, "network-process.ts");
    this.#process = premises.startFirst("network", {
      file: process.execPath,
      args: [script],
      own: true,
      hasMessages: true,
    });
    this.#process.on("message", ({ id }: Answer) => {
      this.#waiting.get(id)?.();
      this.#waiting.delete(id);
    });
  }

  /** A link to a port; answers its own. */
  async open(target: number): Promise<number> {
    const port = await quietPort();
    await this.#update({ action: "open", port, target });
    return port;
  }

  /** Lets those who ask this hear nothing any more, although it arrives; answers when so many have asked. */
  holdAnswers(port: number, text: string, amount: number): Promise<void> {
    return this.#update({ action: "holdAnswers", port, text, amount });
  }

  async cut(ports: readonly number[]): Promise<void> {
    await Promise.all(ports.map((port) => this.#update({ action: "cut", port })));
  }

  async mend(ports: readonly number[]): Promise<void> {
    await Promise.all(ports.map((port) => this.#update({ action: "mend", port })));
  }

  #update(action: Action): Promise<void> {
    const id = ++this.#orders;
    return new Promise((done) => {
      this.#waiting.set(id, done);
      this.#process.send({ ...action, id } satisfies Order);
    });
  }
}
