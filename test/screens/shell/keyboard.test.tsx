import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createBoxes } from "#contract/calls/stock/boxes.ts";
import { listCustomers } from "#contract/calls/customers/customers.ts";
import { listUsers } from "#contract/calls/access/users.ts";
import { search } from "#contract/calls/search/search.ts";
import { button, field, link, notice, title } from "#test/screens/support/look.ts";
import { pageOf } from "#test/screens/support/lists.ts";
import { open } from "#test/screens/support/open.tsx";
import { recent } from "#web/detail-page/recent.ts";

const palette = page.getByRole("dialog", { name: "Suche und Befehle" });
const typed = palette.getByRole("combobox");
const options = palette.getByRole("option");

/** The home page, where nothing is found but commands. */
async function openHome() {
  const opened = await open("/home", {
    answers: (server) => server.reply(search, { groups: [], corrected: null, late: [], hint: null }),
  });
  await expect.element(title(/^Willkommen/)).toBeVisible();
  return opened;
}

describe("search and commands", () => {
  test.each([
    ["Control+k", "{Control>}k{/Control}"],
    ["/", "/"],
  ])("open by %s and lead to a page", async (_, keys) => {
    const { address } = await openHome();
    await userEvent.keyboard(keys);
    await expect.element(typed).toHaveFocus();
    await typed.fill("lager reihen");
    await expect.element(options.first()).toHaveTextContent("Lager: Reihen");
    await userEvent.keyboard("{Enter}");
    await expect.poll(address).toBe("/stock/rows");
    await expect.element(palette).not.toBeInTheDocument();
  });

  test("know every screen of the menu and of the bar above", async () => {
    const { address } = await openHome();
    for (const [text, entry, to] of [
      ["lieferungen sammelliste", "Lieferungen: Sammelliste", "/deliveries/collect"],
      ["lieferungen überblick", "Lieferungen: Überblick", "/deliveries/overview"],
      ["apps", "Apps & Scripts", "/apps"],
    ] as const) {
      await userEvent.keyboard("{Control>}k{/Control}");
      await expect.element(typed).toHaveFocus();
      await typed.fill(text);
      await expect.element(options.first()).toHaveTextContent(entry);
      await userEvent.keyboard("{Enter}");
      await expect.poll(address).toBe(to);
    }
  });

  test("are walked through by the arrow keys and closed by Esc", async () => {
    const { address } = await openHome();
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(options.first()).toHaveAttribute("aria-selected", "true");
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(options.nth(1)).toHaveAttribute("aria-selected", "true");
    await userEvent.keyboard("{ArrowUp}");
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(options.last()).toHaveAttribute("aria-selected", "true");
    await typed.fill("gibt es nicht");
    await expect.element(palette.getByRole("status").filter({ hasText: /Keine Treffer/ })).toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    await expect.element(palette).not.toBeInTheDocument();
    expect(address()).toBe("/home");
  });
});

test("what was opened last stands on top until something is typed, and staff find users by their name", async () => {
  const { server, address } = await openHome();
  recent.set([{ kind: "box", id: 7, name: "Box 0042.000.007" }]);
  const [one] = server.example(listUsers).results;
  server.reply(listUsers, (asked) => pageOf([{ ...one!, id: 9, first_name: "Jörg", last_name: "Öztürk" }], asked));
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(options.first()).toHaveTextContent("Box 0042.000.007");
  await typed.fill("passwort");
  await expect.element(options.first()).toHaveTextContent("Mein Zugang");
  await typed.fill("joerg oeztuerk");
  await expect.element(options.first()).toMatchTextContent(/^Jörg Öztürk/);
  await userEvent.keyboard("{Enter}");
  await expect.poll(address).toBe("/users/9");
});

test("a word that names a page is taken for that, and what else may have been meant stands behind it", async () => {
  const { server, address } = await openHome();
  server.reply(search, { groups: [], corrected: "Appr", late: [], hint: null });
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(typed).toHaveFocus();
  await typed.fill("apps");
  await expect.element(palette.getByRole("group", { name: "Meinten Sie" })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.poll(address).toBe("/apps");
});

describe("the help", () => {
  test("shows the shortcuts on ? and closes by Esc, but not while one writes", async () => {
    const { goTo } = await openHome();
    await userEvent.keyboard("?");
    const help = page.getByRole("dialog", { name: "Tastenkürzel" });
    await expect.element(help).toMatchTextContent("Suche und Befehle");
    await userEvent.keyboard("{Escape}");
    await expect.element(help).not.toBeInTheDocument();
    goTo("/stock/areas/new");
    await expect.element(field("Name")).toHaveFocus();
    await userEvent.keyboard("?");
    await userEvent.keyboard("/");
    await expect.element(field("Name")).toHaveValue("?/");
    await expect.element(help).not.toBeInTheDocument();
  });
});

describe("without a mouse", () => {
  test("one gets past the menu to the content, and the focus follows to the next page", async () => {
    await open("/stock/boxes?owner=42");
    await expect.element(title("Boxen (1)")).toBeVisible();
    await userEvent.keyboard("{Tab}");
    await expect.element(link("Zum Inhalt")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("main")).toHaveFocus();
    await userEvent.keyboard("{Tab}");
    await expect.element(link("Boxen hinzufügen")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(field("Kunde")).toHaveFocus();
  });

  test("a customer is chosen by the whole number, never by a piece of another's", async () => {
    let come = () => {};
    const { address } = await open("/services/destroyrequests", {
      answers: (server) => {
        const [one] = server.example(listCustomers).results;
        const customers = [
          { ...one!, id: 8, code: 4711, name: "Müller Maschinenbau GmbH" },
          { ...one!, id: 9, code: 7, name: "Kanzlei Öztürk & Partner" },
        ];
        server.reply(listCustomers, (asked) => pageOf(customers, asked));
        come = server.hold(listCustomers);
      },
    });
    await field("Kunde").fill("11"); // there is 4711, and no 0011
    come(); // they come after the typing, too
    await expect.element(page.getByRole("option").first()).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await userEvent.keyboard("{Tab}");
    await expect.element(field("Kunde")).toHaveValue("");
    expect(address()).toBe("/services/destroyrequests");
    await field("Kunde").fill("7");
    await userEvent.keyboard("{Enter}");
    await expect.element(field("Kunde")).toHaveValue("0007 – Kanzlei Öztürk & Partner");
  });

  test("boxes are made: choose the customer, type the number, Enter", async () => {
    const { server } = await open("/stock/boxes/new");
    await expect.element(field("Kunde")).toHaveFocus();
    await userEvent.keyboard("Klinikum");
    await expect.poll(() => page.getByRole("option").elements()).toHaveLength(1);
    await userEvent.keyboard("{Enter}");
    await userEvent.keyboard("{Tab}");
    await expect.element(field("Startnummer")).toHaveFocus();
    await userEvent.keyboard("{Tab}");
    await userEvent.keyboard("{Control>}a{/Control}");
    await userEvent.keyboard("12{Enter}");
    await expect.poll(() => server.asked(createBoxes).map(({ body }) => body)).toMatchObject([{ amount: 12 }]);
    await expect.element(notice("Box(en) hinzugefügt")).toBeVisible();
  });

  test("the user menu is opened, walked through and left", async () => {
    await openHome();
    const menu = button("Anna Schmidt");
    (menu.element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("menuitem", { name: "Profil" })).toHaveFocus();
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(page.getByRole("menuitem", { name: "abmelden" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(menu).toHaveFocus();
  });
});
