import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database, Transaction } from "#server/database/database.ts";

/** Age that the counts may reach, and time after which an interrupted count starts again. */
const [lasting, givenUp] = ["1 day", "2 hours"] as const;
/** ms between two customers: people who work come first. */
const rest = 50;

/**
 * Counts the words of every customer's contents where that was last done a day ago, and no other server does it: customer by customer,
 * so that nothing waits long for it. Answers how many customers; null where it is not due.
 */
export async function countSpellings(db: Database, signal: AbortSignal): Promise<number | null> {
  if (!(await db.write(begin))) return null;
  const customers = await db.read.selectFrom("customers").select("id").orderBy("id").execute();
  for (const { id } of customers) {
    if (signal.aborted) {
      await db.write(scheduleSpellings);
      return null;
    }
    await db.write((tx) => countWordsOf(tx, id));
    await sleep(rest);
  }
  await db.write((tx) => end(tx, customers.length));
  return customers.length;
}

/** Has the words counted soon: some came past the program, or a count was broken off. */
export async function scheduleSpellings(tx: Transaction): Promise<void> {
  await tx.deleteFrom("jobs").where("name", "=", "words").execute();
}

/** Says whether a count is due, and this server's. */
async function begin(tx: Transaction): Promise<boolean> {
  const { rows } = await sql`
    insert into jobs as j (name) values ('words') on conflict (name) do update set begun = now()
    where j.begun < now() - ${givenUp}::text::interval and (j.done is null or j.done < now() - ${lasting}::text::interval)
    returning name`.execute(tx);
  return rows.length > 0;
}

async function end(tx: Transaction, customers: number): Promise<void> {
  const success = { done: sql<string>`now()`, result: JSON.stringify({ customers }) };
  await tx.updateTable("jobs").set(success).where("name", "=", "words").execute();
}

/** A word that nobody has any more is kept until the next time: what has come back meanwhile is counted and stays. */
async function countWordsOf(tx: Transaction, customerId: number): Promise<void> {
  await sql`
    with counted as materialized (
      select word, sum(n)::int as n from (
        select word, count(*) as n from contents c, search_words_of(c.text) word
        where c.customer_id = ${customerId}::bigint group by word
        union all
        select word, 0 from customers c,
          search_words_of(concat_ws(' ', c.name, c.address_name, c.address_street, c.address_city)) word
        where c.id = ${customerId}::bigint
      ) w group by word
    ), gone as (
      delete from search_words s where customer_id = ${customerId}::bigint and count = 0
        and not exists (select from counted where word = s.word)
    ), emptied as (
      update search_words s set count = 0 where customer_id = ${customerId}::bigint and count > 0
        and not exists (select from counted where word = s.word)
    )
    insert into search_words as s (customer_id, word, count)
    select ${customerId}::bigint, word, n from counted order by word
    on conflict (customer_id, word) do update set count = excluded.count where s.count <> excluded.count`.execute(tx);
}
