import { beforeEach, describe, expect, test } from "vitest";
import { listAudit } from "#contract/calls/access/audit.ts";
import { createCustomer, deleteCustomer, editCustomer } from "#contract/calls/customers/customers.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  newRecoveryCodes,
} from "#contract/calls/access/second-factor.ts";
import { login, logout } from "#contract/calls/access/session.ts";
import {
  endOtherSessions,
  endSession,
  endUserSession,
  listSessions,
  listUserSessions,
} from "#contract/calls/access/sessions.ts";
import {
  changePassword,
  createUser,
  editUser,
  resetPassword,
  resetSecondFactor,
} from "#contract/calls/access/users.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { authenticator } from "#server/features/access/second-factor/mutations.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
let now = new Date();
const server = await testServer(db, {}, { now: () => now });
const { a, anonymous } = server;
const observer = await server.asStaff();
const password = "passwort1";

beforeEach(async () => void (await db.write((tx) => tx.deleteFrom("login_failures").execute())));

type Query = { person?: number; kind?: AuditKind; customer?: number };
/** Returns the entries on record, the oldest first: kind, sentence, and the person that each is about. */
async function trail(query: Query) {
  const { results } = await observer.call(listAudit, { query: { ...query, order_by: "at" } });
  return results.map(({ kind, text, subject, customer, address }) => {
    expect(address).toBe("127.0.0.1");
    return [kind, text, subject?.id ?? null, customer?.code ?? null];
  });
}
const tryWith = (username: string, secret: string) => anonymous.ask(login, { body: { username, password: secret } });
const failures = async () =>
  (await observer.call(listAudit, { query: { kind: AuditKind.signInFailed } })).results.map(({ user, name }) => [
    name,
    user?.id ?? null,
  ]);

describe("who comes in and who does not", () => {
  test("signs in, is refused and signs out under their name and address", async () => {
    const user = await a.user({ password });
    expect((await tryWith(user.email, "falsch-falsch")).status).toBe(400);
    const { body } = await tryWith(` ${user.email.toUpperCase()}`, password);
    const session = { headers: { authorization: `Token ${body.token}` } };
    expect((await anonymous.raw("POST", "/api/v1/logout/", session)).status).toBe(204);
    expect(await trail({ person: user.id })).toEqual([
      [AuditKind.signInFailed, "Fehlgeschlagene Anmeldung", null, null],
      [AuditKind.signedIn, "Anmeldung", null, null],
      [AuditKind.signedOut, "Abmeldung", null, null],
    ]);
  });

  test("is on record by their address, and of a name that nobody has, which may be a password, by its first letter and its length", async () => {
    const left = await a.user({ password, active: false });
    await tryWith("niemand@example.com", password);
    await tryWith("<b>kein Name", password);
    await tryWith(left.email, password);
    expect((await failures()).slice(0, 3)).toEqual([
      [left.email, left.id],
      ["<… (12 Zeichen)", null],
      ["n… (19 Zeichen)", null],
    ]);
  });

  test("is not on record for a try that was never made, because too many were", async () => {
    const before = (await failures()).length;
    const tries = await Promise.all(Array.from({ length: 15 }, () => tryWith("flut@example.com", password)));
    const made = tries.filter(({ status }) => status === 400).length;
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(15);
    expect((await failures()).length - before).toBe(made);
  });
});

