import { randomUUID } from "node:crypto";
import type { CaseKind } from "#rules/stocktake/case-state.ts";
import type { ShelfPlace } from "#rules/stock/positions.ts";
import type { Database } from "#server/database/database.ts";
import { createCase } from "#server/features/stocktake/cases/mutations.ts";
import { beginRow, countPlaces, endRow } from "#server/features/stocktake/counting/mutations.ts";
import { createStocktake } from "#server/features/stocktake/stocktakes/mutations.ts";

type Id = { readonly id: number };
type Spot = Pick<ShelfPlace, "part" | "height">;

/** A place as it is counted; without a code it is empty. */
export interface Counted extends Spot {
  readonly code: string | null;
  readonly hand?: boolean;
}

export interface CountWish {
  /** User who counts; somebody new where nobody is named. */
  readonly counter?: Id;
  readonly row?: Id;
  readonly blind?: boolean;
  readonly secondPerson?: boolean;
  readonly places?: readonly Counted[];
  readonly until?: "made" | "begun" | "ended";
}

/** Stocktakes and cases. */
export function stocktakeFactories(db: Database, a: { row: () => Promise<Id> }) {
  const someone = (): Promise<Id> =>
    db.write((tx) =>
      tx
        .insertInto("users")
        .values({
          email: `${randomUUID()}@example.com`,
          first_name: "Zora",
          last_name: "Zähler",
          is_staff: true,
          password_hash: "none",
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
  return {
    /** A stocktake of one row, as far as it is wished. */
    count: async ({
      counter,
      row: wished,
      blind = false,
      secondPerson = false,
      places = [],
      until = "made",
    }: CountWish = {}) => {
      const [{ id: userId }, row] = [counter ?? (await someone()), wished ?? (await a.row())];
      const stocktake = await db.write((tx) =>
        createStocktake(tx, userId, { name: "", blind, rows: [row.id], secondPerson }),
      );
      const of = { stocktake, row: row.id };
      if (until !== "made") await db.write((tx) => beginRow(tx, userId, of, {}));
      const read = places.map((place) => ({ hand: false, ...place }));
      const scan = { id: randomUUID(), kind: "count" as const, session: stocktake, row: row.id, places: read };
      if (until !== "made" && read.length > 0) await db.write((tx) => countPlaces(tx, userId, scan, secondPerson));
      if (until === "ended") await db.write((tx) => endRow(tx, userId, of));
      return { stocktake, row, counter: { id: userId } };
    },
    /** An open case. */
    case: async ({ kind, code, by }: { readonly kind: CaseKind; readonly code: string; readonly by?: Id }) => {
      const { id: userId } = by ?? (await someone());
      const id = await db.write((tx) => createCase(tx, userId, { kind, code, text: "Fällt auf", days: [1, 3] }));
      return { id, by: { id: userId } };
    },
  };
}
