import type { Database } from "#server/database/database.ts";
import { sayFaults } from "#server/database/seals/names.ts";
import { stampFaults } from "#server/database/seals/stamp-seals.ts";
import { verifyHistory } from "#server/database/seals/verify-history.ts";
import type { Proof } from "./proof.ts";

/** Every entry and every seal of the history is what was written, and every time stamp is of its seal. */
export async function proveHistory(db: Database): Promise<Proof> {
  const start = performance.now();
  const { entries, faults, first } = await verifyHistory(db);
  const stamps = await stampFaults(db.read);
  return {
    name: "history proves itself, entry by entry and seal by seal",
    over: "history",
    checked: entries,
    violations: faults + stamps.faults.length,
    first: [...(await sayFaults(db.read, first)), ...stamps.faults],
    seconds: (performance.now() - start) / 1000,
  };
}
