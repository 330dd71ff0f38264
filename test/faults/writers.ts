import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import type { Operation, OperationResult } from "#contract/schemas/scanning/scans.ts";
import { deliver } from "./deliveries.ts";
import { uploadPicture } from "./pictures.ts";
import { SeenCookies } from "./seen-cookies.ts";
import {
  type Creation,
  type NamedBox,
  type Order,
  saidBy,
  type Scan,
  type Scanned,
  type Upload,
  type Writing,
} from "./writing.ts";

type Storing = Extract<Operation, { kind: "store" }>;

export const writersAtOnce = 8;
const pauseAfterFailure = 50;
/** A writer that gets no answer for this long gives up: the product did not come back. */
const timeouts = 60_000;
const lastSize = 99_999;
const placesInAPart = 20;
/** A delivery option that is there on every day. */
export const anyDay = {
  description: "Täglich",
  days: "1,2,3,4,5,6,7",
  fr: "08:00",
  to: "16:00",
  prior: 0,
  window: 8,
  price: 9.5,
};

const noPictures = JSON.stringify({ detail: "Die Bilder sind gerade nicht erreichbar." });

/** Any of them. */
export const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** A request that changes something. */
export interface Asking {
  readonly method: "POST" | "DELETE";
  readonly path: string;
  readonly body?: object;
  /** Where it is written down that it was refused. */
  readonly refusals: string[];
  /** Under which it is done once, however often it is sent. */
  readonly key?: string;
  /** Token of the caller, where that is not the user who gets everything. */
  readonly token?: string;
}

/** People at work: they create boxes, put them on places and deliver them, repeat what was not acknowledged, and write all down. */
export class Writers implements Writing {
  /** By size in mm: every request asks for boxes of another size, by which they are found again. */
  readonly creations = new Map<number, Creation>();
  readonly scans = new Map<string, Scan>();
  readonly orders: Order[] = [];
  readonly uploads: Upload[] = [];
  /** The contents that were acknowledged, with the boxes that they are in. */
  readonly contents = new Map<number, NamedBox>();
  /** Answers that nobody should ever get. */
  surprises: string[] = [];
  /** Requests without an answer, or with one that says to try again. */
  cutOff = 0;
  /** Requests that were refused because the pictures could not be reached. */
  withoutPictures = 0;
  /** Failure that the last of these requests got instead of its answer. */
  lastFailure = "";
  /** Requests that were done and answered. */
  acknowledged = 0;
  /** Answers that are no surprise: the database is away; on a full disk, that it is full. */
  readonly tryAgain = new Set([503]);

  /** ms; for the answer to one request. */
  protected readonly answering: number = 30_000;
  readonly #url: string;
  readonly #token: string;
  readonly #seen = new SeenCookies();
  /** By customer, a delivery option. */
  readonly #options = new Map<number, number>();
  #rows: number[] = [];
  #places = 0;
  #latest = 0;
  #working = false;
  #shift: Promise<unknown> = Promise.resolve();

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** Makes customers and rows to work with. */
  async prepare(): Promise<void> {
    const area = await this.#make("/areas/", { name: "Halle 1" });
    for (const number of [1, 2, 3]) {
      const customer = await this.#make("/customers/", { name: `Kunde ${number}` });
      this.#options.set(customer, await this.#make("/deliveries/options/", { ...anyDay, customer }));
      this.#rows.push(await this.#make("/rows/", { areaId: area, number, reverse: number === 2 }));
    }
  }

