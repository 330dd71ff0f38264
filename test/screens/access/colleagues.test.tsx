import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { inviteColleague, listColleagues } from "#contract/calls/access/colleagues.ts";
import { noPersonName } from "#contract/fields/colleague.ts";
import { button, expectError, expectGoodLooks, field } from "#test/screens/support/look.ts";
import { customerUser, open } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

const rights = {
  may_approve_destruction: false,
  may_order: true,
  may_store: false,
  may_manage: false,
  may_invite: false,
  may_see_invoices: false,
};
const colleague = (id: number, last_name: string, cost_centres: string[] | null) => ({
  id,
  first_name: "",
  last_name,
  email: `${last_name.toLowerCase()}@example.com`,
  ...rights,
  cost_centres,
  may_end: false,
});
const listing = (results: ReturnType<typeof colleague>[]) => (server: Stub) =>
  server.reply(listColleagues, { may_invite: true, rights, results });

const whole = colleague(11, "Ganz", null);

test("the list of colleagues says who sees only some cost centres", async () => {
  const answers = listing([whole, colleague(12, "Teil", ["Einkauf", "Vertrieb"])]);
  await open("/colleagues", { who: customerUser, answers });
  await expect.element(page.getByRole("cell", { name: "Nur Kostenstelle Einkauf, Vertrieb" })).toBeVisible();
  await expect.element(page.getByRole("cell", { name: "Ganzer Kunde" })).toBeVisible();
  await expectGoodLooks();
});

test("where everybody sees the whole customer the list says nothing of it", async () => {
  await open("/colleagues", { who: customerUser, answers: listing([whole]) });
  await expect.element(page.getByRole("cell", { name: "Ganz", exact: true })).toBeVisible();
  await expect.element(page.getByRole("columnheader", { name: "Sieht" })).not.toBeInTheDocument();
});

test("a name that is none is reported beside its field, and nobody is invited", async () => {
  const { server } = await open("/colleagues", { who: customerUser, answers: listing([]) });
  await field("Nachname").fill("Gewinn auf archiv.example");
  await field("E-Mail").fill("neu@example.com");
  await button("Einladen").click();
  await expectError("Nachname", noPersonName);
  expect(server.asked(inviteColleague)).toEqual([]);
});

test.each([
  ["a colleague who may", [{ ...whole, may_invite: true }], "Bitte fragen Sie:Ganz"],
  ["the provider", [whole], "Bitte wenden Sie sich an Muster Archiv GmbH."],
])("who may not invite is told so, and to ask %s", async (_whom, results, said) => {
  const answers = (server: Stub) => server.reply(listColleagues, { may_invite: false, rights, results });
  await open("/colleagues", { who: customerUser, answers });
  const section = page.getByRole("region", { name: "Einladen" });
  await expect.element(section).toHaveTextContent(`EinladenKollegen einzuladen gehört nicht zu Ihren Rechten. ${said}`);
  await expect.element(page.getByRole("columnheader", { name: "Zugang" })).not.toBeInTheDocument();
  await expectGoodLooks();
});
