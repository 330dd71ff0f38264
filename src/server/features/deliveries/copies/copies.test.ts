import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { provePictures } from "#cli/check/checks-pictures.ts";
import { listAudit } from "#contract/calls/access/audit.ts";
import { addCopy, copyFile, removeCopy } from "#contract/calls/deliveries/copies.ts";
import {
  completeDelivery,
  createDelivery,
  getDelivery,
  listCollect,
  postCancelDelivery,
} from "#contract/calls/deliveries/deliveries.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { editBox, getBox } from "#contract/calls/stock/boxes.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { DeliveryKind, DeliveryState } from "#rules/deliveries/delivery-state.ts";
import { wrongPdf } from "#rules/texts/refusal-texts.ts";
import { keptPictures } from "#server/database/jobs/kept-pictures.ts";
import { sweepPictures } from "#server/features/stock/images/mutations.ts";
import { storesIn } from "#server/storage/stores.ts";
import { anyDay } from "#test/life/box-life-orders.ts";
import type { Client } from "#test/support/client.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box } from "#test/support/factories.ts";
import { packedPdf, pdfFile } from "#test/support/pdf-files.ts";
import { expensive } from "#test/support/tiers.ts";
import { expireCopies } from "./mutations.ts";

const { db } = await testDatabase({ mails: true });
const server = await testServer(db, { PUBLIC_URL: "https://archiv.example", SCAN_DAYS: "14" });
const { a } = server;
const { pictures } = storesIn(server.dataDir);
const staff = await server.asStaff();
const until = addDays(berlinDay(new Date()), 14);

async function setUp() {
  const owner = await a.customer();
  const by = await server.asCustomer(owner);
  const option = await a.option({ owner, ...anyDay, price: "12.50" });
  return { owner, by, body: { kind: DeliveryKind.copy, customer: owner.id, delivery_option: option.id } };
}

/** An order of one box and one content of another, whose boxes stand in a row. */
async function ordered() {
  const { owner, by, body } = await setUp();
  const box = await a.box({ owner, state: 1 });
  const folder = await a.box({ owner, state: 1 });
  const content = await a.content({ box: folder, text: "Kaufvertrag" });
  const order = await by.call(createDelivery, { body: { ...body, boxes: [box.id], boxcontents: [content.id] } });
  return { owner, by, box, folder, content, order, path: { id: order.id } };
}

type Scan = Record<string, unknown> & { kind: string };
const scanned = async (operation: Scan) => {
  const operations = [{ id: randomUUID(), ...operation }] as never;
  return (await staff.call(scan, { body: { operations } })).results[0];
};
const pickAll = async (delivery: number, box: Box, content: number) => {
  await scanned({ kind: "pick", delivery, code: box.code });
  await scanned({ kind: "pick", delivery, content });
};
async function store(box: Box) {
  const row = await a.row();
  return scanned({ kind: "store", code: box.code, row: row.id, part: 1, height: 1, move: false });
}

const send = async (path: { id: number }, thing: { box?: number; content?: number }, file: Buffer<ArrayBuffer>) =>
  staff.ask(addCopy, { path, body: { ...thing, file: new Blob([file], { type: "image/png" }) } as never });
const read = (who: Client, id: number) => who.download(copyFile, { path: { id } });
const mailsTo = async (user: number) =>
  (await db.read.selectFrom("messages").select("payload").where("user_id", "=", user).orderBy("id").execute()).map(
    ({ payload }) => payload,
  );
const mailNames = async (user: number) => (await mailsTo(user)).map((mail) => (mail as { mail: string }).mail);
const audited = async (kind: number) =>
  (await staff.call(listAudit, { query: { order_by: "-at" } })).results.filter((entry) => entry.kind === kind);
const faultless = async () => expect((await runChecks(db)).filter(({ violations }) => violations > 0)).toEqual([]);

