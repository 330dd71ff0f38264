import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { listAudit } from "#contract/calls/access/audit.ts";
import { destroyMarked, editBox, getBox } from "#contract/calls/stock/boxes.ts";
import { abortBatch } from "#contract/calls/destruction/destruction-batches.ts";
import * as calls from "#contract/calls/destruction/procedures.ts";
import { addDays, berlinDay, showDate } from "#rules/dates.ts";
import { somebodyElse } from "#rules/destruction/one-person-texts.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box, Customer } from "#test/support/factories.ts";
import { takeDueChanges } from "./mutations.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const asker = await server.as(await a.user({ isStaff: true, firstName: "Frieda", lastName: "Frage" }));
const second = await server.as(await a.user({ isStaff: true, firstName: "Zita", lastName: "Zwei" }));
const today = berlinDay(new Date());
const night = () => takeDueChanges(db, new AbortController().signal);

/** A customer with the procedure and this waiting time, and a marked box. */
async function archive(waitingDays = 7): Promise<{ owner: Customer; box: Box; path: { id: number } }> {
  const owner = await a.customer();
  await a.procedure(owner, waitingDays);
  return { owner, box: await a.box({ owner, state: 7 }), path: { id: owner.id } };
}
const change = (path: { id: number }, body: object) => asker.call(calls.changeProcedure, { path, body });
async function ask(path: { id: number }, body: object = { destruction_procedure: 0 }) {
  const { change: asked } = await change(path, body);
  if (!asked) throw new Error("Nothing was asked for.");
  return { path: { id: asked.id } };
}
const procedure = (path: { id: number }) => asker.call(calls.getProcedure, { path });
const destroyedBy = async ({ id }: Box) => {
  await asker.ask(editBox, { path: { id }, body: { state: 6 } });
  await asker.ask(destroyMarked, {});
  return (await asker.call(getBox, { path: { id } })).state === 6;
};

