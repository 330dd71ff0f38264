import { bareCode, parseBoxCode } from "#rules/stock/box-code.ts";
import { parseRowScan } from "#rules/stock/positions.ts";
import { storeOnDevice, readFromDevice } from "#web/outbox/device.ts";
import { createStore } from "#web/ui/store.ts";

// Some scanners are set, once for another program, to write something around each code.

export interface Around {
  readonly before: string;
  readonly after: string;
}

const place = "wedge";

/** Text that the scanner of this device writes around a code. */
export const aroundCodes = createStore<Around>({ before: "", after: "" });

/** Resolves when it is known. */
export const aroundKnown: Promise<void> = readFromDevice(place).then((found) => {
  if (found) aroundCodes.set(found as Around);
});

export function setAround(around: Around): void {
  aroundCodes.set(around);
  void storeOnDevice(place, around).catch(() => undefined);
}

/** A read without what stands around it; a whole code of ours has nothing around it, whatever it begins with. */
export function stripAffixes(text: string, { before, after }: Around): string {
  const bare = bareCode(text);
  if ((parseBoxCode(bare) ?? parseRowScan(bare)) !== null) return bare;
  const start = text.startsWith(before) ? before.length : 0;
  const end = text.endsWith(after) ? after.length : 0;
  return bareCode(text.slice(start, text.length - end));
}
