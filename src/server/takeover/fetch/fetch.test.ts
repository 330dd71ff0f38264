import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { kindNames } from "#server/takeover/old-system/kinds.ts";
import { inOneLine } from "#server/takeover/old-system/exact-json.ts";
import { proveFolder } from "#server/takeover/folder/prove-folder.ts";
import { hexDigest } from "#server/takeover/folder/folder-manifest.ts";
import { Answers, type Manners, written } from "#test/old-system/answers.ts";
import { oldArchive } from "#test/old-system/archive.ts";
import { withFaults } from "#test/old-system/faults.ts";
import { contentOf, fetchFrom, objectsIn, oldSystemFor, testFolder } from "#test/old-system/fetching.ts";
import { oldLogin } from "#test/old-system/serve.ts";

const plain: Manners = {
  pages: true,
  mostEntries: 25,
  texts: false,
  zone: "Z",
  images: "path",
  overcount: 0,
  selects: true,
};
const idsOf = (objects: readonly { id?: unknown }[]) =>
  objects.map(({ id }) => Number(id)).toSorted((one, other) => one - other);
const unavailable = { status: 503, headers: { "retry-after": "7" } };

test("an archive with every fault is fetched as it was answered, sign by sign", async () => {
  const archive = withFaults(oldArchive());
  const old = await oldSystemFor(archive);
  const folder = testFolder();
  const manifest = await fetchFrom(old.url, folder);
  const answers = new Answers(archive, plain, old.url);
  for (const kind of kindNames) {
    const listed = objectsIn(folder, manifest, `${kind}.list.jsonl`);
    expect(idsOf(listed)).toEqual(idsOf(answers.list(kind) ?? []));
    const details = readFileSync(join(folder, manifest.data, `${kind}.jsonl`), "utf8")
      .split("\n")
      .slice(0, -1);
    expect(details).toEqual(
      idsOf(listed).map((id) => inOneLine(JSON.stringify(written(answers.detail(kind, id), plain), null, 1))),
    );
  }
  const pictures = objectsIn(folder, manifest, "pictures.jsonl");
  expect(pictures).toHaveLength(12 + 9);
  expect(pictures.filter(({ fault }) => fault !== undefined)).toEqual([
    { address: "/media/boximages/25.jpg", fault: "status-404" },
    { address: "/media/boximages/30.jpg", fault: "no-picture" },
    { address: "/media/boximages/35.jpg", fault: "empty" },
  ]);
  const { file = "", bytes = Buffer.alloc(0) } =
    [...archive.files].map(([name, each]) => ({ file: name, ...each }))[0] ?? {};
  expect(pictures).toContainEqual({
    address: `/media/${file}`,
    sha256: hexDigest(bytes),
    bytes: bytes.length,
    type: "image/jpeg",
  });
  expect(manifest.doubts).toEqual([
    "3 Bilder fehlen: /media/boximages/25.jpg, /media/boximages/30.jpg, /media/boximages/35.jpg.",
  ]);
  expect(await proveFolder(folder)).toEqual(manifest);
  expect(readdirSync(folder).toSorted()).toEqual(["data-1", "manifest.json", "pictures"]);
});

test.each<[string, Partial<Manners>]>([
  ["bare arrays", { pages: false }],
  ["numbers as text", { texts: true }],
  ["times of another zone", { zone: "+02:00" }],
  ["pictures by http", { images: "http" }],
  ["pages of two", { mostEntries: 2 }],
  ["pages as long as the list", { mostEntries: 60 }],
])("it is whole from an old system with %s", async (_name, manners) => {
  const archive = oldArchive();
  const old = await oldSystemFor(archive, { manners });
  const folder = testFolder();
  const manifest = await fetchFrom(old.url, folder);
  expect(manifest.doubts).toEqual([]);
  for (const kind of kindNames)
    expect(idsOf(objectsIn(folder, manifest, `${kind}.jsonl`))).toEqual(idsOf(archive[kind]));
  expect(manifest.pictures.files).toBe(12 + 6);
});

test("barcodes of boxes come along where they are asked for", async () => {
  const old = await oldSystemFor(oldArchive(10));
  const manifest = await fetchFrom(old.url, testFolder(), { barcodes: true });
  expect(manifest.pictures.files).toBe(2 + 6 + 10);
});

test("nothing is fetched from another host, nor where a call would be made", async () => {
  const archive = oldArchive(10);
  const toCall = (kind: string, object: Record<string, unknown>) =>
    kind === "boxes" && Array.isArray(object["images"])
      ? { ...object, images: [{ id: 1, image: "/api/v1/boxes/destruction/" }] }
      : object;
  const old = await oldSystemFor(archive, { manners: { images: "elsewhere", reshape: toCall } });
  const folder = testFolder();
  const manifest = await fetchFrom(old.url, folder);
  const pictures = objectsIn(folder, manifest, "pictures.jsonl");
  expect(pictures).toContainEqual({ address: "/api/v1/boxes/destruction/", fault: "call" });
  expect(pictures.filter(({ fault }) => fault === "elsewhere")).toHaveLength(6);
  expect(old.requests.filter((request) => /media|destruction/.test(request))).toEqual([]);
});

