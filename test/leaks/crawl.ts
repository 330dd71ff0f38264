import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import { keyHeader } from "#contract/idempotency-key.ts";
import { requestHeader } from "#rules/texts/refusals.ts";
import { buildApp } from "#server/app.ts";
import type { Database } from "#server/database/database.ts";
import { openSession } from "#server/http/session.ts";
import { type PictureStore } from "#server/storage/pictures.ts";
import { type Answer, Client, type RawCall, testConfig } from "#test/support/client.ts";
import { factories } from "#test/support/factories.ts";
import { storesIn } from "#server/storage/stores.ts";

/** One request of a crawl. */
export interface Question {
  /** The name of the call in the contract. */
  readonly call: string;
  readonly method: string;
  readonly url: string;
  /** The number in the path. */
  readonly id?: number;
  readonly body?: unknown;
  /** The same as a form, written out. */
  readonly form?: string;
  /** Those that name the same twin differ in whose things they name, and must be answered alike. */
  readonly twin?: string;
}

const boundary = "leaks";
const formType = `multipart/form-data; boundary=${boundary}`;

/** A form as it goes over the network, the same each time. */
export async function writtenForm(fields: object): Promise<string> {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const file = value instanceof Blob ? '; filename="a"' : "";
    const text = value instanceof Blob ? await value.text() : String(value);
    parts.push(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`);
  }
  return `${parts.join("")}--${boundary}--\r\n`;
}

/** Everything that an answer says. */
export interface Heard {
  readonly status: number;
  /** All but the date. */
  readonly headers: string;
  readonly bytes: Buffer;
}

const atOnce = 4;

/** Asks as one caller and listens to every byte of the answers. */
export class Listener {
  readonly userId: number;
  private readonly port: number;
  private readonly token: string;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: atOnce });

  constructor(port: number, token: string, userId: number) {
    this.port = port;
    this.token = token;
    this.userId = userId;
  }

  ask(question: Question): Promise<Heard> {
    const { method, url, body, form } = question;
    const sent = form ?? (body === undefined ? "" : JSON.stringify(body));
    const headers = {
      authorization: `Token ${this.token}`,
      cookie: "csrftoken=leaks", // otherwise every answer would bring a random one
      "x-csrftoken": "leaks",
      ...(method !== "GET" && { [keyHeader]: keyOf(url, sent) }),
      ...(sent && {
        "content-type": form === undefined ? "application/json" : formType,
        "content-length": Buffer.byteLength(sent),
      }),
    };
    return new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port: this.port, path: url, method, headers, agent: this.agent };
      const asked = request(options, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("error", reject);
        answer.on("end", () => {
          const bytes = Buffer.concat(parts);
          resolve({ status: answer.statusCode ?? 0, headers: headersOf(answer.rawHeaders), bytes });
        });
      });
      asked.on("error", reject);
      asked.end(sent);
    });
  }

  /** Every answer, in the order of the questions. */
  async crawl(questions: readonly Question[]): Promise<Heard[]> {
    const heard: Heard[] = [];
    const open = questions.entries();
    const ask = async () => {
      for (const [index, question] of open) heard[index] = await this.ask(question);
    };
    await Promise.all(Array.from({ length: atOnce }, ask));
    return heard;
  }

  close(): void {
    this.agent.destroy();
  }
}

/** Headers that each answer has for itself, whatever is asked: when it was made, and the log's name of its request. */
const ownHeaders = new Set(["date", requestHeader.toLowerCase()]);

function headersOf(raw: readonly string[]): string {
  const lines: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    if (!ownHeaders.has(raw[at]?.toLowerCase() ?? "")) lines.push(`${raw[at]}: ${raw[at + 1]}`);
  }
  return lines.join("\n");
}

/** Says whether two answers are the same, down to the last byte. */
export const isSame = (one: Heard | undefined, other: Heard | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.status === other.status &&
  one.headers === other.headers &&
  one.bytes.equals(other.bytes);

/** The first few bytes in which two answers differ, as people read them. */
export function differenceOf(one: Heard | undefined, other: Heard | undefined): string {
  const [left, right] = [one, other].map((heard) =>
    heard ? `${heard.status}\n${heard.headers}\n\n${heard.bytes.toString("latin1")}` : "no answer",
  ) as [string, string];
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 140));
  return `${around(left)} became ${around(right)}`;
}

/** The questions that are answered otherwise than before, with how. */
export function leaks(questions: readonly Question[], before: readonly Heard[], after: readonly Heard[]): string[] {
  return questions.flatMap(({ call, method, url }, index) =>
    isSame(before[index], after[index])
      ? []
      : [`${call} (${method} ${url}): ${differenceOf(before[index], after[index])}`],
  );
}

type WithId = { readonly id: number };

/** The key of a change: whoever sends the same has the same key, as of programs that make it of what they send. */
const keyOf = (url: string, body: unknown) =>
  createHash("sha256")
    .update(`${url} ${String(body)}`)
    .digest("hex");

/** Staff whose changes have keys. */
class KeyedClient extends Client {
  readonly #used = new Set<string>();

  override raw(method: string, url: string, call: RawCall = {}): Promise<Answer> {
    const key = keyOf(url, call.body);
    const headers = method === "GET" || this.#used.has(key) ? {} : { [keyHeader]: key };
    if (method !== "GET") this.#used.add(key);
    return super.raw(method, url, { ...call, headers: { ...call.headers, ...headers } });
  }
}

/** A server for crawls, and its callers. */
export interface StandingServer {
  readonly pictures: PictureStore;
  readonly a: ReturnType<typeof factories>;
  listener(user: WithId): Promise<Listener>;
  /** A program with a token of this user for one of their customers, good for everything. */
  program(user: WithId, customer: WithId): Promise<Listener>;
  client(user: WithId): Promise<Client>;
  close(): Promise<void>;
}

/** A server whose clock stands still, so that no answer depends on when it was asked for. */
export async function standingServer(db: Database, dataDir: string): Promise<StandingServer> {
  const config = testConfig({ DATA_DIR: dataDir });
  const clock = new Date();
  const app = await buildApp({ db, config, now: () => clock });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const pictures = storesIn(config.dataDir).pictures;
  const a = factories(db, pictures);
  const tokenOf = ({ id }: WithId) => db.write((tx) => openSession(tx, id));
  return {
    pictures,
    a,
    listener: async (user) => new Listener(port, await tokenOf(user), user.id),
    program: async (user, customer) => new Listener(port, (await a.apiToken(user, { customer })).token, user.id),
    client: async (user) => new KeyedClient(`http://127.0.0.1:${port}`, await tokenOf(user), user.id),
    close: () => app.close(),
  };
}
