import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { editUser, recordOfUser } from "#contract/calls/access/users.ts";
import { atTheMachine } from "#server/database/audit/audit.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { forgetUser } from "./mutations.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;

async function recordOf(client: Client, id: number) {
  const { status, bytes } = await client.download(recordOfUser, { path: { id } });
  return { status, said: JSON.parse(bytes.toString()) as Record<string, unknown> };
}

describe("what is kept about a user", () => {
  test("is shown to themselves and to whoever manages users, whole and without a secret, and that is on record", async () => {
    const customer = await a.customer();
    const user = await a.user({ password: "passwort1", customers: [customer] });
    await a.view(user);
    await a.webhook({ by: user });
    const [own, boss] = [await server.as(user), await server.asStaff()];
    await boss.call(editUser, { path: { id: user.id }, body: { phone1: "0421 77" } });
    for (const client of [own, boss]) {
      const { status, said } = await recordOf(client, user.id);
      expect(status).toBe(200);
      expect(said).toMatchObject({
        email: user.email,
        phone1: "0421 77",
        customers: [{ code: customer.code, may_order: true }],
        views: [{ list: "boxes" }],
        webhooks: [{ url: "https://93.184.215.14/magazin", ended: null }],
        box_history: [],
      });
      expect(said["sessions"]).toHaveLength(1);
      expect(JSON.stringify(said)).not.toMatch(/password_hash|argon2|"hash"|secret/);
    }
    const entries = db.read
      .selectFrom("audit")
      .select(["kind", "user_id"])
      .where("object_id", "=", user.id)
      .orderBy("id");
    expect((await entries.execute()).map(({ kind, user_id }) => [kind, user_id])).toEqual([
      [AuditKind.exportMade, user.id],
      [AuditKind.exportMade, boss.userId],
    ]);
  });

  test("is nobody else's business: not that of other customers' users, nor of staff who manage nobody", async () => {
    const user = await a.user();
    const others = [
      await server.as(await a.user()),
      await server.as(await a.user({ isStaff: true, managesUsers: false })),
    ];
    for (const client of others) expect((await recordOf(client, user.id)).status).toBe(404);
    expect((await recordOf(await server.asStaff(), 2_000_000_000)).status).toBe(404);
  });

  test("says of work with boxes how much of what kind there was, and of the trail what they did and what was done to them", async () => {
    const staff = await server.as(await a.user({ isStaff: true, password: "passwort1" }));
    await staff.send("POST", "/api/v1/boxes/", { owner: (await a.customer()).id, amount: 2 });
    const { said } = await recordOf(staff, staff.userId);
    expect(said["box_history"]).toMatchObject([{ count: 2 }]);
    await server.anonymous.send("POST", "/api/v1/api-token-auth/", {
      username: String(said["email"]),
      password: "passwort1",
    });
    expect((await recordOf(staff, staff.userId)).said["audit"]).toMatchObject([
      { what: "Anmeldung", by_themselves: true },
      { what: "Auskunft über einen User", by_themselves: true },
    ]);
  });
});

test("of a customer's user it counts what they did with boxes that they still see", async () => {
  const [customer, other] = [await a.customer(), await a.customer()];
  const user = await a.user({ customers: [customer] });
  for (const owner of [customer, other]) {
    const { id } = await a.box({ owner });
    await db.write((tx) =>
      sql`insert into history (box_id, seq, kind, user_id) select ${id}, max(seq) + 1, min(kind), ${user.id} from history where box_id = ${id}`.execute(
        tx,
      ),
    );
  }
  const own = (await recordOf(await server.as(user), user.id)).said["box_history"];
  expect(own).toMatchObject([{ count: 1 }]);
  expect((await recordOf(await server.asStaff(), user.id)).said["box_history"]).toMatchObject([{ count: 2 }]);
});

describe("a user who is forgotten", () => {
  const forget = (id: number) => db.write((tx) => forgetUser(tx, atTheMachine, id));
  /** Counts the rows that contain one of these words, by table. */
  async function tablesWith(words: readonly string[]) {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'audit' order by 1`.execute(
      db.read,
    );
    const found = [];
    for (const { name } of tables) {
      const pattern = `(${words.join("|")})`;
      const { rows } = await sql<{ rows: number }>`
        select count(*)::int as rows from ${sql.table(name)} t where t::text ~* ${pattern}`.execute(db.read);
      if (rows[0]?.rows) found.push(name);
    }
    return found;
  }

  test("signs in nowhere, is named nowhere outside of the trail, and what they did keeps its author's number", async () => {
    const boss = await server.asStaff();
    const names = { firstName: "Unverwechselbar", lastName: "Vergessling" };
    const user = await a.user({ isStaff: true, password: "passwort1", ...names });
    const client = await server.as(user);
    await a.view(user);
    await a.secondFactor(user);
    await client.send("POST", "/api/v1/boxes/", { owner: (await a.customer()).id, amount: 1 });
    const said = [names.firstName, names.lastName, user.email];
    expect(await tablesWith(said)).toEqual(["users"]);
    await forget(user.id);
    expect((await client.raw("GET", "/api/v1/users/")).status).toBe(403);
    const login = { username: user.email, password: "passwort1" };
    expect((await server.anonymous.send("POST", "/api/v1/api-token-auth/", login)).status).toBe(400);
    expect(await tablesWith(said)).toEqual(["login_failures"]); // of that very try, for a quarter of an hour
    const { said: left } = await recordOf(boss, user.id);
    expect(left).toMatchObject({ first_name: "", last_name: `Gelöscht ${user.id}`, active: false, is_staff: false });
    expect(left).toMatchObject({
      sessions: [],
      known_addresses: [],
      known_devices: [],
      identities: [],
      views: [],
      second_factor_since: null,
    });
    expect(left).toMatchObject({ box_history: [{ count: 1 }] });
  });

  test("is not the last who may manage users", async () => {
    const one = await a.user({ isStaff: true });
    await db.write((tx) => tx.updateTable("users").set({ manages_users: false }).where("id", "!=", one.id).execute());
    await expect(forget(one.id)).rejects.toThrow("Jemand muss User verwalten");
    await expect(forget(2_000_000_000)).rejects.toThrow("Nicht gefunden");
    await a.user({ isStaff: true });
    await forget(one.id);
  });
});
