import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { verifyCertificate } from "#contract/calls/destruction/destruction-batches.ts";
import { expectGoodLooks } from "#test/screens/support/look.ts";
import { open } from "#test/screens/support/open.tsx";

test("a certificate whose address was cut off is not called unknown, but the address incomplete", async () => {
  const { server } = await open("/verify/VB-000001", { who: null });
  await expect.element(page.getByText(/Diese Adresse ist unvollständig/)).toBeVisible();
  await expect.element(page.getByText(/nicht bekannt/)).not.toBeInTheDocument();
  expect(server.asked(verifyCertificate)).toEqual([]);
  await expectGoodLooks();
});

test("a certificate that the archive has not given is called unknown", async () => {
  await open("/verify/VB-000001?digest=abc", {
    who: null,
    answers: (server) => server.refuse(verifyCertificate, 404, { detail: "Not found." }, "not_found"),
  });
  await expect.element(page.getByText(/hier nicht bekannt, oder sie wurde geändert/)).toBeVisible();
});
