import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { scanPack } from "#contract/calls/scanning/scan-pack.ts";
import type { ScanPack } from "#contract/schemas/scanning/scan-pack.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { Api } from "#test/e2e/support/api.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { beginAtShelf, inFlow, phone, read, readAll, tryAgain } from "#test/e2e/support/phone.ts";
import { codesIn, loseScans, newWorker } from "#test/e2e/support/worker.ts";
import { admin, freePort, Product } from "#test/faults/product.ts";

test.use({ ...phone, who: "nobody", isNew: true });

interface StoredStock {
  /** The boxes that the device has on its disk, as a pack has them. */
  readonly boxes: ScanPack["boxes"];
  /** Number of entries that are known by an answer alone. */
  readonly answered: number;
}

const readStoredStock = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<StoredStock>((resolve) => {
        const request = indexedDB.open("magazin-outbox");
        request.addEventListener("success", () => {
          const transaction = request.result.transaction("stock");
          const [around, pieces] = [
            transaction.objectStore("stock").get("around"),
            transaction.objectStore("stock").getAll(IDBKeyRange.upperBound("around", true)),
          ];
          transaction.addEventListener("complete", () => {
            request.result.close();
            const boxes = (pieces.result as ScanPack["boxes"][]).flat();
            resolve({
              boxes: boxes.sort(([one], [other]) => (one < other ? -1 : 1)),
              answered: around.result.answered.length,
            });
          });
        });
      }),
  );

/** With the accounts that the files belong to. */
const copy = (from: string, to: string) => execFileSync("cp", ["--archive", from, to]);

/** A product whose machine can be set back. */
async function machine() {
  const folder = mkdtempSync(join(tmpdir(), "magazin-machine-"));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs under another account
  mkdirSync(join(folder, "product"));
  const product = new Product(join(folder, "product"), await freePort());
  const snapshot = join(folder, "snapshot");
  const serve = async () => {
    product.start();
    await product.ready();
  };
  return {
    url: product.url,
    serve,
    take: async () => {
      await product.stop();
      copy(product.dataDir, snapshot);
      await serve();
    },
    rollBack: async () => {
      await product.stop();
      rmSync(product.dataDir, { recursive: true });
      copy(snapshot, product.dataDir);
      await serve();
    },
    discard: async () => {
      await product.discard();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

for (const [what, isHeard] of [
  ["has heard of", true],
  ["did itself, and has heard nothing since,", false],
] as const)
  test(`a phone forgets what it ${what} when the server's machine is rolled back, and what it has not sent is sent`, async ({
    page,
    failures,
  }) => {
    failures.expect(/./);
    const server = await machine();
    try {
      await server.serve();
      const api = await Api.signIn(server.url, admin);
      const [row, other, worker] = [await api.row(), await api.row(), await newWorker(api)];
      const [first, second, third, fourth] = await api.boxes(4);
      await beginAtShelf(page, worker, server.url);
      await server.take();
      await inFlow(page, "store", "Einlagern", server.url);
      if (!isHeard) await page.route(/\/scans\/pack\//, (route) => route.abort());
      await read(page, rowScanText(row.id));
      await readAll(page, [first, second]);
      await expect(page.getByText("nicht gesendet")).toBeHidden();
      await expect.poll(async () => (await readStoredStock(page)).answered).toBe(isHeard ? 0 : 2);
      const mend = await loseScans(page, "scans");
      await readAll(page, [third]);
      await expect(page.getByText("1 nicht gesendet")).toBeVisible();
      await server.rollBack();
      await api.store(fourth, other, 1);
      await api.store(second, other, 2);
      mend();
      await page.unroute(/\/scans\/pack\//);
      await tryAgain(page);
      await expect(page.getByText("nicht gesendet")).toBeHidden();
      await expect.poll(() => codesIn(api, row)).toEqual([third.code]);
      await tryAgain(page);
      const { boxes } = await api.call(scanPack, { query: {} });
      await expect.poll(async () => (await readStoredStock(page)).boxes, { timeout: 120_000 }).toEqual(boxes);
    } finally {
      await server.discard();
    }
  });
