import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { listAudit } from "#contract/calls/access/audit.ts";
import { setNumbers } from "#contract/calls/stock/box-numbers.ts";
import { deleteBox, editBox } from "#contract/calls/stock/boxes.ts";
import { editContent } from "#contract/calls/stock/contents.ts";
import { invoiceXml } from "#contract/calls/billing/invoices.ts";
import { exportCustomer } from "#contract/calls/paper/services.ts";
import { boxListHeads } from "#rules/lists/box-list.ts";
import { sealNow } from "#server/database/seals/seal-days.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box, Customer } from "#test/support/factories.ts";
import { expensive } from "#test/support/tiers.ts";
import { unzipped } from "#test/support/zip.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
let staff: Client;
let manager: Client;
let owner: Customer;
let box: Box;
let invoice: { readonly id: number; readonly number: string };

interface Manifest {
  readonly counts: Readonly<Record<string, number>>;
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

const exportedBy = async (client: Client, { id }: { id: number } = owner) => {
  const { status, headers, bytes } = await client.download(exportCustomer, { path: { id } });
  expect(status, bytes.toString().slice(0, 300)).toBe(200);
  expect(Number(headers.get("content-length"))).toBe(bytes.length);
  const files = unzipped(bytes);
  const text = (name: string) => files.get(name)?.toString() ?? "";
  return { files, text, manifest: JSON.parse(text("manifest.json")) as Manifest };
};

beforeAll(async () => {
  staff = await server.asStaff();
  owner = await a.customer({ code: 42, name: "Öl & Gas", notes: "Zahlt spät" });
  const user = await a.user({ customers: [owner], lastName: "Kern" });
  await a.manager(user, owner);
  manager = await server.as(user);
  const row = await a.row({ area: await a.area({ name: "Nordhalle" }) });
  box = await a.box({ owner, number: 7, state: 1, place: await a.place({ row }) });
  await staff.call(setNumbers, { path: { id: box.id }, body: { numbers: [{ text: "F-7" }] } });
  const content = await a.content({ box, text: "=SUMME(A1) | B\\C" });
  await staff.call(editContent, { path: { id: content.id }, body: { text: "=SUMME(A1) | B\\D" } });
  await a.content({ box, text: "Zweiter" });
  await a.kept({ owner, boxes: [box], key: "ao-belege", begins: "2017-03-05" });
  await a.image({ box });
  await a.image({ box });
  await a.box({ owner, number: 9, state: 6 });
  const gone = await a.box({ owner, number: 8 });
  await staff.call(deleteBox, { path: { id: gone.id } });
  const ordered = await a.box({ owner, number: 10, state: 1, place: await a.place({ row }) });
  const done = await a.delivery({
    owner,
    option: await a.option({ owner }),
    boxes: [ordered],
    state: 2,
    comment: "Pforte",
  });
  await a.proof(done, await a.user({ isStaff: true }));
  await a.hold({ owner, boxes: [box] });
  invoice = await a.invoice(owner, await a.user({ isStaff: true }));
  const other = await a.customer({ code: 43, name: "Fremd" });
  await a.invoice(other, await a.user({ isStaff: true }));
  await a.content({ box: await a.box({ owner: other }), text: "Geheim" });
  await sealNow(db);
});

describe("the export of a customer", () => {
  test("has every file that it names, byte for byte, and as many things as there are", async () => {
    const { files, text, manifest } = await exportedBy(staff);
    expect([...files.keys()].slice(0, 2)).toEqual(["README.txt", "manifest.json"]);
    for (const { name, bytes, sha256: sum } of manifest.files) {
      const file = files.get(name) ?? Buffer.alloc(0);
      expect([name, file.length, sha256(file)]).toEqual([name, bytes, sum]);
    }
    expect(manifest.files.map(({ name }) => name).sort()).toEqual(
      [...files.keys()].filter((name) => name !== "manifest.json").sort(),
    );
    const { rows } = await db.pools.reading.query<{ entries: number }>(
      `select count(*)::int as entries from history where box_id in
        (select id from boxes where customer_id = $1 union all select box_id from deleted_boxes where customer_id = $1)`,
      [owner.id],
    );
    const entries = rows[0]?.entries;
    expect(manifest.counts).toEqual({
      boxes: 3,
      contents: 2,
      entries,
      deliveries: 1,
      destroyed: 1,
      holds: 1,
      invoices: 1,
      pictures: 2,
      proofs: 1,
    });
    expect(JSON.parse(text("boxen.json"))).toHaveLength(3);
    expect(JSON.parse(text("inhalte.json"))).toHaveLength(2);
    expect(JSON.parse(text("lieferungen.json"))).toMatchObject([{ comment: "Pforte", boxes: [{ box: "0042000010" }] }]);
    expect(JSON.parse(text("sperren.json"))).toMatchObject([{ reference: "AZ 12", boxes: ["0042000007"] }]);
    expect(text("historie.ndjson").trim().split("\n")).toHaveLength(entries ?? 0);
    expect([...files.keys()].filter((name) => name.startsWith("bilder/"))).toEqual([
      "bilder/0042000007/1.jpg",
      "bilder/0042000007/2.jpg",
    ]);
    expect([...files.values()].join("\n")).not.toContain("Geheim");
  });

  test("has its invoices as a list and each original, for who may see them and for nobody else", async () => {
    const { bytes } = await staff.download(invoiceXml, { path: { id: invoice.id } });
    const files = (of: Awaited<ReturnType<typeof exportedBy>>) =>
      [...of.files.keys()].filter((name) => name.startsWith("rechnungen"));
    const theirs = [`rechnungen/${invoice.number}.xml`, "rechnungen.csv"].sort();
    const ofStaff = await exportedBy(staff);
    expect(files(ofStaff).sort()).toEqual(theirs);
    expect(ofStaff.files.get(`rechnungen/${invoice.number}.xml`)?.equals(bytes)).toBe(true);

    const without = await exportedBy(manager);
    expect(files(without)).toEqual([]);
    expect(without.text("README.txt")).toContain("Rechnungen sind nicht dabei");
    expect(without.manifest.counts).not.toHaveProperty("invoices");

    const reader = await a.user({ customers: [owner] });
    await a.manager(reader, owner);
    await a.invoiceReader(reader, owner);
    const withThem = await exportedBy(await server.as(reader));
    expect(files(withThem).sort()).toEqual(theirs);
    const [heads, line, ...rest] = withThem.text("rechnungen.csv").split("\r\n");
    expect(heads).toBe(
      "\uFEFFNummer;Art;Kundennummer;Kunde;Ausgestellt;Zeitraum ab;Zeitraum bis;Netto;Umsatzsteuer;Brutto;Fällig;Storniert;Storniert durch;Bezahlt am",
    );
    expect(line).toMatch(new RegExp(`^${invoice.number};Rechnung;0042;Öl & Gas;.*;48,00;9,12;57,12;`));
    expect(rest).toEqual([""]);
  });

  test("has its boxes as a list that another archive reads, without those that were destroyed", async () => {
    const { text } = await exportedBy(staff);
    const [heads, line, ...rest] = text("boxen.csv").split("\r\n");
    expect(heads).toBe(`\uFEFF${boxListHeads.join(";")}`);
    expect(line).toMatch(
      /^7;0042\.000\.007;'=SUMME\(A1\) \\\| B\\\\D\|Zweiter;\d+;;\d*;[^;]+;05\.03\.2017;Nordhalle;\d+;\d+;\d+;F-7;;;$/,
    );
    expect(rest).toHaveLength(2); // one more box, and the end
    expect(text("vernichtungen.csv")).toMatch(/\r\n0042\.000\.009;\d{2}\.\d{2}\.\d{4};\r\n$/);
  });

  test("proves its history by itself: each hash follows from the one before, and the seal from the last of each box", async () => {
    const { text } = await exportedBy(staff);
    type Entry = Readonly<Record<"box_id" | "seq" | "kind" | "user_id", number>> &
      Readonly<Record<"created" | "digest" | "hash" | "salt", string>> & { said: string | null; text: string | null };
    const entries = text("historie.ndjson")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Entry);
    const numbers = (...sized: readonly (readonly [2 | 4 | 8, bigint])[]) =>
      Buffer.concat(
        sized.map(([size, value]) =>
          Buffer.from(
            BigInt.asUintN(size * 8, value)
              .toString(16)
              .padStart(size * 2, "0"),
            "hex",
          ),
        ),
      );
    const part = (said: string | null) =>
      said === null
        ? numbers([4, -1n])
        : Buffer.concat([numbers([4, BigInt(Buffer.byteLength(said))]), Buffer.from(said)]);
    const micros = (iso: string) =>
      BigInt(Date.parse(`${iso.slice(0, 19)}Z`) - Date.UTC(2000, 0, 1)) * 1000n +
      BigInt(iso.slice(20).replace("+00:00", "").padEnd(6, "0"));
    let [last, box_id] = [Buffer.alloc(32), 0];
    const heads: Buffer[] = [];
    const leaf = ({ seq }: Entry, hash: Buffer) =>
      Buffer.from(sha256(Buffer.concat([Buffer.of(0), numbers([8, BigInt(box_id)], [4, BigInt(seq)]), hash])), "hex");
    entries.forEach((entry, at) => {
      if (entry.box_id !== box_id) [last, box_id] = [Buffer.alloc(32), entry.box_id];
      const digest = sha256(Buffer.concat([Buffer.from(entry.salt, "hex"), part(entry.said), part(entry.text)]));
      expect(digest).toBe(entry.digest);
      const { seq, kind, user_id, created } = entry;
      const said = numbers(
        [8, BigInt(box_id)],
        [4, BigInt(seq)],
        [2, BigInt(kind)],
        [8, BigInt(user_id ?? 0)],
        [8, micros(created)],
      );
      last = Buffer.from(sha256(Buffer.concat([last, Buffer.of(1), said, Buffer.from(digest, "hex")])), "hex");
      expect(last.toString("hex")).toBe(entry.hash);
      if (entries[at + 1]?.box_id !== box_id) heads.push(leaf(entry, last));
    });
    const { history, seals } = JSON.parse(text("siegel.json")) as {
      history: { root: string; boxes: number };
      seals: object[];
    };
    expect([history.boxes, seals.length]).toEqual([heads.length, 1]);
    let nodes = heads;
    while (nodes.length > 1)
      nodes = nodes.flatMap((node, at) =>
        at % 2 === 1
          ? []
          : nodes[at + 1]
            ? [Buffer.from(sha256(Buffer.concat([Buffer.of(1), node, nodes[at + 1] as Buffer])), "hex")]
            : [node],
      );
    expect(history.root).toBe(nodes[0]?.toString("hex"));
  });

  test("shows a customer's user no place, no note and nobody of the archive, and has the same hashes", async () => {
    const [theirs, ours] = [await exportedBy(manager), await exportedBy(staff)];
    const all = [...theirs.files].map(([name, file]) => (name.startsWith("bilder/") ? "" : file.toString())).join("\n");
    expect(all).not.toMatch(
      /Nordhalle|Zahlt spät|Muster(?! )|"(row|part|height|area|user_id|salt|said|device|notes)":/,
    );
    expect(theirs.text("boxen.csv").split("\r\n")[1]).toMatch(/;05\.03\.2017;;;;;F-7;;;$/);
    const hashes = (text: string) =>
      text
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { hash: string }).hash);
    expect(hashes(theirs.text("historie.ndjson"))).toEqual(hashes(ours.text("historie.ndjson")));
    const root = (text: string) => (JSON.parse(text) as { history: object }).history;
    expect(root(theirs.text("siegel.json"))).toEqual(root(ours.text("siegel.json")));
    const { invoices: _invoices, ...counts } = ours.manifest.counts; // which they have no right to see
    expect(theirs.manifest.counts).toEqual(counts);
  });

  test("is for staff and for users with the right to manage, of their own customers, and on record", async () => {
    const without = await server.asCustomer(owner);
    expect((await without.ask(exportCustomer, { path: { id: owner.id } })).body).toEqual({
      non_field_errors: ["Dafür fehlt Ihnen das Recht. Bitte wenden Sie sich an das Archiv."],
    });
    const other = await a.customer();
    for (const id of [other.id, 2_000_000_000])
      expect((await manager.ask(exportCustomer, { path: { id } })).status).toBe(404);
    await exportedBy(manager);
    const { results } = await staff.call(listAudit, { query: { limit: 1 } });
    expect(results).toMatchObject([{ text: "Gesamtexport (3)", customer: { code: 42 }, user: { last_name: "Kern" } }]);
  });

  test("of a customer without anything is whole, too", async () => {
    const { text, manifest } = await exportedBy(staff, await a.customer());
    expect([text("boxen.json"), text("historie.ndjson"), manifest.counts["boxes"]]).toEqual(["[]\n", "", 0]);
  });

  expensive("45 holds in one export of a customer")(
    "of more than is read at once has each entry once, in its order",
    async () => {
      const held = await a.customer();
      const references = Array.from({ length: 45 }, (_, at) => `AZ ${at}`);
      for (const reference of references)
        await a.hold({ owner: held, boxes: [await a.box({ owner: held })], reference });
      const { text, manifest } = await exportedBy(staff, held);
      const holds = JSON.parse(text("sperren.json")) as { id: number; reference: string }[];
      const ids = holds.map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted((one, other) => one - other));
      expect(holds.map(({ reference }) => reference).sort()).toEqual(references.toSorted());
      expect(manifest.counts["holds"]).toBe(45);
    },
  );

  expensive("thirty boxes that are marked while an export is made")(
    "is of one moment: what is destroyed while it is made is whole or not at all in it",
    async () => {
      const busy = await a.customer();
      const boxes = [];
      for (let number = 1; number <= 30; number++) boxes.push(await a.box({ owner: busy, number, state: 1 }));
      const [made] = await Promise.all([
        exportedBy(staff, busy),
        ...boxes.map(({ id }) => staff.call(editBox, { path: { id }, body: { state: 7 } })),
      ]);
      const states = (JSON.parse(made.text("boxen.json")) as { code: string; state: number }[]).map(
        ({ code, state }) => [code, state],
      );
      const marked = new Set(
        made
          .text("historie.ndjson")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as { box: string; kind: number })
          .filter(({ kind }) => kind === 8)
          .map(({ box: code }) => code),
      );
      expect(states).toEqual(boxes.map(({ code }) => [code, marked.has(code) ? 7 : 1]));
    },
  );
});
