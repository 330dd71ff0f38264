import type { Input, Reply, Route } from "#contract/route.ts";
import { errors } from "#rules/texts/texts.ts";
import { CallError, failureOf, isOwn } from "./call-error.ts";
import { callAddress } from "./call.ts";

const longest = 60_000; // ms: a network that swallows a call must not hold up those behind it for ever

/**
 * A call under a token that need not be that of whoever is signed in. Without cookies, so that the protection against
 * forgery, which answers the same 403 as a dead token, has nothing to ask; a 403 ends no session here.
 */
export async function callAs<const R extends Route>(token: string, route: R, input: Input<R>): Promise<Reply<R>> {
  const { path, body } = input as { path?: Record<string, number>; body?: unknown };
  const response = await fetch(callAddress(route.path, path), {
    method: route.method,
    headers: {
      Authorization: `Token ${token}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    credentials: "omit",
    signal: AbortSignal.timeout(longest),
  }).catch(noAnswer);
  if (!response.ok) throw await failureOf(response);
  if (!isOwn(response)) return noAnswer();
  if (response.status === 204) return null as Reply<R>;
  return (await response.json().catch(noAnswer)) as Reply<R>;
}

function noAnswer(): never {
  throw new CallError(0, errors.network);
}