describe("whose rights change, by whom", () => {
  const actor = async (): Promise<Client> => server.as(await a.user({ isStaff: true, password }));

  test("is recorded with what was and what is, for a new user and for an old one", async () => {
    const staff = await actor();
    const body = { last_name: "Neu", email: "neu@example.com" };
    const { id } = await staff.call(createUser, { body });
    const { id: admin } = await staff.call(createUser, {
      body: { ...body, email: "chef@example.com", is_staff: true },
    });
    const edit = (changes: object) => staff.call(editUser, { path: { id }, body: changes });
    await edit({ email: "anders@example.com", last_name: "Anders", own_password: password });
    await edit({ is_staff: true });
    await edit({ is_staff: true, phone1: "0421 1" });
    await edit({ is_staff: false, active: false });
    await staff.call(resetPassword, { path: { id }, body: { own_password: password } });
    expect(await trail({ person: staff.userId })).toEqual([
      [AuditKind.userCreated, "User erstellt", id, null],
      [AuditKind.userCreated, "User erstellt (Admin)", admin, null],
      [AuditKind.emailChanged, "E-Mail: neu@example.com → anders@example.com", id, null],
      [AuditKind.rightsChanged, "Admin: nein → ja", id, null],
      [AuditKind.rightsChanged, "Verwaltet User: nein → ja", id, null],
      [AuditKind.rightsChanged, "Admin: ja → nein", id, null],
      [AuditKind.rightsChanged, "Verwaltet User: ja → nein", id, null],
      [AuditKind.rightsChanged, "Aktiv: ja → nein", id, null],
      [AuditKind.passwordReset, "Passwort zurückgesetzt", id, null],
    ]);
  });

  test("is recorded for each customer that a user may see, or may see no more", async () => {
    const staff = await actor();
    const [one, two] = [await a.user(), await a.user()];
    const { id, code } = await staff.call(createCustomer, { body: { name: "Neu", user_ids: [one.id] } });
    await staff.call(editCustomer, { path: { id }, body: { user_ids: [two.id] } });
    await staff.call(editCustomer, { path: { id }, body: { notes: "nichts davon" } });
    await staff.call(editUser, { path: { id: two.id }, body: { is_staff: true } });
    await staff.call(editCustomer, { path: { id }, body: { user_ids: [one.id] } });
    await staff.call(deleteCustomer, { path: { id } });
    const [given, taken] = ["Kundenzugriff: nein → ja", "Kundenzugriff: ja → nein"];
    expect((await trail({ customer: code })).filter(([kind]) => kind === AuditKind.rightsChanged)).toEqual([
      [AuditKind.rightsChanged, given, one.id, code],
      [AuditKind.rightsChanged, taken, one.id, code],
      [AuditKind.rightsChanged, given, two.id, code],
      [AuditKind.rightsChanged, taken, two.id, code], // who joins the staff loses their customers
      [AuditKind.rightsChanged, given, one.id, code],
      [AuditKind.rightsChanged, taken, one.id, code], // with the customer
    ]);
  });

  test("is recorded of the own password, and of each wrong one", async () => {
    const user = await a.user({ password });
    const client = await server.as(user);
    const change = (old_password: string) =>
      client.ask(changePassword, { path: { id: user.id }, body: { old_password, new_password: `${password}-neu` } });
    expect((await change("falsch-falsch")).status).toBe(400);
    expect((await change(password)).status).toBe(200);
    expect(await trail({ person: user.id })).toEqual([
      [AuditKind.ownPasswordWrong, "Falsches eigenes Passwort", null, null],
      [AuditKind.passwordChanged, "Passwort geändert", null, null],
    ]);
    expect((await client.ask(logout, {})).status).toBe(204);
  });

  test("leaves no entry where nothing changed because it was refused", async () => {
    const staff = await actor();
    const [user, other] = [await a.user(), await a.user()];
    const taken = { email: other.email, is_staff: true, own_password: password };
    expect((await staff.ask(editUser, { path: { id: user.id }, body: taken })).status).toBe(400);
    expect((await staff.ask(editUser, { path: { id: 2_000_000_000 }, body: { active: false } })).status).toBe(404);
    const body = { own_password: password };
    expect((await staff.ask(resetPassword, { path: { id: 2_000_000_000 }, body })).status).toBe(404);
    const owner = await a.customer();
    await a.box({ owner });
    await staff.call(editCustomer, { path: { id: owner.id }, body: { user_ids: [user.id] } });
    expect((await staff.ask(deleteCustomer, { path: { id: owner.id } })).status).toBe(400);
    expect(await trail({ person: staff.userId })).toHaveLength(1);
  });
});

describe("second factors and sessions", () => {
  const later = () => void (now = new Date(now.getTime() + 30_000)); // each code is good once
  const body = { own_password: password };
  const known = (text: string) => [text, null];
  const entries = async (id: number) => (await trail({ person: id })).map(([, text, subject]) => [text, subject]);

  expensive("sign-ins with a second factor, and passwords that are hashed")(
    "are on record from the first code to the last, with every wrong one and each recovery code",
    async () => {
      const user = await a.user({ password });
      const client = await server.as(user);
      const { secret } = await client.call(beginSecondFactor, { body });
      const code = () => authenticator(secret).generate({ timestamp: now.getTime() });
      const { recovery_codes: codes } = await client.call(confirmSecondFactor, { body: { code: code() } });
      const signIn = (typed: string) => anonymous.ask(login, { body: { username: user.email, password, code: typed } });
      expect((await signIn("falsch")).status).toBe(400);
      expect((await signIn(codes[0] ?? "")).status).toBe(200);
      later();
      await client.call(newRecoveryCodes, { body: { ...body, code: code() } });
      expect((await client.ask(endSecondFactor, { body: { own_password: "falsch-falsch", code: "1" } })).status).toBe(
        400,
      );
      later();
      await client.call(endSecondFactor, { body: { ...body, code: code() } });
      expect(await entries(user.id)).toEqual(
        [
          "Zweiter Faktor eingerichtet",
          "Falscher Code",
          "Wiederherstellungscode benutzt",
          "Anmeldung",
          "Wiederherstellungscodes erneuert",
          "Falsches eigenes Passwort",
          "Zweiter Faktor abgeschaltet",
        ].map(known),
      );
    },
  );

  test("are recorded when staff remove a factor, and when somebody ends sessions of their own or of a user", async () => {
    const user = await a.user({ password });
    const client = await server.as(user);
    const { secret } = await client.call(beginSecondFactor, { body });
    const code = authenticator(secret).generate({ timestamp: now.getTime() });
    await client.call(confirmSecondFactor, { body: { code } });
    const staff = await server.as(await a.user({ isStaff: true, password }));
    for (let count = 0; count < 3; count++) await server.as({ id: staff.userId });
    const other = (await staff.call(listSessions, {})).results.find(({ current }) => !current);
    await staff.call(endSession, { path: { id: other?.id ?? 0 } });
    await staff.call(endOtherSessions, {});
    await staff.call(endOtherSessions, {}); // of which there are none any more
    expect((await staff.ask(endSession, { path: { id: 2_000_000_000 } })).status).toBe(404);
    const theirs = await staff.call(listUserSessions, { path: { id: user.id } });
    const path = { id: user.id, session: theirs.results[0]?.id ?? 0 };
    await staff.call(endUserSession, { path });
    expect((await staff.ask(endUserSession, { path })).status).toBe(404); // it is on record once
    await staff.call(resetSecondFactor, { path: { id: user.id }, body });
    expect(await entries(staff.userId)).toEqual([
      known("Sitzung beendet"),
      known("Alle anderen Sitzungen beendet (2)"),
      ["Sitzung beendet", user.id],
      ["Zweiter Faktor entfernt", user.id],
    ]);
  });
});
