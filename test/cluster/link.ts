import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A piece of network between two processes, which can be cut: nothing comes through, and nobody is notified. */
export class Link {
  readonly port: number;
  readonly #target: number;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  /** Sockets that wanted to connect while the link was cut. */
  #waiting: Socket[] = [];
  #cut = false;
  /** Text whose answers are held, and the function that is called when there are so many of them. */
  #held: { readonly text: string; left: number; readonly resolve: () => void } | null = null;

  private constructor(port: number, target: number) {
    this.port = port;
    this.#target = target;
  }

  static async open(port: number, target: number): Promise<Link> {
    const link = new Link(port, target);
    const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (near) => link.#accept(near));
    server.listen(port, "127.0.0.1").unref();
    await once(server, "listening");
    return link;
  }

  /** Lets those who ask this hear nothing any more, although it arrives; answers when so many have asked. */
  holdAnswers(text: string, amount: number): Promise<void> {
    return new Promise((resolve) => (this.#held = { text, left: amount, resolve }));
  }

  cut(): void {
    this.#cut = true;
    for (const [one, other] of this.#pairs) {
      one.unpipe(other).pause();
      other.unpipe(one).pause();
    }
  }

  /** Restores the link; data that was sent in the meantime arrives now. */
  mend(): void {
    this.#cut = false;
    for (const pair of this.#pairs) this.#flow(pair);
    for (const near of this.#waiting.splice(0)) this.#join(near);
  }

  #accept(near: Socket): void {
    near.on("error", () => undefined).setNoDelay(true);
    if (this.#cut) this.#waiting.push(near);
    else this.#join(near);
  }

  #join(near: Socket): void {
    const far = connect({ port: this.#target, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
    far.on("error", () => undefined);
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    for (const socket of pair) socket.once("close", () => this.#cut || this.#end(pair));
    near.on("data", (asked) => this.#hear(asked, pair));
    this.#flow(pair);
  }

  #hear(asked: Buffer, [near, far]: readonly [Socket, Socket]): void {
    const held = this.#held;
    if (!held || !asked.includes(held.text)) return;
    far.unpipe(near).pause();
    held.left--;
    if (held.left > 0) return;
    this.#held = null;
    held.resolve();
  }

  #flow(pair: readonly [Socket, Socket]): void {
    const [near, far] = pair;
    if (near.destroyed || far.destroyed) return this.#end(pair);
    near.pipe(far);
    far.pipe(near);
  }

  #end(pair: readonly [Socket, Socket]): void {
    this.#pairs.delete(pair);
    for (const socket of pair) socket.destroy();
  }
}