describe("while people work in the old system", () => {
  test("no box is there twice and none is missing", async () => {
    const archive = oldArchive();
    let next = 1000;
    const old = await oldSystemFor(archive, {
      mood: ({ path, number }) => {
        // what comes first in one order, and last in the other
        if (path !== "/api/v1/boxes/" || number > 90) return undefined;
        const [first] = archive.boxes;
        if (!first) throw new Error("no box is left");
        archive.boxes.shift();
        archive.boxes.push({ ...first, id: ++next, code: `0055${String(next).padStart(6, "0")}` });
        archive.boxes.unshift({ ...first, id: ++next, code: `0000${String(next).padStart(6, "0")}` });
        return undefined;
      },
    });
    const folder = testFolder();
    const manifest = await fetchFrom(old.url, folder);
    expect(next).toBeGreaterThan(1004);
    expect(idsOf(objectsIn(folder, manifest, "boxes.list.jsonl"))).toEqual(idsOf(archive.boxes));
    expect(idsOf(objectsIn(folder, manifest, "boxes.jsonl"))).toEqual(idsOf(archive.boxes));
    expect(manifest.doubts).toEqual([]);
  });

  test("what changes is read again at the end", async () => {
    const archive = oldArchive();
    const old = await oldSystemFor(archive, {
      mood: ({ path }) => {
        if (path === "/api/v1/deliveries/3/") for (const box of archive.boxes.slice(0, 5)) box.state = 4;
        return undefined;
      },
    });
    const folder = testFolder();
    const manifest = await fetchFrom(old.url, folder);
    const states = objectsIn(folder, manifest, "boxes.jsonl").map(({ state }) => state);
    expect(states.slice(0, 6)).toEqual([4, 4, 4, 4, 4, 1]);
    expect(old.requests.filter((request) => request === "GET /api/v1/boxes/1/")).toHaveLength(2);
    expect(old.requests.filter((request) => request === "GET /api/v1/boxes/6/")).toHaveLength(1);
  });

  test("what never rests is fetched as it was last, and reported", async () => {
    const archive = oldArchive(5);
    const old = await oldSystemFor(archive, {
      mood: ({ path, number }) => {
        if (path === "/api/v1/boxes/") archive.boxes[0]!.size = number; // the metres of its customer with it
        return undefined;
      },
    });
    const manifest = await fetchFrom(old.url, testFolder());
    expect(manifest.doubts).toEqual([expect.stringMatching(/noch geändert: 2 Einträge/)]);
  });

  test("a count that is not true is reported, and nothing is left out for it", async () => {
    for (const overcount of [5, -30]) {
      const archive = oldArchive();
      const old = await oldSystemFor(archive, { manners: { overcount } });
      const folder = testFolder();
      const manifest = await fetchFrom(old.url, folder);
      expect(idsOf(objectsIn(folder, manifest, "boxes.jsonl"))).toEqual(idsOf(archive.boxes));
      expect(manifest.doubts).toContain(`Die Liste «Boxen» nennt ${60 + overcount} Einträge und zeigt 60.`);
    }
  });
});

describe("an old system that is not well", () => {
  test.each<[string, (number: number) => { status: number } | null | undefined]>([
    ["hangs up", (number) => (number % 3 === 0 ? null : undefined)],
    ["is away for a moment", (number) => (number % 4 === 0 ? unavailable : undefined)],
    ["has had enough", (number) => (number % 5 === 0 ? { status: 429 } : undefined)],
    ["fails", (number) => (number % 3 === 0 ? { status: 500 } : undefined)],
  ])("is fetched whole where it %s again and again", async (_name, mood) => {
    const calm = await oldSystemFor(oldArchive());
    const expected = await fetchFrom(calm.url, testFolder());
    const old = await oldSystemFor(oldArchive(), { mood: ({ number }) => (number < 3 ? undefined : mood(number)) });
    expect(contentOf(await fetchFrom(old.url, testFolder()))).toEqual(contentOf(expected));
  });

  test("signs in anew where a token ends in the middle, and keeps neither it nor the password", async () => {
    const old = await oldSystemFor(oldArchive(), { tokenLife: 20 });
    const folder = testFolder();
    const manifest = await fetchFrom(old.url, folder);
    expect(manifest.doubts).toEqual([]);
    expect(old.signIns()).toBeGreaterThan(4);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const { parentPath, name } of files) {
      const text = readFileSync(join(parentPath, name), "latin1");
      for (const secret of [oldLogin.password, "t0ken"]) expect(text).not.toContain(secret);
    }
    expect(old.queries.join()).not.toMatch(/t0ken|passwort/);
  });

  test("a login page that comes instead of an answer ends it with a sentence, and nothing is taken for an object", async () => {
    const body = '<title>Anmelden</title><input type="password">';
    const old = await oldSystemFor(oldArchive(), {
      mood: ({ number }) => (number > 60 ? { status: 200, headers: { "content-type": "text/html" }, body } : undefined),
    });
    await expect(fetchFrom(old.url, testFolder())).rejects.toThrow(/eine Anmeldeseite, überschrieben mit «Anmelden»/);
  });

  test("a list that the account may not read is reported before anything else is read", async () => {
    const old = await oldSystemFor(oldArchive(), {
      mood: ({ path }) => (path === "/api/v1/deliveries/" ? { status: 403 } : undefined),
    });
    await expect(fetchFrom(old.url, testFolder())).rejects.toThrow(/darf die Liste «Lieferungen» nicht lesen/);
    expect(old.requests.filter((request) => /boxes\/\d/.test(request))).toEqual([]);
  });

  test("an object that cannot be read is named, and all others are fetched", async () => {
    const broken = "/api/v1/boxes/7/";
    const old = await oldSystemFor(oldArchive(), {
      mood: ({ path }) => (path === broken ? { status: 500 } : undefined),
    });
    const folder = testFolder();
    const manifest = await fetchFrom(old.url, folder);
    expect(objectsIn(folder, manifest, "faults.jsonl")).toEqual([{ kind: "boxes", id: "7", fault: "status-500" }]);
    expect(objectsIn(folder, manifest, "boxes.jsonl")).toHaveLength(59);
    expect(manifest.doubts).toEqual(["Nicht zu lesen von «Boxen»: ids 7."]);
  });
});
