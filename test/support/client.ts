import { providerSettings } from "#test/support/provider.ts";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll } from "vitest";
import { all } from "#contract/all.ts";
import type { Input, Reply, Route } from "#contract/route.ts";
import { buildApp } from "#server/app.ts";
import { type Config, readConfig } from "#server/config.ts";
import type { CompanySignIn } from "#server/http/identity-provider.ts";
import { sharedCompany } from "#test/support/company/shared-company.ts";
import type { Database } from "#server/database/database.ts";
import type { AppContextOptions } from "#server/http/app-context.ts";
import { openSession } from "#server/http/session.ts";
import { factories } from "./factories.ts";
import { storesIn } from "#server/storage/stores.ts";

/** An answer as it came; `body` is the parsed JSON, or null where there is none. */
export interface Answer<B = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: B;
}

export interface RawCall {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
}

type Given = { path?: Record<string, number>; query?: Record<string, unknown>; body?: unknown };

/** Where a call goes: its path with the numbers filled in, and its query. */
export function urlOf(route: Route, { path = {}, query = {} }: Given = {}): string {
  const filled = route.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(path[name]));
  const sent = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString();
  return `/api/v1${filled}${search ? `?${search}` : ""}`;
}

const isForm = ({ method, path }: Route) =>
  Object.values(all).some((route) => route.method === method && route.path === path && route.multipart !== undefined);

/** Calls the server over HTTP as one caller. */
export class Client {
  readonly base: string;
  readonly token: string | null;
  readonly userId: number;

  constructor(base: string, token: string | null = null, userId = 0) {
    this.base = base;
    this.token = token;
    this.userId = userId;
  }

  /** Any request at all, with the caller's token unless the headers bring another. */
  async raw(method: string, url: string, { headers = {}, body }: RawCall = {}): Promise<Answer> {
    const authorization = this.token === null ? {} : { authorization: `Token ${this.token}` };
    const plain = { "accept-encoding": "identity" }; // door.test.ts asks for compressed answers
    const request = {
      method,
      headers: { ...plain, ...authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    };
    const response = await fetch(this.base + url, { ...request, redirect: "manual" });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") && text !== "";
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
  }

  /** A request with a JSON body that need not fit any contract. */
  send(method: string, url: string, body: unknown): Promise<Answer> {
    return this.raw(method, url, { headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  }

  /** A call with its body as its route wants it: none, JSON, or a form with a file. */
  submit(route: Route, url: string, body: unknown): Promise<Answer> {
    if (body === undefined) return this.raw(route.method, url);
    if (!isForm(route)) return this.send(route.method, url, body);
    const form = new FormData();
    for (const [name, value] of Object.entries(body as object)) {
      if (value instanceof Blob) form.set(name, value, "picture.jpg");
      else form.set(name, String(value));
    }
    return this.raw(route.method, url, { body: form });
  }

  /** A call of the contract, answered whatever its status is. */
  async ask<R extends Route>(route: R, input: Input<R>): Promise<Answer<Reply<R>>> {
    const given = input as Given;
    const url = urlOf(route, given);
    return (await this.submit(route, url, given.body)) as Answer<Reply<R>>;
  }

  /** A call of the contract that must succeed; answers its reply. */
  async call<R extends Route>(route: R, input: Input<R>): Promise<Reply<R>> {
    const { status, text, body } = await this.ask(route, input);
    if (status < 200 || status > 299) throw new Error(`${route.method} ${route.path} answered ${status}: ${text}`);
    return body;
  }

  /** A call that answers a file: its bytes, whatever the status is. */
  async download<R extends Route>(route: R, input: Input<R>) {
    const given = input as Given;
    const authorization = this.token === null ? {} : { authorization: `Token ${this.token}` };
    const sent = given.body === undefined ? {} : { body: JSON.stringify(given.body) };
    const headers = { ...authorization, ...(sent.body && { "content-type": "application/json" }) };
    const response = await fetch(this.base + urlOf(route, given), { method: route.method, headers, ...sent });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes };
  }

  /** The messages of a call that must be refused with a 400. */
  async refusal<R extends Route>(route: R, input: Input<R>): Promise<unknown> {
    const { status, text, body } = await this.ask(route, input);
    if (status !== 400) throw new Error(`${route.method} ${route.path} answered ${status}, not 400: ${text}`);
    return body;
  }
}

/** The server of a test file, and callers of every kind. */
export interface TestServer {
  readonly app: FastifyInstance;
  readonly url: string;
  readonly dataDir: string;
  /** Makes what a test needs, straight in the database. */
  readonly a: ReturnType<typeof factories>;
  readonly anonymous: Client;
  asStaff(): Promise<Client>;
  /** A customer user of these customers. */
  asCustomer(...customers: { readonly id: number }[]): Promise<Client>;
  /** A session of this user, without a login. */
  as(user: { readonly id: number }): Promise<Client>;
}

const quiet = {
  LOG_LEVEL: "silent",
  BUILD_STAMP: "20240203-100754",
  LABEL_PRINTERS: "Halle 1=tcp://127.0.0.1:9100",
  ...providerSettings,
};

/** The configuration of a test's server. */
export const testConfig = (env: NodeJS.ProcessEnv = {}): Config => readConfig({ ...quiet, ...env });

/** Limits that let calls meet at the same moment: they must be kept apart by the database, not at the door. */
const openDoor = { reads: 40, writes: 40, uploads: 40 };

/** Starts the server as `main` builds it on a port of its own; it stops after the test file. Not to be called inside a test. */
export async function testServer(
  db: Database,
  env: NodeJS.ProcessEnv = {},
  { companySignIn, ...own }: Partial<AppContextOptions> & { companySignIn?: CompanySignIn | null } = {},
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "magazin-server-"));
  const company = companySignIn === undefined ? (await sharedCompany()).signIn : (companySignIn ?? undefined);
  const config = { ...testConfig({ DATA_DIR: dataDir, ...env }), companySignIn: company };
  const app = await buildApp({ db, config, now: () => new Date(), atOnce: openDoor, ...own });
  await app.listen({ port: 0, host: "127.0.0.1" });
  afterAll(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const { pictures, packages } = own.stores ?? storesIn(config.dataDir);
  const a = factories(db, pictures, packages);
  const as = async (user: { readonly id: number }) => {
    const token = await db.write((tx) => openSession(tx, user.id));
    return new Client(url, token, user.id);
  };
  return {
    app,
    url,
    dataDir,
    a,
    as,
    anonymous: new Client(url),
    asStaff: async () => as(await a.user({ isStaff: true })),
    asCustomer: async (...customers) => as(await a.user({ customers })),
  };
}
