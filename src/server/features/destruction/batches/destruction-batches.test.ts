import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { destroyMarked, editBox, getBox } from "#contract/calls/stock/boxes.ts";
import * as calls from "#contract/calls/destruction/destruction-batches.ts";
import { changeProcedure } from "#contract/calls/destruction/procedures.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { addDays, berlinDay, showDate } from "#rules/dates.ts";
import { BatchEvent, BatchState, showBatch } from "#rules/destruction/batch-state.ts";
import { historySentence } from "#rules/stock/history.ts";
import { type Answer, type Client, testServer } from "#test/support/client.ts";
import { signedLetter } from "#test/support/factories/batch-factories.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box, Customer } from "#test/support/factories.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const [proposer, second, witness] = [await server.asStaff(), await server.asStaff(), await server.asStaff()];
const today = berlinDay(new Date());

const said = ({ status, body }: Answer) => [status, Object.values(body as Record<string, string[]>)[0]?.[0]];
const refusedFor = (why: string) => [400, why];

/** A customer with the procedure, their user who may approve, and boxes in stock that are marked. */
async function archive(count = 2, waitingDays = 0) {
  const owner = await a.customer();
  await a.procedure(owner, waitingDays);
  const boxes: Box[] = [];
  for (let each = 0; each < count; each++) boxes.push(await a.box({ owner, state: 7 }));
  const customer = await server.asCustomer(owner);
  await a.approver({ id: customer.userId }, owner);
  return { owner, boxes, customer };
}
const ids = (boxes: readonly Box[]) => boxes.map(({ id }) => id);
const create = (owner: Customer, boxes: readonly Box[], more: object = {}) =>
  proposer.call(calls.createBatch, { body: { customer: { id: owner.id }, boxes: ids(boxes), ...more } });
async function shred(client: Client, batch: number, code: string, id: string = randomUUID()) {
  const { results } = await client.call(scan, { body: { operations: [{ id, kind: "shred", batch, code }] } });
  return results[0];
}
const stateOf = async ({ id }: { id: number }) => (await proposer.call(getBox, { path: { id } })).state;
const kindsOf = async ({ id }: { id: number }) =>
  (await proposer.call(getBox, { path: { id } })).history.map(({ state }) => state);
function upload(client: Client, id: number, bytes: Uint8Array<ArrayBuffer> = new Uint8Array(signedLetter)) {
  const form = new FormData();
  form.append("signer", "Dr. Kurz");
  form.append("reference", "AZ 7");
  form.append("image", new Blob([bytes]), "brief.pdf");
  return client.raw("POST", `/api/v1/destruction-batches/${id}/letter/`, { body: form });
}

