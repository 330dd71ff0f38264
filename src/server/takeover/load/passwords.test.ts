import { pbkdf2Sync } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { login } from "#contract/calls/access/session.ts";
import { mostRounds, readOldPassword } from "#server/http/passwords/old-passwords.ts";
import { passwordFits } from "#server/http/passwords/passwords.ts";
import { storesIn } from "#server/storage/stores.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { plannedArchive, planOf } from "#test/support/factories/planned-archive.ts";
import { readDumpedPasswords } from "./django-users.ts";
import { makeInitialPasswords } from "./initial-passwords.ts";
import { LoadRefused } from "./load-refused.ts";
import { loadTakeover } from "./load-takeover.ts";

const rounds = 2000;
const old = (password: string) =>
  `pbkdf2_sha256$${rounds}$s4lt$${pbkdf2Sync(password, "s4lt", rounds, 32, "sha256").toString("base64")}`;
const user = (fields: object) => ({ model: "accounts.user", pk: 1, fields });
const dumped = JSON.stringify([
  { model: "auth.group", pk: 1, fields: { name: "x" } },
  user({ email: "Anna@old.example", password: old("geheim-aus-2019") }),
  user({ username: "bea@kunde.example", password: old("übermorgen-kommt") }),
  user({ email: "carl@stadt.example", password: "!unusable" }),
]);

describe("a dump of users", () => {
  test("reports whose password is kept, and whose cannot be", () => {
    const { passwords, unusable } = readDumpedPasswords(dumped);
    expect([...passwords.keys()]).toEqual(["anna@old.example", "bea@kunde.example"]);
    expect(unusable).toEqual(["carl@stadt.example"]);
  });

  test("keeps none of who is named twice", () => {
    const twice = [
      user({ email: "a@x.example", password: old("eins-zwei-drei") }),
      user({ email: "A@x.example", password: old("vier-fuenf") }),
    ];
    expect(readDumpedPasswords(JSON.stringify(twice))).toEqual({ passwords: new Map(), unusable: ["a@x.example"] });
  });

  test.each(["<html>", "{}", "[]", "[1]"])("that is none is refused: %s", (text) => {
    expect(() => readDumpedPasswords(text)).toThrow(LoadRefused);
  });

  test("is bounded in the work that it asks for", () => {
    const digest = old("x").split("$")[3];
    expect(readOldPassword(`pbkdf2_sha256$${mostRounds}$s$${digest}`)).toMatchObject({ rounds: mostRounds });
    for (const wrong of [
      `pbkdf2_sha256$${mostRounds + 1}$s$${digest}`,
      `pbkdf2_sha256$0$s$${digest}`,
      "pbkdf2_sha256$5$s$AAAA",
      `pbkdf2_sha1$5$s$${digest}`,
    ])
      expect(readOldPassword(wrong)).toBeNull();
  });
});

test("an old password is compared as it was typed, in each of its spellings", async () => {
  expect(await passwordFits(old("u\u0308bermorgen"), "übermorgen")).toBe(true);
  expect(await passwordFits(old("übermorgen"), "uebermorgen", "", rounds)).toBe(false);
  expect(await passwordFits(undefined, "übermorgen", "", rounds)).toBe(false);
});

test("who has no password is invited by mail, and nobody else", async () => {
  const { db, connection } = await testDatabase();
  const server = await testServer(db);
  const plan = planOf(plannedArchive());
  const { passwords } = readDumpedPasswords(dumped);
  const { without } = await loadTakeover({ db, connection, pictures: storesIn(server.dataDir).pictures }, plan, {
    billFrom: null,
    invites: true,
    passwords,
    proveFolder: async () => plan.digest,
    say: () => {},
  });
  expect(without).toBe(1);
  const { rows } = await db.pools.reading.query("select user_id, payload, done_at from messages");
  expect(rows).toEqual([{ user_id: 5, payload: { mail: "invitation" }, done_at: null }]);
});

describe("users who came", async () => {
  const { db, connection } = await testDatabase();
  const server = await testServer(db);
  const plan = planOf(plannedArchive());
  const { passwords } = readDumpedPasswords(dumped);
  const made = await makeInitialPasswords(plan, new Set(passwords.keys()));
  const keptOf = async (email: string) =>
    (
      await db.pools.reading.query("select password_hash, init_password, password_since from users where email = $1", [
        email,
      ])
    ).rows[0];
  const signIn = async (username: string, password: string) =>
    (await server.anonymous.ask(login, { body: { username, password } })).status;

  beforeAll(async () => {
    await loadTakeover({ db, connection, pictures: storesIn(server.dataDir).pictures }, plan, {
      billFrom: null,
      invites: false,
      passwords: new Map([...passwords, ...made.passwords]),
      proveFolder: async () => plan.digest,
      say: () => {},
    });
  });

  test("sign in with the password of then, which is kept by our own hash from then on", async () => {
    const before = await keptOf("anna@old.example");
    expect(before).toMatchObject({ password_hash: old("geheim-aus-2019"), init_password: false });
    expect(await signIn("anna@old.example", "geheim-aus-2018")).toBe(400);
    expect(await keptOf("anna@old.example")).toEqual(before);
    expect(await signIn("anna@old.example", "geheim-aus-2019")).toBe(200);
    const after = await keptOf("anna@old.example");
    expect(after).toEqual({ ...before, password_hash: expect.stringContaining("$argon2id$") as unknown });
    expect(await signIn("anna@old.example", "geheim-aus-2019")).toBe(200);
    expect(await signIn("bea@kunde.example", "übermorgen-kommt")).toBe(200);
  });

  test("have an initial password where they had none that can be kept", async () => {
    const [, line = "", ...more] = made.sheet.trimEnd().split("\n");
    expect(more).toEqual([]);
    const [name, email = "", password = ""] = line.split("\t");
    expect([name, email]).toEqual(["Nach 5, Vor", "carl@stadt.example"]);
    expect(await keptOf(email)).toMatchObject({ init_password: true });
    expect(await signIn(email, password)).toBe(200);
  });
});
