import type { Page } from "@playwright/test";
import { scan } from "#contract/calls/scanning/scans.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { newScanId } from "#web/outbox/scan-id.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { expectAccessible } from "#test/e2e/support/looks.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import {
  beginAtShelf,
  goOffline,
  inFlow,
  phone,
  read,
  said,
  scanField,
  tap,
  tryAgain,
} from "#test/e2e/support/phone.ts";
import { codesIn, newWorker } from "#test/e2e/support/worker.ts";

test.use({ ...phone, who: "nobody", isNew: true });

/** Two halls with a row each, and a box in each of them; other tests have halls of their own. */
async function twoHalls(api: Api) {
  const [own, other] = [await api.area(), await api.area()];
  const [row, far] = [await api.row({ area: own, number: 1 }), await api.row({ area: other, number: 7 })];
  const [box, foreign] = await api.boxes(2);
  await api.store(box, row, 1, 1);
  await api.store(foreign, far, 2, 1);
  return { own, other, row, far, box, foreign };
}

async function chooseHall(page: Page, { name }: { name: string }) {
  await page.goto("/lager/#/geraet");
  await tap(page, "Hallen wählen");
  const hall = page.getByRole("list", { name: "Hallen" }).getByRole("checkbox", { name });
  await hall.check();
  await expectAccessible(page, "with halls to choose from");
  const loaded = page.waitForResponse((response) => /\/scans\/pack\/\?.*areas=/.test(response.url()));
  await tap(page, /^\d+ Box(en)? laden$/);
  await loaded;
}

test("a device that works in one hall knows its boxes without a network, and says of others that they are elsewhere", async ({
  page,
  api,
  failures,
}) => {
  failures.expect(/\/api\/v1\//);
  const { own, row, far, box, foreign } = await twoHalls(api);
  await beginAtShelf(page, await newWorker(api));
  await chooseHall(page, own);
  await page.goto("/lager/#/geraet");
  await expect(page.getByRole("definition").filter({ hasText: own.name })).toHaveText(own.name);
  await inFlow(page, "lookUp", "Nachsehen");
  await goOffline(page);
  await read(page, box.code);
  await expect(said(page)).toContainText(showBoxCode(box.code));
  await expect(said(page)).toContainText("eingelagert");
  await read(page, foreign.code);
  await expect(said(page)).toContainText("Sie ist nicht in den Hallen dieses Geräts.");
  await read(page, rowScanText(far.id));
  await expect(said(page)).toContainText("Diese Reihe ist nicht in den Hallen dieses Geräts.");

  // what is scanned is kept all the same, and goes out with the network
  await page.goto("/lager/#/store");
  await expect(scanField(page)).toBeVisible();
  await read(page, rowScanText(row.id));
  const { code } = await api.box();
  await read(page, code);
  await expect(said(page)).toContainText("Trotzdem merken?");
  await tap(page, "Trotzdem merken");
  await expect(page.getByText("1 nicht gesendet")).toBeVisible();
  await page.context().setOffline(false);
  await tryAgain(page);
  await expect.poll(() => codesIn(api, row)).toEqual([box.code, code]);
});

test("with a network it asks for a box of another hall, which then can be moved here; a box that comes or leaves is reported", async ({
  page,
  api,
}) => {
  const { own, other, row, far, box, foreign } = await twoHalls(api);
  await beginAtShelf(page, await newWorker(api));
  await chooseHall(page, own);
  await inFlow(page, "move", "Umlagern");
  await read(page, foreign.code);
  await expect(said(page)).toContainText("Wohin?");
  await expect(said(page)).toContainText("7");
  await read(page, rowScanText(row.id));
  await tap(page, "Hierher umlagern");
  await expect.poll(() => codesIn(api, row)).toEqual([box.code, foreign.code]);

  const leaving = {
    id: newScanId(),
    kind: "store" as const,
    code: box.code,
    row: far.id,
    part: 5,
    height: 1,
    move: true,
  };
  await api.call(scan, { body: { operations: [leaving] } });
  await inFlow(page, "lookUp", "Nachsehen");
  await tryAgain(page);
  const seen = async () => {
    await read(page, box.code);
    return said(page).textContent();
  };
  await expect.poll(seen, "it has left, and was asked for").toContain(other.name);
  await read(page, rowScanText(row.id));
  await expect(said(page)).toContainText("1 von ");
});
