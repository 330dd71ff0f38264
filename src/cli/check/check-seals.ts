import type { Database } from "#server/database/database.ts";
import { sayFaults } from "#server/database/seals/names.ts";
import { proveTaken } from "#server/database/seals/taken-entries.ts";
import { stampFaults } from "#server/database/seals/stamp-seals.ts";
import { verifyHistory } from "#server/database/seals/verify-history.ts";
import type { Proof } from "./proof.ts";

const listLimit = 20;

/** Every entry and every seal of the history is what was written, and every time stamp is of its seal. */
export async function proveHistory(db: Database): Promise<Proof> {
  const start = performance.now();
  const { entries, faults, first } = await verifyHistory(db);
  const stamps = await stampFaults(db.read);
  const taken = await proveTaken(db.read);
  return {
    name: "history proves itself, entry by entry and seal by seal",
    over: "history",
    checked: entries,
    violations: faults + stamps.faults.length + taken.faults.length,
    first: [...(await sayFaults(db.read, [...first, ...taken.faults].slice(0, listLimit))), ...stamps.faults],
    seconds: (performance.now() - start) / 1000,
  };
}
