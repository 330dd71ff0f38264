import { sql } from "kysely";
import { expect, test } from "vitest";
import { createContent, deleteContent, editContent } from "#contract/calls/stock/contents.ts";
import { createCustomer } from "#contract/calls/customers/customers.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { countSpellings } from "./count-spellings.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const always = new AbortController().signal;

async function wordsOf(customer: { readonly id: number }): Promise<Record<string, number>> {
  const kept = db.read.selectFrom("search_words").select(["word", "count"]).where("customer_id", "=", customer.id);
  return Object.fromEntries((await kept.orderBy("word").execute()).map(({ word, count }) => [word, count]));
}

/** As if so many hours had gone by since the words were counted. */
const later = (hours: number) =>
  db.write(async (tx) => {
    const ago = sql<string>`now() - make_interval(hours => ${hours})`;
    await tx.updateTable("jobs").set({ begun: ago, done: ago }).where("name", "=", "words").execute();
  });

test("the words of a content are known with it, by customer and without numbers", async () => {
  const { id } = await staff.call(createCustomer, { body: { name: "Stadtwerke Köln", address_city: "Köln-Deutz" } });
  const [box, other] = [await a.box({ owner: { id, code: 1, name: "" } }), await a.box()];
  const { id: content } = await staff.call(createContent, {
    body: { box_id: box.id, text: "Grünanlagen, Straße 4711 – grünanlagen" },
  });
  const company = { stadtwerke: 1, koln: 1, deutz: 1 };
  expect(await wordsOf({ id })).toEqual({ ...company, grunanlagen: 1, strasse: 1 });
  await staff.call(editContent, { path: { id: content }, body: { text: "Brücken" } });
  expect(await wordsOf({ id })).toEqual({ ...company, grunanlagen: 1, strasse: 1, brucken: 1 });
  expect(await wordsOf(other.owner)).toEqual({});
});

test("an archive of before is counted by the first of two servers, and again when a day has gone by", async () => {
  const owner = await a.customer({ name: "Amtsgericht" });
  const box = await a.box({ owner });
  const texts = ["Bauakte Süd", "Bauakte Nord", "Urkunden"];
  const contents = [];
  for (const text of texts) contents.push(await a.content({ box, text }));
  expect(await wordsOf(owner)).toEqual({});

  const counted = await Promise.all([countSpellings(db, always), countSpellings(db, always)]);
  expect(counted.filter((customers) => customers === null)).toHaveLength(1);
  expect(await wordsOf(owner)).toEqual({ amtsgericht: 0, bauakte: 2, nord: 1, sud: 1, urkunden: 1 });

  await later(23);
  expect(await countSpellings(db, always)).toBeNull();

  // a word that is gone stays for one more day, in which it may come back
  await staff.call(deleteContent, { path: { id: contents[2]?.id ?? 0 } });
  await staff.call(deleteContent, { path: { id: contents[1]?.id ?? 0 } });
  await later(25);
  await countSpellings(db, always);
  expect(await wordsOf(owner)).toEqual({ amtsgericht: 0, bauakte: 1, nord: 0, sud: 1, urkunden: 0 });
  await staff.call(createContent, { body: { box_id: box.id, text: "Urkunden" } });
  await later(25);
  await countSpellings(db, always);
  expect(await wordsOf(owner)).toEqual({ amtsgericht: 0, bauakte: 1, sud: 1, urkunden: 1 });
});

test("a count that is broken off is begun anew at the next start", async () => {
  await later(25);
  expect(await countSpellings(db, AbortSignal.abort())).toBeNull();
  expect(await countSpellings(db, always)).toBeGreaterThan(0);
});
