import { afterEach, beforeEach, vi } from "vitest";
import { begin, end } from "./open.tsx";

// Run for each file, while what it imports is shared by all of them.

const said = vi.spyOn(console, "error");

beforeEach(() => {
  said.mockClear();
  begin();
});

afterEach(() => {
  const faults = [...end(), ...said.mock.calls.map(String)];
  if (faults.length > 0)
    throw new Error(`The page failed, or asked for what is not in the contract: ${faults.join("; ")}`);
});
