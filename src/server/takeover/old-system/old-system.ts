import { isUtf8 } from "node:buffer";
import { pathAddress, type AllowedPath, type PathArguments } from "./allowed-paths.ts";
import { anotherProgram, sentElsewhere, noAnswer, Unreadable } from "./failures.ts";
import type { Pace } from "./pace.ts";

const patience = 60_000; // ms for one answer
/** Waits before an attempt is repeated, in s: a restart of the old system takes a minute or two. */
const waits = [1, 2, 4, 8, 16, 30, 60];
const longestRest = 600; // s that a Retry-After is believed
const largestPicture = 256 * 1024 * 1024;

/** Who reads. It is kept nowhere. */
export interface Login {
  readonly user: string;
  readonly password: string;
}

/** What one address answers; statuses that a later attempt may change are not among them. */
export interface OldAnswer {
  readonly status: number;
  readonly text: string;
}

/** A picture as it came; `bytes` are none where the status is not 200. */
export interface OldPicture {
  readonly status: number;
  readonly type: string;
  readonly bytes: Uint8Array;
}

interface Sending {
  readonly method?: "POST";
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Received extends OldPicture {
  readonly location: string | null;
  readonly retryAfter: number | null;
}

const isPassing = (status: number) => status === 429 || status >= 500;
const isRefusal = (status: number) => status === 401 || status === 403;
const asText = (bytes: Uint8Array) => new TextDecoder("utf-8").decode(bytes);

/** The account may sign in, and may not read what is needed. */
export class NotStaff extends Unreadable {}

/** The old system, of which allowed paths and pictures are read and nothing is changed. */
export class OldSystem {
  readonly api: URL;
  readonly pace: Pace;
  readonly #login: Login;
  #token = "";
  #signingIn: Promise<void> | null = null;
  #user: string | null = null;
  requests = 0;
  bytes = 0;

  constructor(api: URL, login: Login, pace: Pace) {
    [this.api, this.#login, this.pace] = [api, login, pace];
  }

  /** Signs in, and asks whether the account is one of the staff. @throws Unreadable with the reason */
  async open(): Promise<void> {
    await this.#signIn(1);
    const isStaff = await this.#isStaff();
    if (!isStaff)
      throw new NotStaff(
        "Das Konto gehört keinem Admin: Es sieht nur einen Teil des Archivs. Bitte ein Konto mit «is_staff» nehmen.",
      );
  }

  /** What an allowed path answers: 200 with JSON, or a status that stays. @throws Unreadable */
  read(path: AllowedPath, asked: PathArguments = {}): Promise<OldAnswer> {
    return this.#readJson(pathAddress(this.api, path, asked));
  }

  async #readJson(address: URL): Promise<OldAnswer> {
    const { status, type, bytes, location } = await this.#askSignedIn(address);
    if (status >= 300 && status < 400) throw sentElsewhere(address, location);
    const text = asText(bytes);
    if (status === 200 && !isUtf8(bytes))
      throw new Unreadable(`${address.origin}${address.pathname} antwortet nicht in UTF-8.`);
    if (status === 200 && !isJson(text)) throw anotherProgram(address, status, type, text);
    return { status, text };
  }

  /** A picture of the same host; its status is not 200 where there is none. @throws Unreadable */
  async picture(address: URL): Promise<OldPicture> {
    return this.#askSignedIn(address);
  }

  async #isStaff(): Promise<boolean> {
    const { status, text } = await this.#readJson(this.#ownAddress());
    if (status !== 200) return false;
    const value: unknown = JSON.parse(text);
    const list = Array.isArray(value) ? value : ((value as { results?: unknown }).results ?? [value]);
    const me = (list as { email?: unknown; is_staff?: unknown }[]).find(
      ({ email }) => this.#user !== null || String(email).toLowerCase() === this.#login.user.toLowerCase(),
    );
    return me?.is_staff === true || me?.is_staff === "true" || me?.is_staff === "True";
  }

  /** Signs in anew, once, where a 403 says that the token has ended, and not that the account may not read this. */
  async #askSignedIn(address: URL): Promise<Received> {
    const token = this.#token;
    const received = await this.#askPatiently(address, waits.length);
    if (!isRefusal(received.status)) return received;
    if (token === this.#token && (await this.#tokenLives())) return received;
    if (token === this.#token) await this.#signIn(waits.length);
    return this.#askPatiently(address, waits.length);
  }

  /** Whether the token still reads its own user. */
  async #tokenLives(): Promise<boolean> {
    const { status } = await this.#askPatiently(this.#ownAddress(), waits.length);
    return status === 200;
  }

