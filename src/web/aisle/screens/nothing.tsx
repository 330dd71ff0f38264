import { stockStore } from "#web/aisle/device/stock.ts";

/** Says that there is nothing to do, once it is known: before the archive is loaded nobody knows. */
export function Nothing({ children }: { children: string }) {
  const { loaded } = stockStore.use();
  return loaded > 0 && <p className="p-2 text-center text-title">{children}</p>;
}
