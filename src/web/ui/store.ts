import { useSyncExternalStore } from "react";

/** A value outside the tree that the tree can read: for what code without a component has to say. */
export function createStore<T>(initial: T) {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const set = (next: T) => {
    value = next;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return { get, set, subscribe, use: () => useSyncExternalStore(subscribe, get) };
}
