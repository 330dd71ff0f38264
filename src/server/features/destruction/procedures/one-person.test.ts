import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import {
  confirmBatch,
  completeBatch,
  getBatch,
  proposeBatch,
} from "#contract/calls/destruction/destruction-batches.ts";
import { agreeToChange } from "#contract/calls/destruction/procedures.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { createUser, resetPassword, resetSecondFactor } from "#contract/calls/access/users.ts";
import { showBatch } from "#rules/destruction/batch-state.ts";
import { onePerson } from "#rules/destruction/one-person-texts.ts";
import { atTheMachine } from "#server/database/audit/audit.ts";
import { resetPassword as giveAtMachine } from "#server/features/access/users/mutations.ts";
import { hashPassword } from "#server/http/passwords/passwords.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { hashOnce } from "#test/support/passwords.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const own_password = "passwort1";

interface Person {
  readonly id: number;
  readonly client: Client;
}
const staffOf = async (id: number): Promise<Person> => ({ id, client: await server.as({ id }) });
const person = async () => staffOf((await a.user({ isStaff: true, password: own_password })).id);
async function made({ client }: Person): Promise<Person> {
  const body = { email: `${randomUUID()}@example.com`, last_name: "Neu", is_staff: true, manages_users: true };
  return staffOf((await client.call(createUser, { body })).id);
}
async function reset({ client }: Person, { id }: Person): Promise<Person> {
  await client.call(resetPassword, { path: { id }, body: { own_password } });
  return staffOf(id);
}
async function withoutFactor({ client }: Person, { id }: Person): Promise<Person> {
  await a.secondFactor({ id });
  await client.call(resetSecondFactor, { path: { id }, body: { own_password } });
  return staffOf(id);
}
async function atMachine({ id }: Person): Promise<Person> {
  const hash = await hashPassword(own_password);
  await db.write((tx) => giveAtMachine(tx, atTheMachine, id, hash));
  return staffOf(id);
}
/** Somebody has set a password of their own there. */
async function ready({ id }: Person): Promise<Person> {
  const own = { init_password: false, password_hash: await hashOnce(own_password) };
  await db.write((tx) => tx.updateTable("users").set(own).where("id", "=", id).execute());
  return staffOf(id);
}

type Pair = readonly [first: Person, second: Person];
/** Two accounts, and whether they are two people as far as anybody can know. */
const pairs: readonly (readonly [name: string, areTwo: boolean, make: () => Promise<Pair>])[] = [
  ["nobody had access to the other's account", true, async () => [await person(), await person()]],
  [
    "the first made the second",
    false,
    async () => {
      const first = await person();
      return [first, await made(first)];
    },
  ],
  [
    "the second made the first",
    false,
    async () => {
      const second = await person();
      return [await made(second), second];
    },
  ],
  [
    "the first gave the second a new password",
    false,
    async () => {
      const [first, second] = [await person(), await person()];
      return [first, await reset(first, second)];
    },
  ],
  [
    "the first removed the second factor of the second",
    false,
    async () => {
      const [first, second] = [await person(), await person()];
      return [first, await withoutFactor(first, second)];
    },
  ],
  [
    "the first made somebody who made the second",
    false,
    async () => {
      const first = await person();
      return [first, await made(await ready(await made(first)))];
    },
  ],
  [
    "somebody else has just made both",
    false,
    async () => {
      const maker = await person();
      return [await made(maker), await made(maker)];
    },
  ],
  [
    "the second had a password from the first, and then one from the machine",
    true,
    async () => {
      const [first, second] = [await person(), await person()];
      return [first, await atMachine(await reset(first, second))];
    },
  ],
  [
    "somebody else gave one of them a new password",
    true,
    async () => {
      const [first, second] = [await person(), await person()];
      return [first, await reset(await person(), second)];
    },
  ],
];

