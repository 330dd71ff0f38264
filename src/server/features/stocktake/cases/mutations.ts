import { sql } from "kysely";
import type { assignCase as Assign, createCase as Create } from "#contract/calls/stocktake/cases.ts";
import type { Body } from "#contract/route.ts";
import { parseBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { type CaseAction, CaseEvent, CaseKind, caseProblem, CaseState, showCase } from "#rules/stocktake/case-state.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { showUserName } from "#rules/access/users.ts";
import type { Transaction } from "#server/database/database.ts";
import { notifyCustomer } from "#server/database/messages/notify-by-mail.ts";
import { openCases } from "#server/database/stocktakes/open-cases.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";

interface NewCase extends Body<typeof Create> {
  /** After how many days it is a second person's, and whoever leads. */
  readonly days: readonly [second: number, lead: number];
}

/** Opens a case; answers its number. @throws a 400 where there is an open one of this code, or no such box */
export async function createCase(
  tx: Transaction,
  userId: number,
  { kind, code: given, text, assignee, days }: NewCase,
): Promise<number> {
  const code = parseBoxCode(given) ?? given.trim();
  const box = await tx
    .selectFrom("boxes")
    .select(["id", "state"])
    .where("code", "=", code)
    .forUpdate()
    .executeTakeFirst();
  if (kind === CaseKind.unknown ? box !== undefined : box === undefined)
    throw badInput({ code: [box ? refused.knownCode : refused.unknownBox] });
  const isDestroyed = box?.state === BoxState.destroyed;
  if (kind === CaseKind.destroyedFound && !isDestroyed) throw badInput({ code: [refused.notDestroyedBox] });
  if (isDestroyed && (kind === CaseKind.missing || kind === CaseKind.wrongPlace))
    throw badInput({ code: [refused.destroyedBox] });
  if (assignee !== undefined) await staffNamed(tx, assignee);
  const which = sql`select ${code}::text as code, ${box?.id ?? null}::bigint as box_id, ${kind}::int as kind, ${text}::text as text`;
  const [id] = await openCases(tx, { which, userId, days, assignee });
  if (id !== undefined) return id;
  const open = await tx
    .selectFrom("cases")
    .select("id")
    .where("code", "=", code)
    .where("state", "<>", CaseState.closed)
    .executeTakeFirst();
  throw badInput({ code: [refused.openCase(showCase(open?.id ?? 0))] });
}

async function staffNamed(tx: Transaction, id: number): Promise<string> {
  const user = await tx
    .selectFrom("users")
    .select(["first_name", "last_name"])
    .where("id", "=", id)
    .where("is_staff", "=", true)
    .where("service", "=", false)
    .where("active", "=", true)
    .executeTakeFirst();
  if (!user) throw badInput({ assignee: [refused.unknownAssignee] });
  return showUserName(user);
}

async function lockCase(tx: Transaction, action: CaseAction, id: number) {
  const currentCase = await tx
    .selectFrom("cases")
    .select(["state", "kind", "box_id"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!currentCase) throw notFound();
  const problem = caseProblem(action, currentCase);
  if (problem) throw refuse(refused.caseStep(problem));
  return currentCase;
}

interface CaseChange {
  readonly kind: CaseEvent;
  readonly text?: string | undefined;
  readonly to?: string;
}

const say = (tx: Transaction, userId: number, id: number, { kind, text, to }: CaseChange) =>
  tx
    .insertInto("case_events")
    .values({
      case_id: id,
      kind,
      user_id: userId,
      text: text ?? null,
      meta: to === undefined ? null : JSON.stringify({ to }),
    })
    .execute();

/** Writes into the log of a case. */
export async function noteCase(tx: Transaction, userId: number, id: number, text: string): Promise<void> {
  await lockCase(tx, "note", id);
  await say(tx, userId, id, { kind: CaseEvent.note, text });
}

/** Asks somebody to look after a case; what is not lost is searched from then on. */
export async function assignCase(
  tx: Transaction,
  userId: number,
  id: number,
  { assignee, text }: Body<typeof Assign>,
): Promise<void> {
  const { state } = await lockCase(tx, "assign", id);
  const to = await staffNamed(tx, assignee);
  const next = state === CaseState.lost ? state : CaseState.searched;
  await tx.updateTable("cases").set({ assignee, state: next }).where("id", "=", id).execute();
  await say(tx, userId, id, { kind: CaseEvent.assigned, text, to });
}

const setState = (tx: Transaction, id: number, state: CaseState) =>
  tx.updateTable("cases").set({ state }).where("id", "=", id).execute();

/** Says that what was missing is there again. */
export async function foundCase(tx: Transaction, userId: number, id: number, text: string): Promise<void> {
  await lockCase(tx, "found", id);
  await setState(tx, id, CaseState.found);
  await say(tx, userId, id, { kind: CaseEvent.found, text });
}

/** Reports the loss; `number` repeats the case's. */
export async function loseCase(
  tx: Transaction,
  userId: number,
  id: number,
  { number, text }: { readonly number: string; readonly text: string },
): Promise<void> {
  const { box_id } = await lockCase(tx, "loss", id);
  if (number.trim().toUpperCase() !== showCase(id)) throw badInput({ number: [refused.wrongCaseNumber(showCase(id))] });
  await setState(tx, id, CaseState.lost);
  await say(tx, userId, id, { kind: CaseEvent.lost, text });
  if (box_id !== null) await notifyLoss(tx, id, box_id);
}

async function notifyLoss(tx: Transaction, id: number, box: number): Promise<void> {
  const columns = ["customer_id", "code"] as const;
  const { customer_id, code } = await tx
    .selectFrom("boxes")
    .select(columns)
    .where("id", "=", box)
    .executeTakeFirstOrThrow();
  await notifyCustomer(tx, customer_id, { mail: "boxLost", box, code }, id);
}

/** Closes a case for good. */
export async function closeCase(tx: Transaction, userId: number, id: number, text: string): Promise<void> {
  await lockCase(tx, "close", id);
  await tx
    .updateTable("cases")
    .set({ state: CaseState.closed, closed_by: userId, closed: sql<string>`now()` })
    .where("id", "=", id)
    .execute();
  await say(tx, userId, id, { kind: CaseEvent.closed, text });
}
