import { answer, cursor, expectCursor, open, places, scanField } from "#test/e2e/support/nouns/row-page.ts";
import { setNumbers } from "#contract/calls/stock/box-numbers.ts";
import { showBoxCode, showCustomer } from "#rules/stock/box-code.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { afterBounce, scan, typeByHand } from "#test/e2e/support/keys.ts";
import { expectAccessible } from "#test/e2e/support/looks.ts";
import { callsOf, expect, fact, test } from "#test/e2e/support/page.ts";
import { loseScans } from "#test/e2e/support/worker.ts";

const scansCall = /\/api\/v1\/scans\/$/;
test.describe("a worker in front of a row", () => {
  test("scans another provider's label, and what is scanned behind it waits for its turn", async ({ page, api }) => {
    const row = await api.row({ parts: 3, heights: 2 });
    const [labelled, other] = await api.boxes(2);
    const label = `IM-${labelled.code}`;
    await api.call(setNumbers, { path: { id: labelled.id }, body: { numbers: [{ text: label }] } });
    await open(page, row);
    await scan(page, `]C1${label}`);
    await scan(page, other.code);
    await expect.poll(() => places(api, row)).toEqual({ "1/1": labelled.code, "1/2": other.code });
  });

  test("scans box after box; each goes to the next empty place", async ({ page, api }) => {
    const row = await api.row({ parts: 3, heights: 2 });
    const [first, second, third] = await api.boxes(3);
    await open(page, row);
    await expectCursor(page, 1, 1);
    await scan(page, first.code);
    await expect(answer(page)).toContainText(`Eingelagert${showBoxCode(first.code)}`);
    await expect(answer(page)).toContainText("Teil 1Höhe 1");
    await expectCursor(page, 1, 2);
    await scan(page, second.code);
    await expect(answer(page)).toContainText(showBoxCode(second.code));
    await expectCursor(page, 2, 1);
    await scan(page, showBoxCode(third.code));
    await expect(answer(page)).toContainText(showBoxCode(third.code));
    await expect(page.getByText("Nächster Platz: Teil 2, Höhe 2")).toBeVisible();
    await expect.poll(() => places(api, row)).toEqual({ "1/1": first.code, "1/2": second.code, "2/1": third.code });
    await expect(fact(page, "Boxen")).toHaveText("3");
    await expect(scanField(page)).toHaveValue("");
    await expectAccessible(page, "after three scans");
  });

  test("finds the stored boxes in the list at once", async ({ page, api }) => {
    const row = await api.row({ number: 5 });
    const box = await api.box();
    await page.goto(`/stock/boxes?owner=${box.owner.code}`);
    await expect(page.getByRole("row", { name: showBoxCode(box.code) })).toContainText("erstellt");
    await open(page, row);
    await scan(page, box.code);
    await expect(answer(page)).toContainText("Eingelagert");
    await page.goto(`/stock/boxes?owner=${box.owner.code}`);
    const line = page.getByRole("row", { name: showBoxCode(box.code) });
    await expect(line).toContainText("eingelagert");
    await expect(line.getByRole("cell")).toHaveText(
      [/./, /./, showCustomer(box.owner), row.area.name, "5", "1", "1", "0", "0", "eingelagert"],
      {
        useInnerText: true,
      },
    );
  });

  test("walks a reverse row from its last part", async ({ page, api }) => {
    const row = await api.row({ parts: 3, heights: 2, reverse: true });
    const boxes = await api.boxes(3);
    await open(page, row);
    await expectCursor(page, 3, 1);
    for (const box of boxes) {
      await scan(page, box.code);
      await expect(answer(page)).toContainText(showBoxCode(box.code));
    }
    await expectCursor(page, 2, 2);
    await expect
      .poll(() => places(api, row))
      .toEqual({ "3/1": boxes[0].code, "3/2": boxes[1].code, "2/1": boxes[2].code });
  });

  test("skips places that are taken already", async ({ page, api }) => {
    const row = await api.row({ parts: 2, heights: 2 });
    const boxes = await api.boxes(2);
    await api.store(boxes[0], row, 1, 2);
    await open(page, row);
    await expectCursor(page, 1, 1);
    await scan(page, boxes[1].code);
    await expectCursor(page, 2, 1);
    await expect(answer(page)).toContainText("Eingelagert");
    await expect.poll(() => places(api, row)).toEqual({ "1/2": boxes[0].code, "1/1": boxes[1].code });
  });

  test("types a code by hand, wherever the focus is", async ({ page, api }) => {
    const row = await api.row();
    const boxes = await api.boxes(2);
    await open(page, row);
    await scanField(page).fill(showBoxCode(boxes[0].code));
    await page.getByRole("button", { name: "Einlagern" }).click();
    await expect(answer(page)).toContainText(showBoxCode(boxes[0].code));
    await page.getByRole("heading", { level: 1 }).click();
    const [first, rest] = [boxes[1].code.slice(0, 1), boxes[1].code.slice(1)];
    await typeByHand(page, first);
    await expect(scanField(page)).toHaveValue(first); // nobody types on before they see it
    await typeByHand(page, rest);
    await page.keyboard.press("Enter");
    await expect(answer(page)).toContainText(showBoxCode(boxes[1].code));
    await expect.poll(() => places(api, row)).toEqual({ "1/1": boxes[0].code, "1/2": boxes[1].code });
  });

  test("moves the cursor by keys and by a press, and the next box goes there", async ({ page, api }) => {
    const row = await api.row({ parts: 4, heights: 3 });
    const [first, second] = await api.boxes(2);
    await open(page, row);
    await page.locator("[role=grid] tr[data-height='2'] td[aria-colindex='4']").click();
    await expectCursor(page, 3, 2);
    await scan(page, first.code);
    await expect(answer(page)).toContainText(showBoxCode(first.code));
    await expectCursor(page, 3, 3);
    await cursor(page).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await expectCursor(page, 4, 2);
    await page.keyboard.press("Enter");
    await expect(scanField(page)).toBeFocused();
    await scan(page, second.code);
    await expect(answer(page)).toContainText(showBoxCode(second.code));
    await expect.poll(() => places(api, row)).toEqual({ "3/2": first.code, "4/2": second.code });
  });

  test("sees the whole of a long row, and brings any part into view with a press", async ({ page, api }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const row = await api.row({ parts: 120, heights: 4 });
    await open(page, row);
    const strip = page.locator("[data-strip]");
    const { width = 0 } = (await strip.boundingBox()) ?? {};
    expect(width).toBeLessThan(1280);
    await strip.click({ position: { x: width * 0.9, y: 10 } });
    await expect(page.getByRole("columnheader", { name: "Teil 108", exact: true })).toBeInViewport();
    await page.setViewportSize({ width: 1920, height: 800 });
    const short = await api.row({ parts: 6, heights: 4 });
    await open(page, short);
    await expect(strip).toBeHidden();
  });

  test("shows in words and colour what was refused; the place stays free for the next box", async ({ page, api }) => {
    const row = await api.row();
    const gone = await api.box();
    await api.edit(gone, { state: 6 });
    const box = await api.box();
    await open(page, row);
    for (const [text, word, reason] of [
      ["9998000001", "Nicht eingelagert", "Diese Box gibt es nicht."],
      [gone.code, "Nicht eingelagert", "Das geht nicht: Die Box ist vernichtet."],
      ["4006381333931", "Bitte prüfen", "Fremder Code, 13 Stellen"],
    ] as const) {
      await scan(page, text);
      await expect(answer(page)).toContainText(word);
      await expect(answer(page)).toContainText(reason);
      await expectAccessible(page, `after "${reason}"`, ["color-contrast"]);
      await expectCursor(page, 1, 1);
    }
    await scanField(page).fill("4006381333931");
    await page.getByRole("button", { name: "Einlagern" }).click();
    await expect(answer(page)).toContainText("Das ist kein Boxcode.");
    await scan(page, box.code);
    await expect(answer(page)).toContainText("Eingelagert");
    await expect.poll(() => places(api, row)).toEqual({ "1/1": box.code });
  });

  test("sees who was quicker on a place, and goes on at the next", async ({ page, api }) => {
    const row = await api.row();
    const [mine, theirs] = await api.boxes(2);
    await open(page, row);
    await api.store(theirs, row, 1, 1);
    await scan(page, mine.code);
    await expect(answer(page)).toContainText(`Platz ist belegt durch ${showBoxCode(theirs.code)}.`);
    await expectCursor(page, 1, 2);
    await scan(page, mine.code, { later: afterBounce });
    await expect(answer(page)).toContainText("Eingelagert");
    await expect.poll(() => places(api, row)).toEqual({ "1/1": theirs.code, "1/2": mine.code });
  });

  test("is asked before a box that stands elsewhere is moved here", async ({ page, api }) => {
    const [from, to] = [await api.row({ number: 8 }), await api.row()];
    const box = await api.box();
    await api.store(box, from, 2, 1);
    await open(page, to);
    await scan(page, box.code);
    await expect(answer(page)).toContainText("Bitte prüfen");
    await expect(answer(page)).toContainText(
      `Box ist bereits eingelagert: ${from.area.name}, Reihe 8, Teil 2, Höhe 1.`,
    );
    expect(await places(api, to)).toEqual({});
    await page.getByRole("button", { name: "Hierher umlagern" }).click();
    await expect(answer(page)).toContainText("Umgelagert");
    expect([await places(api, from), await places(api, to)]).toEqual([{}, { "1/1": box.code }]);
  });

  test("may scan faster than the server answers: nothing is lost, everything in order", async ({ page, api }) => {
    const row = await api.row({ parts: 2, heights: 2 });
    const boxes = await api.boxes(4);
    let go = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route(scansCall, async (route) => {
      await held;
      await route.continue();
    });
    await open(page, row);
    for (const box of boxes) await scan(page, box.code);
    await expect(page.getByText("4 Scans unterwegs")).toBeVisible();
    await expect(page.getByRole("grid").getByText("noch nicht bestätigt")).toHaveCount(4);
    go();
    await expect(page.getByText(/Scans? unterwegs/)).toBeHidden();
    await expect(page.getByRole("heading", { name: "Letzte Scans (4)" })).toBeVisible();
    const expected = ["1/1", "1/2", "2/1", "2/2"].map((place, index) => [place, boxes[index]?.code]);
    await expect.poll(() => places(api, row)).toEqual(Object.fromEntries(expected));
    await expect(page.getByText("Die Reihe ist voll").or(page.getByText("Kein Platz mehr frei"))).toBeVisible();
  });

  test("sends a scan again whose answer was lost; the server does it once", async ({ page, api, failures }) => {
    failures.expect(/\/scans\/$/);
    const row = await api.row();
    const [first, second] = (await api.boxes(2)) as [{ id: number; code: string }, { id: number; code: string }];
    const calls = callsOf(page, "POST", /scans/);
    const mend = await loseScans(page, "answers");
    await open(page, row);
    await scan(page, first.code);
    await expect(answer(page)).toContainText("Nicht gesendet");
    await expect(answer(page)).toContainText("Keine Verbindung zum Server.");
    await scan(page, second.code);
    await expect(page.getByText("2 nicht gesendet")).toBeVisible();
    await page.getByRole("button", { name: "Erneut senden" }).click();
    mend();
    await expect(answer(page)).toContainText(`Eingelagert${showBoxCode(second.code)}`);
    await expect(page.getByText("nicht gesendet")).toBeHidden();
    const sent = calls.map(({ body }) => (body as { operations: { id: string }[] }).operations.map(({ id }) => id));
    const ids = sent.at(-1) ?? [];
    expect(ids).toHaveLength(2);
    expect(sent[0]).toEqual([ids[0]]);
    expect(new Set(sent.flat())).toEqual(new Set(ids));
    await expect.poll(() => places(api, row)).toEqual({ "1/1": first.code, "1/2": second.code });
    const { history } = await api.details(first);
    expect(history.map(({ state }) => state)).toEqual([0, 1]);
  });

  test("loses no scan by a reload without a network", async ({ page, api, failures }) => {
    failures.expect(/\/scans\/$/);
    const row = await api.row();
    const box = await api.box();
    const mend = await loseScans(page, "scans");
    await open(page, row);
    await scan(page, box.code);
    await expect(answer(page)).toContainText("Nicht gesendet");
    await page.reload();
    mend();
    await expect.poll(() => places(api, row)).toEqual({ "1/1": box.code });
  });

  test("scans the sign of another row and stands in front of that one", async ({ page, api }) => {
    const [here, there] = [await api.row(), await api.row({ number: 2 })];
    const box = await api.box();
    await open(page, here);
    await scan(page, rowScanText(there.id));
    await expect(page).toHaveURL(`/stock/rows/${there.id}`);
    await expect(page.getByRole("heading", { level: 1, name: "Reihe 2" })).toBeVisible();
    await scan(page, box.code);
    await expect(answer(page)).toContainText("Eingelagert");
    expect([await places(api, here), await places(api, there)]).toEqual([{}, { "1/1": box.code }]);
  });

  test("may have a scanner that speaks the US layout on a German computer", async ({ page, api }) => {
    const [here, there] = [await api.row(), await api.row({ number: 2 })];
    await open(page, here);
    await scan(page, rowScanText(there.id), { layout: "german" });
    await expect(page).toHaveURL(`/stock/rows/${there.id}`);
  });

  test("opens a stored box from its place", async ({ page, api }) => {
    const row = await api.row();
    const box = await api.box();
    await api.store(box, row, 1, 1);
    await open(page, row);
    await page
      .getByRole("grid")
      .getByRole("link", { name: `${showBoxCode(box.code)}, eingelagert` })
      .click();
    await expect(page).toHaveURL(`/stock/boxes/${box.id}`);
  });
});

test.describe("a worker with a phone", () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test("reads the place from an arm's length, and the keyboard does not cover it", async ({ page, api }) => {
    const row = await api.row({ parts: 30, heights: 6 });
    const box = await api.box();
    await open(page, row);
    await expect(scanField(page)).not.toBeFocused();
    const size = (text: string) =>
      answer(page)
        .getByText(text, { exact: true })
        .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(await size("Teil 1")).toBeGreaterThanOrEqual(40);
    await scanField(page).fill(box.code);
    await page.getByRole("button", { name: "Einlagern" }).tap();
    await expect(answer(page)).toContainText("Eingelagert");
    expect(await size("Höhe 1")).toBeGreaterThanOrEqual(40);
    await expect.poll(() => places(api, row)).toEqual({ "1/1": box.code });
  });
});
