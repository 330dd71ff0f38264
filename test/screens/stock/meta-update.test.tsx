import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { open } from "#test/screens/support/open.tsx";

test("meta data of many boxes: every input is disabled until a customer is chosen", async () => {
  await open("/services/metaupdates");
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  const inputs = Array.from(document.querySelectorAll<HTMLInputElement>("main input, main select, main textarea"));
  expect(inputs.filter((input) => !input.matches(":disabled")).map((input) => input.labels?.[0]?.textContent)).toEqual([
    "Kunde *",
  ]);
  expect(inputs.length).toBeGreaterThan(8);
});
