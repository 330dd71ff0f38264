const longest = 30_000; // ms: who waits longer for a page has given it up
const quick = 35; // ms between keys, and how many of them are no person's: as the scanner counts that comes later
const shortest = 6;

/** A key, and what stood in its field before. */
export interface EarlyKey {
  readonly event: KeyboardEvent;
  readonly value: string | undefined;
}

const kinds = ["keydown", "keyup"] as const;
const early: (EarlyKey & { readonly page: string })[] = [];
let last = 0;
let run = 0;

function note(event: KeyboardEvent) {
  const { value, type, dataset } = event.target as HTMLInputElement;
  early.push({ event, page: location.pathname, value });
  if (event.type === "keyup") return;
  run = event.timeStamp - last < quick ? run + 1 : 0;
  last = event.timeStamp;
  if (event.key !== "Enter" || run < shortest || type === "password" || dataset["scan"] === "search") return;
  event.preventDefault(); // the end of a scan is nobody's Enter
  event.stopPropagation();
}

/** Keeps what is pressed before the scanner has come that listens to it: a scan does not wait for a page, and sends no form. */
export const keepEarlyKeys = (): void => kinds.forEach((kind) => addEventListener(kind, note, true));

/** Hands over what was pressed on this page, and keeps no more. */
export function takeEarlyKeys(): EarlyKey[] {
  for (const kind of kinds) removeEventListener(kind, note, true);
  const since = performance.now() - longest;
  const here = early.filter(({ event, page }) => page === location.pathname && event.timeStamp > since);
  early.length = 0;
  return here;
}
