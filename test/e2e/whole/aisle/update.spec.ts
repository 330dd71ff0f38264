import { createServer, request as ask, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { recallWorker } from "#server/aisle/aisle-pages.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { beginAtShelf, inFlow, phone, read, readAll, said } from "#test/e2e/support/phone.ts";
import { codesIn, newWorker } from "#test/e2e/support/worker.ts";

test.use({ ...phone, who: "nobody", isNew: true });

/** The server behind a door at which its pages can be replaced, as by another build. */
class Builds {
  #change: (text: string, path: string) => string = (text) => text;
  #level: string | undefined;
  readonly #server: Server;

  constructor(origin: string) {
    this.#server = createServer((incoming, outgoing) => {
      const { method, url = "/", headers } = incoming;
      const { "accept-encoding": _, ...rest } = headers;
      const passed = ask(new URL(url, origin), { method, headers: rest }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => {
          const isPage = /^\/lager\/(sw\.js)?$/.test(url);
          const body = Buffer.concat(parts);
          const { "content-length": __, ...kept } = answer.headers;
          if (this.#level && url.startsWith("/api/")) kept["x-magazin-api"] = this.#level;
          outgoing.writeHead(answer.statusCode ?? 500, kept);
          outgoing.end(isPage ? this.#change(body.toString(), url) : body);
        });
      });
      incoming.pipe(passed);
    });
  }

  /** Serves the next build, whose page says so, and whose API may be of another level. */
  next(name: string, level?: string) {
    this.#level = level;
    this.#change = (text, path) =>
      path.endsWith("sw.js")
        ? text.replace(/"version":"\w+"/, `"version":"${name}"`)
        : text.replace("<title>Lager</title>", `<title>Lager</title><meta name="build" content="${name}" />`);
  }

  /** Serves a worker that takes itself away. */
  recall(worker: string) {
    this.#change = (text, path) => (path.endsWith("sw.js") ? worker : text);
  }

  async open(): Promise<string> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

test("a newer version waits until it is taken over, not while something is asked, and the work goes on where it was", async ({
  page,
  api,
  origin,
}) => {
  const builds = new Builds(origin);
  const door = await builds.open();
  try {
    const [row, boxes, worker] = [await api.row(), await api.boxes(4), await newWorker(api)];
    const elsewhere = await api.row();
    await api.store(boxes[2], elsewhere);
    await beginAtShelf(page, worker, door);
    await inFlow(page, "store", "Einlagern", door);
    await read(page, rowScanText(row.id));
    await readAll(page, boxes.slice(0, 2));
    await expect.poll(() => codesIn(api, row)).toHaveLength(2);
    await read(page, boxes[2].code);
    await expect(page.getByRole("group", { name: "Antworten" })).toBeVisible();

    builds.next("second");
    const build = page.locator("meta[name=build]");
    await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one?.update()));
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one?.waiting?.state)))
      .toBe("installed");
    const take = page.getByRole("button", { name: "übernehmen" });
    await expect(take, "nothing comes between a question and its answer").toBeHidden();
    await page.reload();
    await expect(page.getByRole("group", { name: "Antworten" }), "the question stands after a reload").toBeVisible();
    await expect(build).toHaveCount(0);
    await page.getByRole("group", { name: "Antworten" }).getByRole("button").last().click();

    await take.click();
    await expect(build).toHaveAttribute("content", "second");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Einlagern");
    await expect(page.getByRole("list", { name: "Letzte Scans" }).getByRole("listitem")).toHaveCount(3);
    expect(await page.evaluate(() => caches.keys())).toEqual(["lager second"]);

    const late = boxes.slice(3);
    await page.context().setOffline(true);
    await read(page, rowScanText(row.id));
    await readAll(page, late);
    builds.next("third", "99");
    await page.context().setOffline(false);
    await expect(build, "a server of a higher level").toHaveAttribute("content", "third");
    expect(await codesIn(api, row), "gets first what these pages held").toContain(late[0]?.code);

    builds.recall(recallWorker);
    // who opens the page again gets the worker that takes itself away
    const keptNow = async () => {
      await page.reload();
      return page.evaluate(() => caches.keys());
    };
    await expect.poll(() => keptNow().catch(() => null), "recalled, nothing is kept").toEqual([]);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Einlagern");
    await expect(
      said(page)
        .or(page.getByRole("list", { name: "Letzte Scans" }))
        .first(),
    ).toBeVisible();
  } finally {
    builds.close();
  }
});
