import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { addProof, proofFile } from "#contract/calls/deliveries/proofs.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { provePictures } from "#cli/check/checks-pictures.ts";
import { listAudit } from "#contract/calls/access/audit.ts";
import { sweepPictures } from "#server/features/stock/images/mutations.ts";
import { keptPictures } from "#server/database/jobs/kept-pictures.ts";
import { storesIn } from "#server/storage/stores.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { pictureFile } from "#test/support/factories.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const { pictures } = storesIn(server.dataDir);
const staff = await server.asStaff();

async function onItsWay(state: 0 | 1 | 2 = 1) {
  const owner = await a.customer();
  const { id } = await a.delivery({ owner, boxes: [await a.box({ owner, state: 1 })], state });
  return { owner, id, path: { id } };
}
type Proving = { id?: string; kind?: "signature" | "photo"; image?: Blob };
const proving = async (path: { id: number }, { id = randomUUID(), kind = "signature", image }: Proving = {}) => {
  const body = { id, kind, image: image ?? new Blob([await pictureFile()]) };
  return staff.ask(addProof, { path, body });
};

test("a signature is kept before the handover or after it, once however often it is sent, and its customer sees it", async () => {
  const { id: delivery, owner, path } = await onItsWay();
  const id = randomUUID();
  const sent = { id, image: new Blob([await pictureFile()]) };
  const [first, ...others] = await Promise.all([proving(path, sent), proving(path, sent), proving(path, sent)]);
  expect([first?.status, ...others.map(({ status }) => status)]).toEqual([201, 201, 201]);
  expect(new Set(others.map(({ body }) => body.proof.id))).toEqual(new Set([first?.body.proof.id]));
  const operation = { id: randomUUID(), kind: "handover", delivery, name: "Herr Kurz", signature: id } as const;
  const { results } = await staff.call(scan, { body: { operations: [operation] } });
  expect(results).toMatchObject([{ status: "done" }]);
  await proving(path, { kind: "photo" });
  const customer = await server.asCustomer(owner);
  const { proofs } = await customer.call(getDelivery, { path });
  expect(proofs.map(({ kind }) => kind)).toEqual(["signature", "photo"]);
  const file = await customer.download(proofFile, { path: { id: proofs[0]?.id ?? 0 } });
  expect([file.status, file.headers.get("content-type"), file.bytes.length > 0]).toEqual([200, "image/jpeg", true]);
  const seen = await staff.call(listAudit, { query: { order_by: "-at" } });
  expect(seen.results[0]).toMatchObject({ customer: { code: owner.code }, delivery: { id: delivery } });
  const stranger = await server.asCustomer(await a.customer());
  expect((await stranger.download(proofFile, { path: { id: proofs[0]?.id ?? 0 } })).status).toBe(404);
  expect((await customer.ask(addProof, { path, body: { id, kind: "photo" } })).status).toBe(403);
});

test("its file is kept like any other: no sweep takes it, a backup and a move find it, and its loss is found out", async () => {
  const { path } = await onItsWay();
  const bytes = await pictureFile();
  await proving(path, { image: new Blob([bytes]) });
  expect(await sweepPictures(db, pictures, { before: new Date(Date.now() + 60_000) })).toBe(0);
  const kept = await keptPictures(db.read);
  expect(kept.length).toBeGreaterThan(0);
  for (const { sha256, bytes: length } of kept) expect(await pictures.faultOf(sha256, length, true)).toBeNull();
  await pictures.delete(kept[0]?.sha256 ?? Buffer.alloc(32));
  expect(JSON.stringify((await provePictures(db, pictures, false)).first)).toMatch(/delivery \d{6}: proof \d+: /);
});

test("what is no picture, too large, of another delivery or too early is refused, and nothing of it stays", async () => {
  const [{ id, path }, other, open] = [await onItsWay(), await onItsWay(), await onItsWay(0)];
  const refusal = async (given: Proving, at = path) => {
    const { status, body } = await proving(at, given);
    return [status, body];
  };
  const large = new Blob([Buffer.alloc(200 * 1024 + 1)]);
  expect(await refusal({ image: large })).toEqual([400, { image: ["Das Bild ist größer als 200 KB."] }]);
  expect(await refusal({ image: new Blob(["Text"]) })).toMatchObject([400, { image: [expect.any(String)] }]);
  expect(await refusal({ id: "7" })).toEqual([400, { id: ["Ungültig"] }]);
  expect(await refusal({ kind: "video" as "photo" })).toEqual([400, { kind: ["Ungültig"] }]);
  expect(await refusal({}, open.path)).toMatchObject([400, { non_field_errors: [expect.stringContaining("Offen")] }]);
  expect((await refusal({}, { id: 2_000_000_000 }))[0]).toBe(404);
  const used = randomUUID();
  await proving(other.path, { id: used });
  expect(await refusal({ id: used })).toMatchObject([400, { id: [expect.any(String)] }]);
  const operation = { id: randomUUID(), kind: "handover", delivery: id, name: "Kurz", signature: used } as const;
  const { results } = await staff.call(scan, { body: { operations: [operation] } });
  expect(results).toMatchObject([
    { code: "invalid", message: "Diese Unterschrift gehört zu einer anderen Lieferung." },
  ]);
  expect((await staff.call(getDelivery, { path })).proofs).toEqual([]);
});
