import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createArea, getArea } from "#contract/calls/stock/areas.ts";
import { createRow, editRow, getRow } from "#contract/calls/stock/rows.ts";
import { button, expectError, fact, field, link, notice, title } from "#test/screens/support/look.ts";
import { open } from "#test/screens/support/open.tsx";

const question = page.getByRole("alertdialog");

describe("the form for an area", () => {
  test("marks a missing name without words, and sends nothing", async () => {
    const { server } = await open("/stock/areas/new");
    await expect.element(field("Name")).toHaveFocus();
    for (const typed of ["", "   "]) {
      await field("Name").fill(typed);
      await button("Bereich hinzufügen").click();
      await expect.element(field("Name")).toHaveAttribute("aria-invalid", "true");
      await expect.element(field("Name")).toHaveFocus();
    }
    expect(server.asked(createArea)).toEqual([]);
  });

  test("says in German that the area is there already, and keeps what was typed", async () => {
    await open("/stock/areas/new", {
      answers: (server) => server.refuse(createArea, 400, { name: ["Bereich existiert bereits."] }, "exists"),
    });
    await field("Name").fill("Halle 1");
    await button("Bereich hinzufügen").click();
    await expectError("Name", "Bereich existiert bereits.");
    await expect.element(field("Name")).toHaveValue("Halle 1");
    await expect.element(field("Name")).toHaveFocus();
  });

  test("asks before Esc throws away what was typed", async () => {
    const { address } = await open("/stock/areas/new");
    await field("Name").fill("Halle 99");
    await userEvent.keyboard("{Escape}");
    await question.getByRole("button", { name: "Abbrechen" }).click();
    await expect.element(field("Name")).toHaveValue("Halle 99");
    await field("Name").click();
    await userEvent.keyboard("{Escape}");
    await question.getByRole("button", { name: "Verwerfen" }).click();
    await expect.poll(address).toBe("/stock/areas");
  });
});

describe("an area", () => {
  test("shows its rows with their boxes and cannot be deleted while it has any", async () => {
    const { address } = await open("/stock/areas/2", {
      answers: (server) => {
        const area = server.example(getArea);
        const row = { ...area.rows[0]!, places_count: 50, last_verified: null };
        const rows = [
          { ...row, id: 4, number: 1, reverse: false, positions_count: 0 },
          { ...row, id: 5, number: 2, reverse: true, positions_count: 1 },
        ];
        server.reply(getArea, { ...area, rows, rows_count: 2, boxes_count: 1 });
      },
    });
    await expect.poll(() => fact("Reihen")?.textContent).toBe("2");
    expect(fact("Boxen")?.textContent).toBe("1");
    const table = page.getByRole("table", { name: "Reihen in Halle 1" }).element();
    const lines = [...table.querySelectorAll("tbody tr")].map((row) => row.textContent);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^Reihe 1.*0 %, 50 frei.*0.*nie$/);
    expect(lines[1]).toMatch(/^Reihe 2umgekehrt.*2 %, 49 frei.*1.*nie$/);
    await expect.element(button("Bereich löschen")).not.toBeInTheDocument();
    await link("Reihe 2").click();
    await expect.poll(address).toBe("/stock/rows/5");
  });
});

describe("the form for a row", () => {
  test("wants an area and a number from 1, and sends nothing without them", async () => {
    const { server, goTo } = await open("/stock/rows/new");
    await button("Reihe hinzufügen").click();
    await expectError("Bereich", "Bitte auswählen");
    await expectError("Nummer", "Bitte ausfüllen");
    goTo("/stock/rows");
    await expect.element(title(/^Reihen/)).toBeVisible();
    goTo("/stock/rows/new?area=2");
    await expect.element(field("Bereich")).toHaveValue("Halle 1");
    await expect.element(field("Nummer")).toHaveFocus();
    for (const typed of ["0", "-3", "eins", "1,5"]) {
      await field("Nummer").fill(typed);
      await button("Reihe hinzufügen").click();
      await expectError("Nummer", "Ungültig");
    }
    expect(server.asked(createRow)).toEqual([]);
  });

  test("says in German that the row is there already, and keeps what was typed", async () => {
    const refusal = { non_field_errors: ["The fields areaId, number must make a unique set."] };
    await open("/stock/rows/new?area=2", { answers: (server) => server.refuse(createRow, 400, refusal, "exists") });
    await expect.element(field("Bereich")).toHaveValue("Halle 1");
    await field("Nummer").fill("7");
    await button("Reihe hinzufügen").click();
    await expect.element(page.getByText("Reihe existiert bereits.")).toBeVisible();
    await expect.element(field("Nummer")).toHaveValue("7");
    await expect.element(field("Bereich")).toHaveValue("Halle 1");
  });
});

describe("a row", () => {
  test("is turned round by its checkbox, and says so", async () => {
    const { server } = await open("/stock/rows/5", {
      answers: (at) => {
        let row = { ...at.example(getRow), parts: 5, heights: 2 };
        at.reply(getRow, () => row);
        at.reply(editRow, ({ body }) => (row = { ...row, ...(body as object) }));
      },
    });
    await expect.element(page.getByText("Laufrichtung: von Teil 1 nach Teil 5")).toBeVisible();
    await field("Umgekehrt").click();
    await expect.element(notice("Reihe aktualisiert")).toBeVisible();
    await expect.element(field("Umgekehrt")).toBeChecked();
    await expect.element(page.getByText("Laufrichtung: von Teil 5 nach Teil 1")).toBeVisible();
    expect(server.asked(editRow).map(({ body }) => body)).toMatchObject([
      { reverse: true, before: { reverse: false } },
    ]);
  });

  test("with a box cannot be deleted", async () => {
    await open("/stock/rows/5");
    await expect.poll(() => fact("Boxen")?.textContent).toBe("1");
    await expect.element(button("Reihe löschen")).not.toBeInTheDocument();
  });

  test("that does not exist is not found", async () => {
    const { server, goTo } = await open("/stock/rows/2000000000", {
      answers: (at) => {
        for (const route of [getRow, getArea]) at.refuse(route, 404, { detail: "" }, "not_found");
      },
    });
    await expect.element(title("Nicht gefunden!")).toBeVisible();
    goTo("/stock/areas/2000000000");
    await expect.poll(() => server.asked(getArea).length).toBeGreaterThan(0);
    await expect.element(title("Nicht gefunden!")).toBeVisible();
  });
});
