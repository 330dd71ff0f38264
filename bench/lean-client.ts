import { connect, type Socket } from "node:net";

export interface Answer {
  readonly status: number;
  readonly ms: number;
}

/** One connection that asks one thing after the other: a client on the same processors must cost less than the server. */
export class LeanClient {
  readonly #socket: Socket;
  readonly #token: string;
  readonly #more: string;
  #head = "";
  #missing = 0;
  #done: (answer: Answer) => void = () => {};
  #failed: (error: Error) => void = () => {};
  #since = 0;

  /** `more` are lines of the head. */
  constructor(port: number, token: string, more = "") {
    this.#token = token;
    this.#more = more;
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (piece) => this.#read(piece));
    this.#socket.on("error", (error) => this.#failed(error));
    this.#socket.on("close", () => this.#failed(new Error("closed")));
  }

  ask(method: string, path: string, body?: object): Promise<Answer> {
    const text = body === undefined ? "" : JSON.stringify(body);
    const json =
      body === undefined ? "" : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
    return new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#failed = reject;
      this.#since = performance.now();
      this.#socket.write(
        `${method} /api/v1${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Token ${this.#token}\r\n${this.#more}${json}\r\n${text}`,
      );
    });
  }

  #read(piece: Buffer): void {
    if (this.#missing > 0) this.#missing -= piece.length;
    else {
      this.#head += piece.toString("latin1");
      const end = this.#head.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1] ?? 0);
      this.#missing = length - (this.#head.length - end - 4);
    }
    if (this.#missing > 0) return;
    const status = Number(this.#head.slice(9, 12));
    this.#head = "";
    this.#missing = 0;
    this.#done({ status, ms: performance.now() - this.#since });
  }

  close(): void {
    this.#failed = () => {};
    this.#socket.destroy();
  }
}
