import { expect, test } from "vitest";
import { showKinds } from "./object-kind-texts.ts";

test("a receiver is notified of everything, or of the kinds that are named, in their order", () => {
  expect(showKinds(null)).toBe("alles");
  expect(showKinds(["invoice", "box"])).toBe("Rechnungen, Boxen");
});
