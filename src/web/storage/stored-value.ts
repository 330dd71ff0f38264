import { useState } from "react";
import { sessionState } from "#web/api/session-state.ts";

/** Something that outlives a reload, not the tab, and that is the user's alone who made it. */
export interface StoredValue<T> {
  /** Returns the kept value; undefined where there is none, or none that is usable. */
  readonly get: () => T | undefined;
  readonly set: (value: T) => void;
  readonly remove: () => void;
}

/** The keys of one user begin so. Who was signed out finds what they had kept; nobody else does. */
const prefixOf = (userId: number) => `kept-${userId}-`;

/**
 * A place for what was typed or chosen and is not with the server yet; `parse` throws or answers undefined for what it does
 * not know. Without a user nothing is read or kept. What `stays` is of this computer: it outlives the tab and the session.
 */
export function storedValue<T>(name: string, parse: (value: unknown) => T | undefined, stays = false): StoredValue<T> {
  const place = () => (stays ? localStorage : sessionStorage);
  const key = () => {
    const { user } = sessionState();
    return user && prefixOf(user.id) + name;
  };
  const remove = () => place().removeItem(key() ?? "");
  const get = () => {
    try {
      const value = parse(JSON.parse(place().getItem(key() ?? "") ?? "null"));
      if (value !== undefined) return value;
    } catch {
      // of an older version, or broken
    }
    remove();
    return undefined;
  };
  const set = (value: T) => {
    const its = key();
    if (its) place().setItem(its, JSON.stringify(value));
  };
  return { get, set, remove };
}

/** A text that is kept. */
export const keptText = (name: string) => storedValue(name, (value) => (typeof value === "string" ? value : undefined));

/** The same as a component's state. */
export function useKept<T>(place: StoredValue<T>, initial: T) {
  const [value, setValue] = useState(() => place.get() ?? initial);
  const set = (next: T) => {
    place.set(next);
    setValue(next);
  };
  return [value, set] as const;
}

/** Everything that the user kept goes with whoever signs out. */
export function forgetKept(): void {
  const { user } = sessionState();
  if (!user) return;
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefixOf(user.id))) sessionStorage.removeItem(key);
}
