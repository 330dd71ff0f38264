import { sql } from "kysely";
import { type ClosedOn, closedOn } from "#rules/deliveries/closed-days.ts";
import type { ClosedDay, Land } from "#rules/deliveries/holidays.ts";
import type { Reader, Transaction } from "./database.ts";
import { selectList } from "#server/database/sql/json.ts";

const closedDay = selectList<ClosedDay>({ day: "closing_days.day", name: "closing_days.text" });

/** The days without deliveries as they are at this moment: typed by staff, and the holidays of the Land where one is set. */
export async function readClosedDays(db: Reader | Transaction, land: Land | undefined): Promise<ClosedOn> {
  const { rows } = await sql<ClosedDay>`select ${closedDay} from closing_days`.execute(db);
  return closedOn(rows, land);
}
