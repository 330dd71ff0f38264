import { sql } from "kysely";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { dropMessage, listMessages, sendMessageAgain } from "#contract/calls/access/messages.ts";
import * as printers from "#contract/calls/paper/printers.ts";
import { printLabelsZpl, printPlaceLabelsZpl } from "#contract/calls/paper/services.ts";
import { printSender } from "#server/messages/print/send-print.ts";
import { takeMessages } from "#server/database/messages/message-leases.ts";
import { sendMessages } from "#server/messages/send-messages.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { type Behaviour, labelPrinter } from "#test/support/printers/label-printer.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const first = await labelPrinter();
const other = await labelPrinter();
const server = await testServer(db, {
  LABEL_PRINTERS: `Halle 1=tcp://127.0.0.1:${first.port}; Halle 2=tcp://127.0.0.1:${other.port}`,
});
const { a } = server;
const staff = await server.asStaff();
const named = (name: string, port: number) => ({ name, host: "127.0.0.1", port });
const all = [named("Halle 1", first.port), named("Halle 2", other.port)];

afterEach(async () => {
  await db.write((tx) => tx.deleteFrom("messages").execute());
  for (const { behaviour, printed } of [first, other]) {
    for (const key of Object.keys(behaviour)) delete behaviour[key as keyof Behaviour];
    printed.length = 0;
  }
});

/** Sends until the test ends, or earlier. */
function startSending(names = all) {
  const stop = sendMessages(db, { print: printSender(db, names) }, () => undefined);
  onTestFinished(stop);
  return stop;
}

const print = async (printer: string, amount = 1) => {
  const codes = [{ code: (await a.box()).code, amount }];
  await staff.call(printers.sendBoxLabels, { body: { printer, codes } });
  return (await staff.download(printLabelsZpl, { body: { codes } })).bytes.toString("latin1");
};
const queueOf = async (printer = "Halle 1") =>
  (await staff.call(printers.listPrinters, {})).results.find(({ name }) => name === printer)!;
const lines = async () => (await staff.call(listMessages, { query: { order_by: "created" } })).results;
/** As if the pause before the next try were over. */
const hurry = () => db.write((tx) => sql`update messages set not_before = now() where done_at is null`.execute(tx));

describe("labels on a named printer", () => {
  expensive("labels on paper, and a wait for a printer")(
    "are what the download has, of boxes and of places, in the order in which they were asked for",
    async () => {
      const row = await a.row();
      const wanted = [await print("Halle 1"), await print("Halle 1")];
      const places = { row: row.id, parts: { from: 1, to: 2 }, heights: { from: 1, to: 2 } };
      await staff.call(printers.sendPlaceLabels, { body: { printer: "Halle 1", ...places } });
      wanted.push((await staff.download(printPlaceLabelsZpl, { body: places })).bytes.toString("latin1"));
      expect(await queueOf()).toEqual({ name: "Halle 1", waiting: 6, trouble: null, failed: 0 });
      startSending();
      await expect.poll(() => first.printed, { timeout: 5000 }).toEqual(wanted);
      await expect.poll(() => queueOf()).toEqual({ name: "Halle 1", waiting: 0, trouble: null, failed: 0 });
      expect(other.printed).toEqual([]);
      expect((await lines()).map(({ text, state }) => [text, state])).toEqual([
        ["1 Etikett auf „Halle 1“", "sent"],
        ["1 Etikett auf „Halle 1“", "sent"],
        ["4 Etiketten auf „Halle 1“", "sent"],
      ]);
    },
  );

  test("go there in pieces of fifty, each when the printer has printed the one before", async () => {
    await print("Halle 1", 120);
    startSending();
    await expect.poll(() => first.printed.length, { timeout: 5000 }).toBe(3);
    expect(first.printed.map((zpl) => /\^PQ(\d+)/.exec(zpl)?.[1])).toEqual(["50", "50", "20"]);
  });

  test("are refused for a printer that the operator has not named, for too many, and to customers' users", async () => {
    const owner = await a.customer();
    const codes = [{ code: (await a.box({ owner })).code, amount: 1 }];
    const refusal = (body: object) =>
      staff.refusal(printers.sendBoxLabels, { body: { printer: "Halle 1", codes, ...body } });
    expect(await refusal({ printer: "127.0.0.1:22" })).toEqual({
      printer: ["Ein Drucker „127.0.0.1:22“ ist nicht eingerichtet."],
    });
    expect(await refusal({ codes: [{ ...codes[0], amount: 1001 }] })).toEqual({
      codes: ["Höchstens 1.000 Etiketten gehen auf einmal an einen Drucker."],
    });
    const user = await server.asCustomer(owner);
    expect((await user.ask(printers.listPrinters, {})).status).toBe(403);
    expect((await user.ask(printers.sendBoxLabels, { body: { printer: "Halle 1", codes } })).status).toBe(403);
    expect(await lines()).toEqual([]);
  });
});

