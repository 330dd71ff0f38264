import { describe, expect, test } from "vitest";
import { endOtherSessions, knowSessions, listSessions } from "#contract/calls/access/sessions.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
// behind a proxy, whose header says where a sign-in comes from
const server = await testServer(db, { PUBLIC_URL: "http://archiv.example" });
const { a } = server;
const password = "passwort1";
const [home, elsewhere] = ["192.0.2.1", "198.51.100.7"];

async function signIn({ id, email }: { id: number; email: string }, from: string): Promise<Client> {
  const headers = { "content-type": "application/json", "x-forwarded-for": from };
  const body = JSON.stringify({ username: email, password });
  const answer = await server.anonymous.raw("POST", "/api/v1/api-token-auth/", { headers, body });
  return new Client(server.url, (answer.body as { token: string }).token, id);
}
const newOnes = async (client: Client) =>
  (await client.call(listSessions, {})).results.filter(({ is_new }) => is_new).map(({ address }) => address);

test("a sign-in from where somebody had never signed in is shown to their other sessions until they say that it was them", async () => {
  const user = await a.user({ password });
  const first = await signIn(user, home);
  expect(await newOnes(first), "the very first one is no news").toEqual([]);
  await signIn(user, home);
  expect(await newOnes(first)).toEqual([]);
  const other = await signIn(user, elsewhere);
  expect(await newOnes(first)).toEqual([elsewhere]);
  expect(await other.refusal(knowSessions, {}), "whoever has come in does not say so").toEqual({
    non_field_errors: [refused.newDevice.message],
  });
  expect((await first.ask(knowSessions, {})).status).toBe(204);
  expect(await newOnes(first)).toEqual([]);
  await signIn(user, elsewhere);
  expect(await newOnes(first), "known from then on").toEqual([]);
});

describe("a browser", () => {
  /** Signs in as a browser does, with the cookies that it was given; answers the client and the cookie of the device, with its attributes. */
  async function browse({ id, email }: { id: number; email: string }, from: string, device?: string) {
    const cookie = ["csrftoken=lot", ...(device ? [device.split(";")[0]] : [])].join("; ");
    const headers = { "content-type": "application/json", "x-csrftoken": "lot", cookie, "x-forwarded-for": from };
    const body = JSON.stringify({ username: email, password });
    const answer = await server.anonymous.raw("POST", "/api/v1/api-token-auth/", { headers, body });
    const client = new Client(server.url, (answer.body as { token: string }).token, id);
    return { client, given: answer.headers.getSetCookie().find((each) => each.startsWith("magazin-device=")) ?? "" };
  }

  test("is known by its cookie wherever it is, and another one at the same address is news", async () => {
    const user = await a.user({ password });
    const { client, given } = await browse(user, home);
    expect(given).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/);
    const { given: again } = await browse(user, elsewhere, given);
    expect(again.split(";")[0]).toBe(given.split(";")[0]);
    expect(await newOnes(client)).toEqual([]);
    await browse(user, home);
    expect(await newOnes(client)).toEqual([home]);
  });

  test("with a cookie that is not of this archive, or another browser's with a letter changed, is news", async () => {
    const user = await a.user({ password });
    const { client, given } = await browse(user, home);
    const [, id = "", seal = ""] = /=([^.]+)\.([^;]+)/.exec(given) ?? [];
    await browse(user, home, `magazin-device=${id}.${seal.replace(/^./, (sign) => (sign === "A" ? "B" : "A"))}`);
    await browse(user, home, `magazin-device=x${id}.${seal}`);
    expect(await newOnes(client)).toEqual([home, home]);
  });

  test("is known to each of those who sign in with it, and a program without cookies at the same address to nobody", async () => {
    const [one, two] = [await a.user({ password }), await a.user({ password })];
    const first = await browse(one, home);
    const second = await browse(two, home, first.given);
    await browse(one, home, first.given);
    expect([await newOnes(first.client), await newOnes(second.client)]).toEqual([[], []]);
    await signIn(two, home);
    expect(await newOnes(second.client)).toEqual([home]);
  });

  test("of who signed in before there were such cookies is no news where they have signed in before", async () => {
    const user = await a.user({ password });
    const before = await signIn(user, home);
    await db.write((tx) => tx.deleteFrom("known_devices").where("user_id", "=", user.id).execute());
    await browse(user, home);
    expect(await newOnes(before)).toEqual([]);
    await browse(user, home);
    expect(await newOnes(before)).toEqual([home]);
  });
});

test("whoever was not signed in there ends it, and nobody else learns of it", async () => {
  const [user, stranger] = [await a.user({ password }), await a.user({ password })];
  const [own, theirs] = [await signIn(user, home), await signIn(stranger, home)];
  const thief = await signIn(user, elsewhere);
  expect(await newOnes(theirs)).toEqual([]);
  await own.call(endOtherSessions, {});
  expect((await thief.ask(listSessions, {})).status).toBe(403);
  expect(await newOnes(own)).toEqual([]);
});
