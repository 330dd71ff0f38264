import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { appFile, listApps } from "#contract/calls/system/apps.ts";
import { getBox, listBoxes } from "#contract/calls/stock/boxes.ts";
import { createContent } from "#contract/calls/stock/contents.ts";
import { deleteImage, imageFile, imagePreview, uploadImage } from "#contract/calls/stock/images.ts";
import { contentImages } from "#contract/calls/paper/services.ts";
import { codeHeader } from "#rules/texts/refusals.ts";
import { buildApp } from "#server/app.ts";
import { readS3Address } from "#server/storage/s3-address.ts";
import { S3Store } from "#server/storage/s3-store.ts";
import { storesAt } from "#server/storage/stores.ts";
import { usualLimits } from "#server/storage/time-limits.ts";
import { type Answer, Client, testConfig, testServer, urlOf } from "#test/support/client.ts";
import { manyWriters, testDatabase } from "#test/support/database.ts";
import { pictureFile } from "#test/support/factories.ts";
import { withStoreKeys } from "#test/support/store/store-keys.ts";
import { type Mood, StorePeer } from "#test/support/store/store-peer.ts";
import { expensive } from "#test/support/tiers.ts";
import { sweepPictures } from "./mutations.ts";

withStoreKeys();
const { db } = await testDatabase();
const peer = await StorePeer.open();
const brief = { ...usualLimits, answer: 1_000, piece: 1_000 };
const storesWith = (limits = usualLimits) => storesAt(new S3Store(readS3Address(peer.addressOf("geheimes")), limits));
const stores = storesWith();
const server = await testServer(db, {}, { stores });
const { a } = server;
const impatient = await testServer(db, {}, { stores: storesWith(brief) });
const lines: string[] = [];
const stream = { write: (line: string) => void lines.push(line) };
const logging = await buildApp({ db, config: testConfig(), now: () => new Date(), stores }, { level: "info", stream });
await logging.listen({ port: 0, host: "127.0.0.1" });
const staff = await server.asStaff();
const quickClient = new Client(
  `http://127.0.0.1:${(logging.server.address() as AddressInfo).port}`,
  staff.token,
  staff.userId,
);
afterAll(async () => {
  await logging.close();
  await peer.close();
});
beforeEach(() => (peer.mood = "well"));

const upload = async (box: { id: number }, client = staff): Promise<Answer> =>
  client.submit(uploadImage, urlOf(uploadImage), { box_id: box.id, image: new Blob([await pictureFile()]) });
const away = { status: 503, code: "storage_away", text: '{"detail":"Die Bilder sind gerade nicht erreichbar."}' };
const said = ({ status, headers, text }: Answer) => ({ status, code: headers.get(codeHeader), text });
const look = (id: number, client = staff) => client.raw("GET", urlOf(imageFile, { path: { id } }));
const rowsOf = async (box: { id: number }) => {
  const { images, history } = await staff.call(getBox, { path: { id: box.id } });
  return [images.length, history.length];
};

test("pictures in an object store are uploaded, seen, downloaded together and deleted as those in a folder", async () => {
  const owner = await a.customer();
  const box = await a.box({ owner });
  const { status, body } = await upload(box);
  const { id } = body as { id: number };
  expect(status).toBe(201);
  const [preview, picture] = peer.asked.filter((line) => line.startsWith("PUT "));
  expect([preview, picture]).toEqual([
    `${picture}.preview`,
    expect.stringMatching(/^PUT geheimes\/images\/..\/[\da-f]{64}$/),
  ]);
  const { bytes, headers } = await staff.download(imageFile, { path: { id } });
  expect(bytes).toEqual(peer.kept.get(picture?.slice(4) ?? "")?.bytes);
  expect(headers.get("content-type")).toBe("image/jpeg");
  expect((await staff.download(imagePreview, { path: { id } })).status).toBe(200);
  const zip = await staff.download(contentImages, { path: { id: owner.id } });
  const folder = mkdtempSync(join(tmpdir(), "magazin-stored-"));
  writeFileSync(join(folder, "all.zip"), zip.bytes);
  execFileSync("unzip", ["-tqq", join(folder, "all.zip")]);
  rmSync(folder, { recursive: true });
  await staff.call(deleteImage, { path: { id } });
  expect([...peer.kept.keys()]).toEqual([]);
});