  get customers(): readonly number[] {
    return [...this.#options.keys()];
  }

  optionOf(customer: number): number | undefined {
    return this.#options.get(customer);
  }

  start(): void {
    this.#working = true;
    this.#shift = Promise.all(Array.from({ length: writersAtOnce }, () => this.#work()));
    this.#shift.catch(() => undefined); // `pause` hears of it
  }

  /** Lets everybody finish, repeating what was not acknowledged. */
  async pause(): Promise<void> {
    this.#working = false;
    await this.#shift;
  }

  /** Says whether a write that was sent after this moment of `performance.now()` has been acknowledged. */
  wroteSince(moment: number): boolean {
    return this.#latest > moment;
  }

  /** Sends scans; undefined when they were not acknowledged. */
  async sendScans(operations: readonly Scanned[]): Promise<readonly OperationResult[] | undefined> {
    return (await this.post<{ results: OperationResult[] }>("/scans/", { operations }))?.results;
  }

  async get<T>(path: string): Promise<T> {
    const headers = { authorization: `Token ${this.#token}`, ...this.#seen.headers };
    const response = await fetch(`${this.#url}/api/v1${path}`, {
      headers,
      signal: AbortSignal.timeout(this.answering),
    });
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  async #make(path: string, body: object): Promise<number> {
    const made = await this.post<{ id: number }>(path, body);
    if (!made) throw new Error(`POST ${path} was not answered: ${this.surprises.join("; ")}`);
    return made.id;
  }

  async #work(): Promise<void> {
    while (this.#working) {
      const customer = pick(this.customers);
      const boxes = await this.create(customer);
      if (!boxes) continue;
      await this.store(boxes.map(({ code }) => code));
      for (const box of boxes.slice(0, 2)) await uploadPicture(this, box);
      if (Math.random() < 0.8) await deliver(this, customer, boxes);
    }
  }

  /** Enters a request into the books before it is sent; answers the size that its boxes are to have. */
  enter(creation: Creation): number {
    const size = this.creations.size + 1;
    if (size > lastSize) throw new Error(`more than ${lastSize} requests: take fewer rounds`);
    this.creations.set(size, creation);
    return size;
  }

  /** Not repeated when it was cut off: nobody knows whether the boxes are there, and the proof looks. */
  async create(customer: number): Promise<readonly NamedBox[] | undefined> {
    const creation: Creation = { customer, amount: Math.ceil(Math.random() * 10) };
    const size = this.enter(creation);
    const body = { owner_id: customer, amount: creation.amount, size };
    const boxes = await this.post<Box[]>("/boxes/", body);
    if (boxes) creation.boxes = boxes.map(({ id, code }) => ({ id, code }));
    return creation.boxes;
  }

  /** Not repeated when they were cut off, as boxes are not; answers the ids of those that were acknowledged. */
  async addContents(box: NamedBox, amount: number): Promise<number[]> {
    const ids = [];
    for (let number = 1; number <= amount; number++) {
      const content = await this.post<{ id: number }>("/boxcontents/", { box_id: box.id, text: `Akte ${number}` });
      if (!content) continue;
      this.contents.set(content.id, box);
      ids.push(content.id);
    }
    return ids;
  }

  async store(codes: readonly string[]): Promise<void> {
    if (codes.length > 0) await this.carryOut(this.#scansFor(codes));
  }

  /** Sends scans until they are acknowledged. */
  async carryOut(scans: readonly Scan[]): Promise<void> {
    for (const scan of scans) this.scans.set(scan.operation.id, scan);
    const operations = scans.map(({ operation }) => operation);
    for (const start = performance.now(); ; ) {
      // a phone with a bad connection sends twice
      const twice = Math.random() < 0.1;
      const answers = await Promise.all([this.sendScans(operations), ...(twice ? [this.sendScans(operations)] : [])]);
      const results = answers.find((answer) => answer !== undefined);
      for (const answer of answers) if (answer && results) this.#compare(answer, results);
      if (results) return this.#acknowledge(scans, results);
      if (performance.now() - start > timeouts) throw new Error("a writer got no answer for a minute");
    }
  }

  /** Stores every box; in between moves some, and tries what must be refused. */
  #scansFor(codes: readonly string[]): Scan[] {
    return codes.flatMap((code, index) => {
      const [place, other] = [this.#nextPlace(), this.#nextPlace()];
      const first = this.#scan(code, place, "done");
      const next = codes[index + 1];
      const kind = Math.random();
      if (kind < 0.2) return [first, this.#scan(code, other, "done", true)];
      if (kind < 0.3) return [first, this.#scan(code, other, "refused")];
      if (kind < 0.4 && next !== undefined) return [first, this.#scan(next, place, "refused")];
      return [first];
    });
  }

  #scan(code: string, place: Pick<Storing, "row" | "part" | "height">, expected: Scan["expected"], move = false): Scan {
    return { operation: { id: randomUUID(), kind: "store", code, ...place, move }, expected };
  }

  #nextPlace() {
    const number = this.#places++;
    const inRow = Math.floor(number / this.#rows.length);
    const [row = 0, part] = [this.#rows[number % this.#rows.length], Math.floor(inRow / placesInAPart) + 1];
    return { row, part, height: (inRow % placesInAPart) + 1 };
  }

  #acknowledge(scans: readonly Scan[], results: readonly OperationResult[]): void {
    for (const [index, scan] of scans.entries()) {
      const result = results[index];
      if (result) scan.result = result;
      if (result?.id !== scan.operation.id || result.status !== scan.expected)
        this.surprises.push(`a scan that must be ${scan.expected} answered ${JSON.stringify(result)}`);
    }
  }

  #compare(one: readonly OperationResult[], other: readonly OperationResult[]): void {
    if (!isDeepStrictEqual(one.map(saidBy), other.map(saidBy)))
      this.surprises.push("scans sent twice answered differently");
  }

  /** Asks for what may be asked for again, until it is acknowledged. */
  async insist(path: string): Promise<void> {
    for (const start = performance.now(); !(await this.post(path, {})); ) {
      if (performance.now() - start > timeouts) throw new Error(`POST ${path} was not acknowledged for a minute`);
    }
  }

  /** Undefined when it was not acknowledged; a refusal is a surprise where no list for it is given. */
  async post<T>(path: string, body: object, refusals = this.surprises): Promise<T | undefined> {
    const text = await this.ask({ method: "POST", path, body, refusals });
    return typeof text === "string" ? (JSON.parse(text) as T) : undefined;
  }

  async remove(path: string): Promise<boolean> {
    return typeof (await this.ask({ method: "DELETE", path, refusals: this.surprises })) === "string";
  }

  /** The text of the answer when it was acknowledged, null when it was refused, undefined when nobody knows. */
  protected async ask({
    method,
    path,
    body,
    refusals,
    key,
    token = this.#token,
  }: Asking): Promise<string | null | undefined> {
    const sent = performance.now();
    const json = body && !(body instanceof FormData) && { "content-type": "application/json" };
    const once = key && { "idempotency-key": key };
    const headers = { authorization: `Token ${token}`, ...json, ...once, ...this.#seen.headers };
    const content = body && (body instanceof FormData ? body : JSON.stringify(body));
    const request = { method, headers, ...(content && { body: content }), signal: AbortSignal.timeout(this.answering) };
    try {
      const response = await fetch(`${this.#url}/api/v1${path}`, request);
      this.#seen.keep(response);
      const text = await response.text();
      if (response.ok) {
        this.acknowledged++;
        this.#latest = Math.max(this.#latest, sent);
        return text;
      }
      if (text === noPictures) {
        this.withoutPictures++;
        return null;
      }
      if (response.status === 400) {
        refusals.push(`${method} ${path} was refused: ${text.slice(0, 200)}`);
        return null;
      }
      this.lastFailure = `${method} ${path} answered ${response.status}: ${text.slice(0, 200)}`;
      if (!this.tryAgain.has(response.status)) this.surprises.push(this.lastFailure);
    } catch (error) {
      this.lastFailure = `${method} ${path} was not answered: ${(error as Error).message}`;
      if ((error as Error).name === "TimeoutError")
        this.surprises.push(`${method} ${path} was not answered within ${this.answering / 1000} s`);
    }
    this.cutOff++;
    await sleep(pauseAfterFailure);
    return undefined;
  }
}
