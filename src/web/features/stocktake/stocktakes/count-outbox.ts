import type { CountedRow } from "#contract/schemas/stocktake/stocktakes.ts";
import type { CountScan } from "#rules/aisle/count/count-places.ts";
import { errors } from "#rules/texts/texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { type OutboxEntry, isOf, isOpenEntry } from "#web/outbox/entry.ts";
import { entries, outcomeOf, take } from "#web/outbox/outbox.ts";
import { newScanId } from "#web/outbox/scan-id.ts";

const isCount = isOf("count");

/** Returns the places of a row that were counted on this device and have no answer yet. */
const waitingPlaces = (all: readonly OutboxEntry[], { stocktake, id }: CountedRow): readonly CountScan[] =>
  all
    .filter(isCount)
    .filter((entry) => isOpenEntry(entry) && entry.shown.stocktake === stocktake.id && entry.shown.row === id)
    .flatMap(({ operation }) => (operation.kind === "count" ? operation.places : []));

export const useWaitingPlaces = (row: CountedRow) => waitingPlaces(entries.use(), row);
export const placesWaiting = (row: CountedRow) => waitingPlaces(entries.get(), row);

/** Takes places as counted: when it returns they are on the disk. Answers by what their answer is found. @throws NotKept */
export async function takeCount({ stocktake, id: row }: CountedRow, places: readonly CountScan[]): Promise<string> {
  const operation = { id: newScanId(), kind: "count" as const, session: stocktake.id, row, places: [...places] };
  await take([{ operation, shown: { screen: "count", stocktake: stocktake.id, row } }]);
  return operation.id;
}

/** Waits for the answer; without a network there is none for now, and it is sent later. @throws CallError where it is refused */
export async function expectTaken(id: string): Promise<void> {
  const [entry] = await outcomeOf(new Set([id]));
  if (entry?.status === "refused")
    throw new CallError(400, entry.message ?? errors.unknown, { code: entry.code ?? null });
}
