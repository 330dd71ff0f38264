import { createHash } from "node:crypto";
import { expect } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import * as imports from "#contract/calls/exchange/imports.ts";
import { exportCustomer } from "#contract/calls/paper/services.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { unzipped } from "#test/support/zip.ts";
import { expensive } from "#test/support/tiers.ts";

const halls = ["Halle 1", "Süd; „alt“"];
const texts = ["Akten A–K", "=SUMME(A1)", "'- mit Strich", "Ö|Ü\\", 'zwei\nZeilen; "so"', "'", "@home"];

/** An archive with one customer's range and halls, and nothing in them yet. */
async function emptyArchive() {
  const { db } = await testDatabase();
  const server = await testServer(db);
  return { db, server, staff: () => server.asStaff() };
}
const [from, to] = [await emptyArchive(), await emptyArchive()];

/** The customer and the halls that both archives know, the second by their words alone. */
async function furnish({ server: { a } }: typeof from) {
  const owner = await a.customer({ code: 42, name: "Öl & Gas" });
  const rows = [];
  for (const [at, name] of halls.entries()) rows.push(await a.row({ area: await a.area({ name }), number: at + 7 }));
  return { owner, rows };
}

async function exported({ staff }: typeof from, owner: { id: number }) {
  const { status, bytes } = await (await staff()).download(exportCustomer, { path: { id: owner.id } });
  expect(status).toBe(200);
  const files = unzipped(bytes);
  const { counts } = JSON.parse(String(files.get("manifest.json"))) as { counts: Record<string, number> };
  const list = files.get("boxen.csv") ?? Buffer.alloc(0);
  return { list, counts, sha256: createHash("sha256").update(list).digest("hex") };
}

expensive("two archives, sixty boxes exported and taken over")(
  "what one archive exports an empty one takes over: as many boxes and contents, and the same list, byte for byte",
  async () => {
    const { owner, rows } = await furnish(from);
    const { a } = from.server;
    for (let number = 1; number <= 60; number++) {
      const row = rows[number % 3];
      const box = await a.box({
        owner,
        number: number * 11,
        size: 300 + number,
        ...(row ? { state: 1, place: { row, part: number, height: 1 + (number % 4) } } : {}),
      });
      for (let n = 0; n < number % 3; n++) await a.content({ box, text: texts[(number + n) % texts.length] ?? "" });
      if (number % 5 === 0)
        await from.db.write((tx) =>
          tx
            .updateTable("boxes")
            .set({ meta_year: 1990 + number, meta_destroy_year: 2030 })
            .where("id", "=", box.id)
            .execute(),
        );
      const numbers = [
        { box_id: box.id, customer_id: owner.id, text: `=F ${number}` },
        { box_id: box.id, customer_id: owner.id, text: `A|${number}` },
      ];
      if (number % 5 === 0) await from.db.write((tx) => tx.insertInto("box_numbers").values(numbers).execute());
      if (number % 7 === 0) await a.kept({ owner, boxes: [box], key: "ao-belege", begins: "2017-03-05" });
    }
    const before = await exported(from, owner);
    expect(before.counts).toMatchObject({ boxes: 60, contents: 60 });

    const { owner: taker } = await furnish(to);
    const staff = await to.staff();
    const list = { customer: taker.id, name: "boxen.csv", file: new Blob([Uint8Array.from(before.list)]) };
    const sent = await staff.call(imports.createImport, { body: list });
    const { errors } = await staff.call(imports.checkImport, { path: { id: sent.id } });
    const { results } = await staff.call(imports.importErrors, { path: { id: sent.id } });
    expect([errors, results.map(({ sentence }) => sentence)]).toEqual([0, []]);
    await staff.call(imports.commitImport, { path: { id: sent.id }, body: { again: false, confirmed: true } }); // years of a far future

    const after = await exported(to, taker);
    expect(after.list.toString()).toBe(before.list.toString());
    expect(after.sha256).toBe(before.sha256);
    expect([after.counts["boxes"], after.counts["contents"]]).toEqual([60, 60]);
    expect(await runChecks(to.db)).toEqual([]);
  },
);
