import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { toStatement } from "#server/database/connections/statement.ts";
import type { Reader } from "#server/database/database.ts";
import { newToken } from "#server/http/session.ts";
import { storesIn } from "#server/storage/stores.ts";
import { factories } from "#test/support/factories.ts";
import { testDatabase } from "#test/support/database.ts";
import { keepToken, userOfToken, usualRules } from "./tokens.ts";

const { db } = await testDatabase();
const a = factories(db, storesIn(tmpdir()).pictures); // of which nobody here has any

/** The database's reader, which counts what it is asked, and of which the first statement waits until it may go. */
function slowReader() {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const asked: number[] = [];
  const list: Reader["list"] = async (name, statement) => {
    asked.push((toStatement(statement).parameters.find(Array.isArray) as Buffer[]).length);
    if (asked.length === 1) await gate;
    return db.read.list(name, statement);
  };
  return { reader: { list } as unknown as Reader, asked, open };
}

async function signedIn() {
  const { id } = await a.user();
  const { hash } = newToken();
  await db.write((tx) => keepToken(tx, hash, id, { address: "", agent: "" }));
  return { id, hash };
}

test("who comes while tokens are looked up is looked up together with the others, and each is who they are", async () => {
  const people = [];
  for (let count = 0; count < 12; count++) people.push(await signedIn());
  const { reader, asked, open } = slowReader();
  const answers = [...people, { id: undefined, hash: newToken().hash }].map(async ({ id, hash }) => {
    expect((await userOfToken(reader, hash, usualRules))?.id).toBe(id);
  });
  open();
  await Promise.all(answers);
  expect(asked).toEqual([1, 12]);
});

test("who comes after a right was taken away does not have it, however long others have been waiting", async () => {
  const [first, second] = [await signedIn(), await signedIn()];
  const { reader, open } = slowReader();
  const waiting = userOfToken(reader, first.hash, usualRules);
  await db.write((tx) => tx.deleteFrom("tokens").where("hash", "in", [first.hash, second.hash]).execute());
  const late = userOfToken(reader, second.hash, usualRules);
  open();
  expect([await waiting, await late]).toEqual([undefined, undefined]);
});

test("a statement that hangs keeps only those waiting who are in it", async () => {
  const [first, second] = [await signedIn(), await signedIn()];
  const { reader, open } = slowReader();
  const hanging = userOfToken(reader, first.hash, usualRules);
  expect((await userOfToken(reader, second.hash, usualRules))?.id).toBe(second.id);
  open();
  expect((await hanging)?.id).toBe(first.id);
});
