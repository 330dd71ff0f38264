import { createHash } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { getBox, listBoxes } from "#contract/calls/stock/boxes.ts";
import * as calls from "#contract/calls/destruction/destruction-batches.ts";
import { showBatch } from "#rules/destruction/batch-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { attachedData, batchFaults, certificateFaults } from "#server/database/destruction/verify-batches.ts";
import { readerIn } from "#server/database/database.ts";
import type { CertificateData } from "#server/documents/destruction-certificate.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box } from "#test/support/factories.ts";
import { expectSound, textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db, { PUBLIC_URL: "https://archiv.example", PROVIDER_NAME: "Muster Archiv GmbH" });
const { a } = server;
const staff = await server.asStaff();

async function certified(count = 3) {
  const owner = await a.customer({ name: "Klinikum Süd" });
  const boxes: Box[] = [];
  for (let each = 0; each < count; each++) boxes.push(await a.box({ owner, state: 7 }));
  await a.content({ box: boxes[0] as Box, text: "Röntgen A–K" });
  const { id } = await a.batch({ owner, boxes, until: "destroyed" });
  const batch = await staff.call(calls.certifyBatch, { path: { id } });
  const { bytes } = await staff.download(calls.certificate, { path: { id } });
  return { id, owner, boxes, batch, bytes };
}
const said = (pdf: Buffer) => JSON.parse(attachedData(pdf).toString("utf8")) as CertificateData;

describe("a certificate", () => {
  expensive("a certificate on paper, looked through as a file")(
    "says what, when, how and by whom, the same on paper, in its data, in the lines and in the histories",
    async () => {
      const { id, owner, boxes, batch, bytes } = await certified();
      expectSound(bytes);
      const text = textOf(bytes).replace(/\s+/g, " ");
      const number = batch.certificate?.number ?? "";
      for (const part of [
        `Vernichtungsbescheinigung ${number}`,
        "Schutzklasse 2, Sicherheitsstufe P-4 (≤ 160 mm²) nach DIN 66399 / ISO/IEC 21964",
        "Summe: 3 Boxen 1 Inhalt 1,20 15,0 kg",
        "Ausgeführt: Erika Zwei Bezeugt: Erika Drei",
        batch.certificate?.digest ?? "none",
      ])
        expect(text).toContain(part);
      expect(text).not.toMatch(/zertifiziert|Röntgen/);
      const data = said(bytes);
      expect(data.totals).toEqual({ boxes: 3, contents: 1, metres: 1.2, kg: 15 });
      expect([data.number, data.batch, data.kept, data.order.approvedBy]).toEqual([number, id, [], "Erika Prokurist"]);
      expect(data.boxes.map(({ code }) => code)).toEqual(boxes.map(({ code }) => code));
      const { results } = await staff.call(calls.listBatchLines, { path: { id }, query: {} });
      expect(results.filter(({ scanned }) => scanned !== null).map(({ code }) => code)).toEqual(
        boxes.map(({ code }) => code),
      );
      for (const { id: box } of boxes) {
        const { history } = await staff.call(getBox, { path: { id: box } });
        expect(history.at(-1)).toMatchObject({
          state: HistoryKind.destroyed,
          meta: { batch: id, class: 2, level: "P-4" },
        });
      }
      expect((await staff.call(listBoxes, { query: { owner: owner.id, state: 6 } })).count).toBe(3);
    },
  );

  test("is made once: whoever loads it gets the same bytes, its customer too, and who makes it at the same moment is refused", async () => {
    const { id, owner, batch, bytes } = await certified(1);
    const customer = await server.asCustomer(owner);
    for (const client of [staff, customer]) {
      const again = await client.download(calls.certificate, { path: { id } });
      expect(again.bytes.equals(bytes)).toBe(true);
    }
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(batch.certificate?.sha256);
    const box = await a.box({ state: 7 });
    const other = await a.batch({ owner: box.owner, boxes: [box], until: "destroyed" });
    const answers = await Promise.all([1, 2, 3].map(() => staff.ask(calls.certifyBatch, { path: other })));
    expect(answers.map(({ status }) => status).filter((status) => status === 400)).toHaveLength(2);
  });

  test("leaves out and names what was rejected, taken out or reactivated", async () => {
    const owner = await a.customer();
    const boxes: Box[] = [];
    for (let each = 0; each < 2; each++) boxes.push(await a.box({ owner, state: 7 }));
    const batch = await a.batch({ owner, boxes, until: "shredded" });
    const [back] = boxes as [Box];
    await staff.send("PATCH", `/api/v1/boxes/${back.id}/`, { state: 2 });
    await staff.call(calls.completeBatch, {
      path: batch,
      body: { place: "subcontractor", subcontractor: "Reiß GmbH" },
    });
    await staff.call(calls.certifyBatch, { path: batch });
    const data = said((await staff.download(calls.certificate, { path: batch })).bytes);
    expect([data.totals.boxes, data.subcontractor]).toEqual([1, "Reiß GmbH"]);
    expect(data.kept).toEqual([{ code: back.code, reason: "Nach dem Scannen reaktiviert" }]);
  });

  test("is verified by who has it and reveals to nobody else that there is one", async () => {
    const { id, batch } = await certified(1);
    const { number = "", digest = "", sha256 } = batch.certificate ?? {};
    const ask = (query: { number: string; digest: string }) => server.anonymous.ask(calls.verifyCertificate, { query });
    expect((await ask({ number: number.replace("/", "-"), digest })).body).toMatchObject({ number, boxes: 1, sha256 });
    const unknown = await ask({ number: "V-999999/2026", digest });
    const wrong = await ask({ number, digest: "0".repeat(64) });
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    expect(unknown.status).toBe(404);
    expect((await ask({ number, digest: "x" })).status).toBe(400);
    const letter = await staff.download(calls.batchRequest, { path: { id } });
    expect(textOf(letter.bytes)).toContain(`Vorgang ${showBatch(id)}`);
  });
});

