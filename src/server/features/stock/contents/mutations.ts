import { sql } from "kysely";
import type { editContent as Edit } from "#contract/calls/stock/contents.ts";
import type { Body } from "#contract/route.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import {
  type ContentAction,
  contentActionTo,
  contentMayBe,
  ContentState,
  contentStateNotice,
  contentStateText,
} from "#rules/stock/content-state.ts";
import { showDate } from "#rules/dates.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { isBlank } from "#rules/texts/blank.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { changeBox } from "#server/database/boxes/box-changes.ts";
import type { Transaction } from "#server/database/database.ts";
import { refreshEnds } from "#server/database/retention/ends.ts";
import { storeSpellings } from "#server/database/spellings/store-spellings.ts";
import { classNamed } from "#server/features/destruction/retention/mutations.ts";
import { closeLine, recordReturn } from "#server/features/deliveries/lines/mutations.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";

interface LockedContent {
  readonly id: number;
  readonly box_id: number;
  readonly customer_id: number;
  readonly state: ContentState;
  readonly text: string;
  readonly retention_class_id: number | null;
  readonly retention_from: string | null;
}

/** Adds a content, inside, to a box; answers its id. */
export async function createContent(tx: Transaction, userId: number, boxId: number, text: string): Promise<number> {
  const box = await lockBox(tx, boxId);
  if (!box) throw badInput({ box_id: [refused.unknownBox] });
  refuseDestroyed(box.state);
  const { id } = await tx
    .insertInto("contents")
    .values({ box_id: boxId, customer_id: box.customer_id, text })
    .returning("id")
    .executeTakeFirstOrThrow();
  await storeSpellings(tx, box.customer_id, text);
  await changeBox(tx, { boxId, userId, kind: HistoryKind.contentChanged, meta: { from: null, to: text } });
  return id;
}

/**
 * Changes a content's text, and its state as far as it is done by hand (product 5); what is so already changes nothing.
 * @throws a 400 where its state forbids it, or somebody else has changed the text since the caller saw it (`before`).
 */
export async function editContent(
  tx: Transaction,
  userId: number,
  id: number,
  { today, ...edit }: Body<typeof Edit> & { readonly today: string },
): Promise<void> {
  const { state, text, retention_class, begins } = edit;
  if ([state, text, retention_class, begins].every((value) => value === undefined)) return;
  const content = await lockContent(tx, id);
  if (!content) throw notFound();
  if (edit.reason && state !== ContentState.nonExistent) throw badInput({ reason: [refused.fixed] });
  if (text !== undefined && text !== content.text) await changeText(tx, userId, content, text, edit.before?.text);
  if (state !== undefined && state !== content.state)
    await changeState(tx, userId, { ...content, text: text ?? content.text }, state, edit.reason);
  await keepOtherwise(tx, userId, { ...content, text: text ?? content.text }, edit, today);
}

/** A content may be kept otherwise than its box: by a class of its own, or from another day. */
async function keepOtherwise(
  tx: Transaction,
  userId: number,
  content: LockedContent,
  { retention_class, begins }: Body<typeof Edit>,
  today: string,
): Promise<void> {
  const { id, box_id, customer_id, text } = content;
  if (begins && begins > today) throw badInput({ begins: [refused.futureDate] });
  const name = retention_class ? await classNamed(tx, customer_id, retention_class) : "wie die Box";
  const next = {
    retention_class_id: retention_class === undefined ? content.retention_class_id : retention_class,
    retention_from: begins === undefined ? content.retention_from : begins,
  };
  if (next.retention_class_id === content.retention_class_id && next.retention_from === content.retention_from) return;
  await tx.updateTable("contents").set(next).where("id", "=", id).execute();
  const change = retention_class === undefined ? "" : name;
  const from = begins ? `ab ${showDate(begins)}` : "";
  await refreshEnds(tx, {
    userId,
    which: sql`b.id = ${box_id}::bigint`,
    text: `„${text.slice(0, 100)}“: ${[change, from].filter(Boolean).join(", ") || "wie die Box"}`,
  });
}

async function changeText(
  tx: Transaction,
  userId: number,
  { id, box_id, customer_id, text: from }: LockedContent,
  to: string,
  seen = from,
): Promise<void> {
  if (seen.normalize("NFC").trim() !== from.normalize("NFC").trim())
    throw badInput({ text: [refused.changedMeanwhile(from)] });
  await tx.updateTable("contents").set({ text: to }).where("id", "=", id).execute();
  await storeSpellings(tx, customer_id, to);
  await changeBox(tx, { boxId: box_id, userId, kind: HistoryKind.contentChanged, meta: { from, to } });
}

