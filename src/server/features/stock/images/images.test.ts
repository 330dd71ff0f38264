import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import type { Proof } from "#cli/check/proof.ts";
import { deleteBox, editBox, getBox } from "#contract/calls/stock/boxes.ts";
import { deleteImage, editImage, imageFile, imagePreview, uploadImage } from "#contract/calls/stock/images.ts";
import { buildApp } from "#server/app.ts";
import { filesOf, photoWithPlace, unwanted } from "#test/life/box-life-pictures.ts";
import { expectCatalogue } from "#test/contract/catalogue.ts";
import { type Answer, type Client, testConfig, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { pictureFile } from "#test/support/factories.ts";
import { expensive } from "#test/support/tiers.ts";
import { storesIn } from "#server/storage/stores.ts";

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

const onDisk = (folder: string) => ({ pictures: storesIn(folder).pictures, deep: true, now: new Date() });

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

  expensive("twenty uploads at once, deletions and all proofs")(
    "that is added and deleted in twenty requests at once is there or not, but never half",
    async () => {
      const boxes = [await a.box(), await a.box(), await a.box(), await a.box()];
      const file = await pictureFile();
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const id = idOf(await upload(file, boxes[index % 4] ?? { id: 0 }));
          if (index % 3 > 0) await staff.call(deleteImage, { path: { id } });
        }),
      );
      expect(await runChecks(db, undefined, onDisk(dataDir))).toEqual([]);
      expect(await db.read.selectFrom("picture_claims").selectAll().execute(), "nobody claims a file for ever").toEqual(
        [],
      );
    },
  );

  test("that somebody is about to add is not removed, and one that is being removed is added after that", async () => {
    const file = await pictureFile();
    const box = await a.box();
    const id = idOf(await upload(file, box));
    const { sha256 } = await db.read
      .selectFrom("images")
      .select("sha256")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const claim = (removing: boolean, since: string) =>
      sql`insert into picture_claims (sha256, removing, at) values (${sha256}, ${removing}, now() - ${since}::interval)`;
    const store = storesIn(dataDir).pictures;
    await db.write((tx) => claim(false, "59 minutes").execute(tx));
    await staff.call(deleteImage, { path: { id } });
    expect(await store.sizeOf(sha256), "somebody else's file").not.toBeNull();

    await db.write((tx) => claim(true, "0 seconds").execute(tx));
    let isAdded = false;
    const added = upload(file, box).finally(() => (isAdded = true));
    await upload(await pictureFile(), await a.box()); // which takes as long, and waits for nobody
    expect(isAdded).toBe(false);
    await db.write((tx) => sql`update picture_claims set at = at - interval '2 hours'`.execute(tx)); // of processes that are gone
    await staff.call(deleteImage, { path: { id: idOf(await added) } });
    expect(await store.sizeOf(sha256)).toBeNull();
    await db.write((tx) => tx.deleteFrom("picture_claims").execute());
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

  expensive("a picture of 21 MiB")("21 MiB large", async () => {
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

test("a picture that is lost, cut or changed on disk is never shown: a sentence says so, and a line in the log names it", async () => {
  const log: string[] = [];
  const app = await buildApp(
    { db, config: testConfig({ DATA_DIR: dataDir }), now: () => new Date() },
    {
      level: "error",
      stream: { write: (line: string) => void log.push(line) },
    },
  );
  const { id } = await a.image();
  const row = db.read.selectFrom("images").select("sha256").where("id", "=", id);
  const name = (await row.executeTakeFirstOrThrow()).sha256.toString("hex");
  const whole = join(dataDir, "images", name.slice(0, 2), name);
  const harms = [
    (bytes: Buffer) => bytes.fill(bytes[200]! ^ 1, 200, 201),
    (bytes: Buffer) => bytes.subarray(0, -9),
    null,
  ];
  for (const [route, file] of [
    [imageFile, whole],
    [imagePreview, `${whole}.preview`],
  ] as const) {
    const kept = readFileSync(file);
    const address = `/api/v1${route.path.replace("{id}", String(id))}`;
    const ask = () => app.inject({ url: address, headers: { authorization: `Token ${staff.token}` } });
    expect((await ask()).statusCode).toBe(200);
    for (const harm of harms) {
      rmSync(file);
      if (harm) writeFileSync(file, harm(Buffer.from(kept)));
      const answer = await ask();
      expect([answer.statusCode, answer.json()]).toEqual([
        502,
        { detail: "Die Datei dieses Bildes fehlt oder ist beschädigt." },
      ]);
      expect(log.pop()).toContain(name);
    }
    writeFileSync(file, kept);
  }
  await app.close();
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
    { detail: "Der Speicherplatz ist voll. Die Datei wurde nicht gespeichert." },
  ]);
  expect(kept.length).toBeGreaterThan(0);
  const store = storesIn(full).pictures;
  const { images, history } = await client.call(getBox, { path: { id: box.id } });
  expect([images.length, history.length]).toEqual([kept.length, kept.length + 1]);
  expect((await filesOf(full)).length).toBe(kept.length * 2);
  const files = db.read.selectFrom("images").select(["sha256", "bytes"]).where("box_id", "=", box.id);
  for (const { sha256, bytes } of await files.execute()) (await store.open(sha256, bytes)).stream.destroy();
  // with room again it goes on
  await client.call(deleteImage, { path: { id: images[0]?.id ?? 0 } });
  expect((await form(await pictureFile())).status).toBe(201);
});

test("check finds pictures that are lost, cut or changed, by length or byte for byte", async () => {
  await db.write((tx) => tx.deleteFrom("images").execute()); // the other tests' pictures are elsewhere
  const store = storesIn(ownDir).pictures;
  const box = await own.a.box({ owner: await a.customer({ code: 4321 }), number: 7 });
  await own.a.image({ box });
  const [lost, half, cut, changed] = [
    await own.a.image({ box }),
    await own.a.image({ box }),
    await own.a.image({ box }),
    await own.a.image({ box }),
  ];
  const proofs = async (deep = false) => {
    const said: Proof[] = [];
    const findings = await runChecks(db, (proof) => said.push(proof), { ...onDisk(ownDir), deep });
    const wrong = findings.filter(({ over }) => over === "pictures").flatMap(({ first }) => first);
    return { wrong: wrong.sort(), left: said.find(({ warning }) => warning === "left") };
  };
  expect(await proofs(true)).toMatchObject({ wrong: [], left: { checked: 10, violations: 0 } });

  const shaOf = async ({ id }: { id: number }) =>
    (await db.read.selectFrom("images").select("sha256").where("id", "=", id).executeTakeFirstOrThrow()).sha256;
  const fileOf = (sha256: Buffer) => join(ownDir, "images", sha256.toString("hex").slice(0, 2), sha256.toString("hex"));
  await store.delete(await shaOf(lost));
  rmSync(`${fileOf(await shaOf(half))}.preview`);
  const spoil = async (image: { id: number }, harm: (bytes: Buffer) => Buffer) => {
    const file = fileOf(await shaOf(image));
    const bytes = readFileSync(file);
    writeFileSync(file, harm(bytes));
    return bytes.length;
  };
  const bytes = await spoil(cut, (all) => all.subarray(0, -1));
  await spoil(changed, (all) => Buffer.concat([all.subarray(0, -1), Buffer.of((all.at(-1) ?? 0) ^ 1)]));
  const shallow = [
    `4321.000.007: picture ${lost.id}: its file is lost`,
    `4321.000.007: picture ${half.id}: its preview is lost`,
    `4321.000.007: picture ${cut.id}: its file has ${bytes - 1} bytes, not ${bytes}`,
  ];
  expect((await proofs()).wrong).toEqual(shallow.sort());
  const deep = [...shallow, `4321.000.007: picture ${changed.id}: its SHA-256 is another`];
  expect((await proofs(true)).wrong).toEqual(deep.sort());
});
