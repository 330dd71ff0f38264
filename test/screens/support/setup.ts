import { afterEach, beforeEach, vi } from "vitest";
import { page } from "vitest/browser";
import { begin, end } from "./open.tsx";

// Run for each file, while what it imports is shared by all of them.

/** An error with where it was thrown: a fault that shows once in a hundred runs must say all it knows. */
const textOf = (part: unknown) => (part instanceof Error ? (part.stack ?? part.message) : String(part));

const said = vi.spyOn(console, "error");

beforeEach(() => {
  said.mockClear();
  begin();
});

afterEach(async () => {
  vi.useRealTimers();
  if (innerWidth !== 1280) await page.viewport(1280, 800);
  const faults = [...end(), ...said.mock.calls.map((parts) => parts.map(textOf).join(" "))];
  if (faults.length > 0)
    throw new Error(`The page failed, or asked for what is not in the contract: ${faults.join("; ")}`);
});
