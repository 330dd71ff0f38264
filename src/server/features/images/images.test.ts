import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { boxBarcode, deleteBox, editBox, getBox } from "#contract/calls/boxes.ts";
import { editCustomer } from "#contract/calls/customers.ts";
import { deleteImage, editImage, imageFile, imagePreview, uploadImage } from "#contract/calls/images.ts";
import { rowQrCode } from "#contract/calls/rows.ts";
import { PictureStore } from "#server/storage/pictures.ts";
import { filesOf, photoWithPlace, unwanted } from "#test/life/box-life-pictures.ts";
import { expectCatalogue } from "#test/contract/catalogue.ts";
import { type Answer, type Client, testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { pictureFile } from "#test/support/factories.ts";

const { db } = await testDatabase();
const dataDir = mkdtempSync(join(tmpdir(), "magazin-images-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const server = await testServer(db, { DATA_DIR: dataDir });
const { a } = server;
const staff = await server.asStaff();
const full = smallDisk();
const small = full === null ? null : await testServer(db, { DATA_DIR: full });
const ownDir = join(dataDir, "own");
const own = await testServer(db, { DATA_DIR: ownDir });
const url = "/api/v1/boximages/";
const bad = await unwanted();

/** A disk of one megabyte; null where this machine does not let us have one. */
function smallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), "magazin-full-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status === 0;
  afterAll(() => {
    if (mounted) spawnSync("umount", [folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return mounted ? join(folder, "data") : null; // hooks run last in, first out: its server has ended before
}

type Entry = readonly [name: string, value: string | Buffer];
const partOf = ([name, value]: Entry): [string, string | Blob] => [
  name,
  typeof value === "string" ? value : new Blob([new Uint8Array(value)], { type: "image/jpeg" }),
];

function send(client: Client, ...entries: Entry[]): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of entries.map(partOf)) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, "Bild.jpg");
  }
  return client.raw("POST", url, { body: form });
}
const upload = (file: Buffer, box: { id: number }, client = staff) =>
  send(client, ["box_id", String(box.id)], ["image", file]);
const idOf = ({ status, text, body }: Answer) => {
  if (status !== 201) throw new Error(`The upload answered ${status}: ${text}`);
  return (body as { id: number }).id;
};

async function bytesOf(client: Client, route: typeof imageFile | typeof imagePreview, id: number) {
  const path = route.path.replace("{id}", String(id));
  const answer = await fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Token ${client.token}` } });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Nothing may be left of what was refused: no file, no row, no entry. */
async function expectUntouched(work: () => Promise<void>): Promise<void> {
  const state = async () => [
    await filesOf(dataDir),
    await db.read.selectFrom("images").select(["id", "viewed"]).orderBy("id").execute(),
    await db.read
      .selectFrom("history")
      .select((of) => of.fn.countAll().as("entries"))
      .execute(),
  ];
  const before = await state();
  await work();
  expect(await state()).toEqual(before);
}

describe("an uploaded picture", () => {
  test("is shown with the box, upright and without metadata, and as a small preview", async () => {
    const box = await a.box();
    const answer = await upload(await photoWithPlace(), box);
    const id = idOf(answer);
    const { history, images } = await staff.call(getBox, { path: { id: box.id } });
    expect(images).toEqual([answer.body]);
    expect(images[0]).toMatchObject({
      viewed: false,
      image: `${server.url}/api/v1/boximages/${id}/file/`,
      preview: `${server.url}/api/v1/boximages/${id}/preview/`,
    });
    expect(history.map(({ state }) => state)).toEqual([0, 25]);
    for (const route of [imageFile, imagePreview]) {
      const { status, headers, bytes } = await bytesOf(staff, route, id);
      expect([status, headers.get("content-type"), Number(headers.get("content-length"))]).toEqual([
        200,
        "image/jpeg",
        bytes.length,
      ]);
      expect(headers.get("cache-control")).toMatch(/^private/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 60 });
      expect(bytes.toString("latin1")).not.toMatch(/Exif|Geheimkamera/);
    }
  });

  test("is kept by a browser, which asks each time whether its user still may see it", async () => {
    const owner = await a.customer();
    const [box, row] = [await a.box({ owner }), await a.row()];
    const image = await a.image({ box });
    const user = await a.user({ customers: [owner] });
    const people = { mine: await server.as(user), foreign: await server.asCustomer(await a.customer()) };
    const calls = [
      [urlOf(imageFile, { path: image }), `Bild-${image.id}.jpeg`],
      [urlOf(imagePreview, { path: image }), `Bild-${image.id}-klein.jpeg`],
      [urlOf(boxBarcode, { path: { id: box.id } }), `${box.code}.png`],
      [urlOf(rowQrCode, { path: { id: row.id } }), `Reihe-${row.id}.png`],
    ] as const;
    for (const [address, name] of calls) {
      const client = address.includes("rows") ? staff : people.mine;
      const { status, headers } = await client.raw("GET", address);
      expect([status, Object.fromEntries(headers)], address).toMatchObject([
        200,
        {
          "cache-control": "private, no-cache",
          vary: "Authorization",
          etag: expect.stringMatching(/^"\S+"$/),
          "content-disposition": `inline; filename*=UTF-8''${name}`,
          "content-security-policy": "sandbox; default-src 'none'",
        },
      ]);
      const again = { headers: { "if-none-match": `"old", W/${headers.get("etag")}` } };
      const kept = await client.raw("GET", address, again);
      expect([kept.status, kept.text, kept.headers.get("etag")]).toEqual([304, "", headers.get("etag")]);
      expect((await client.raw("GET", address, { headers: { "if-none-match": '"old"' } })).status).toBe(200);
      expect((await people.foreign.raw("GET", address, again)).status).toBe(address.includes("rows") ? 403 : 404);
      expect((await server.anonymous.raw("GET", address, again)).status).toBe(403);
    }
    await staff.call(editCustomer, { path: owner, body: { user_ids: [] } });
    const { headers } = await staff.raw("GET", calls[0][0]);
    const left = { headers: { "if-none-match": headers.get("etag") ?? "" } };
    expect((await people.mine.raw("GET", calls[0][0], left)).status, "after the right was taken").toBe(404);
  });

  test("is marked as processed and back, without an entry", async () => {
    const { id } = await a.image();
    for (const viewed of [true, true, false]) {
      expect(await staff.call(editImage, { path: { id }, body: { viewed } })).toMatchObject({ id, viewed });
    }
  });

  test("that two boxes have lies on disk once, until neither has it", async () => {
    const [box, other] = [await a.box(), await a.box()];
    const before = await filesOf(dataDir);
    const file = await pictureFile();
    const [first, second, third] = (await Promise.all([upload(file, box), upload(file, other), upload(file, box)])).map(
      idOf,
    );
    expect((await filesOf(dataDir)).length).toBe(before.length + 2);
    await staff.call(deleteImage, { path: { id: first ?? 0 } });
    await staff.call(deleteImage, { path: { id: third ?? 0 } });
    expect((await bytesOf(staff, imageFile, second ?? 0)).status).toBe(200);
    expect((await bytesOf(staff, imageFile, first ?? 0)).status).toBe(404);
    await staff.call(deleteImage, { path: { id: second ?? 0 } });
    expect(await filesOf(dataDir)).toEqual(before);
  });

  test("that is added and deleted in twenty requests at once is there or not, but never half", async () => {
    const boxes = [await a.box(), await a.box(), await a.box(), await a.box()];
    const file = await pictureFile();
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const id = idOf(await upload(file, boxes[index % 4] ?? { id: 0 }));
        if (index % 3 > 0) await staff.call(deleteImage, { path: { id } });
      }),
    );
    expect(await runChecks(db, undefined, new PictureStore(dataDir))).toEqual([]);
  });

  test("goes with its box", async () => {
    const before = await filesOf(dataDir);
    const box = await a.box();
    await upload(await pictureFile(), box);
    await upload(await pictureFile(), box);
    expect((await filesOf(dataDir)).length).toBe(before.length + 4);
    await staff.call(deleteBox, { path: { id: box.id } });
    expect(await filesOf(dataDir)).toEqual(before);
  });

  test("is read by the customer's people only, and changed by none of them", async () => {
    const box = await a.box();
    const id = idOf(await upload(await pictureFile(), box));
    const [mine, foreign] = [await server.asCustomer(box.owner), await server.asCustomer(await a.customer())];
    for (const route of [imageFile, imagePreview]) {
      expect((await bytesOf(mine, route, id)).status).toBe(200);
      expect((await bytesOf(foreign, route, id)).status).toBe(404);
      expect((await bytesOf(server.anonymous, route, id)).status).toBe(403);
    }
    await expectUntouched(async () => {
      for (const client of [mine, foreign]) {
        expect((await upload(await pictureFile(), box, client)).status).toBe(403);
        expect((await client.ask(editImage, { path: { id }, body: { viewed: true } })).status).toBe(403);
        expect((await client.ask(deleteImage, { path: { id } })).status).toBe(403);
      }
    });
  });
});

describe("nothing is left of a file that is refused because it is", () => {
  test.each(bad)("%s", async (_what, file, reason) => {
    const box = await a.box();
    await expectUntouched(async () => {
      const answer = await upload(file, box);
      expect([answer.status, answer.body]).toEqual([400, { image: [reason] }]);
    });
  });

  test("21 MiB large", async () => {
    const box = await a.box();
    await expectUntouched(async () => {
      const start = await pictureFile();
      const answer = await upload(Buffer.concat([start, Buffer.alloc(21 * 1024 * 1024 - start.length)]), box);
      expect([answer.status, answer.body]).toEqual([413, { detail: "Die Anfrage ist zu groß." }]);
    });
  });

  test("for a box that does not exist, or one that is destroyed", async () => {
    const box = await a.box();
    const id = idOf(await upload(await pictureFile(), box));
    await staff.call(editBox, { path: { id: box.id }, body: { state: 6 } });
    const destroyed = { non_field_errors: ["Die Box ist vernichtet: Ihre Bilder können nicht mehr geändert werden."] };
    const unknown = { box_id: ["Diese Box gibt es nicht."] };
    await expectUntouched(async () => {
      for (const [target, message] of [
        [box.id, destroyed],
        [2_000_000_000, unknown],
      ] as const) {
        const answer = await upload(await pictureFile(), { id: target });
        expect([answer.status, answer.body]).toEqual([400, message]);
      }
      expect(await staff.refusal(deleteImage, { path: { id } })).toEqual(destroyed);
    });
    expect((await bytesOf(staff, imageFile, id)).status).toBe(200);
  });

  test("sent in a form that lacks a field, names it otherwise, or holds two files", async () => {
    const box = ["box_id", String((await a.box()).id)] as const;
    const [file, other] = [await pictureFile(), await pictureFile()];
    const noPicture = { image: ["Nur Bilder vom Typ JPEG, PNG oder WebP."] };
    const cases: [Entry[], number, object][] = [
      [[["image", file]], 400, { box_id: ["Bitte ausfüllen"] }],
      [[box], 400, noPicture],
      [[box, ["picture", file]], 400, noPicture],
      [[box, ["image", "kein Bild"]], 400, noPicture],
      [[box, ["image", file], ["image", other]], 413, { detail: "Die Anfrage ist zu groß." }],
      [
        [
          ["box_id", "eins"],
          ["image", file],
        ],
        400,
        { box_id: ["Ungültig"] },
      ],
    ];
    await expectUntouched(async () => {
      for (const [entries, status, body] of cases) {
        const answer = await send(staff, ...entries);
        expect([answer.status, answer.body]).toEqual([status, body]);
      }
      const json = await staff.send("POST", url, { box_id: 1, image: "x" });
      expectCatalogue(json);
      expect(json.status).toBe(400);
    });
  });
});

test("large pictures of many people are decoded one after another", async () => {
  const create = { width: 5000, height: 4000, channels: 3 as const, background: "grey" };
  const file = await sharp({ create }).jpeg().toBuffer();
  const box = await a.box();
  const people = await Promise.all(Array.from({ length: 6 }, () => server.asStaff()));
  let most = 0;
  const look = setInterval(() => (most = Math.max(most, sharp.counters().process)), 1);
  const answers = await Promise.all(people.map((client) => upload(file, box, client)));
  clearInterval(look);
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201));
  expect(most).toBe(1);
});

test("a disk that fills up during an upload loses nothing and says so", async ({ skip }) => {
  if (full === null || small === null) return skip("only root may mount a small disk");
  const client = await small.as(await a.user({ isStaff: true }));
  const box = await a.box();
  const create = {
    width: 500,
    height: 500,
    channels: 3 as const,
    noise: { type: "gaussian" as const, mean: 128, sigma: 60 },
    background: "grey",
  };
  const picture = () => sharp({ create }).jpeg({ quality: 95 }).toBuffer();
  const form = async (file: Buffer) =>
    client.submit(uploadImage, url, { box_id: box.id, image: new Blob([new Uint8Array(file)]) });
  const kept: Answer[] = [];
  let answer = await form(await picture());
  for (; answer.status === 201 && kept.length < 20; answer = await form(await picture())) kept.push(answer);
  expect([answer.status, answer.headers.get("x-magazin-code"), answer.body]).toEqual([
    507,
    "disk_full",
    { detail: "Der Speicherplatz ist voll. Das Bild wurde nicht gespeichert." },
  ]);
  expect(kept.length).toBeGreaterThan(0);
  const store = new PictureStore(full);
  const { images, history } = await client.call(getBox, { path: { id: box.id } });
  expect([images.length, history.length]).toEqual([kept.length, kept.length + 1]);
  expect((await filesOf(full)).length).toBe(kept.length * 2);
  for (const { sha256 } of await db.read.selectFrom("images").select("sha256").where("box_id", "=", box.id).execute()) {
    expect(await store.sizeOf(sha256)).toBeGreaterThan(1000);
  }
  // with room again it goes on
  await client.call(deleteImage, { path: { id: images[0]?.id ?? 0 } });
  expect((await form(await pictureFile())).status).toBe(201);
});

test("check finds rows without their file or preview, and files without a row", async () => {
  await db.write((tx) => tx.deleteFrom("images").execute()); // the other tests' pictures are elsewhere
  const store = new PictureStore(ownDir);
  const box = await own.a.box({ owner: await a.customer({ code: 4321 }), number: 7 });
  const [whole, lost, half] = [await own.a.image({ box }), await own.a.image({ box }), await own.a.image({ box })];
  const found = async () => (await runChecks(db, undefined, store)).filter(({ over }) => over === "images");
  expect(await found()).toEqual([]);

  const shaOf = async ({ id }: { id: number }) =>
    (await db.read.selectFrom("images").select("sha256").where("id", "=", id).executeTakeFirstOrThrow()).sha256;
  const fileOf = (sha256: Buffer) => join(ownDir, "images", sha256.toString("hex").slice(0, 2), sha256.toString("hex"));
  const halfFile = fileOf(await shaOf(half));
  await store.delete(await shaOf(lost));
  rmSync(`${halfFile}.preview`);
  const stray = `${fileOf(await shaOf(whole))}.1234.part`;
  writeFileSync(stray, "");
  const [proof] = await found();
  expect(proof).toMatchObject({ checked: 3, violations: 3 });
  expect(proof?.first).toEqual([
    `4321.000.007: picture ${lost.id} has no file or no preview`,
    `4321.000.007: picture ${half.id} has no file or no preview`,
    `file ${stray.split("/").at(-1)} belongs to no picture`,
  ]);
});
