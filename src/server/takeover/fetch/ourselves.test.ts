import { expect, test } from "vitest";
import { kindNames } from "#server/takeover/old-system/kinds.ts";
import { lookAt } from "#server/takeover/look/look.ts";
import { lookText } from "#server/takeover/look/look-text.ts";
import { fetchFrom, objectsIn, readerOf, testFolder } from "#test/old-system/fetching.ts";
import { oldLogin } from "#test/old-system/serve.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const { url, a } = await testServer(db);

test("Magazin is an old system as well: nothing of it differs from the specification, and it is fetched whole", async () => {
  const author = await a.user({ isStaff: true, email: oldLogin.user, password: oldLogin.password });
  const owner = await a.customer({ name: "Ämter & Söhne" });
  await a.user({ customers: [owner] });
  const boxes = [await a.box({ owner, state: 1 }), await a.box({ owner, state: 2 }), await a.box({ owner, state: 4 })];
  for (const box of boxes) await a.content({ box });
  await a.image({ box: boxes[0]! });
  const reader = readerOf(url);
  const result = await lookAt(reader, () => reader.requests);
  const shown = lookText(result, url, 10);
  expect(shown).toMatch(/Was von der Spezifikation abweicht\n {2}nichts/);
  expect(shown).toMatch(/Was nicht zu lesen ist\n {2}nichts/);
  const folder = testFolder();
  const manifest = await fetchFrom(url, folder, { barcodes: true });
  expect(manifest.doubts).toEqual([]);
  const counts = kindNames.map((kind) => [kind, objectsIn(folder, manifest, `${kind}.jsonl`).length]);
  expect(Object.fromEntries(counts)).toEqual({
    ...Object.fromEntries([...result.kinds].map(([kind, { count }]) => [kind, count])),
    boxes: 3,
  });
  expect(objectsIn(folder, manifest, "users.jsonl").map(({ id }) => id)).toContain(author.id);
  expect(objectsIn(folder, manifest, "boxes.jsonl")[0]).toMatchObject({ id: boxes[0]!.id, code: boxes[0]!.code });
});
