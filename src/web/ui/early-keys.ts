const longest = 30_000; // ms: who waits longer for a page has given it up

const early: { readonly event: KeyboardEvent; readonly page: string }[] = [];

function note(event: KeyboardEvent) {
  if (event.target === document.body) early.push({ event, page: location.pathname });
}

/** Keeps what is pressed on the bare page before the scanner has come that listens to it: a scan does not wait for a page. */
export const keepEarlyKeys = (): void => addEventListener("keydown", note, true);

/** Hands over what was pressed on this page, and keeps no more. */
export function takeEarlyKeys(): KeyboardEvent[] {
  removeEventListener("keydown", note, true);
  const since = performance.now() - longest;
  const here = early.filter(({ event, page }) => page === location.pathname && event.timeStamp > since);
  early.length = 0;
  return here.map(({ event }) => event);
}