describe("magazin verify --certificate names", () => {
  test("nothing where all is as it was", async () => {
    const { bytes } = await certified(2);
    expect(await certificateFaults(db.read, bytes)).toEqual([]);
    expect(await batchFaults(db.read)).toEqual([]);
  });

  test("a byte that was changed in the paper, in its data, and a file that is none", async () => {
    const { bytes } = await certified(2);
    const paper = Buffer.from(bytes);
    paper.writeUInt8(paper.readUInt8(paper.length - 20) ^ 1, paper.length - 20);
    expect(await certificateFaults(db.read, paper)).toEqual(["the file is not the one that was certified"]);
    const start = bytes.indexOf("stream\n", bytes.indexOf("/Type /EmbeddedFile")) + 40;
    const inside = Buffer.from(bytes);
    inside.writeUInt8(inside.readUInt8(start) ^ 1, start);
    expect((await certificateFaults(db.read, inside))[0]).toMatch(/^its data (cannot be read|are )/);
    expect(await certificateFaults(db.read, Buffer.from("%PDF-1.7"))).toEqual([
      "its data cannot be read: it carries no data",
    ]);
  });

  test("what was changed in the database: a decision or a scan; events and papers the program's own role cannot change", async () => {
    const { id, boxes, bytes } = await certified(2);
    const [box] = boxes as [Box];
    const changes: [ReturnType<typeof sql>, RegExp][] = [
      [
        sql`update destruction_lines set metres_mm = 1 where batch_id = ${id}::int`,
        /decisions of V-\d{6} are not those/,
      ],
      [
        sql`
          update destruction_lines set scanned_at = null, scanned_by = null
          where batch_id = ${id}::int and box_id = ${box.id}::bigint`,
        /is on no scanned line/,
      ],
    ];
    for (const [change, expected] of changes) {
      const faults: string[] = [];
      const tried = db.write(async (tx) => {
        await sql`alter table destruction_lines disable trigger user`.execute(tx);
        await change.execute(tx);
        faults.push(...(await certificateFaults(readerIn(tx), bytes)));
        throw new Error("taken back");
      });
      await expect(tried).rejects.toThrow("taken back");
      expect(faults.join("; ")).toMatch(expected);
    }
    expect(await certificateFaults(db.read, bytes)).toEqual([]);
    for (const change of [
      sql`alter table destruction_events disable trigger user`,
      sql`update destruction_events set text = 'x' where batch_id = ${id}::int`,
      sql`alter table destruction_papers disable trigger user`,
      sql`delete from destruction_papers where batch_id = ${id}::int`,
    ])
      await expect(db.write((tx) => change.execute(tx))).rejects.toThrow(/must be owner|permission denied/);
  });
});
