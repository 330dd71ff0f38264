import type { FullRoute, Where } from "#contract/route.ts";
import type { TokenScope } from "#rules/access/token-scopes.ts";
import { Client, type TestServer } from "#test/support/client.ts";
import type { Sent } from "#test/contract/caller.ts";

type TokenWish = Parameters<TestServer["a"]["apiToken"]>[1];

/** A program that calls with a token of this user. */
export async function programOf(server: TestServer, user: { readonly id: number }, wish?: TokenWish): Promise<Client> {
  const { token } = await server.a.apiToken(user, wish);
  return new Client(server.url, token, user.id);
}

/** Returns the scopes that a token must have for a call that is sent so; null where no token is good for it. */
export function wantedScopes({ scope, scopeWith = [] }: FullRoute, body: unknown): readonly TokenScope[] | null {
  const wanted = [scope, ...scopeWith.filter(([, where]) => touches(where, body)).map(([more]) => more)];
  const scopes = wanted.filter((each) => each !== null);
  return scopes.length < wanted.length ? null : [...new Set(scopes)];
}

/** Says whether one of these fields is sent; written apart from the server's own. */
function touches(where: Where, body: unknown): boolean {
  if (where === true) return true;
  const entries = (at: unknown, [key = "", ...rest]: string[]): unknown[] => {
    const value = (at as Record<string, unknown> | undefined)?.[key];
    if (rest.length === 0) return value === undefined ? [] : [value];
    return (value as unknown[]).flatMap((each) => entries(each, rest));
  };
  return Object.entries(where).some(([path, values]) =>
    entries(body, path.split(".")).some((value) => values === true || values.includes(value as never)),
  );
}

/** A call as a program makes it: passwords are people's, and so is what no token may send. */
export function asProgram({ scopeWith = [] }: FullRoute, sent: Sent): Sent {
  if (sent.body === undefined) return sent;
  const { own_password: _password, ...body } = sent.body as Record<string, unknown>;
  for (const [more, where] of scopeWith)
    if (more === null && where !== true) for (const field of Object.keys(where)) delete body[field];
  return { ...sent, body };
}
