import type { Page } from "@playwright/test";
import { listScans } from "#contract/calls/scanning/scans.ts";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import type { Scan } from "#contract/schemas/scanning/scans.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { expectReadyOffline, inFlow, read, readAll, said, signInAtShelf } from "#test/e2e/support/phone.ts";
import { codes, codesIn, newWorker, OwnBrowser } from "#test/e2e/support/worker.ts";
import { dice, isShort, onDisk, trouble, wrongClock } from "./shift.ts";

const [kills, perKill] = [isShort ? 5 : 50, 20];
const half = Math.floor(kills / 2);
const pageSize = 500; // scans
const hours = 3_600_000; // ms

/** Returns the scans that the server has booked of these boxes, in the order of the device. */
async function scansOf(api: Api, boxes: ReadonlySet<string | null>, from: Date) {
  const all: Scan[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const { results, count } = await api.call(listScans, {
      query: { from: from.toISOString(), limit: pageSize, offset },
    });
    all.push(...results);
    if (offset + pageSize >= count) break;
  }
  return all.filter(({ box }) => boxes.has(box)).sort((one, other) => (one.seq ?? 0) - (other.seq ?? 0));
}

test.use({ who: "nobody" });

test(`${kills * perKill} scans, ${kills} kills of the browser, lost answers, a busy server, two tabs, two workers and a clock that jumps`, async ({
  api,
  origin,
  playwright,
  launchOptions,
}) => {
  const roll = dice(20_261_123);
  const begun = Date.now();
  const counts = { calls: 0, lost: 0, refused: 0 };
  const workers = [await newWorker(api), await newWorker(api)] as const;
  const owner = await api.customer();
  const rows = [];
  const shelves: Box[][] = [];
  for (let index = 0; index < kills; index++) {
    rows.push(await api.row({ parts: 5, heights: perKill / 5 }));
    shelves.push(await api.boxes(perKill, owner));
  }
  const browser = new OwnBrowser({ playwright, launchOptions } as never, origin);
  const open = async () => {
    const page = await browser.open();
    await wrongClock(browser.context, Math.round((roll() * 2 - 1) * 3) * hours);
    await trouble(browser.context, roll, counts);
    await page.goto("/lager/");
    const other = await browser.context.newPage();
    await other.goto("/lager/#/geraet");
    await page.bringToFront();
    return page;
  };
  const killWith = async (page: Page, box: Box) => {
    const isSeen = roll() < 0.5;
    if (isSeen) await readAll(page, [box]);
    else await read(page, box.code);
    await browser.kill();
    const again = await open();
    await expect(again.getByRole("heading", { level: 1 })).toHaveText("Einlagern");
    const isKept = await onDisk(again, box.code);
    expect(isKept || !isSeen, "what was shown is on the disk").toBe(true);
    if (!isKept) await readAll(again, [box]); // nobody has seen or heard that it was taken
    return again;
  };
  try {
    let page = await open();
    await signInAtShelf(page, workers[0]);
    await expectReadyOffline(page);
    await inFlow(page, "store", "Einlagern");
    for (const [index, row] of rows.entries()) {
      if (index === half) {
        await page.goto("/lager/#/geraet");
        await page.getByRole("button", { name: `${workers[0].name} abmelden` }).click();
        const lock = page.getByRole("button", { name: "Sperren" });
        await expect(lock.or(page.getByLabel("E-Mail"))).toBeVisible();
        if (await lock.isVisible()) await lock.click();
        await signInAtShelf(page, workers[1]);
        await inFlow(page, "store", "Einlagern");
      }
      await read(page, rowScanText(row.id));
      await expect(said(page)).toContainText("Jetzt die Boxen scannen");
      const boxes = shelves[index] ?? [];
      // after a first box: that a flow was opened is kept a moment later, and nothing is lost with it
      const killed = 1 + Math.floor(roll() * (boxes.length - 1));
      await readAll(page, boxes.slice(0, killed));
      const [box] = boxes.slice(killed);
      if (box) page = await killWith(page, box);
      await readAll(page, boxes.slice(killed + 1));
    }
    await browser.context.unrouteAll({ behavior: "ignoreErrors" });
    await expect(page.getByText("nicht gesendet"), "all are sent").toBeHidden({ timeout: 120_000 });
    for (const [index, row] of rows.entries())
      await expect.poll(() => codesIn(api, row), `row ${index + 1}`).toEqual(codes(shelves[index] ?? []));
  } finally {
    await browser.end();
  }
  for (const box of shelves.flat()) {
    const stored = (await api.details(box)).history.filter(({ state }) => state === 1);
    expect(stored, `${box.code} was stored once`).toHaveLength(1);
  }
  const booked = await scansOf(api, new Set(codes(shelves.flat())), new Date(begun));
  expect(
    booked.map(({ box }) => box),
    "in the order in which they were scanned",
  ).toEqual(codes(shelves.flat()));
  expect(
    booked.map(({ created }) => created),
    "and booked",
  ).toEqual(booked.map(({ created }) => created).toSorted());
  const authors = shelves.flatMap((boxes, index) => boxes.map(() => workers[index < half ? 0 : 1].lastName));
  expect(booked.map(({ user }) => user?.last_name)).toEqual(authors);
  const seconds = Math.round((Date.now() - begun) / 1000);
  console.log(
    `${kills * perKill} scans, ${kills} kills: 0 lost, 0 doubled, each row in its order, each by its author; ${counts.calls} calls, ` +
      `of which ${counts.lost} lost their answer and ${counts.refused} were answered 503 or 429; ${seconds} s`,
  );
});