describe("a destruction", () => {
  expensive("every step of a batch by three people, with its papers")(
    "goes from the draft to the certificate by three people, and everything it leaves agrees",
    async () => {
      const { owner, boxes, customer } = await archive(3);
      const [first, rejected, kept] = boxes as [Box, Box, Box];
      await a.content({ box: first, text: "Rechnungen 2009" });
      const { id, number, state, metres } = await create(owner, boxes);
      expect([number, state, metres]).toEqual([showBatch(id), BatchState.draft, 1.2]);
      const path = { id };
      expect((await customer.ask(calls.getBatch, { path })).status).toBe(404); // a draft is nobody's but the archive's

      await proposer.call(calls.proposeBatch, { path });
      const seen = await customer.call(calls.getBatch, { path });
      expect([seen.turn, seen.actions.decide, seen.actions.confirm]).toEqual([true, null, "Das macht das Archiv."]);
      expect(seen.events.map(({ who }) => who)).toEqual(["Archiv", "Archiv"]);
      expect(seen).not.toHaveProperty("letter");
      const lines = [{ box: rejected.id, approved: false, reason: "Noch gebraucht" }];
      const approved = await customer.call(calls.decideBatch, { path, body: { lines, rest: "approved", number } });
      expect([approved.approved, approved.rejected, approved.state]).toEqual([2, 1, BatchState.approved]);
      expect(await stateOf(rejected)).toBe(1);

      expect(said(await proposer.ask(calls.confirmBatch, { path, body: { number } }))).toEqual(
        refusedFor("Sie haben vorgelegt; es bestätigt jemand, dessen Zugang nicht durch Ihre Hände ging."),
      );
      expect((await second.call(calls.confirmBatch, { path, body: { number: `${id}` } })).state).toBe(
        BatchState.confirmed,
      );
      const closed = await proposer.call(calls.closeLines, {
        path,
        body: { boxes: [kept.id], reason: "Doch aufheben" },
      });
      expect([closed.left, closed.closed]).toEqual([1, 1]);
      const operation = randomUUID();
      expect(await shred(second, id, first.code, operation)).toMatchObject({ status: "done", state: 6, again: false });
      expect(await shred(second, id, first.code, operation)).toMatchObject({ status: "done", again: true });
      expect(said(await second.ask(calls.completeBatch, { path, body: { place: "house" } }))).toEqual(
        refusedFor("Sie haben vernichtet; es bezeugt jemand, dessen Zugang nicht durch Ihre Hände ging."),
      );
      await witness.call(calls.completeBatch, { path, body: { place: "house", machine: "HSM 411.2" } });
      const done = await proposer.call(calls.certifyBatch, { path });
      expect([done.state, done.certificate?.number]).toEqual([BatchState.certified, `${number}/${today.slice(0, 4)}`]);
      expect(done.events.map(({ kind }) => kind)).toEqual([
        BatchEvent.created,
        BatchEvent.proposed,
        BatchEvent.approved,
        BatchEvent.confirmed,
        BatchEvent.closed,
        BatchEvent.begun,
        BatchEvent.shredded,
        BatchEvent.certified,
      ]);
      expect((await kindsOf(first)).slice(-5)).toEqual([27, 28, 29, 30, 6]);
      expect((await kindsOf(rejected)).slice(-3)).toEqual([27, 28, 9]);
      const { history } = await proposer.call(getBox, { path: { id: first.id } });
      const last = history.at(-1);
      expect(historySentence(last?.state ?? 0, last?.meta ?? null, null)).toBe(
        `Box vernichtet (${number}, Schutzklasse 2, P-4)`,
      );
      expect(await Promise.all(boxes.map(stateOf))).toEqual([6, 1, 1]);
      expect(await runChecks(db)).toEqual([]);
    },
  );

  test("is approved by the customer's signed letter where they have no user for it, and by nobody without one", async () => {
    const { owner, boxes } = await archive();
    const { id } = await a.batch({ owner, boxes, until: "proposed" });
    const path = { id };
    const body = { rest: "approved", number: showBatch(id) } as const;
    expect(said(await second.ask(calls.decideBatch, { path, body }))).toEqual(
      refusedFor("Das entscheidet der Kunde. Sie tragen es ein, sobald sein unterschriebener Brief hochgeladen ist."),
    );
    for (const wrong of [new Uint8Array(), new Uint8Array(Buffer.from("Ja, bitte"))])
      expect((await upload(second, id, wrong)).status).toBe(400);
    const active = await upload(
      second,
      id,
      new Uint8Array(Buffer.from("%PDF-1.7 << /S /JavaScript /JS (app.alert(1)) >>")),
    );
    expect([active.status, active.body]).toEqual([
      400,
      {
        image: [
          "Dieses PDF enthält Programme oder andere Dateien. Bitte drucken Sie es in ein neues PDF und senden Sie das.",
        ],
      },
    ]);
    expect((await upload(second, id)).status).toBe(201);
    expect((await second.download(calls.batchLetter, { path })).bytes).toEqual(signedLetter);
    const approved = await second.call(calls.decideBatch, { path, body });
    expect(approved.approver).toEqual({ name: "Dr. Kurz", reference: "AZ 7" });
    expect((await second.call(calls.confirmBatch, { path, body: { number: showBatch(id) } })).state).toBe(3);
  });

  test("a box that the customer wants to keep is kept whatever the archive confirms, scans and destroys together", async () => {
    const { owner, boxes, customer } = await archive(2);
    const [gone, retained] = boxes as [Box, Box];
    const { id } = await a.batch({ owner, boxes, until: "proposed" });
    const lines = [
      { box: gone.id, approved: true },
      { box: retained.id, approved: false, reason: "Prozess" },
    ];
    await customer.call(calls.decideBatch, { path: { id }, body: { lines } });
    await second.call(calls.confirmBatch, { path: { id }, body: { number: showBatch(id) } });
    await shred(second, id, gone.code);
    expect(await shred(second, id, retained.code)).toMatchObject({ status: "refused", code: "not_in_batch" });
    await proposer.call(editBox, { path: { id: retained.id }, body: { state: 7 } });
    await proposer.call(destroyMarked, {});
    expect(said(await proposer.ask(editBox, { path: { id: retained.id }, body: { state: 6 } }))).toEqual(
      refusedFor("Vernichtung nur mit Freigabe."),
    );
    expect([await stateOf(gone), await stateOf(retained)]).toEqual([6, 7]);
  });

  test("ends where the customer rejects every box, and gives the boxes back where it is aborted", async () => {
    const { owner, boxes, customer } = await archive(2);
    const all = boxes.map(({ id }) => ({ box: id, approved: false, reason: "Nein" }));
    const rejected = await a.batch({ owner, boxes, until: "proposed" });
    const end = await customer.call(calls.decideBatch, { path: rejected, body: { lines: all } });
    expect([end.state, end.abort_reason]).toEqual([BatchState.aborted, "Alle Boxen abgelehnt"]);
    for (const box of boxes) await proposer.call(editBox, { path: { id: box.id }, body: { state: 7 } });
    const batch = await a.batch({ owner, boxes, until: "confirmed" });
    const aborted = await customer.call(calls.abortBatch, { path: batch, body: { reason: "Doch nicht" } });
    expect([aborted.state, aborted.events.at(-1)?.text]).toEqual([BatchState.aborted, "Doch nicht"]);
    expect(await Promise.all(boxes.map(stateOf))).toEqual([1, 1]);
    expect(await runChecks(db)).toEqual([]);
  });
});

