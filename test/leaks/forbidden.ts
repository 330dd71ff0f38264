import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database, Sql } from "#server/database/database.ts";
import { textOf } from "#test/support/pdf.ts";
import { unzipped } from "#test/support/zip.ts";
import type { Heard, Question } from "./crawl.ts";

/** A text that a customer user gets by no answer, though it may be about their own things. */
export interface Forbidden {
  readonly word: string;
  readonly what: string;
}

/** Where a box stands, whatever the hall is called, and what only staff see of a customer. */
const places = [
  /Reihe \d+/,
  /Teil \d+/,
  /Höhe \d+/,
  /"(position|row|part|height|area|placed|reverse|notes|meter_price|rush|rush_reason)":/,
];

/** Words that the archive keeps to itself: halls, its people, its notes about a customer, its other customers. */
const kept = (customers: Sql, user: Sql) => sql<Forbidden>`
  select name as word, 'the name of an area' as what from areas
  union select last_name, 'the name of a staff user' from users where is_staff
  union select email, 'the address of a staff user' from users where is_staff
  union select notes, 'a note about a customer' from customers where notes <> ''
  union select rush_reason, 'the reason of a rush order' from deliveries where rush_reason is not null
  union select name, 'the name of another customer' from customers where id <> all(${customers})
  union select u.last_name, 'the name of another customer''s user' from users u where u.id <> ${user}
    and exists (select from customer_users where user_id = u.id)
    and not exists (select from customer_users where user_id = u.id and customer_id = any(${customers}))`;

/** Texts that the user may read: somebody who is called like a hall, or a box of "Halle 1" papers, is no leak. */
const forbiddenTexts = (customers: Sql, user: Sql) => sql<{ text: string | null }>`
  select concat_ws(' ', name, address_name, address_street, address_postcode, address_city) as text from customers where id = any(${customers})
  union all select text from contents where customer_id = any(${customers})
  union all select comment from deliveries where customer_id = any(${customers})
  union all select content from delivery_contents where customer_id = any(${customers})
  union all select text from delivery_boxes where customer_id = any(${customers})
  union all select text from delivery_contents where customer_id = any(${customers})
  union all select description from delivery_options where customer_id = any(${customers})
  union all select h.text from history h join boxes b on b.id = h.box_id where b.customer_id = any(${customers})
  union all select concat_ws(' ', h.meta ->> 'content', h.meta ->> 'from', h.meta ->> 'to') from history h
    join boxes b on b.id = h.box_id where b.customer_id = any(${customers})
  union all select concat_ws(' ', first_name, last_name, email, phone1, phone2) from users where id = ${user}
  union all select concat_ws(' ', version, description) from apps`;

/** The words that must stand in no answer to this user. */
export async function forbiddenTo(db: Database, userId: number): Promise<Forbidden[]> {
  const { rows: own } = await sql<{ id: number }>`
    select customer_id as id from customer_users where user_id = ${userId}::bigint`.execute(db.read);
  const whose = [sql`${own.map(({ id }) => id)}::bigint[]`, sql`${userId}::bigint`] as const;
  const words = await db.read.list("leaks-kept", kept(...whose));
  const texts = await db.read.list("leaks-forbidden-texts", forbiddenTexts(...whose));
  const known = texts.map(({ text }) => text ?? "").join("\n");
  return words.filter(({ word }) => !known.includes(word));
}

const texts = new Map<string, string>();

/** Returns the text that people read in an answer. A zip, which a spreadsheet is too, counts with every file inside; a picture has no text. */
function readable({ headers, bytes }: Heard): string {
  const type = /^content-type: (.*)$/im.exec(headers)?.[1] ?? "";
  if (/json|text|svg|^application\/xml/.test(type)) return bytes.toString();
  if (/zip|spreadsheetml/.test(type) && bytes.length > 0)
    return [...unzipped(bytes)].map(([name, file]) => `${name}\n${isUtf8(file) ? file.toString() : ""}`).join("\n");
  if (!type.startsWith("application/pdf") || bytes.length === 0) return "";
  const key = createHash("sha256").update(bytes).digest("hex"); // the same document is answered again and again
  const text = texts.get(key) ?? textOf(bytes);
  texts.set(key, text);
  return text;
}

/** The answers that say something forbidden; what the question itself named is no news. */
export function saidForbidden(
  questions: readonly Question[],
  heard: readonly Heard[],
  words: readonly Forbidden[],
): string[] {
  return questions.flatMap(({ call, method, url, body }, index) => {
    const answer = heard[index];
    const text = answer ? readable(answer) : "";
    const asked = `${decodeURIComponent(url.replaceAll("+", " "))} ${JSON.stringify(body)}`;
    const word = words.find((each) => text.includes(each.word) && !asked.includes(each.word));
    if (word) return [`${call} (${method} ${url}) shows ${word.what}: ${around(text, word.word)}`];
    const place = places.map((pattern) => pattern.exec(text)?.[0]).find((found) => found && !asked.includes(found));
    return place ? [`${call} (${method} ${url}) shows a place or what is for staff: ${around(text, place)}`] : [];
  });
}

function around(text: string, word: string): string {
  const at = text.indexOf(word);
  return JSON.stringify(text.slice(Math.max(0, at - 60), at + word.length + 60));
}
