import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();

/** Fate of each column when the texts of a box are blanked; `blank-texts.test.ts` looks for what is left. */
const columns: Readonly<Record<string, string>> = {
  "box_cost_centres.cost_centre": "blanked",
  "box_numbers.key": "blanked",
  "box_numbers.text": "blanked",
  "boxes.code": "the provider's own number",
  "boxes.cost_centre": "blanked",
  "boxes.foreign_number": "blanked",
  "boxes.period_from": "a year, from which storage periods are recounted",
  "boxes.period_to": "a year, from which storage periods are recounted",
  "boxes.retention_override_reason": "blanked",
  "cases.code": "the provider's own number",
  "cases.text": "what staff wrote, about more than one box (decision 083)",
  "contents.text": "blanked",
  "deleted_boxes.code": "the provider's own number",
  "deleted_boxes.contents": "of boxes that were deleted and never destroyed (decision 083)",
  "delivery_boxes.fate": "one of few words of ours",
  "delivery_boxes.text": "blanked",
  "delivery_contents.content": "blanked",
  "delivery_contents.text": "blanked",
  "destruction_lines.contents_digest": "cannot be guessed and tried without its salt",
  "destruction_lines.contents_salt": "blanked",
  "destruction_lines.contents_snapshot": "blanked",
  "destruction_lines.early_reason": "proof of the destruction (decision 083)",
  "destruction_lines.not_destroyed_reason": "proof of the destruction (decision 083)",
  "destruction_lines.reason": "proof of the destruction (decision 083)",
  "digital_copies.sha256": "of a file that is deleted by its own days",
  "history.digest": "cannot be guessed and tried without its salt",
  "history.hash": "over the digest",
  "history.meta": "blanked",
  "history.salt": "blanked",
  "history.text": "blanked",
  "images.content_type": "no word of a person",
  "images.sha256": "of a picture, which is deleted by hand (decision 083)",
  "import_rows.before": "blanked",
  "import_rows.errors": "of a list that was not taken over, which is given up after a week",
  "import_rows.values": "blanked with its list",
  "import_rows.warnings": "blanked with its list",
  "scans.app": "no word of a person",
  "scans.box": "a code that was scanned",
  "scans.hash": "of a scan",
  "scans.kind": "no word of a person",
  "scans.result": "forgotten after 400 days (decision 083)",
  "seals.hash": "over hashes",
  "seals.previous": "over hashes",
  "seals.root": "over hashes",
  "service_entries.cost_centre": "stands on an invoice (§ 147 AO)",
  "service_entries.item": "no word of a person",
  "service_entries.text": "stands on an invoice (§ 147 AO)",
  "service_entries.unit": "no word of a person",
  "service_entries.vat_category": "no word of a person",
  "stocktake_expected.code": "the provider's own number",
  "taken_entries.meta": "blanked",
  "taken_entries.name": "who did it, as in history",
  "taken_entries.rest": "blanked",
  "taken_entries.text": "blanked",
};

test("each column that can hold words about a box is blanked, or it is said why not", async () => {
  const { rows } = await sql<{ column: string }>`
    select c.relname || '.' || a.attname as column
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and format_type(a.atttypid, null) in ('text', 'text[]', 'jsonb', 'json', 'bytea')
      and (c.relname in ('boxes', 'contents') or exists (
        select from pg_attribute o where o.attrelid = c.oid and not o.attisdropped and o.attname ~ '^(box|content|boxes|contents)(_ids?)?$'))
    order by 1`.execute(db.read);
  expect(rows.map(({ column }) => column)).toEqual(Object.keys(columns));
});