describe("what speaks against a box", () => {
  test("is said before each step, stops it, and names the box", async () => {
    const owner = await a.customer();
    await a.procedure(owner);
    const [away, ordered, plain, held, kept, outside] = [
      await a.box({ owner, state: 7, markedFrom: 2 }),
      await a.box({ owner, state: 4 }),
      await a.box({ owner, state: 1 }),
      await a.box({ owner, state: 7 }),
      await a.box({ owner, state: 7 }),
      await a.box({ owner, state: 1 }),
    ];
    await a.content({ box: outside, state: 1, text: "Akte Kurz" });
    await a.hold({ owner, boxes: [held] });
    await a.kept({ owner, boxes: [kept], key: "ao-belege", begins: today });
    const why = async (box: Box) =>
      said(await proposer.ask(calls.createBatch, { body: { customer: { id: owner.id }, boxes: [box.id] } }))[1];
    const box = ({ code }: Box) => `Box ${showBoxCode(code)}`;
    const ends = `Frist läuft bis 31.12.${Number(today.slice(0, 4)) + 8}`;
    expect(await Promise.all([away, ordered, plain, held, kept].map(why))).toEqual([
      `${box(away)}: nicht im Haus.`,
      `${box(ordered)}: angefordert, weder markiert noch fällig.`,
      `${box(plain)}: weder markiert noch fällig.`,
      `${box(held)} ist gesperrt (Betriebsprüfung 2026, AZ 12).`,
      `${box(kept)}: ${ends}.`,
    ]);
    expect(await why(outside)).toBe(
      `${box(outside)}: angefordert, weder markiert noch fällig, außer Haus: „Akte Kurz“.`,
    );
    const draft = await create(owner, [kept], { early_reason: "Kunde löscht sein Archiv" });
    await proposer.call(calls.proposeBatch, { path: draft });
    const customer = await server.asCustomer(owner);
    await a.approver({ id: customer.userId }, owner);
    const body = { rest: "approved", number: draft.number } as const;
    expect(said(await customer.ask(calls.decideBatch, { path: draft, body }))[1]).toBe(
      `${box(kept)} muss noch aufbewahrt werden: Bitte entscheiden Sie über sie einzeln.`,
    );
    const lines = [{ box: kept.id, approved: true }];
    expect((await customer.call(calls.decideBatch, { path: draft, body: { lines } })).approved).toBe(1);
  });

  test("is a hold that was set, and contents that were added, since it was proposed; the others go on", async () => {
    const { owner, boxes } = await archive(3);
    const [held, changed, fine] = boxes as [Box, Box, Box];
    const batch = await a.batch({ owner, boxes, until: "confirmed" });
    await a.hold({ owner, boxes: [held] });
    await a.content({ box: changed });
    const { results } = await second.call(calls.listBatchLines, { path: batch, query: { problems: true } });
    expect(results.map(({ box, problems }) => [box, problems])).toEqual([
      [held.id, ["gesperrt (Betriebsprüfung 2026, AZ 12)"]],
      [changed.id, ["Inhalte seit der Vorlage geändert"]],
    ]);
    expect(await shred(second, batch.id, held.code)).toMatchObject({ status: "refused", code: "held" });
    expect(await shred(second, batch.id, changed.code)).toMatchObject({ status: "refused", code: "line" });
    expect((await shred(second, batch.id, fine.code))?.status).toBe("done");
    expect(said(await witness.ask(calls.completeBatch, { path: batch, body: { place: "house" } }))[1]).toBe(
      "2 Boxen sind weder gescannt noch ausgenommen.",
    );
    await proposer.call(calls.closeLines, { path: batch, body: { boxes: ids([held, changed]), reason: "Gesperrt" } });
    expect((await witness.call(calls.completeBatch, { path: batch, body: { place: "house" } })).scanned).toBe(1);
  });

  test("of all that is marked or due, what must stay is left out of the draft", async () => {
    const owner = await a.customer();
    await a.procedure(owner);
    const [marked, held, due] = [
      await a.box({ owner, state: 7 }),
      await a.box({ owner, state: 7 }),
      await a.box({ owner, state: 1 }),
    ];
    await a.hold({ owner, boxes: [held] });
    await a.kept({ owner, boxes: [due], key: "arbeitszeit", begins: "2001-01-01" });
    const of = (which: "marked" | "due") =>
      proposer.call(calls.createBatch, { body: { customer: { id: owner.id }, of: which } });
    const boxesOf = async (batch: { id: number }) =>
      (await proposer.call(calls.listBatchLines, { path: batch, query: {} })).results.map(({ box }) => box);
    expect(await boxesOf(await of("marked"))).toEqual([marked.id]);
    const batch = await of("due");
    expect(await boxesOf(batch)).toEqual([due.id]);
    await proposer.call(calls.proposeBatch, { path: batch });
    expect((await kindsOf(due)).slice(-2)).toEqual([8, 27]);
    expect(said(await proposer.ask(calls.createBatch, { body: { customer: { id: owner.id }, of: "due" } }))[1]).toBe(
      "Es gibt keine Box, die vernichtet werden darf.",
    );
  });
});

