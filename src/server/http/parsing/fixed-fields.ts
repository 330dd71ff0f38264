import { all } from "#contract/all.ts";
import { otherNames } from "#contract/other-names.ts";
import type { FullRoute } from "#contract/route.ts";
import { partsOf } from "#contract/schema-walk.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { badInput } from "#server/http/errors.ts";
import { isRecord } from "./typed-body.ts";

/** The fields of an object, or of the objects in a list of them. */
function namesOf(schema: FullRoute["reply"] | undefined): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { shape, element } = partsOf(schema);
  return shape ? Object.keys(shape) : namesOf(element);
}

const withOtherNames = (fields: readonly string[]) => fields.flatMap((field) => [field, ...(otherNames[field] ?? [])]);

/**
 * The fields of a thing that a call which writes it does not take: those that it answers, and those that only its creation
 * takes (decision 40).
 */
export function fixedFields({ writes, body, multipart, reply, thing, path }: FullRoute): ReadonlySet<string> {
  const replyFields = namesOf(thing ?? reply);
  if (!writes || !replyFields.includes("id")) return new Set();
  const creation = Object.values(all).find((call) => call.method === "POST" && call.path === path.replace("{id}/", ""));
  const knownFields = new Set(withOtherNames([...replyFields, ...namesOf(creation?.body)]));
  for (const field of [...withOtherNames(namesOf(body)), ...(multipart ? [multipart] : [])]) knownFields.delete(field);
  return knownFields;
}

/**
 * A field that cannot change may be sent only as it is; a new thing has none yet, so null says nothing of it.
 * @param read the thing as it is; null where it is only made
 * @throws a 400 for each other one
 */
export async function refuseFixed(
  fixed: ReadonlySet<string>,
  body: unknown,
  read: (() => Promise<unknown>) | null,
): Promise<void> {
  const sentFields = isRecord(body) ? Object.entries(body).filter(([field]) => fixed.has(field)) : [];
  if (sentFields.length === 0) return;
  const now = read ? await read() : null;
  const wrong = sentFields.filter(
    ([field, value]) => !says(value, isRecord(now) ? (now[field] ?? now[thingOf(field)] ?? null) : null),
  );
  if (wrong.length > 0) throw badInput(Object.fromEntries(wrong.map(([field]) => [field, [refused.fixed]])));
}

/** `box_id` names the box. */
const thingOf = (field: string) => field.replace(/_id$/, "");

/** Says whether the sent value agrees with the value that is there. A thing's id instead of it, or a part of it, agrees too. */
function says(sent: unknown, there: unknown): boolean {
  if (Array.isArray(sent))
    return Array.isArray(there) && sent.length === there.length && sent.every((each, at) => says(each, there[at]));
  if (isRecord(sent))
    return isRecord(there) && Object.entries(sent).every(([name, each]) => says(each, there[name] ?? null));
  if (isRecord(there)) return says(sent, there["id"]);
  return sent === there || (typeof there === "number" && sent === String(there));
}
