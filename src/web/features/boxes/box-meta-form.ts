import type { BoxDetail, metaActions } from "#contract/schemas/boxes.ts";
import { editMeta } from "#contract/calls/boxes.ts";
import type { Input } from "#contract/route.ts";
import { isDay } from "#rules/dates.ts";
import { invalid } from "#rules/form-texts.ts";
import { call } from "#web/api/call.ts";

/** As typed; the date as `YYYY-MM-DD`, or raw where it is none. */
export type BoxMeta = Record<"year" | "destroyYear" | "firstDelivery" | "size", string>;
export type BoxMetaErrors = Partial<Record<keyof BoxMeta, string>>;

export const metaOf = (box: BoxDetail): BoxMeta => ({
  year: String(box.meta_year ?? ""),
  destroyYear: String(box.meta_destroy_year ?? ""),
  firstDelivery: box.meta_first_delivery_customer ?? "",
  size: String(box.size),
});

/** What is wrong, with the contract's limits. An empty field resets, but a box always has a size. */
export function checkMeta({ year, destroyYear, firstDelivery, size }: BoxMeta): BoxMetaErrors {
  const errors: BoxMetaErrors = {};
  if (year !== "" && !isWhole(year, 1000, 2999)) errors.year = invalid.range;
  if (destroyYear !== "" && !isWhole(destroyYear, 1000, 2999)) errors.destroyYear = invalid.range;
  if (firstDelivery !== "" && !isDay(firstDelivery)) errors.firstDelivery = invalid.range;
  if (size === "") errors.size = invalid.required;
  else if (!isWhole(size, 1, 99_999)) errors.size = size === "0" ? invalid.belowOne : invalid.range;
  return errors;
}

const isWhole = (text: string, min: number, max: number) =>
  /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;

type Body = Input<typeof editMeta>["body"];

/** Sends what differs from what was shown. A call takes one reset, so that more of them take more calls. */
export async function saveMeta(box: BoxDetail, old: BoxMeta, meta: BoxMeta): Promise<void> {
  const isNew = (key: keyof BoxMeta) => meta[key] !== "" && meta[key] !== old[key];
  const isGone = (key: keyof BoxMeta) => meta[key] === "" && old[key] !== "";
  const set: Omit<Body, "customer"> = {
    ...(isNew("year") && { meta_year: Number(meta.year) }),
    ...(isNew("destroyYear") && { meta_destroy_year: Number(meta.destroyYear) }),
    ...(isNew("firstDelivery") && { meta_first_delivery_customer: meta.firstDelivery }),
    ...(isNew("size") && { size: Number(meta.size) }),
  };
  const resets: (typeof metaActions)[number][] = [];
  if (isGone("year")) resets.push("reset_year");
  if (isGone("destroyYear")) resets.push("reset_destroy_year");
  if (isGone("firstDelivery")) resets.push("reset_first_delivery_customer");
  const number = Number(box.code.slice(4));
  const one = { customer: { id: box.owner.id }, from: number, to: number };
  if (Object.keys(set).length > 0) await call(editMeta, { body: { ...one, ...set } });
  for (const action of resets) await call(editMeta, { body: { ...one, action } });
}
