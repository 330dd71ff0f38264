import { showCount } from "#rules/amounts.ts";
import type { BulkLoad } from "#server/database/sql/load-much.ts";
import { LoadRefused } from "./load-refused.ts";

/** How much there is of each kind, by what it is called: `boxes in state 1`. */
export class TakenSums {
  readonly #sums = new Map<string, number>();

  add(what: string, amount = 1): void {
    this.#sums.set(what, (this.#sums.get(what) ?? 0) + amount);
  }

  /** So many pictures are different ones. */
  addDistinct(amount: number): void {
    if (amount > 0) this.add("verschiedene Bilder", amount);
  }

  /** All of them, in one line. */
  text(): string {
    return [...this.#sums].map(([what, amount]) => `${what} ${showCount(amount)}`).join(", ");
  }

  get(what: string): number {
    return this.#sums.get(what) ?? 0;
  }

  /** @throws LoadRefused where the archive holds something else than what was added */
  async compare({ query }: BulkLoad): Promise<void> {
    const found = new Map<string, number>();
    for (const { what, amount } of await query<{ what: string; amount: number }>(counted)) found.set(what, amount);
    const names = new Set([...this.#sums.keys(), ...found.keys()]);
    const differing = [...names].filter((name) => this.get(name) !== (found.get(name) ?? 0));
    if (differing.length === 0) return;
    const sentences = differing.map((name) => `${name}: ${this.get(name)} geplant, ${found.get(name) ?? 0} geladen`);
    throw new LoadRefused(`Die Summen stimmen nicht: ${sentences.join("; ")}. Nichts wurde geladen.`);
  }
}

/** Of pictures the bytes count, too: what has another digest is another picture. */
const counted = `
  select 'Bereiche' as what, count(*) as amount from areas having count(*) > 0
  union all select 'Reihen', count(*) from rows having count(*) > 0
  union all select 'Users', count(*) from users having count(*) > 0
  union all select 'Kunden', count(*) from customers having count(*) > 0
  union all select 'Lieferoptionen', count(*) from delivery_options having count(*) > 0
  union all select 'Kundenzugänge', count(*) from customer_users having count(*) > 0
  union all select 'Boxen im Zustand ' || state, count(*) from boxes group by state
  union all select 'Millimeter', sum(size) from boxes having count(*) > 0
  union all select 'Millimeter im Regal', sum(size) from boxes where row_id is not null having count(*) > 0
  union all select 'Inhalte im Zustand ' || state, count(*) from contents group by state
  union all select 'Bytes der Inhalte', sum(octet_length(text)) from contents having count(*) > 0
  union all select 'Bilder', count(*) from images having count(*) > 0
  union all select 'verschiedene Bilder', count(distinct sha256) from images having count(*) > 0
  union all select 'Bytes der Bilder', sum(bytes) from images having count(*) > 0
  union all select 'Etiketten', count(*) from box_numbers having count(*) > 0
  union all select 'Einträge im Verlauf', count(*) from taken_entries having count(*) > 0
  union all select 'Lieferungen der Art ' || kind || ' im Zustand ' || state, count(*) from deliveries group by kind, state
  union all select 'Boxen in Lieferungen', count(*) from delivery_boxes having count(*) > 0
  union all select 'Inhalte in Lieferungen', count(*) from delivery_contents having count(*) > 0`;
