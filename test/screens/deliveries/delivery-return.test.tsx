import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { createDelivery } from "#contract/calls/deliveries/deliveries.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { boxesOf, pageOf } from "#test/screens/support/lists.ts";
import { button, choose, expectError, expectGoodLooks, field, title } from "#test/screens/support/look.ts";
import { customerUser, open } from "#test/screens/support/open.tsx";

const lookup = field("Box oder Inhalt suchen");
const choice = (number: number) => page.getByRole("checkbox", { name: `Box 0042.000.00${number}`, exact: true });
const chosen = () =>
  page
    .getByRole("list", { name: "Auswahl" })
    .getByRole("listitem")
    .elements()
    .map((one) => one.textContent);
const announce = button("Rückgabe ankündigen");

/** Two boxes of a customer are out, and nothing else is. */
async function openReturn() {
  const opened = await open("/deliveries/return", {
    answers: (server) =>
      server.reply(listBoxes, (asked) => {
        const { state, search = "" } = asked.query;
        const out = boxesOf(2).map((box) => ({ ...box, state: 2 as const, content: [] }));
        const fits = state === "2" && search === "" ? out : [];
        return pageOf(fits, asked);
      }),
  });
  await expect.element(title("Rückgabe ankündigen")).toBeVisible();
  return opened;
}

describe("a return", () => {
  test("one choice is taken back without the others", async () => {
    await openReturn();
    await choose("Kunde", "Klinikum Nord");
    for (const number of [1, 2]) await choice(number).click();
    await button("Box 0042.000.001 entfernen").click();
    await expect.poll(chosen).toEqual([expect.stringContaining("0042.000.002")]);
    await lookup.fill("nirgends");
    await expect.element(page.getByText("Nichts, was unterwegs ist, passt zu „nirgends“.")).toBeVisible();
  });

  test("what is missing or wrong is said beside it, and nothing typed is lost", async () => {
    const { server } = await openReturn();
    await announce.click();
    await expectError("Kunde", "Bitte auswählen");
    await expect.element(page.getByText("Bitte mindestens eine Box oder einen Inhalt wählen")).toBeVisible();
    await choose("Kunde", "Klinikum Nord");
    await choice(1).click();
    for (const [day, message] of [
      ["1.1.2020", "Das Datum liegt in der Vergangenheit"],
      ["24.12.2099", "Das Datum ist mehr als zwei Jahre von heute entfernt."],
      ["32.1.2099", "Ungültig"],
    ] as const) {
      await field("Termin").fill(day);
      await announce.click();
      await expectError("Termin", message);
    }
    expect(server.asked(createDelivery)).toEqual([]);
    await field("Termin").fill("");
    await field("Bemerkung").fill("Bleibt stehen");
    const { message } = refused.unknownBox;
    server.refuse(createDelivery, 400, { boxes: [message] }, "unknown_box");
    await announce.click();
    await expect.element(page.getByRole("alert").filter({ hasText: message })).toBeVisible();
    await expect.element(field("Bemerkung")).toHaveValue("Bleibt stehen");
    await expect.poll(chosen).toHaveLength(1);
    await expectGoodLooks();
  });

  test.each(["/deliveries/return", "/deliveries/collect"])(
    "is not for a customer user: %s is not found",
    async (address) => {
      await open(address, { who: customerUser });
      await expect.element(title("Nicht gefunden!")).toBeVisible();
    },
  );
});
