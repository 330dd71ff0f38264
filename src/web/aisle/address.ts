import { useSyncExternalStore } from "react";

// Where one is, behind the #: few screens with fixed names, which need no router.

/** The name of the screen; empty at the start. */
export const screenName = () => location.hash.replace(/^#\/?/, "");

function subscribe(listener: () => void) {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

export const useScreen = (): string => useSyncExternalStore(subscribe, screenName);

export const flowAddress = (name: string): string => `#/${name}`;

export function goTo(name: string): void {
  location.hash = flowAddress(name);
}

/** One back where there is something of ours, otherwise to the start: the phone's own key does the same. */
export function goBack(): void {
  if (history.length > 1) history.back();
  else goTo("");
}