async function changeState(
  tx: Transaction,
  userId: number,
  content: LockedContent,
  wanted: ContentState,
  reason = "",
): Promise<void> {
  const { state } = content;
  const action = contentActionTo[wanted];
  const notice = contentStateNotice[state];
  if (!action || !contentMayBe(action, state))
    throw badInput({
      state: [notice ? { code: "state", message: notice } : refused.contentState(contentStateText[state])],
    });
  if (wanted === ContentState.inside) await putBack(tx, userId, content);
  else if (!isBlank(reason)) await reportMissing(tx, userId, content, reason);
  else throw badInput({ reason: [refused.reasonMissing] });
}

export async function deleteContent(tx: Transaction, userId: number, id: number): Promise<void> {
  const content = await lockContent(tx, id);
  if (!content) throw notFound();
  if (!contentMayBe("delete", content.state)) throw refuse(refused.contentDeletion);
  await tx.deleteFrom("contents").where("id", "=", id).execute();
  const meta = { from: content.text, to: null };
  await changeBox(tx, { boxId: content.box_id, userId, kind: HistoryKind.contentChanged, meta });
  if (content.retention_class_id === null && content.retention_from === null) return;
  await refreshEnds(tx, {
    userId,
    which: sql`b.id = ${content.box_id}::bigint`,
    text: `ohne „${content.text.slice(0, 100)}“`,
  });
}

/** A content is put back into its box; answers its new state. */
export async function putBackContent(tx: Transaction, userId: number, id: number): Promise<ContentState> {
  const content = await lockContent(tx, id);
  if (!content) throw badInput({ content: [refused.unknownContent] });
  refuseUnless("putBack", content.state);
  return putBack(tx, userId, content);
}

async function putBack(tx: Transaction, userId: number, content: LockedContent): Promise<ContentState> {
  const { id, customer_id, state } = content;
  const line = await closeLine(tx, userId, "content", id, { received: true });
  if (!line && state === ContentState.outside) await recordReturn(tx, userId, customer_id, "content", id);
  return become(tx, userId, content, ContentState.inside, HistoryKind.contentPutIn, null);
}

/** A content was not found; the reason stays on record. Answers its new state. */
export async function reportContentMissing(
  tx: Transaction,
  userId: number,
  id: number,
  text: string,
): Promise<ContentState> {
  const content = await lockContent(tx, id);
  if (!content) throw badInput({ content: [refused.unknownContent] });
  refuseUnless("reportMissing", content.state);
  return reportMissing(tx, userId, content, text);
}

async function reportMissing(tx: Transaction, userId: number, content: LockedContent, reason: string) {
  await closeLine(tx, userId, "content", content.id, { missing: reason });
  return become(tx, userId, content, ContentState.nonExistent, HistoryKind.contentMissing, reason);
}

async function become(
  tx: Transaction,
  userId: number,
  { id, box_id, text: content }: LockedContent,
  state: ContentState,
  kind: HistoryKind,
  text: string | null,
): Promise<ContentState> {
  await tx.updateTable("contents").set({ state }).where("id", "=", id).execute();
  await changeBox(tx, { boxId: box_id, userId, kind, meta: { content }, text });
  return state;
}

function refuseUnless(action: ContentAction, state: ContentState): void {
  if (!contentMayBe(action, state)) throw refuse(refused.contentState(contentStateText[state]));
}

function refuseDestroyed(state: BoxState): void {
  if (state === BoxState.destroyed) throw refuse(refused.destroyedContents);
}

function lockBox(tx: Transaction, id: number) {
  return tx.selectFrom("boxes").select(["state", "customer_id"]).where("id", "=", id).forUpdate().executeTakeFirst();
}

/** Locks the box first, then the content, as everybody does; refuses the contents of a destroyed box. */
async function lockContent(tx: Transaction, id: number): Promise<LockedContent | undefined> {
  const where = await tx.selectFrom("contents").select("box_id").where("id", "=", id).executeTakeFirst();
  if (!where) return undefined;
  const box = await lockBox(tx, where.box_id);
  const content = await tx
    .selectFrom("contents")
    .select(["id", "box_id", "customer_id", "state", "text", "retention_class_id", "retention_from"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (content && box) refuseDestroyed(box.state);
  return content;
}