describe("nobody", () => {
  test("scans before the waiting time is over: the last day counts whole, and a clock that is put back makes nobody early", async () => {
    const { owner, boxes } = await archive(2);
    const batch = await a.batch({ owner, boxes, until: "confirmed", waitingDays: 7 });
    const { from_day, wait_until, actions } = await second.call(calls.getBatch, { path: batch });
    const day = addDays(today, 8);
    expect([from_day, berlinDay(new Date(wait_until ?? ""))]).toEqual([day, day]);
    expect(berlinDay(new Date(Date.parse(wait_until ?? "") - 1))).toBe(addDays(day, -1));
    const why = `Die Wartezeit läuft: ab ${showDate(day)}.`;
    expect(actions.shred).toBe(why);
    const [first, other] = boxes as [Box, Box];
    expect(await shred(second, batch.id, first.code)).toMatchObject({ code: "too_early", message: why });
    await a.waiting(batch, -1);
    expect((await shred(second, batch.id, first.code))?.status).toBe("done");
    await a.waiting(batch, 1); // the clock is a day behind now
    expect((await shred(second, batch.id, other.code))?.code).toBe("too_early");
    expect(await stateOf(other)).toBe(7);
    await a.waiting(batch, -1); // as it was when the first one was scanned
  });

  test("scans a box of another batch or of none, and nothing changes", async () => {
    const [mine, theirs] = [await archive(1), await archive(1)];
    const batch = await a.batch({ ...mine, until: "confirmed" });
    await a.batch({ ...theirs, until: "confirmed" });
    const [box] = theirs.boxes as [Box];
    const before = await kindsOf(box);
    expect(await shred(second, batch.id, box.code)).toMatchObject({
      code: "not_in_batch",
      message: `Box ${showBoxCode(box.code)} gehört nicht zu ${showBatch(batch.id)}.`,
    });
    expect(await shred(second, batch.id, "9999000001")).toMatchObject({ code: "unknown_box" });
    expect(await kindsOf(box)).toEqual(before);
    expect((await second.call(calls.getBatch, { path: batch })).state).toBe(BatchState.confirmed);
  });

  test("decides of what is not theirs, twice, without a reason, or after their right has ended", async () => {
    const { owner, boxes, customer } = await archive(2);
    const stranger = await server.asCustomer(await a.customer());
    const [one, other] = boxes as [Box, Box];
    const path = await a.batch({ owner, boxes, until: "proposed" });
    const number = showBatch(path.id);
    const decide = async (body: object, client = customer) => said(await client.ask(calls.decideBatch, { path, body }));
    const yes = (box: number) => ({ box, approved: true });
    expect((await stranger.ask(calls.decideBatch, { path, body: { rest: "approved", number } })).status).toBe(404);
    for (const call of [calls.getBatch, calls.listBatchLines, calls.certificate] as const)
      expect((await stranger.ask(call, { path, query: {} } as never)).status).toBe(404);
    expect((await stranger.call(calls.listBatches, { query: {} })).results).toEqual([]);
    expect(await decide({ lines: [yes(one.id)] })).toEqual(
      refusedFor(`Box ${showBoxCode(other.code)}: Bitte entscheiden Sie.`),
    );
    expect(await decide({ lines: [yes(2_000_000_000)] })).toEqual(refusedFor("Diese Box gibt es nicht."));
    expect((await decide({ lines: [yes(one.id), yes(one.id), yes(other.id)] }))[0]).toBe(400);
    expect(await decide({ lines: [{ box: one.id, approved: false }, yes(other.id)] })).toEqual(
      refusedFor(`Box ${showBoxCode(one.code)}: Bitte geben Sie einen Grund an.`),
    );
    expect(await decide({ rest: "approved", number: "V-999999" })).toEqual(
      refusedFor(`Bitte tippen Sie ${number} ein.`),
    );
    await a.approver({ id: customer.userId }, owner, false);
    expect(await decide({ rest: "approved", number })).toEqual(
      refusedFor("Dafür fehlt Ihnen das Recht, Vernichtungen freizugeben."),
    );
    await a.approver({ id: customer.userId }, owner);
    expect((await decide({ rest: "approved", number }))[0]).toBe(200);
    expect(await decide({ rest: "approved", number })).toEqual(refusedFor("Der Vorgang ist freigegeben."));
    expect((await customer.call(calls.getBatch, { path })).approved).toBe(2);
  });

  expensive("fifty races at once")(
    "who decides and aborts at the same moment does both: one of fifty is done, the others are refused",
    async () => {
      const { owner, boxes, customer } = await archive(3);
      const path = await a.batch({ owner, boxes, until: "proposed" });
      const number = showBatch(path.id);
      const others: Client[] = [];
      for (let count = 0; count < 5; count++) {
        const client = await server.asCustomer(owner);
        await a.approver({ id: client.userId }, owner);
        others.push(client);
      }
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          const client = others[index % 5] ?? customer;
          return index % 2 === 0
            ? client.ask(calls.decideBatch, { path, body: { rest: "approved", number } })
            : proposer.ask(calls.abortBatch, { path, body: { reason: "Nein" } });
        }),
      );
      const done = answers.filter(({ status }) => status === 200).length;
      expect(answers.every(({ status }) => [200, 400, 503].includes(status))).toBe(true);
      const { state, events } = await proposer.call(calls.getBatch, { path });
      const steps = events
        .map(({ kind }) => kind)
        .filter((kind) => kind === BatchEvent.approved || kind === BatchEvent.aborted);
      expect([done, steps.length]).toEqual(state === BatchState.approved ? [1, 1] : [steps.length, steps.length]);
      const ways = new Set(await Promise.all(boxes.map(async (box) => (await kindsOf(box)).join(" "))));
      expect(ways.size).toBe(1);
      expect(await runChecks(db)).toEqual([]);
    },
  );
});

