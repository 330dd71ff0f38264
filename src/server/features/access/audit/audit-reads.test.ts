import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { auditCsv, listAudit } from "#contract/calls/access/audit.ts";
import { collectList, dayNotes, deliveryNote } from "#contract/calls/deliveries/deliveries.ts";
import { imageFile, imagePreview } from "#contract/calls/stock/images.ts";
import * as services from "#contract/calls/paper/services.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { type Client, testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box, Customer } from "#test/support/factories.ts";
import { expensive } from "#test/support/tiers.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
let staff: Client;
let reader: Client;
let owner: Customer;
let box: Box;

beforeAll(async () => {
  owner = await a.customer({ code: 42 });
  box = await a.box({ owner, number: 7 });
  staff = await server.asStaff();
  reader = await server.as(await a.user({ firstName: "Karla", lastName: "Kern", customers: [owner] }));
});

/** The entries of what a user read, the newest first, without when and who. */
async function readBy({ userId }: Client) {
  const { results } = await staff.call(listAudit, { query: { person: userId } });
  return results.map(({ kind, text, address, customer, box: of, delivery }) => ({
    kind,
    text,
    address,
    customer: customer?.code,
    box: of?.code,
    delivery: delivery?.id,
  }));
}
const entry = (kind: number, text: string, about: object = {}) => ({
  kind,
  text,
  address: "127.0.0.1",
  customer: undefined,
  box: undefined,
  delivery: undefined,
  ...about,
});

describe("who reads is on record", () => {
  test("with the picture that was opened, its box and its customer; small previews are not counted as reading", async () => {
    const image = await a.image({ box });
    await reader.download(imagePreview, { path: image });
    expect(await readBy(reader)).toEqual([]);
    const { status } = await reader.download(imageFile, { path: image });
    expect(status).toBe(200);
    expect(await readBy(reader)).toEqual([
      entry(AuditKind.pictureOpened, "Bild geöffnet", { customer: 42, box: "0042000007" }),
    ]);
  });

  expensive("four documents on paper and a zip of pictures")(
    "with every document about a customer, and which part of it",
    async () => {
      const client = await server.as(await a.user({ customers: [owner] }));
      const path = { id: owner.id };
      await client.download(services.archiveList, { path, query: { from: 1, to: 100 } });
      await client.download(services.customerOverview, { path, query: { from: 5 } });
      await client.download(services.destroyList, { path, query: { from: "2026-01-01", to: "2026-12-31" } });
      await client.download(services.destroyRequest, { path });
      await client.download(services.contentImages, { path, query: { to: 10 } });
      const of42 = { customer: 42 };
      expect(await readBy(client)).toEqual([
        entry(AuditKind.zipMade, "Inhaltsbilder (zip), Boxen bis 10 (1)", of42),
        entry(AuditKind.documentMade, "Vernichtungsanfrage", of42),
        entry(AuditKind.documentMade, "Vernichtungsliste, 01.01.2026 bis 31.12.2026", of42),
        entry(AuditKind.documentMade, "Boxenübersicht, Boxen ab 5", of42),
        entry(AuditKind.documentMade, "Archivliste, Boxen 1 bis 100", of42),
      ]);
    },
  );

  test("with delivery notes, labels and the collect list, and with the trail itself where it is exported", async () => {
    const client = await server.asStaff();
    const delivery = await a.delivery({ owner, boxes: [await a.box({ owner, state: 1 })] });
    await client.download(deliveryNote, { path: delivery });
    await client.download(collectList, {});
    await a.delivery({ owner, boxes: [await a.box({ owner, state: 1 })], time: "2025-05-05T08:00:00.000Z" });
    await client.download(dayNotes, { query: { day: "2025-05-05" } });
    await client.download(services.printLabels, { body: { codes: [{ code: box.code, amount: 24 }], start: 1 } });
    const other = await a.box();
    const codes = [box, other].map(({ code }) => ({ code, amount: 1 }));
    await client.download(services.printLabels, { body: { codes, start: 1 } });
    await client.download(services.printRowLabels, { body: { rows: [(await a.row()).id], start: 1 } });
    await client.download(auditCsv, { query: { customer: 42, from: "2026-11-01", to: "2026-11-30" } });
    expect(await readBy(client)).toEqual([
      entry(AuditKind.exportMade, "Protokoll, 01.11.2026 bis 30.11.2026", { customer: 42 }),
      entry(AuditKind.documentMade, "Reihenetiketten (1)"),
      entry(AuditKind.documentMade, "Boxetiketten (2)"),
      entry(AuditKind.documentMade, "Boxetiketten (24)", { customer: 42, box: "0042000007" }),
      entry(AuditKind.documentMade, "Lieferscheine, 05.05.2025 (1)"),
      entry(AuditKind.documentMade, "Sammelliste"),
      entry(AuditKind.documentMade, "Lieferschein", { customer: 42, delivery: delivery.id }),
    ]);
  });

  test("only where something was read: what is refused, not there or only asked after leaves no entry", async () => {
    const stranger = await server.asCustomer(await a.customer());
    const image = await a.image({ box });
    const before = (await staff.call(listAudit, {})).count;
    for (const route of [imageFile, services.archiveList, deliveryNote] as const)
      expect((await stranger.download(route, { path: { id: image.id } })).status).toBeGreaterThanOrEqual(403);
    expect((await staff.raw("HEAD", urlOf(imageFile, { path: image }))).status).toBe(200);
    expect((await staff.call(listAudit, {})).count).toBe(before);
  });

  test("for good: a box and its picture that are deleted keep their entries", async () => {
    const gone = await a.box({ owner });
    const image = await a.image({ box: gone });
    await staff.download(imageFile, { path: image });
    await db.write((tx) => tx.deleteFrom("boxes").where("id", "=", gone.id).execute());
    const { results } = await staff.call(listAudit, { query: { box: gone.code } });
    expect(results).toMatchObject([{ kind: AuditKind.pictureOpened, box: { id: null, code: gone.code } }]);
  });
});

describe("a read that cannot be put on record", () => {
  const superuser = new pg.Client({ ...inject("postgres").superuser, database: connection.database });
  beforeAll(() => superuser.connect());
  afterAll(() => superuser.end());

  test("is not answered: not one byte of the picture or the document is sent", async () => {
    const image = await a.image({ box });
    await superuser.query("alter table audit add constraint closed check (false) not valid");
    try {
      const answers = [
        await reader.download(imageFile, { path: image }),
        await reader.download(services.archiveList, { path: owner }),
        await reader.download(services.contentImages, { path: owner }),
        await staff.download(auditCsv, {}),
      ];
      for (const { status, headers } of answers)
        expect([status, headers.get("content-type")]).toEqual([500, "application/json; charset=utf-8"]);
    } finally {
      await superuser.query("alter table audit drop constraint closed");
    }
    expect((await reader.download(imageFile, { path: image })).status).toBe(200);
  });
});

test("who waits for a lock keeps nobody waiting whose reading is put on record", async () => {
  const image = await a.image({ box });
  const { writing } = db.pools;
  const writers = await Promise.all(Array.from({ length: writing.options.max }, () => writing.connect()));
  try {
    expect((await reader.download(imageFile, { path: image })).status).toBe(200);
    expect((await reader.download(services.archiveList, { path: owner })).status).toBe(200);
  } finally {
    for (const client of writers) client.release();
  }
});
