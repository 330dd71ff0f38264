import { useLayoutEffect } from "react";
import { storedValue } from "#web/storage/stored-value.ts";

/** A box or a delivery that was opened, as it is named. */
export interface RecentEntry {
  readonly kind: "box" | "delivery";
  readonly id: number;
  /** `Box 0001.000.005`, `Lieferung 000123`. */
  readonly name: string;
}

const most = 8;

const isOpened = (value: unknown): value is RecentEntry => {
  const { kind, id, name } = (value ?? {}) as Partial<RecentEntry>;
  return (kind === "box" || kind === "delivery") && Number.isSafeInteger(id) && typeof name === "string";
};

/** Things that the user opened last, the latest first. */
export const recent = storedValue("recent", (value) =>
  Array.isArray(value) && value.every(isOpened) ? value : undefined,
);

/** Remembers that it was opened, before anything of it is seen: whoever goes on at once finds it, too. */
export function useOpened(kind: RecentEntry["kind"], id: number, name: string | undefined): void {
  useLayoutEffect(() => {
    if (name === undefined) return;
    const others = (recent.get() ?? []).filter((one) => one.kind !== kind || one.id !== id);
    recent.set([{ kind, id, name }, ...others].slice(0, most));
  }, [kind, id, name]);
}
