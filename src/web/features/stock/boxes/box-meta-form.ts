import * as z from "zod/mini";
import { setNumbers } from "#contract/calls/stock/box-numbers.ts";
import { editMeta } from "#contract/calls/stock/boxes.ts";
import { nameLength } from "#contract/limits.ts";
import { maxBoxNumbers, NumberKind } from "#rules/stock/box-number.ts";
import { typedBoxSize, typedDestroyYear, typedMetaYear } from "#contract/fields/box.ts";
import { day } from "#contract/fields/day.ts";
import { reversedPeriod } from "#rules/texts/period-refusals.ts";
import { isReversed, noPeriod, parsePeriod, showBoxPeriod } from "#rules/stock/period.ts";
import type { Input } from "#contract/route.ts";
import type { BoxDetail, metaActions } from "#contract/schemas/stock/boxes.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import type { Attempt } from "#web/api/attempt.ts";
import { call } from "#web/api/call.ts";

/** An emptied field is reset. */
const orEmpty = (rule: typeof typedMetaYear | typeof day) =>
  z.string().check(
    z.trim(),
    z.refine((text) => text === "" || rule.safeParse(text).success, invalid.range),
  );

const periodOrEmpty = z.string().check(
  z.trim(),
  z.refine((text) => text === "" || parsePeriod(text) !== null, { error: invalid.range, abort: true }),
  z.refine((text) => !isReversed(parsePeriod(text) ?? noPeriod), reversedPeriod.message),
);

const linesOf = (text: string) => text.split("\n").flatMap((line) => line.trim() || []);

/** The rules of a box's meta data; a box always has a size. */
export const boxMetaForm = z.object({
  year: orEmpty(typedMetaYear),
  period: periodOrEmpty,
  destroyYear: orEmpty(typedDestroyYear),
  firstDelivery: orEmpty(day),
  size: typedBoxSize,
  numbers: z.string().check(
    z.refine((text) => linesOf(text).length <= maxBoxNumbers, `Höchstens ${maxBoxNumbers} Nummern`),
    z.refine((text) => linesOf(text).every((line) => line.length <= nameLength), invalid.tooLong(nameLength)),
  ),
});
type MetaValues = z.input<typeof boxMetaForm>;

export const metaOf = (box: BoxDetail): MetaValues => ({
  year: String(box.meta_year ?? ""),
  period: showBoxPeriod({ from: box.period_from, to: box.period_to }),
  destroyYear: String(box.meta_destroy_year ?? ""),
  firstDelivery: box.meta_first_delivery_customer ?? "",
  size: String(box.size),
  numbers: box.numbers.map(({ text }) => text).join("\n"),
});

function endsOf(text: string) {
  const period = parsePeriod(text);
  return { period_from: period?.from, period_to: period?.to };
}

type Body = Input<typeof editMeta>["body"];

/** Sends what differs from what was shown. A call takes one reset, so that more of them take more calls. */
export async function saveMeta(
  box: BoxDetail,
  old: MetaValues,
  valid: z.output<typeof boxMetaForm>,
  once: Attempt,
): Promise<void> {
  if (valid.numbers !== old.numbers) await saveNumbers(box, old, valid.numbers, once);
  const meta = { ...valid, size: String(valid.size) };
  const isNew = (key: keyof MetaValues) => meta[key] !== "" && meta[key] !== old[key];
  const isGone = (key: keyof MetaValues) => meta[key] === "" && old[key] !== "";
  const set: Omit<Body, "customer"> = {
    ...(isNew("year") && { meta_year: Number(meta.year) }),
    ...(isNew("period") && endsOf(meta.period)),
    ...(isNew("destroyYear") && { meta_destroy_year: Number(meta.destroyYear) }),
    ...(isNew("firstDelivery") && { meta_first_delivery_customer: meta.firstDelivery }),
    ...(isNew("size") && { size: valid.size }),
  };
  const resets: (typeof metaActions)[number][] = [];
  if (isGone("year")) resets.push("reset_year");
  if (isGone("destroyYear")) resets.push("reset_destroy_year");
  if (isGone("period")) resets.push("reset_period");
  if (isGone("firstDelivery")) resets.push("reset_first_delivery_customer");
  const number = Number(box.code.slice(4));
  const one = { customer: { id: box.owner.id }, from: number, to: number };
  if (Object.keys(set).length > 0) await call(editMeta, { body: { ...one, ...set }, once });
  for (const action of resets) await call(editMeta, { body: { ...one, action }, once });
}

/** A number that stays keeps whose it is. */
async function saveNumbers(box: BoxDetail, old: MetaValues, typed: string, once: Attempt): Promise<void> {
  const kinds = new Map(box.numbers.map(({ text, kind }) => [text, kind]));
  const numbers = linesOf(typed).map((text) => ({ text, kind: kinds.get(text) ?? NumberKind.other }));
  await call(setNumbers, { path: { id: box.id }, body: { numbers, before: linesOf(old.numbers) }, once });
}
