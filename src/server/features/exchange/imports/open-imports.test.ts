import { foundByItself } from "#rules/exchange/imports/layout.ts";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createArea } from "#contract/calls/stock/areas.ts";
import * as imports from "#contract/calls/exchange/imports.ts";
import { readInProcess } from "#server/box-lists/list-reader.ts";
import { forgetImports } from "#server/database/imports/open-imports.ts";
import { forgetAnswers } from "#server/database/kept-answers.ts";
import { testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;

const list = "Boxnummer;Inhalt\n17;Akten\n";
const sending = (customer: { id: number }, text = list) => ({
  body: { customer: customer.id, name: "Boxen.csv", file: new Blob([text]) },
});
const noRight = { non_field_errors: ["Dafür fehlt Ihnen das Recht. Bitte wenden Sie sich an das Archiv."] };

/** Lists of somebody that nobody has finished. */
const leave = (count: number, customer: { id: number }, { userId }: { userId: number }) =>
  db.write((tx) =>
    sql`insert into imports (customer_id, user_id, by_customer, name, file, file_sha256, heads, mapping, total)
      select ${customer.id}::bigint, ${userId}::bigint, false, 'Boxen.csv', '\\x31', sha256('\\x31'), '{Boxnummer}', '{number}', 1
      from generate_series(1, ${count}::int)`.execute(tx),
  );

test("who may send in no list is refused before a byte of it is read", async () => {
  const owner = await a.customer();
  const client = await server.as(await a.user({ customers: [owner] }));
  const call = request(server.url + urlOf(imports.createImport), {
    method: "POST",
    agent: false,
    headers: {
      authorization: `Token ${client.token}`,
      "content-type": "multipart/form-data; boundary=x",
      "content-length": 20_000_000,
    },
  });
  call.on("error", () => undefined);
  call.write("--x\r\n");
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  expect(answer.statusCode).toBe(400);
  expect(Buffer.concat(await answer.toArray()).toString()).toBe(JSON.stringify(noRight));
  call.destroy();
});

expensive("a broken workbook that a process of its own reads")(
  "who may not send in this one learns so, and not what is wrong with it, which takes a processor to know",
  async () => {
    const [mine, looked] = [await a.customer(), await a.customer()];
    const user = await a.user({ customers: [mine, looked] });
    await a.storer(user, mine);
    const client = await server.as(user);
    const broken = "PK\u0003\u0004 no workbook";
    expect(await client.refusal(imports.createImport, sending(looked, broken))).toEqual(noRight);
    expect(await client.refusal(imports.createImport, sending(mine, broken))).toMatchObject({
      file: [expect.any(String)],
    });
  },
);

expensive("a dozen lists, each read in its own process")(
  "somebody has ten unfinished lists and no more, and a customer fifty",
  async () => {
    const owner = await a.customer();
    const user = await a.user({ customers: [owner] });
    await a.storer(user, owner);
    const client = await server.as(user);
    await leave(9, owner, client);
    const { id } = await client.call(imports.createImport, sending(owner));
    expect(await client.refusal(imports.createImport, sending(owner))).toEqual({
      non_field_errors: [
        "Sie haben schon 10 Listen, die nicht fertig sind. Bitte übernehmen oder verwerfen Sie zuerst eine davon.",
      ],
    });
    await client.call(imports.discardImport, { path: { id } });
    await client.call(imports.createImport, sending(owner));
    const staff = await server.asStaff();
    await leave(40, owner, staff);
    expect(await staff.refusal(imports.createImport, sending(owner))).toEqual({
      non_field_errors: [
        "Für diesen Kunden gibt es schon 50 Listen, die nicht fertig sind. Bitte übernehmen oder verwerfen Sie zuerst eine davon.",
      ],
    });
    await staff.call(imports.createImport, sending(await a.customer()));
  },
);

expensive("two lists, each read and checked in its own process")(
  "a list that nobody has touched for a week is given up, rows and all; one that was checked since is not",
  async () => {
    const staff = await server.asStaff();
    const owner = await a.customer();
    const [old, checked] = [
      await staff.call(imports.createImport, sending(owner)),
      await staff.call(imports.createImport, sending(owner)),
    ];
    for (const { id } of [old, checked]) await staff.call(imports.checkImport, { path: { id } });
    const days = (of: string, many: number, id: number) =>
      db.write((tx) =>
        sql`update imports set ${sql.ref(of)} = now() - make_interval(days => ${many}::int) where id = ${id}`.execute(
          tx,
        ),
      );
    for (const { id } of [old, checked]) await days("created", 9, id);
    await days("checked", 8, old.id);
    expect(await forgetImports(db, new AbortController().signal)).toBe(1);
    const rows = db.read.selectFrom("import_rows").select("import_id").where("import_id", "in", [old.id, checked.id]);
    expect(await rows.execute()).toEqual([{ import_id: checked.id }]);
    const kept = db.read.selectFrom("imports").select(["state", "file"]).where("id", "=", old.id);
    expect(await kept.executeTakeFirst()).toEqual({ state: 9, file: null });
  },
);

test("of kept answers the oldest of who has too many go, and nobody else's", async () => {
  const [many, few] = [await server.asStaff(), await server.asStaff()];
  const make = (by: typeof many, name: string) =>
    by.raw("POST", urlOf(createArea), {
      headers: { "content-type": "application/json", "idempotency-key": name },
      body: JSON.stringify({ name }),
    });
  for (const name of ["Eins", "Zwei", "Drei"]) await make(many, name);
  await make(few, "Vier");
  await db.write((tx) => forgetAnswers(tx, { answers: 2 }));
  const again = async (by: typeof many, name: string) => (await make(by, name)).status;
  expect([await again(many, "Drei"), await again(many, "Zwei"), await again(few, "Vier")]).toEqual([201, 201, 201]);
  expect(await again(many, "Eins"), "is made anew, and there is one").toBe(400);
});

test("a list that takes too long to read is given up with a sentence", async () => {
  const long = Buffer.from(`Boxnummer\n${"17\n".repeat(199_000)}`);
  const work = { file: long, layout: foundByItself, reading: null };
  const reading = readInProcess(work, new AbortController().signal, async () => undefined, 1);
  await expect(reading).rejects.toThrow("Die Liste braucht zu lange zum Lesen. Bitte teilen Sie sie auf.");
});
