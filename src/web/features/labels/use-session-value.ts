import { useState } from "react";
import { useSession } from "#web/api/session.ts";

/**
 * A value that outlives paging, filtering, an error and a reload, as long as the tab stays open; each user of the tab has
 * one of their own. `read` makes it of parsed JSON, or of null.
 */
export function useSessionValue<T>(name: string, read: (kept: unknown) => T, write: (value: T) => unknown) {
  const { user } = useSession();
  const key = `${name}-${user?.id}`;
  const [value, setValue] = useState(() => read(storedUnder(key)));
  const set = (next: T) => {
    sessionStorage.setItem(key, JSON.stringify(write(next)));
    setValue(next);
  };
  return [value, set] as const;
}

function storedUnder(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** The first free label of a sheet; a new sheet at first. */
export const startFrom = (kept: unknown) => (typeof kept === "string" ? kept : "1");
