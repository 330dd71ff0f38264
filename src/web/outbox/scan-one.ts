import type { Operation } from "#contract/schemas/scanning/scans.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { errors } from "#rules/texts/texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import { newScanId } from "./scan-id.ts";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

/** A scan as somebody at the desk does it by a button (product 7). Throws the server's sentence where it refuses. */
export async function scanOne(operation: WithoutId<Operation>): Promise<void> {
  const { results } = await call(scan, { body: { operations: [{ ...operation, id: newScanId() }] } });
  const [result] = results;
  if (result?.status !== "done")
    throw new CallError(400, result?.message ?? errors.unknown, { code: result?.code ?? null });
}
