import { sql } from "kysely";
import { berlinDay } from "#rules/dates.ts";
import type { Database } from "#server/database/database.ts";
export type Id = { readonly id: number };

export interface TourWish {
  deliveries?: readonly Id[];
  state?: 0 | 1 | 2;
  day?: string;
  vehicle?: string;
}

/** Makes tours straight in the database. */
export function tourFactories(db: Database) {
  return {
    tour: ({ deliveries = [], state = 0, day = berlinDay(new Date()), vehicle = "" }: TourWish = {}): Promise<Id> =>
      db.write(async (tx) => {
        const started = state > 0 ? sql<string>`now()` : null;
        const ended = state === 2 ? sql<string>`now()` : null;
        const values = { day, vehicle, state, started, ended };
        const tour = await tx.insertInto("tours").values(values).returning("id").executeTakeFirstOrThrow();
        for (const [index, { id: delivery_id }] of deliveries.entries())
          await tx
            .insertInto("tour_stops")
            .values({ tour_id: tour.id, delivery_id, place: index + 1, ended })
            .execute();
        return tour;
      }),
  };
}
