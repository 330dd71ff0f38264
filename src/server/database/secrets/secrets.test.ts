import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { login } from "#contract/calls/access/session.ts";
import { openSigner } from "#server/android/signer.ts";
import { openAuthority } from "#server/certificates/authority.ts";
import { surveyConfig } from "#server/config.ts";
import { hiddenValue } from "#server/setting.ts";
import { Database } from "#server/database/database.ts";
import { command, urlOf } from "#test/restore/commands.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { sealSecrets } from "./seal-secrets.ts";
import { Secrets } from "./secrets.ts";

const { db, connection } = await testDatabase();
const { a } = await testServer(db);
const [key, next] = ["k".repeat(44), "n".repeat(44)];

/** The same archive, opened with these keys. */
function opened(...keys: string[]) {
  const own = new Database(connection, { secrets: new Secrets(keys) });
  afterAll(() => own.close());
  return own;
}
const now = new Date();
const trust = (own: Database) => openAuthority(own, { names: [], title: "Magazin", now });
const stored = async () => {
  const { rows } = await sql<{ text: string }>`
    select key as text from own_certificates union all select secret from second_factors`.execute(db.read);
  return rows.map(({ text }) => text);
};

describe("a secret", () => {
  test("is opened by its key, in its place, and as it was; without a key nothing is sealed", () => {
    const [plain, one, two] = [new Secrets(), new Secrets([key]), new Secrets([next, key])];
    const sealed = one.seal("Grüße", "here");
    expect(sealed).not.toContain("Grüße");
    expect(one.seal("Grüße", "here")).not.toBe(sealed);
    expect([one.open(sealed, "here"), two.open(sealed, "here"), one.open("Grüße", "here")]).toEqual([
      "Grüße",
      "Grüße",
      "Grüße",
    ]);
    expect([plain.seal("Grüße", "here"), plain.isStale("Grüße"), one.isStale(sealed), two.isStale(sealed)]).toEqual([
      "Grüße",
      false,
      false,
      true,
    ]);
    expect(() => one.open(sealed, "there")).toThrow("what is sealed for there was changed");
    expect(() => one.open(`${sealed.slice(0, -2)}AA`, "here")).toThrow("was changed");
    expect(() => new Secrets([next]).open(sealed, "here")).toThrow("holds another key");
    expect(() => plain.open(sealed, "here")).toThrow("is not set");
  });
});

test("an archive of before is sealed at the next start, goes on as it was, takes a new key, and says what is missing without one", async () => {
  const user = await a.user({ password: "passwort1" });
  const code = await a.secondFactor(user);
  const before = await trust(db);
  await openSigner(db, "Archiv", () => now);
  expect((await stored()).filter((text) => text.startsWith("sealed:"))).toEqual([]);

  const own = opened(key);
  expect([await sealSecrets(own), await sealSecrets(own)]).toEqual([3, 0]);
  expect(await stored()).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^sealed:1:[0-9a-f]{8}:/)));
  expect((await trust(own)).fingerprint).toBe(before.fingerprint);
  await openSigner(own, "Archiv", () => now);
  const { anonymous } = await testServer(own);
  const body = { username: user.email, password: "passwort1", code };
  expect((await anonymous.ask(login, { body })).status).toBe(200);

  const other = opened(next, key);
  expect([await sealSecrets(other), await sealSecrets(other)]).toEqual([3, 0]);
  expect((await trust(opened(next))).fingerprint).toBe(before.fingerprint);
  const after = await stored();
  for (const [keys, why] of [
    [[], "SECRETS_KEY_FILE is not set"],
    [[key], "SECRETS_KEY_FILE holds another key"],
  ] as const)
    await expect(sealSecrets(opened(...keys))).rejects.toThrow(`cannot be opened: ${why}. Put the key back`);
  expect(await stored()).toEqual(after);
});

test("what is lost or known to others is replaced, also without the key", async () => {
  const here = { DATABASE_URL: urlOf(connection) };
  const user = await a.user({ password: "passwort1" });
  await a.secondFactor(user);
  const fingerprint = (await trust(opened(next))).fingerprint;
  for (const name of ["authority", "packages", "totp"])
    expect(await command(["rotate", name], here), name).toMatchObject({ code: 0 });
  expect(await command(["rotate", "users"], here)).toMatchObject({ code: 2 });
  expect(await stored()).toEqual([]);
  expect(await sealSecrets(opened())).toBe(0);
  expect((await trust(opened())).fingerprint).not.toBe(fingerprint);
});

test("config and check say where a backup reveals the keys, until it is encrypted, they are sealed, or somebody says that it may", async () => {
  const here = { DATABASE_URL: urlOf(connection) };
  const says = async (name: string, env: Record<string, string>) =>
    (await command([name], { ...here, ...env })).out.includes("Backups hold the keys of the archive");
  const plain = { BACKUP_URL: "/tmp/backups" };
  const rows = [
    [{}, false],
    [plain, true],
    [{ ...plain, BACKUP_KEY: "geheim" }, false],
    [{ ...plain, SECRETS_KEY: key }, false],
    [{ ...plain, BACKUP_PLAIN: "yes" }, false],
  ] as const;
  for (const [env, expected] of rows) expect(await says("config", env), JSON.stringify(env)).toBe(expected);
  for (const [env, expected] of rows.slice(1, 3)) expect(await says("check", env), JSON.stringify(env)).toBe(expected);
});

test("docs/operations/keys.md names every secret of the settings and of the tables", async () => {
  const text = readFileSync(new URL("../../../../docs/operations/keys.md", import.meta.url), "utf8");
  const settings = surveyConfig(Object.fromEntries(secretish.map((name) => [name, "x".repeat(40)]))).inForce;
  const secrets = settings.filter(({ name, shown }) => shown === hiddenValue || secretish.includes(name));
  expect(secrets.length).toBeGreaterThan(8);
  for (const { name } of secrets) expect(text, name).toContain(name);
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public'
      and column_name ~ '(^|_)(key|secret|password_hash|token)$|^hash$' and table_name not in (
        'retention_classes', 'history', 'seals', 'login_failures', 'destruction_events', 'scans', 'imports', 'box_numbers', 'invoice_hashes')
    order by 1, 2`.execute(db.read);
  expect(rows.length).toBeGreaterThan(4);
  for (const { table, column } of rows) expect(text, table).toMatch(new RegExp(`\`${table}\`, column \`${column}\``));
});

/** Settings that an operator keeps to themselves: those that are not shown, and those that lead to them. */
const secretish = [
  "TLS_KEY",
  "STORAGE_URL",
  "STORAGE_ALSO_URL",
  "DATABASE_URL",
  "DATABASE_REPLICA_URLS",
  "METRICS_TOKEN",
  "ADMIN_PASSWORD",
  "BACKUP_URL",
  "BACKUP_KEY",
  "SECRETS_KEY",
];