describe("a printer that is not ready", () => {
  test.each<[string, Behaviour]>([
    ["Drucker „Halle 1“ ohne Etiketten", { paper: 1 }],
    ["Drucker „Halle 1“ mit offenem Druckkopf", { head: 1, paper: 1 }],
    ["Drucker „Halle 1“ ist angehalten", { pause: 1 }],
    ["Drucker „Halle 1“ ohne Farbband", { ribbon: 1 }],
    ["Drucker „Halle 1“ druckt noch", { remaining: 7 }],
    ["Drucker „Halle 1“ druckt noch", { formats: 2 }],
    ["Drucker „Halle 1“ antwortet nicht", { isSilent: true }],
  ])(
    "says so (%s), gets nothing, and prints once when it is ready; another one goes on",
    async (trouble, behaviour) => {
      Object.assign(first.behaviour, behaviour);
      const wanted = await print("Halle 1");
      const elsewhere = await print("Halle 2");
      startSending();
      await expect
        .poll(() => queueOf(), { timeout: 5000 })
        .toEqual({ name: "Halle 1", waiting: 1, trouble, failed: 0 });
      await expect.poll(() => other.printed).toEqual([elsewhere]);
      expect(first.printed).toEqual([]);
      expect((await lines())[0]).toMatchObject({ state: "waiting", failure: trouble });
      for (const key of Object.keys(behaviour)) delete first.behaviour[key as keyof Behaviour];
      await hurry();
      await expect.poll(() => first.printed, { timeout: 5000 }).toEqual([wanted]);
    },
  );

  test("says that it is off, and prints when it is on again", async () => {
    await first.switchOff();
    const wanted = await print("Halle 1");
    startSending();
    const trouble = "Drucker „Halle 1“ ist nicht erreichbar: ausgeschaltet oder nicht im Netz";
    await expect.poll(() => queueOf(), { timeout: 5000 }).toMatchObject({ waiting: 1, trouble });
    await first.switchOn();
    await hurry();
    await expect.poll(() => first.printed, { timeout: 5000 }).toEqual([wanted]);
  });

  test("is given up after an hour, and what waits there is dropped by hand before", async () => {
    first.behaviour.paper = 1;
    await print("Halle 1");
    await print("Halle 1");
    const [one, two] = await lines();
    expect(await staff.call(dropMessage, { path: { id: two!.id } })).toMatchObject({ state: "dropped" });
    await db.write((tx) => sql`update messages set tries = 239 where id = ${one!.id}`.execute(tx));
    startSending();
    await expect.poll(async () => (await lines())[0], { timeout: 5000 }).toMatchObject({ state: "failed" });
    expect(await queueOf()).toMatchObject({ waiting: 0, failed: 1 });
    expect(first.printed).toEqual([]);
  });

  test("is not named any more: the print fails with a sentence", async () => {
    await print("Halle 1");
    startSending([]);
    const failure = "Drucker „Halle 1“ ist nicht mehr eingerichtet.";
    await expect.poll(async () => (await lines())[0]).toMatchObject({ state: "failed", failure });
  });
});

describe("a print whose end nobody knows", () => {
  const unclear =
    "Die Verbindung zu „Halle 1“ brach beim Drucken ab. Bitte sehen Sie nach, ob 3 Etiketten gedruckt sind: wenn nicht, „Nochmals senden“, sonst „Erledigt“.";
  const unknownEnd = { state: "failed", failure: unclear };

  expensive("a wait for a printer that says nothing").each<[string, Behaviour]>([
    ["the line is cut in the middle of it", { cutsAfter: 60 }],
    ["the printer never says that it has it", { isDeafAfterLabels: true }],
  ])("is not sent again by itself where %s; a person says whether it is", async (_why, behaviour) => {
    Object.assign(first.behaviour, behaviour);
    const wanted = await print("Halle 1", 3);
    const next = await print("Halle 1");
    startSending();
    await expect.poll(async () => (await lines())[0], { timeout: 9000 }).toMatchObject(unknownEnd);
    for (const key of Object.keys(behaviour)) delete first.behaviour[key as keyof Behaviour];
    await expect.poll(() => first.printed.slice(1), { timeout: 9000 }).toHaveLength(1);
    await staff.call(sendMessageAgain, { path: { id: (await lines())[0]!.id } });
    await expect.poll(() => first.printed.includes(wanted), { timeout: 5000 }).toBe(true);
    expect(first.printed.filter((zpl) => zpl === next).length).toBeLessThan(2);
  });

  test("is not sent again by the next server where the one before died while it printed, and is where it had not begun", async () => {
    const wanted = [await print("Halle 1", 3), await print("Halle 2")];
    const taken = await takeMessages(db, "print", 8);
    expect(taken).toHaveLength(2);
    await db.write((tx) =>
      sql`
        update messages set leased_until = now() - interval '1 second',
          payload = case target when 'print:Halle 1' then payload || '{"begun": true}' else payload end`.execute(tx),
    );
    startSending();
    await expect.poll(() => other.printed, { timeout: 5000 }).toEqual([wanted[1]]);
    await expect.poll(async () => (await lines())[0]).toMatchObject(unknownEnd);
    expect(first.printed).toEqual([]);
  });

  test("is not dropped while it is being sent", async () => {
    await print("Halle 1");
    await takeMessages(db, "print", 8);
    const [{ id } = { id: 0 }] = await lines();
    expect(await staff.refusal(dropMessage, { path: { id } })).toEqual({
      non_field_errors: ["Die Nachricht wird gerade gesendet. Bitte versuchen Sie es gleich noch einmal."],
    });
  });
});
