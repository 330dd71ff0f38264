import { sql } from "kysely";
import type { Transaction } from "#server/database/database.ts";

/** Remembers the words of a customer's new texts, for who mistypes them; how often they occur is counted once a day. */
export async function storeSpellings(tx: Transaction, customerId: number, ...texts: readonly string[]): Promise<void> {
  // sorted, so that two changes of one customer wait for each other in turn; a word that had gone is there again
  await sql`
    insert into search_words as s (customer_id, word, count)
    select distinct ${customerId}::bigint, word, 1 from search_words_of(${texts.join(" ")}) word order by word
    on conflict (customer_id, word) do update set count = 1 where s.count = 0`.execute(tx);
}
