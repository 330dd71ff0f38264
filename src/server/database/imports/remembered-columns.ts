import type { ImportField } from "#rules/exchange/imports/columns.ts";
import type { Transaction } from "#server/database/database.ts";

/** Returns the meaning of the columns in the customer's last list that was taken over. */
export async function rememberedColumns(tx: Transaction, customer: number): Promise<Map<string, ImportField | null>> {
  const last = await tx
    .selectFrom("imports")
    .select(["heads", "mapping"])
    .where("customer_id", "=", customer)
    .where("committed", "is not", null)
    .orderBy("committed", "desc")
    .limit(1)
    .executeTakeFirst();
  return new Map(last?.heads.map((head, index) => [head, last.mapping[index] ?? null]) ?? []);
}
