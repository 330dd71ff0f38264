import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import type { DeliveryState } from "#rules/deliveries/delivery-state.ts";
import { button, field, title } from "#test/screens/support/look.ts";
import { open } from "#test/screens/support/open.tsx";

/** Nothing is pushed out of the screen to the side. */
const expectToFit = (width: number) => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);

// what specification.md 2 and 6 name is there on each screen that people have, and not behind anything (decision 155)
describe.each([360, 390, 640, 1280])("at %i px", (width) => {
  test("the eight services stand one after the other, and ours below them", async () => {
    await page.viewport(width, 800);
    await open("/services");
    await expect.element(page.getByRole("region", { name: "Weitere Services" })).toBeVisible();
    const [eight, ...ours] = document.querySelectorAll("main ul");
    const named = Array.from(eight?.querySelectorAll("li") ?? [], (one) => ({
      name: one.querySelector("strong")?.textContent,
      isThere: one.checkVisibility(),
      place: one.getBoundingClientRect(),
    }));
    expect(named.map(({ name, isThere }) => [name, isThere])).toEqual(
      [
        "Etikettendruck",
        "Boxenübersicht",
        "Archivlisten",
        "Vernichtungsanfrage",
        "Vernichtungslisten",
        "Sammelvernichtung",
        "Sammelliste",
        "Metadaten aktualisieren",
      ].map((name) => [name, true]),
    );
    const inReadingOrder = named.toSorted(
      (one, other) => one.place.top - other.place.top || one.place.left - other.place.left,
    );
    expect(inReadingOrder.map(({ name }) => name)).toEqual(named.map(({ name }) => name));
    const end = Math.max(...named.map(({ place }) => place.bottom));
    for (const list of ours) expect(list.getBoundingClientRect().top).toBeGreaterThanOrEqual(end);
    expectToFit(width);
  });

  test("the user's menu opens with its three entries on the screen", async () => {
    await page.viewport(width, 640);
    await open("/home");
    await button("Anna Schmidt").click();
    const entries = page.getByRole("menuitem");
    await expect
      .poll(() => entries.elements().map(({ textContent }) => textContent))
      .toEqual(["Profil", "Einstellungen", "abmelden"]);
    for (const one of entries.elements()) await expect.element(page.elementLocator(one)).toBeInViewport({ ratio: 1 });
    expectToFit(width);
  });

  test.each<[state: DeliveryState, wanted: readonly string[]]>([
    [0, ["Starten", "Lieferschein", "Stornieren"]],
    [1, ["Abschließen", "Lieferschein"]],
    [2, ["Lieferschein"]],
  ])("the buttons of a delivery in state %i are on the screen", async (state, wanted) => {
    await page.viewport(width, 800);
    await open("/deliveries/7", {
      answers: (server) => server.reply(getDelivery, { ...server.example(getDelivery), kind: 0, state }),
    });
    await expect.element(title(/^Lieferung 000123/)).toBeVisible();
    const actions = page.getByRole("group", { name: "Aktionen" }).getByRole("button");
    await expect.poll(() => actions.elements().map((one) => (one as HTMLElement).innerText.trim())).toEqual(wanted);
    for (const one of actions.elements()) await expect.element(page.elementLocator(one)).toBeInViewport({ ratio: 1 });
    expectToFit(width);
  });

  test("the form of a delivery option stands open, for a new one", async () => {
    await page.viewport(width, 800);
    await open("/customers/7");
    await expect.element(page.getByRole("heading", { name: "Neue Lieferoption" })).toBeVisible();
    const fields = ["Beschreibung", "Von", "Bis", "Vorlauf in Stunden", "Lieferfenster in Stunden", "Preis in Euro"];
    for (const label of fields) await expect.element(field(label)).toBeVisible();
    const days = page.getByRole("group", { name: /^Tage/ }).getByRole("checkbox");
    expect(days.elements().map((day) => day.closest("label")?.textContent)).toEqual([
      "MO",
      "DI",
      "MI",
      "DO",
      "FR",
      "SA",
      "SO",
    ]);
    await expect.element(button("Hinzufügen")).toBeVisible();
    expectToFit(width);
  });
});
