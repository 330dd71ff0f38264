import { type RawBuilder, sql } from "kysely";
import type { Database } from "#server/database/database.ts";

/** Text that all foreign things have: words that their spellings cut in two pieces. */
const foreignText = "Patientenakte, Personalakte, Kontoauszug";

/** So many customers have half of it, all of them the rest. */
const owners = 4;

/**
 * As much as others may have, by one statement for each table: `amount` boxes with a content, a picture and an entry of the history each, and
 * an eighth of it of whatever else a customer has: people, deliveries, holds, lists that were sent in.
 */
export async function addForeignRows(db: Database, amount: number): Promise<void> {
  const few = Math.ceil(amount / 8);
  const series = sql`generate_series(1, ${few}::int) n`;
  const owner = sql`(select ids[1 + case when n % 2 = 0 then n % ${sql.lit(owners)} else n % ${few}::int end] from foreign_owners)`;
  const hash = sql`sha256(int4send(n::int))`;
  const someBoxes = sql`(select *, row_number() over (order by id) as n from foreign_boxes limit ${few}::int) b`;
  const statements: RawBuilder<unknown>[] = [
    sql`
      insert into customers (code, name, address_city, notes)
      select (select max(code) from customers) + n, ${foreignText} || ' ' || n, 'Aktenstadt', ${foreignText} from ${series}`,
    sql`
      create temp table foreign_owners on commit drop as
      select array_agg(id order by id) as ids, (select min(id) from users) as author
      from (select id from customers order by id desc limit ${few}::int) c`,
    sql`
      insert into users (email, last_name, password_hash)
      select 'akte' || n || '@example.org', ${foreignText}, 'none' from ${series}`,
    sql`
      insert into customer_users (customer_id, user_id)
      select ${owner}, id from (select id, row_number() over () as n from users where email like 'akte%@example.org') u`,
    sql`
      insert into delivery_options (customer_id, description, days, from_time, to_time, prior_hours, window_hours, price)
      select ${owner}, ${foreignText}, '{1}', '08:00', '16:00', 1, 1, 1 from ${series}`,
    sql`insert into areas (name) values ('Aktenhalle')`,
    sql`
      insert into rows (area_id, number, parts, heights)
      select (select max(id) from areas), n, 200, 30 from generate_series(1, 1 + ${amount}::int / 6000) n`,
    // new, stored, with the customer, destroyed and marked ones
    sql`
      insert into boxes (customer_id, customer_code, number, state, place_area, row_id, part, height, placed, destroyed, marked, marked_from,
        meta_year, meta_destroy_year, retain_until, history_count)
      select c.id, c.code, n, s, case when s = 1 then r.area_id else 0 end, case when s = 1 then r.id end,
        case when s = 1 then n % 6000 / 30 + 1 end, case when s = 1 then n % 30 + 1 end, case when s = 1 then now() end,
        case when s = 6 then current_date end, case when s = 7 then now() end, case when s = 7 then 0 end, 2010, 2020, '2020-12-31', 1
      from (select n, (array[0, 1, 2, 6, 7])[1 + n % 5] as s, ${owner} as owner from generate_series(1, ${amount}::int) n) b
      join rows r on r.area_id = (select max(id) from areas) and r.number = 1 + n / 6000
      join customers c on c.id = b.owner`,
    sql`
      create temp table foreign_boxes on commit drop as
      select id, customer_id, state from boxes where customer_id = any(array(select unnest(ids) from foreign_owners))`,
    sql`
      insert into contents (box_id, customer_id, text) select id, customer_id, ${foreignText} || ' ' || id from foreign_boxes`,
    sql`insert into history (box_id, seq, kind) select id, 1, 0 from foreign_boxes`,
    sql`
      insert into images (box_id, customer_id, sha256, content_type, bytes, crc32, width, height)
      select id, customer_id, ${hash}, 'image/jpeg', 1, 1, 1, 1
      from (select *, row_number() over () as n from foreign_boxes) b`,
    sql`
      insert into search_words (customer_id, word, count)
      select ${owner}, 'patientenakte' || translate(n::text, '0123456789', 'abcdefghij'), 1 from ${series}`,
    sql`insert into deliveries (customer_id, kind, comment, time) select ${owner}, 1, ${foreignText}, now() from ${series}`,
    sql`
      create temp table foreign_deliveries on commit drop as
      select id, customer_id, row_number() over (partition by customer_id order by id) as n from deliveries
      where customer_id = any(array(select unnest(ids) from foreign_owners))`,
    sql`
      create temp table foreign_lines on commit drop as
      select d.id as delivery_id, b.id as box_id, b.customer_id from foreign_deliveries d
      join (select *, row_number() over (partition by customer_id order by id) as n from foreign_boxes) b using (customer_id, n)`,
    sql`insert into delivery_boxes (delivery_id, customer_id, box_id) select delivery_id, customer_id, box_id from foreign_lines`,
    sql`
      insert into delivery_contents (delivery_id, customer_id, content_id, box_id, content)
      select l.delivery_id, l.customer_id, c.id, l.box_id, c.text from foreign_lines l join contents c on c.box_id = l.box_id`,
    sql`insert into delivery_events (delivery_id, kind) select id, 'started' from foreign_deliveries`,
    sql`
      insert into delivery_proofs (proof, delivery_id, customer_id, kind, sha256, content_type, bytes)
      select gen_random_uuid(), id, customer_id, 'photo', ${hash}, 'image/jpeg', 1 from foreign_deliveries`,
    sql`
      insert into digital_copies (delivery_id, customer_id, box_id, sha256, bytes, pages, kept_until)
      select delivery_id, customer_id, box_id, sha256(box_id::text::bytea), 1, 1, current_date + 30 from foreign_lines`,
    sql`
      insert into holds (id, customer_id, scope, reason, set_by, by_customer)
      select 1000000000 + n, ${owner}, 'boxes', ${foreignText}, author, false from ${series}, foreign_owners`,
    sql`insert into hold_boxes (hold_id, box_id, customer_id) select 1000000000 + n, id, customer_id from ${someBoxes}`,
    sql`
      insert into imports (id, customer_id, user_id, by_customer, name, file_sha256, heads, mapping, state, total)
      select 1000000000 + n, ${owner}, author, false, ${foreignText}, ${hash}, '{}', '{}', 9, 1 from ${series}, foreign_owners`,
    sql`insert into import_rows (import_id, row, values) select 1000000000 + n, 1, '{}' from ${series}`,
    sql`
      insert into destruction_batches (id, customer_id, protection_class, security_level, created_by)
      select (select coalesce(max(id), 0) from destruction_batches) + n, ${owner}, 2, 4, author from ${series}, foreign_owners`,
    sql`
      insert into invoices (number, kind, customer_id, period_from, period_to, snapshot, net, vat, gross, issued_by, due)
      select 'RE-1999-' || n, 380, ${owner}, '1999-05-01', '1999-05-31', '{}', 1, 0, 1, author, '1999-06-14' from ${series}, foreign_owners`,
    sql`insert into invoice_notes (invoice_id, paid_on) select id, '1999-06-01' from invoices where number like 'RE-1999-%'`,
    sql`
      insert into tokens (user_id, hash) select id, ${hash}
      from (select id, row_number() over () as n from users where email like 'akte%@example.org') u`,
    sql`
      insert into saved_views (user_id, id, list, name, search) select id, id, 'boxes', ${foreignText}, ''
      from users where email like 'akte%@example.org'`,
  ];
  await db.write(async (tx) => {
    for (const statement of statements) await statement.execute(tx);
  });
}