async function shredded(batch: { id: number }, boxes: readonly { code: string }[], { client }: Person) {
  const operations = boxes.map(({ code }) => ({ id: randomUUID(), kind: "shred" as const, batch: batch.id, code }));
  const { results } = await client.call(scan, { body: { operations } });
  expect(results.map(({ status }) => status)).toEqual(boxes.map(() => "done"));
}

test.each(pairs)("where %s they take two steps that want two people: %s", async (_name, areTwo, make) => {
  const [first, second] = (await Promise.all((await make()).map(ready))) as unknown as Pair;
  const owner = await a.customer();
  const boxes = [await a.box({ owner, state: 7 })];
  const expected = (who: string) => (areTwo ? null : onePerson(who));
  const refusal = (who: string) => (areTwo ? 200 : { non_field_errors: [onePerson(who)] });
  const outcome = ({ status, body }: { status: number; body: unknown }) => (status === 200 ? status : body);

  const proposed = await a.batch({ owner, boxes });
  await first.client.call(proposeBatch, { path: proposed });
  await a.approved(proposed, owner);
  expect((await second.client.call(getBatch, { path: proposed })).actions.confirm).toBe(expected("wer vorgelegt hat"));
  const body = { number: showBatch(proposed.id) };
  expect(outcome(await second.client.ask(confirmBatch, { path: proposed, body }))).toEqual(
    refusal("wer vorgelegt hat"),
  );
  if (!areTwo) await (await person()).client.call(confirmBatch, { path: proposed, body });

  await shredded(proposed, boxes, first);
  expect((await second.client.call(getBatch, { path: proposed })).actions.complete).toBe(
    expected("wer vernichtet hat"),
  );
  const completed = await second.client.ask(completeBatch, { path: proposed, body: { place: "house" } });
  expect(outcome(completed)).toEqual(refusal("wer vernichtet hat"));
  if (!areTwo) await (await person()).client.call(completeBatch, { path: proposed, body: { place: "house" } });

  const change = await a.procedureChange({ owner: await a.customer(), askedBy: first });
  expect(outcome(await second.client.ask(agreeToChange, { path: change }))).toEqual(refusal("wer es beantragt hat"));
});

test("the database refuses what one person confirms, witnesses or agrees to past the program", async () => {
  const first = await person();
  const second = await made(first);
  const owner = await a.customer();
  const batch = await a.batch({ owner, boxes: [await a.box({ owner, state: 7 })] });
  await first.client.call(proposeBatch, { path: batch });
  await a.approved(batch, owner);
  const change = await a.procedureChange({ owner: await a.customer(), askedBy: first });
  for (const statement of [
    sql`update destruction_batches set state = 3, confirmed_by = ${second.id}::bigint, confirmed_at = now() where id = ${batch.id}::int`,
    sql`update procedure_changes set agreed_by = ${second.id}::bigint, agreed_at = now() where id = ${change.id}::int`,
  ])
    await expect(db.write((tx) => statement.execute(tx))).rejects.toThrow("one person");
  for (const statement of [sql`update access_given set by_user = null`, sql`delete from access_given`])
    await expect(db.write((tx) => statement.execute(tx))).rejects.toThrow(/append-only|permission denied/);
});

test("two accounts that one administrator made count as two after a week, one that the other made never does", async () => {
  const maker = await person();
  const [one, other] = [await ready(await made(maker)), await ready(await made(maker))];
  const areOne = async (first: Person, second: Person, days: number) => {
    const { rows } = await sql<{ one: boolean }>`
      select may_be_one(${first.id}::bigint, ${second.id}::bigint, now() + make_interval(days => ${days}::int)) as one`.execute(
      db.read,
    );
    return rows[0]?.one;
  };
  expect([await areOne(one, other, 6), await areOne(one, other, 8)]).toEqual([true, false]);
  expect([await areOne(maker, one, 4000), await areOne(one, maker, 4000)]).toEqual([true, true]);
  await reset(maker, one);
  await reset(other, maker); // in a circle
  expect(await areOne(one, other, 4000)).toBe(true);
});

test("nothing that was let go here was let go by one person", async () => {
  expect(await runChecks(db)).toEqual([]);
});