describe("a destruction procedure", () => {
  test("that is switched off goes on holding until another person has agreed and the waiting days are over", async () => {
    const { box, path } = await archive();
    const day = addDays(today, 8);
    const { change: asked, ...still } = await change(path, { destruction_procedure: 0 });
    expect([still.destruction_procedure, asked?.from_day, asked?.agreed]).toEqual([1, day, null]);
    expect(asked?.text).toBe(
      `Vernichtung ohne Freigabe, beantragt von Frieda Frage am ${showDate(today)}. Gilt frühestens ab ${showDate(day)}, und nur, wenn eine zweite Person zustimmt: aus dem Archiv, oder beim Kunden mit dem Recht, Vernichtungen freizugeben. Bis dahin bleibt das Verfahren, wie es ist.`,
    );
    const id = { path: { id: asked?.id ?? 0 } };
    expect(await asker.refusal(calls.agreeToChange, id)).toEqual({
      non_field_errors: [`Sie haben es beantragt. Zustimmen kann ${somebodyElse}.`],
    });
    await a.waitedFor(path);
    await night();
    expect(await destroyedBy(box)).toBe(false); // nobody has agreed
    await second.call(calls.agreeToChange, id);
    const { last_change: done, ...off } = await procedure(path);
    expect([off.destruction_procedure, off.change, done?.text]).toEqual([
      0,
      null,
      `Umgestellt am ${showDate(today)}: Vernichtung ohne Freigabe; beantragt von Frieda Frage am ${showDate(today)}, zugestimmt von Zita Zwei am ${showDate(today)}.`,
    ]);
    expect(await destroyedBy(box)).toBe(true);
    expect(await runChecks(db)).toEqual([]);
  });

  test("that two people have agreed to switch off waits for its day, and the night switches it off then", async () => {
    const { box, path } = await archive();
    const id = await ask(path);
    const agreed = await second.call(calls.agreeToChange, id);
    expect([agreed.agreed?.by, agreed.done, agreed.actions.agree]).toEqual([
      "Zita Zwei",
      null,
      "Dem ist schon zugestimmt.",
    ]);
    await night();
    expect([(await procedure(path)).destruction_procedure, await destroyedBy(box)]).toEqual([1, false]);
    await a.waitedFor(path);
    expect(await night()).toBe(1);
    expect([(await procedure(path)).destruction_procedure, await destroyedBy(box)]).toEqual([0, true]);
  });

  test("keeps its waiting days until two people and they themselves let them be fewer; more of them hold at once", async () => {
    const { path } = await archive();
    const id = await ask(path, { waiting_days: 0 });
    expect(await asker.refusal(calls.changeProcedure, { path, body: { destruction_procedure: 0 } })).toEqual({
      non_field_errors: ["Eine Änderung ist schon beantragt. Bitte ziehen Sie diese zuerst zurück."],
    });
    await second.call(calls.agreeToChange, id);
    await night();
    expect((await procedure(path)).waiting_days).toBe(7);
    await change(path, { waiting_days: 30 });
    expect((await procedure(path)).waiting_days).toBe(30);
    await a.waitedFor(path);
    await night();
    expect((await procedure(path)).waiting_days).toBe(0);
    await ask(path);
    expect((await procedure(path)).change?.from_day).toBe(today); // as they are when it is asked for
  });

  test("is withdrawn by the archive or by the customer's approver, until it takes effect", async () => {
    const { owner, box, path } = await archive(0);
    const approver = await server.asCustomer(owner);
    await a.approver({ id: approver.userId }, owner);
    for (const client of [asker, second, approver]) {
      const id = await ask(path);
      await client.call(calls.withdrawChange, id);
      expect(await second.refusal(calls.agreeToChange, id)).toEqual({ non_field_errors: ["Der Antrag ist erledigt."] });
    }
    await night();
    expect([(await procedure(path)).change, await destroyedBy(box)]).toEqual([null, false]);
  });

  test("is not switched off while a batch is open that was made since", async () => {
    const { owner, box, path } = await archive(0);
    const id = await ask(path);
    const batch = await a.batch({ owner, boxes: [box], until: "proposed" });
    await second.call(calls.agreeToChange, id);
    await night();
    expect((await procedure(path)).destruction_procedure).toBe(1);
    await asker.call(abortBatch, { path: batch, body: { reason: "Doch nicht" } });
    await night();
    expect((await procedure(path)).destruction_procedure).toBe(0);
  });

  test("is agreed to by the customer's approver, who sees it without the names of the archive's people; their other users see nothing", async () => {
    const { owner, path } = await archive(0);
    const [approver, other] = [await server.asCustomer(owner), await server.asCustomer(owner)];
    const [stranger] = [await server.asCustomer(await a.customer())];
    await a.approver({ id: approver.userId }, owner);
    const id = await ask(path);
    for (const client of [other, stranger]) {
      expect(await client.call(calls.listProcedureChanges, {})).toEqual({ results: [] });
      for (const call of [calls.agreeToChange, calls.withdrawChange])
        expect((await client.ask(call, id)).status).toBe(404);
    }
    const { results } = await approver.call(calls.listProcedureChanges, {});
    expect(results.map(({ asked, actions }) => [asked.by, actions])).toEqual([
      ["Archiv", { agree: null, withdraw: null }],
    ]);
    expect(JSON.stringify(results)).not.toContain("Frage");
    expect((await approver.call(calls.agreeToChange, id)).done).not.toBeNull();
    const answer = await second.call(calls.listProcedureChanges, {});
    expect(answer.results.find((each) => each.customer.id === owner.id)?.agreed?.at).toBeDefined();
  });

  test("leaves on record who asked, agreed and withdrew, and that it took effect", async () => {
    const { owner, path } = await archive(3);
    await second.call(calls.withdrawChange, await ask(path));
    await second.call(calls.agreeToChange, await ask(path, { destruction_procedure: 0, waiting_days: 1 }));
    await a.waitedFor(path);
    await night();
    const { results } = await asker.call(listAudit, { query: { customer: owner.code, order_by: "at" } });
    const [off, days] = ["Vernichtung nur mit Freigabe: ja → nein", "Wartezeit vor Vernichtungen in Tagen: 3 → 1"];
    expect(results.map(({ text, user }) => [text, user?.id ?? null])).toEqual([
      [`Beantragt: ${off}`, asker.userId],
      [`Zurückgezogen: ${off}`, second.userId],
      [`Beantragt: ${off}`, asker.userId],
      [`Beantragt: ${days}`, asker.userId],
      [`Zugestimmt: ${off}`, second.userId],
      [`Zugestimmt: ${days}`, second.userId],
      [off, null],
      [days, null],
    ]);
  });

  test("is changed by nobody past the program: the database wants the change that two people made", async () => {
    const { owner, box, path } = await archive(3);
    const { path: change_ } = await ask(path);
    const refused = async (statement: ReturnType<typeof sql>) =>
      expect(db.write((tx) => statement.execute(tx))).rejects.toThrow(/procedure/);
    await refused(sql`update customers set destruction_procedure = 0 where id = ${owner.id}::bigint`);
    await refused(sql`update customers set waiting_days = 2 where id = ${owner.id}::bigint`);
    for (const set of [
      sql`agreed_by = asked_by, agreed_at = now()`,
      sql`agreed_by = ${(await a.user({ isStaff: true, active: false })).id}::bigint, agreed_at = now()`,
      sql`agreed_by = ${(await a.user({ customers: [owner] })).id}::bigint, agreed_at = now()`,
      sql`agreed_by = ${second.userId}::bigint, agreed_at = now(), done_at = now()`,
      sql`counts_from = now()`,
      sql`asked_by = ${second.userId}::bigint`,
    ])
      await refused(sql`update procedure_changes set ${set} where id = ${change_.id}::int`);
    await refused(sql`delete from procedure_changes where id = ${change_.id}::int`);
    await refused(
      sql`insert into procedure_changes (customer_id, switches_off, asked_by, agreed_by, agreed_at)
        values (${(await archive()).owner.id}::bigint, true, ${asker.userId}::bigint, ${second.userId}::bigint, now())`,
    );
    expect(await destroyedBy(box)).toBe(false);
  });
});