test.each<Mood>(["refusing", "bucketless", "overloaded"])(
  "while the store is %s, uploads are refused with a sentence and leave nothing; all else goes on, and the log knows why",
  async (mood) => {
    const box = await a.box();
    const kept = await a.image({ box });
    const packed = await a.app();
    const before = await rowsOf(box);
    peer.mood = mood;
    lines.length = 0;
    const answer = await upload(box, quickClient);
    expect([said(answer), answer.headers.get("retry-after")]).toEqual([away, "2"]);
    expect(said(await look(kept.id))).toEqual(away);
    expect(said(await staff.raw("GET", urlOf(imagePreview, { path: { id: kept.id } })))).toEqual(away);
    expect(said(await staff.raw("GET", urlOf(appFile, { path: { id: packed.id } })))).toEqual(away);
    expect(await rowsOf(box)).toEqual(before);
    await staff.call(createContent, { body: { box_id: box.id, text: "Akte" } });
    expect((await staff.call(listApps, { query: {} })).results.length).toBeGreaterThan(0);
    expect((await server.anonymous.raw("GET", "/readyz")).status).toBe(200);
    const failed = lines.filter((line) => line.includes("request failed"));
    expect(failed.join()).toMatch(/s3:\/\/bucket\/geheimes: /);
    const { "set-cookie": _lot, ...headers } = Object.fromEntries(answer.headers); // drawn by lot: any letters may stand in it
    expect(JSON.stringify([answer.text, headers])).not.toMatch(/bucket|geheimes|s3|SlowDown/);
    peer.mood = "well";
    expect((await look(kept.id)).status).toBe(200);
    expect((await upload(box)).status).toBe(201);
  },
);

test("what fails for the store is counted", async () => {
  const count = async () => {
    const { text } = await server.anonymous.raw("GET", "/metrics");
    return Number(/magazin_storage_errors_total\{kind="away"\} (\d+)/.exec(text)?.[1]);
  };
  const [box, before] = [await a.box(), await count()];
  peer.mood = "refusing";
  await upload(box);
  expect(await count()).toBe(before + 1);
});

test("a picture that is deleted meanwhile is deleted; its file goes when the store is back, and not what was put again since", async () => {
  const box = await a.box();
  const file = await pictureFile();
  const again = () => staff.submit(uploadImage, urlOf(uploadImage), { box_id: box.id, image: new Blob([file]) });
  const { id } = (await again()).body as { id: number };
  const amount = peer.kept.size;
  peer.mood = "refusing";
  await staff.call(deleteImage, { path: { id } });
  expect((await look(id)).status).toBe(404);
  peer.mood = "well";
  const tomorrow = new Date(Date.now() + 86_400_000);
  expect(await sweepPictures(db, stores.pictures, { before: tomorrow }), "the removal may still be carried out").toBe(
    0,
  );
  await db.write((tx) => tx.deleteFrom("picture_claims").execute()); // half a minute later
  expect(await sweepPictures(db, stores.pictures, { before: tomorrow })).toBe(2);
  expect(peer.kept.size).toBe(amount - 2);
  const { body } = await again();
  expect((await look((body as { id: number }).id)).status).toBe(200);
});

expensive("more uploads than connections to a silent store")(
  "whoever waits for a store that stands still holds no connection: more uploads than connections, and others go on",
  async () => {
    const box = await a.box();
    const people = await Promise.all(Array.from({ length: manyWriters.writing + 4 }, () => server.asStaff()));
    peer.mood = "silent";
    let ended = 0;
    const uploads = people.map((person) => upload(box, person).finally(() => ended++));
    const asked = peer.asked.length;
    await expect.poll(() => peer.asked.length - asked, { timeout: 20_000 }).toBeGreaterThan(0);
    await staff.call(createContent, { body: { box_id: box.id, text: "Beim Warten" } });
    await staff.call(listBoxes, { query: { limit: 1 } });
    expect(ended).toBe(0);
    peer.mood = "refusing";
    peer.hangUp();
    for (const answer of await Promise.all(uploads)) expect(said(answer)).toEqual(away);
  },
);

expensive("a picture that is read anew after each damage")(
  "a picture that is not what was kept, or lost, is refused as such; half of one is never sent as a whole",
  async () => {
    const box = await a.box();
    const { id } = (await upload(box)).body as { id: number };
    const { sha256 } = await db.read
      .selectFrom("images")
      .select("sha256")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const key = `geheimes/images/${sha256.toString("hex").slice(0, 2)}/${sha256.toString("hex")}`;
    const kept = peer.kept.get(key) ?? { bytes: Buffer.alloc(0), written: new Date() };
    const damaged = {
      status: 502,
      code: "wrong_picture",
      text: '{"detail":"Die Datei dieses Bildes fehlt oder ist beschädigt."}',
    };
    const changed = Buffer.from(kept.bytes).fill((kept.bytes[99] ?? 0) ^ 1, 99, 100);
    for (const bytes of [changed, kept.bytes.subarray(1), Buffer.concat([kept.bytes, kept.bytes]), Buffer.alloc(0)]) {
      peer.kept.set(key, { ...kept, bytes });
      expect(said(await look(id))).toEqual(damaged);
    }
    peer.kept.delete(key);
    expect(said(await look(id))).toEqual(damaged);
    peer.kept.set(key, kept);
    peer.mood = "cutting";
    expect(said(await look(id))).toEqual(away);
    peer.mood = "stalling";
    expect(said(await look(id, await impatient.as({ id: staff.userId })))).toEqual(away);
    peer.mood = "well";
    expect((await look(id)).status).toBe(200);
  },
);
