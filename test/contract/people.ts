import { expect } from "vitest";
import type { FullRoute } from "#contract/route.ts";
import { errors } from "#rules/texts/texts.ts";
import { type Answer, type Client, type TestServer, urlOf } from "#test/support/client.ts";
import { type Caller, exampleOf, type Sent } from "./examples.ts";

export const password = "passwort1";

/** Somebody who calls, and the customer whose things the call's example is of. */
export interface Person extends Caller {
  readonly client: Client;
}

type Wish = Parameters<TestServer["a"]["user"]>[0];

/** A new person with a session; who is not staff may see their owner and the customers that are named. */
export async function person(server: TestServer, wish: Wish = {}): Promise<Person> {
  const { a } = server;
  const owner = await a.customer();
  const customers = wish.isStaff ? [] : [owner, ...(wish.customers ?? [])];
  const user = await a.user({ ...wish, password, customers });
  return { client: await server.as(user), userId: user.id, email: user.email, password, owner };
}

/** Calls that leave a second factor that others would have to know. */
const factors = ["beginSecondFactor", "confirmSecondFactor", "endSecondFactor", "newRecoveryCodes"];
/** Calls that end a session or change how to sign in: whoever made such a call calls nothing any more. */
const endings = new Set(["logout", "changePassword", "endOtherSessions", ...factors]);

/** People of one kind: the same one for every call, but a new one for each call that the same could make only once. */
export function peopleOf(server: TestServer, wish: () => Wish | Promise<Wish>): (call: string) => Promise<Person> {
  let standing: Promise<Person> | undefined;
  const make = async () => person(server, await wish());
  return (call) => (endings.has(call) ? make() : (standing ??= make()));
}

/** Sends an example as this client. */
export function submit(client: Client, route: FullRoute, { path, query, body }: Sent): Promise<Answer> {
  const url = urlOf(route, { ...(path && { path }), ...(query && { query }) });
  return client.submit(route, url, body);
}

/** Sends the call's example as this caller, but with another client where one is given. */
export async function send(
  a: TestServer["a"],
  [name, route]: readonly [string, FullRoute],
  caller: Person,
  client = caller.client,
): Promise<Answer> {
  return submit(client, route, await exampleOf(name, a, caller));
}

/** A stranger is asked to sign in; a customer's user learns that the call is for staff. */
export function expectForbidden(answer: Answer, what = "", detail: string = errors.forbidden): void {
  expect([answer.status, answer.body], what).toEqual([403, { detail }]);
}
