import { keyHeader } from "#contract/idempotency-key.ts";
import { freshProof, proofHeader } from "#contract/proof-header.ts";
import type { Input, Reply, Route } from "#contract/route.ts";
import { errors } from "#rules/texts/texts.ts";
import type { Attempt } from "./attempt.ts";
import { CallError, failureOf, isOwn, isRefusal } from "./call-error.ts";
import { queryText } from "./query-text.ts";
import { forgetSession, storedSession } from "./session-state.ts";

const base = "/api/v1";

type CallInput<R extends Route> = Input<R> & {
  readonly signal?: AbortSignal | undefined;
  /** Goes on when the page is left, for at most 64 KiB. */
  readonly keepalive?: boolean | undefined;
  /** Attempt to which the call belongs: sent again for the same purpose, the call is done once. */
  readonly once?: Attempt | undefined;
};
/** A route that needs nothing may be called with nothing. */
export type CallArguments<R extends Route> = object extends Input<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

interface AnyInput {
  path?: Record<string, number>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  keepalive?: boolean | undefined;
  once?: Attempt | undefined;
}

/**
 * One call of the contract. Only 2xx is success; everything else is thrown as a CallError with the text of the
 * catalogue (specification 8). A 403 of the server ends the session.
 */
export async function call<const R extends Route>(route: R, ...[input]: CallArguments<R>): Promise<Reply<R>> {
  return replyIn<R>(await request(route, input));
}

/** A call's answer as it comes, if it is 2xx; a CallError otherwise. */
export function request(route: Route, input: object | undefined): Promise<Response> {
  const { path, query, body, signal, keepalive = false, once } = (input ?? {}) as AnyInput;
  const [address, json] = [callAddress(route.path, path, query), JSON.stringify(body)];
  return send(address, {
    method: route.method,
    headers: {
      ...(json && { "Content-Type": "application/json" }),
      ...(once && { [keyHeader]: once(address + json) }),
    },
    body: json ?? null,
    signal: signal ?? null,
    keepalive,
  });
}

async function replyIn<R extends Route>(response: Response): Promise<Reply<R>> {
  // The answer decides, not the route's schema: some routes stand here without one.
  if (response.status === 204) return null as Reply<R>;
  const json = response.headers.get("Content-Type")?.startsWith("application/json");
  const reply: unknown = await read(() => (json ? response.json() : response.blob()));
  return reply as Reply<R>;
}

/** A request with the token; the answer if it is 2xx, a CallError otherwise. */
export async function send(address: string, init: RequestInit): Promise<Response> {
  const token = storedSession()?.token;
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(credentials())) headers.set(name, value);
  const response = await read(() => fetch(address, { ...init, headers }));
  if (response.ok && !isOwn(response)) throw new CallError(0, errors.network); // a page of the network's own, such as one to sign in at
  if (response.ok) return response;
  const refusal = await toCallError(response, token);
  if (refusal.code === "unconfirmed" && (await askIdentity?.())) return send(address, init); // under the same key
  throw refusal;
}

/** The headers by which the server knows who calls (specification 7), and that our own screens ask for a fresh proof. */
export function credentials(): Record<string, string> {
  const token = storedSession()?.token;
  const csrf = csrfToken();
  return {
    ...(token && { Authorization: `Token ${token}` }),
    ...(csrf && { "X-CSRFTOKEN": csrf }),
    [proofHeader]: freshProof,
  };
}

/** An answer that is not 2xx as an error; a 403 of the server ends the session that `token` belongs to. */
export async function toCallError(response: Response, token: string | undefined): Promise<CallError> {
  const failure = await failureOf(response);
  if (isRefusal(failure, 403) && token) forgetSession(token);
  if (failure.code?.endsWith("_first")) for (const listener of somethingFirst) listener();
  return failure;
}

let askIdentity: (() => Promise<boolean>) | undefined;

/** Says who asks for the own password where a call wants it, and answers whether the call may be made again. */
export function onUnconfirmed(ask: () => Promise<boolean>) {
  askIdentity = ask;
}

const somethingFirst = new Set<() => void>();

/** Calls back when the server wants the initial password changed or a second factor set up first, as after a reset by staff. */
export function onSomethingFirst(listener: () => void) {
  somethingFirst.add(listener);
}

/** Waits for the network; what is not an abort of our own becomes the sentence about the connection. */
async function read<T>(wait: () => Promise<T>): Promise<T> {
  try {
    return await wait();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new CallError(0, errors.network);
  }
}

export function callAddress(
  path: string,
  names: Record<string, number> = {},
  query: Record<string, unknown> = {},
): string {
  const resolvedPath = path.replace(/\{(\w+)\}/g, (_, name: string) => String(names[name]));
  return base + resolvedPath + queryText(query);
}

function csrfToken(): string | undefined {
  const [, value] =
    /(?:^|; *)__Host-csrftoken=([^;]*)/.exec(document.cookie) ??
    /(?:^|; *)csrftoken=([^;]*)/.exec(document.cookie) ??
    [];
  return value && decodeURIComponent(value);
}