  /** Where the account reads itself. */
  #ownAddress(): URL {
    return this.#user === null
      ? pathAddress(this.api, "/users/", { query: { email: this.#login.user } })
      : pathAddress(this.api, "/users/{id}/", { id: this.#user });
  }

  /** One sign-in at a time, which every request waits for. */
  #signIn(tries: number): Promise<void> {
    this.#signingIn ??= this.#sendLogin(tries).finally(() => (this.#signingIn = null));
    return this.#signingIn;
  }

  async #sendLogin(tries: number): Promise<void> {
    const body = JSON.stringify({ username: this.#login.user, password: this.#login.password });
    const init = { method: "POST" as const, body, headers: { "content-type": "application/json" } };
    const below = new URL(`${this.api.href}/api-token-auth/`);
    // specification 7 leaves open whether signing in has the prefix
    const beside = new URL("/api-token-auth/", this.api);
    let [address, received] = [below, await this.#askPatiently(below, tries, init)];
    if (received.status === 404) [address, received] = [beside, await this.#askPatiently(beside, tries, init)];
    const { status, type, bytes, location } = received;
    const text = asText(bytes);
    if (status >= 300 && status < 400) throw sentElsewhere(address, location);
    if (!isJson(text) || status === 404) throw anotherProgram(address, status, type, text);
    if (status === 400 || isRefusal(status))
      throw new Unreadable(`Login fehlgeschlagen. Das alte System sagt: ${firstMessage(text)}`);
    const { token, user } = JSON.parse(text) as { token?: unknown; user?: unknown };
    if (status >= 300 || typeof token !== "string" || token === "") throw anotherProgram(address, status, type, "");
    const id = typeof user === "object" && user !== null && "id" in user ? user.id : user;
    this.#user = typeof id === "number" || (typeof id === "string" && id !== "") ? String(id) : null;
    this.#token = token;
  }

  /** Tries again, ever later, what a later attempt may answer. */
  async #askPatiently(address: URL, tries: number, init: Sending = {}): Promise<Received> {
    for (let attempt = 0; ; attempt++) {
      const result = await this.pace
        .run(() => this.#askOnce(address, init))
        .catch((error: unknown) => noAnswer(address, error));
      const isOver = attempt >= tries;
      if (!(result instanceof Unreadable) && (!isPassing(result.status) || isOver))
        return this.#settled(address, result);
      if (result instanceof Unreadable && isOver) throw result;
      const wait = (result instanceof Unreadable ? null : result.retryAfter) ?? waits[attempt] ?? 60;
      this.pace.slowDown(wait * 1000);
    }
  }

  /** What is asked of nobody but too often, or of nobody at all, ends the reading. */
  #settled(address: URL, received: Received): Received {
    if (received.status === 429 || received.status === 503)
      throw new Unreadable(
        `${address.origin} nimmt keine Abrufe mehr an (Antwort ${received.status}). Bitte später weitermachen, mit kleinerem --rate.`,
      );
    return received;
  }

  async #askOnce(address: URL, init: Sending): Promise<Received> {
    this.requests++;
    const headers = {
      accept: "application/json, image/*",
      ...(init.method === undefined && { authorization: `token ${this.#token}` }),
      ...init.headers,
    };
    const signal = AbortSignal.timeout(patience);
    const response = await fetch(address, { ...init, headers, signal, redirect: "manual" });
    const announced = Number(response.headers.get("content-length") ?? 0);
    if (announced > largestPicture) await response.body?.cancel();
    const bytes = announced > largestPicture ? new Uint8Array() : new Uint8Array(await response.arrayBuffer());
    this.bytes += bytes.length;
    return {
      status: announced > largestPicture ? 413 : response.status,
      type: response.headers.get("content-type") ?? "",
      bytes,
      location: response.headers.get("location"),
      retryAfter: retryAfter(response.headers.get("retry-after")),
    };
  }
}

/** Seconds that a server asks to wait; null where it says none. */
function retryAfter(header: string | null): number | null {
  const seconds = /^\d+$/.test(header ?? "") ? Number(header) : Number.NaN;
  return Number.isNaN(seconds) ? null : Math.min(seconds, longestRest);
}

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

/** The first message of a refusal as Django REST Framework answers it. */
function firstMessage(text: string): string {
  const [first] = Object.values(JSON.parse(text) as Record<string, unknown>);
  const message = String(Array.isArray(first) ? first[0] : first);
  return message.slice(0, 200);
}