describe("what is ordered as a scan", () => {
  expensive("two PDF files, each read in its own process")(
    "is picked, scanned at the office, reported, read by its customer and put in again without a trip",
    async () => {
      const { by, box, content, folder, order, path } = await ordered();
      expect([order.kind, order.price, order.address, order.state]).toEqual([DeliveryKind.copy, "0.00", null, 0]);
      const collected = (await staff.call(listCollect, {})).results.filter(({ delivery }) => delivery.id === order.id);
      expect(collected).toHaveLength(2);
      await pickAll(order.id, box, content.id);
      const whole = await pdfFile(3);
      const first = await send(path, { box: box.id }, whole);
      expect([first.status, first.body]).toMatchObject([201, { pages: 3, kept_until: until, deleted: null }]);
      expect(await mailNames(by.userId)).toEqual(["copiesOrdered"]);
      const second = await send(path, { content: content.id }, packedPdf(7));
      expect(second.body).toMatchObject({ pages: 7 });
      expect(await mailsTo(by.userId)).toMatchObject([{}, { mail: "copiesReady", delivery: order.id, until }]);
      const seen = await by.call(getDelivery, { path });
      expect([seen.boxes[0]?.copies, seen.boxcontents[0]?.copies]).toMatchObject([[{ pages: 3 }], [{ pages: 7 }]]);
      expect((await by.call(getBox, { path: { id: folder.id } })).copies).toMatchObject([
        { content: "Kaufvertrag", pages: 7, kept_until: until, delivery: order.id },
      ]);
      const file = await read(by, first.body.id);
      expect([file.status, Buffer.compare(file.bytes, whole)]).toEqual([200, 0]);
      expect(file.headers.get("content-disposition")).toMatch(/^attachment; .*Scan-\d{6}-.*\.pdf/);
      expect(file.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'; frame-ancestors 'none'");
      expect(await store(box)).toMatchObject({ status: "done", state: BoxState.inStock });
      expect((await staff.call(getDelivery, { path })).state).toBe(DeliveryState.processing);
      expect(await scanned({ kind: "receive", content: content.id })).toMatchObject({ status: "done", state: 0 });
      const done = await staff.call(getDelivery, { path });
      expect([done.state, done.boxes[0]?.received, done.boxcontents[0]?.received]).toEqual([2, true, true]);
      expect((await staff.call(getBox, { path: { id: folder.id } })).history.map(({ state }) => state)).toContain(19);
      expect(await mailNames(by.userId)).toEqual(["copiesOrdered", "copiesReady"]);
      expect((await read(by, first.body.id)).status).toBe(200);
      await faultless();
    },
  );

  expensive("a PDF file that a process reads, opened three times")(
    "stands in the audit trail each time that somebody reads it",
    async () => {
      const { by, owner, box, content, order, path } = await ordered();
      await pickAll(order.id, box, content.id);
      const { body } = await send(path, { box: box.id }, await pdfFile(4));
      const before = (await audited(AuditKind.copyOpened)).length;
      await read(by, body.id);
      await read(by, body.id);
      await read(staff, body.id);
      const entries = await audited(AuditKind.copyOpened);
      expect(entries.length - before).toBe(3);
      expect(entries[0]).toMatchObject({ customer: { code: owner.code }, delivery: { id: order.id } });
      expect(JSON.stringify(entries[0])).toContain("Scan geöffnet (4 Seiten)");
    },
  );

  expensive("a PDF file that a process reads, swept and proven")(
    "is found by the proof, by backups and by moves, and no sweep takes it",
    async () => {
      const { box, content, order, path } = await ordered();
      await pickAll(order.id, box, content.id);
      const pdf = await pdfFile(1);
      await send(path, { box: box.id }, pdf);
      expect(await sweepPictures(db, pictures, { before: new Date(Date.now() + 60_000) })).toBe(0);
      const kept = await keptPictures(db.read);
      const own = kept.find(({ bytes }) => bytes === pdf.length);
      expect(own && (await pictures.faultOf(own.sha256, own.bytes, true))).toBeNull();
      await pictures.delete(own?.sha256 ?? Buffer.alloc(32));
      expect(JSON.stringify((await provePictures(db, pictures, false)).first)).toMatch(/delivery \d{6}: scan \d+: /);
      await pictures.put({ sha256: own?.sha256 ?? Buffer.alloc(32), bytes: pdf, preview: Buffer.alloc(0) });
    },
  );

  expensive("a PDF file that a process reads, and several sweeps")(
    "is deleted with an entry when its days are over, and who asks then learns so; its pages stay",
    async () => {
      const { by, box, content, order, path } = await ordered();
      await pickAll(order.id, box, content.id);
      const { body } = await send(path, { box: box.id }, await pdfFile(5));
      const expire = () => expireCopies(db, pictures, new AbortController().signal);
      await expire();
      const ends = (days: number) =>
        db.write((tx) =>
          sql`update digital_copies set kept_until = berlin_day(now()) + ${days}::int where id = ${body.id}`.execute(
            tx,
          ),
        );
      await ends(0);
      expect(await expire()).toBe(0);
      expect((await read(by, body.id)).status).toBe(200);
      await ends(-1);
      const late = await read(by, body.id);
      const gone = "Dieser Scan ist nicht mehr da: Seine Frist ist vorbei, er wurde gelöscht.";
      expect([late.status, late.bytes.toString()]).toEqual([404, JSON.stringify({ detail: gone })]);
      const files = (await keptPictures(db.read)).length;
      expect(await expire()).toBe(1);
      expect((await keptPictures(db.read)).length).toBe(files - 1);
      const [entry] = await audited(AuditKind.copyExpired);
      expect(entry).toMatchObject({ delivery: { id: order.id } });
      const [line] = (await by.call(getDelivery, { path })).boxes;
      expect(line?.copies).toMatchObject([{ pages: 5, deleted: expect.any(String) }]);
      expect((await by.call(getBox, { path: { id: box.id } })).copies).toEqual([]);
      expect((await read(by, body.id)).status).toBe(404);
      expect((await provePictures(db, pictures, true)).violations).toBe(0);
    },
  );

  expensive("a PDF file that a process of its own reads")(
    "is nobody else's: another customer of the same name sees neither order nor file",
    async () => {
      const { owner, box, content, order, path } = await ordered();
      await pickAll(order.id, box, content.id);
      const { body } = await send(path, { box: box.id }, await pdfFile(1));
      const stranger = await server.asCustomer(await a.customer({ name: owner.name }));
      expect((await read(stranger, body.id)).status).toBe(404);
      expect((await stranger.ask(getDelivery, { path })).status).toBe(404);
      expect((await stranger.ask(addCopy, { path, body: { box: box.id } })).status).toBe(403);
      expect((await stranger.ask(removeCopy, { path: { id: body.id } })).status).toBe(403);
    },
  );
});

describe("the file of a scan", () => {
  const answered = async (
    path: { id: number },
    thing: { box?: number; content?: number },
    file: Buffer<ArrayBuffer>,
  ) => {
    const { status, body } = await send(path, thing, file);
    return [status, Object.values(body as object).flat()[0]];
  };

  expensive("eight PDF files, damaged, with a program, encrypted or of 5,000 pages")(
    "that is no PDF, damaged, encrypted, carries a program, empty or too long is refused with its sentence, and nothing of it stays",
    async () => {
      const { box, content, order, path } = await ordered();
      await pickAll(order.id, box, content.id);
      const sent = (file: Buffer<ArrayBuffer>) => answered(path, { box: box.id }, file);
      const whole = await pdfFile(2);
      expect(await sent(Buffer.from("PK"))).toEqual([400, "Bitte wählen Sie eine PDF-Datei. Diese Datei ist keine."]);
      const broken = "Diese PDF-Datei ist beschädigt und lässt sich nicht lesen.";
      expect(await sent(Buffer.from("%PDF-1.7 nichts"))).toEqual([400, broken]);
      expect(await sent(whole.subarray(0, whole.length / 2))).toEqual([400, broken]);
      const locked = "Diese PDF-Datei ist verschlüsselt. Bitte speichern Sie sie ohne Schutz.";
      expect(await sent(await pdfFile(2, "geheim"))).toEqual([400, locked]);
      const active = Buffer.concat([whole, Buffer.from("9 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj")]);
      expect(await sent(active)).toEqual([400, wrongPdf.active.message]);
      expect(await sent(packedPdf(0))).toEqual([400, "Diese PDF-Datei hat keine Seite."]);
      const long = "Diese PDF-Datei hat 5.001 Seiten, höchstens 5.000 sind möglich.";
      expect(await sent(packedPdf(5001))).toEqual([400, long]);
      expect((await sent(packedPdf(5000)))[0]).toBe(201);
      const { boxes } = await staff.call(getDelivery, { path });
      expect(boxes[0]?.copies).toHaveLength(1);
      expect((await provePictures(db, pictures, true)).violations).toBe(0);
    },
  );

  expensive("five uploads of a PDF file, three at once")("that comes twice, also at once, is kept once", async () => {
    const { box, content, order, path } = await ordered();
    await pickAll(order.id, box, content.id);
    const pdf = await pdfFile(2);
    const answers = await Promise.all([1, 2, 3].map(() => send(path, { box: box.id }, pdf)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    await send(path, { content: content.id }, pdf);
    await store(box);
    expect((await send(path, { box: box.id }, pdf)).body.id).toBe(answers[0]?.body.id);
  });

  expensive("a PDF file sent to nine wrong lines")(
    "of a line that is not to be scanned, not picked, elsewhere, lost or of a destroyed box is refused",
    async () => {
      const { owner, box, content, folder, order, path } = await ordered();
      const pdf = await pdfFile(1);
      const early = "Das ist noch nicht kommissioniert: Erst holen, dann scannen.";
      expect(await answered(path, { box: box.id }, pdf)).toEqual([400, early]);
      const name = "Bitte nennen Sie die Box oder den Inhalt, der gescannt wurde.";
      expect(await answered(path, {}, pdf)).toEqual([400, name]);
      expect(await answered(path, { box: box.id, content: content.id }, pdf)).toEqual([400, name]);
      const other = await a.box({ owner, state: 1 });
      expect((await answered(path, { box: other.id }, pdf))[0]).toBe(404);
      expect((await answered({ id: 2_000_000_000 }, { box: box.id }, pdf))[0]).toBe(404);
      const usual = await a.delivery({ owner, boxes: [other], state: 1 });
      const notOne = expect.stringMatching(/^Lieferung \d{6} ist kein Scanauftrag\.$/);
      expect(await answered(usual, { box: other.id }, pdf)).toEqual([400, notOne]);
      await scanned({ kind: "missing", delivery: order.id, code: box.code, text: "nicht da" });
      const closed = expect.stringMatching(/^Das steht nicht offen in Lieferung/);
      expect(await answered(path, { box: box.id }, pdf)).toEqual([400, closed]);
      await scanned({ kind: "pick", delivery: order.id, content: content.id });
      await staff.call(editBox, { path: { id: folder.id }, body: { state: BoxState.destroyed } });
      const destroyed = "Das geht nicht: Die Box ist vernichtet.";
      expect(await answered(path, { content: content.id }, pdf)).toEqual([400, destroyed]);
      expect((await staff.call(getDelivery, { path })).boxcontents[0]?.copies).toEqual([]);
    },
  );

  expensive("an upload that is broken off halfway")("whose upload is broken off leaves nothing", async () => {
    const { box, content, order, path } = await ordered();
    await pickAll(order.id, box, content.id);
    const before = (await keptPictures(db.read)).length;
    const pdf = await pdfFile(3);
    const head = `--x\r\nContent-Disposition: form-data; name="box"\r\n\r\n${box.id}\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
    const sent = request(`${server.url}/api/v1/deliveries/${order.id}/copies/`, {
      method: "POST",
      headers: {
        authorization: `token ${staff.token}`,
        "content-type": "multipart/form-data; boundary=x",
        "content-length": 1_000_000,
      },
    });
    const ended = new Promise((resolve) => sent.on("close", resolve).on("error", () => undefined));
    sent.write(Buffer.concat([Buffer.from(head), pdf]));
    sent.write(Buffer.alloc(1000), () => sent.destroy());
    await ended;
    expect((await send(path, { content: content.id }, pdf)).status).toBe(201);
    expect((await keptPictures(db.read)).length).toBe(before + 1);
    expect((await staff.call(getDelivery, { path })).boxes[0]?.copies).toEqual([]);
    expect(await sweepPictures(db, pictures, { before: new Date(Date.now() + 60_000) })).toBe(0);
  });

  expensive("a PDF file that a process reads, kept and removed")(
    "that belongs elsewhere is removed by staff with an entry, and its file goes",
    async () => {
      const { by, box, content, order, path } = await ordered();
      await pickAll(order.id, box, content.id);
      const { body } = await send(path, { box: box.id }, await pdfFile(2));
      const files = (await keptPictures(db.read)).length;
      expect((await staff.ask(removeCopy, { path: { id: body.id } })).status).toBe(204);
      expect((await keptPictures(db.read)).length).toBe(files - 1);
      expect((await read(by, body.id)).status).toBe(404);
      expect((await audited(AuditKind.copyRemoved))[0]).toMatchObject({ delivery: { id: order.id } });
      expect((await staff.ask(removeCopy, { path: { id: body.id } })).status).toBe(404);
    },
  );
});

describe("an order of scans", () => {
  test("needs the right to order, has no address, day of return or price of a trip, and locks what it names", async () => {
    const { owner, body } = await setUp();
    const box = await a.box({ owner, state: 1 });
    const looking = await server.asCustomer(owner);
    await db.write((tx) =>
      tx.updateTable("customer_users").set({ may_order: false }).where("user_id", "=", looking.userId).execute(),
    );
    const wanted = { ...body, boxes: [box.id] };
    expect((await looking.ask(createDelivery, { body: wanted })).status).toBe(400);
    const address = await a.address({ owner });
    expect((await staff.ask(createDelivery, { body: { ...wanted, address: address.id } })).body).toEqual({
      address: ["Ein Scanauftrag hat keine Lieferadresse: Nichts verlässt das Archiv."],
    });
    expect((await staff.ask(createDelivery, { body: { ...wanted, due_back: until } })).body).toEqual({
      due_back: ["Bei einem Scanauftrag verlässt nichts das Archiv; es gibt nichts zurückzugeben."],
    });
    const order = await staff.call(createDelivery, { body: wanted });
    expect((await staff.ask(createDelivery, { body: { ...wanted, kind: 0 } })).status).toBe(400);
    expect((await staff.ask(editBox, { path: { id: box.id }, body: { state: BoxState.marked } })).status).toBe(400);
    await staff.call(postCancelDelivery, { path: { id: order.id } });
    expect((await staff.call(getBox, { path: { id: box.id } })).state).toBe(BoxState.inStock);
    await faultless();
  });

  test("is neither loaded nor handed over, and nothing goes back unscanned", async () => {
    const { box, content, order, path } = await ordered();
    await pickAll(order.id, box, content.id);
    const itself =
      "Ein Scanauftrag ist abgeschlossen, sobald alles gescannt und wieder eingelagert oder als fehlend gemeldet ist.";
    expect((await staff.ask(completeDelivery, { path })).body).toEqual({ non_field_errors: [itself] });
    expect(await scanned({ kind: "load", delivery: order.id, code: box.code })).toMatchObject({ status: "refused" });
    const unscanned = /noch nicht gescannt/;
    expect(await scanned({ kind: "receive", content: content.id })).toMatchObject({
      message: expect.stringMatching(unscanned),
    });
    expect(await scanned({ kind: "receive", code: box.code })).toMatchObject({
      message: expect.stringMatching(unscanned),
    });
    const row = await a.row();
    const back = { kind: "store", code: box.code, row: row.id, part: 1, height: 1, move: false, anyway: true };
    expect(await scanned(back)).toMatchObject({ status: "done", state: BoxState.ordered });
    expect((await staff.call(getDelivery, { path })).boxes[0]).toMatchObject({ open: true, picked: false });
    await faultless();
  });

  expensive("two orders of scans, a PDF file and all proofs")(
    "is over without a file where nothing is found, and names what there is where some is missing",
    async () => {
      const { by, box, content, order, path } = await ordered();
      await scanned({ kind: "pick", delivery: order.id, content: content.id });
      await send(path, { content: content.id }, await pdfFile(1));
      expect(await mailNames(by.userId)).toEqual(["copiesOrdered"]);
      await scanned({ kind: "missing", delivery: order.id, code: box.code, text: "nicht da" });
      expect(await mailNames(by.userId)).toEqual(["copiesOrdered", "copiesReady"]);
      const none = await ordered();
      await scanned({ kind: "missing", delivery: none.order.id, code: none.box.code, text: "nicht da" });
      await scanned({ kind: "missing", delivery: none.order.id, content: none.content.id, text: "nicht da" });
      expect((await staff.call(getDelivery, { path: none.path })).state).toBe(DeliveryState.completed);
      expect(await mailNames(none.by.userId)).toEqual(["copiesOrdered"]);
      await faultless();
    },
  );
});