test("the customer's procedure has a class and a level that go together, and stays as long as a batch is open", async () => {
  const { owner, boxes } = await archive(1);
  const path = { id: owner.id };
  const change = async (body: object) => said(await proposer.ask(changeProcedure, { path, body }));
  expect(await change({ security_level: 2 })).toEqual(refusedFor("Sicherheitsstufe P-2 genügt Schutzklasse 2 nicht."));
  expect(await change({ waiting_days: 91 })).toEqual(refusedFor("Ungültig"));
  expect(await change({})).toEqual(refusedFor("Bitte geben Sie an, was geändert werden soll."));
  await proposer.call(changeProcedure, {
    path,
    body: { protection_class: 1, security_level: 1, waiting_days: 0 },
  });
  const { id } = await create(owner, boxes);
  expect(said(await proposer.ask(calls.proposeBatch, { path: { id } }))).toEqual(
    refusedFor("Personenbezogene Unterlagen: mindestens Sicherheitsstufe P-3."),
  );
  await proposer.call(calls.editBatch, { path: { id }, body: { protection_class: 3, security_level: 6 } });
  expect(await change({ destruction_procedure: 0 })).toEqual(
    refusedFor("Solange Vorgänge offen sind, bleibt die Freigabe nötig."),
  );
  await proposer.call(calls.abortBatch, { path: { id }, body: { reason: "Nein" } });
  expect((await change({ destruction_procedure: 0 }))[0]).toBe(200);
  const without = await a.customer();
  const none = await proposer.ask(calls.createBatch, { body: { customer: { id: without.id }, of: "due" } });
  expect(said(none)).toEqual(refusedFor("Dieser Kunde vernichtet ohne Freigabe."));
});
