import type { Page } from "@playwright/test";
import { setHold } from "#contract/calls/destruction/holds.ts";
import { endOtherSessions, endUserSession, listUserSessions } from "#contract/calls/access/sessions.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { Api } from "#test/e2e/support/api.ts";
import { expectAccessible } from "#test/e2e/support/looks.ts";
import { expect, stopClock, test } from "#test/e2e/support/page.ts";
import {
  beginAtShelf,
  inFlow,
  isStocked,
  openShelf,
  phone,
  read,
  readAll,
  said,
  signInAtShelf,
  tap,
  tryAgain,
} from "#test/e2e/support/phone.ts";
import { codes, codesIn, loseScans, newWorker, statusWith, tokenIn, type Worker } from "#test/e2e/support/worker.ts";

test.use({ ...phone, who: "nobody", isNew: true });

/** Counts how much of the archive's stock, and of the scans, lies on the disk. */
const onDisk = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ stock: number; scans: number }>((resolve) => {
        const request = indexedDB.open("magazin-outbox");
        request.addEventListener("success", () => {
          const transaction = request.result.transaction(["stock", "entries"]);
          const [stock, scans] = [
            transaction.objectStore("stock").count(),
            transaction.objectStore("entries").index("open").count(1),
          ];
          transaction.addEventListener("complete", () => {
            request.result.close();
            resolve({ stock: stock.result, scans: scans.result });
          });
        });
      }),
  );

test("a lost phone whose session staff end has nothing of the archive left, and keeps for its worker what they had scanned", async ({
  page,
  context,
  api,
  failures,
}) => {
  failures.expect(/\/api\/v1\//);
  const [row, boxes, worker] = [await api.row(), await api.boxes(3), await newWorker(api)];
  await beginAtShelf(page, worker);
  const other = await openShelf(context);
  await expect(other.getByRole("heading", { level: 1, name: worker.name })).toBeVisible();
  const mend = await loseScans(context, "scans");
  await inFlow(page, "store", "Einlagern");
  await read(page, rowScanText(row.id));
  await readAll(page, boxes);
  await expect(page.getByText("3 nicht gesendet")).toBeVisible();
  const { results } = await api.call(listUserSessions, { path: { id: worker.id } });
  const lost = results.find(({ device }) => device.startsWith("Chrome"));
  await api.call(endUserSession, { path: { id: worker.id, session: lost?.id ?? 0 } });
  mend();
  await tryAgain(page);
  for (const open of [page, other]) {
    await expect(open.getByText("3 Scans sind noch nicht gesendet.", { exact: false })).toBeVisible();
    await expect(open.getByText("Ihre Sitzung ist beendet.", { exact: false })).toBeVisible();
  }
  await expectAccessible(page, "with a session that was ended");
  await expect.poll(() => onDisk(page)).toEqual({ stock: 0, scans: 3 });
  expect(await codesIn(api, row), "nobody has sent them").toEqual([]);

  await page.reload();
  await expect(page.getByLabel("E-Mail")).toBeVisible();
  expect(await onDisk(page)).toEqual({ stock: 0, scans: 3 });
  await signInAtShelf(page, worker);
  await expect.poll(() => codesIn(api, row), "their author is back").toEqual(codes(boxes));
  await expect.poll(() => page.evaluate(isStocked)).toBe(true);
});

test("a phone that was closed when its session ended has nothing of the archive left once it hears of it; who leaves by choice keeps it", async ({
  page,
  context,
  api,
  failures,
}) => {
  failures.expect(/\/api\/v1\//);
  const [box, worker] = [await api.box(), await newWorker(api)];
  await beginAtShelf(page, worker);
  await page.goto("/lager/#/geraet");
  await tap(page, `${worker.name} abmelden`);
  await expect(page.getByLabel("E-Mail")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("E-Mail")).toBeVisible();
  expect(await page.evaluate(isStocked), "somebody signs in next").toBe(true);
  await signInAtShelf(page, worker);
  await page.close();
  await (await Api.signIn(api.base, worker)).call(endOtherSessions, {});
  const again = await openShelf(context);
  await expect(again.getByLabel("E-Mail")).toBeVisible();
  await expect.poll(() => onDisk(again)).toEqual({ stock: 0, scans: 0 });
  await signInAtShelf(again, worker);
  await inFlow(again, "lookUp", "Nachsehen");
  await expect.poll(() => again.evaluate(isStocked)).toBe(true);
  await read(again, box.code);
  await expect(said(again)).toContainText(showBoxCode(box.code));
});

test("pages that the browser threw away are kept again when they are opened next; what is looked up says that it is held", async ({
  page,
  api,
}) => {
  const [box, worker] = [await api.box(), await newWorker(api)];
  await api.call(setHold, { body: { customer: { id: box.owner.id }, boxes: [box.id], reason: "Betriebsprüfung" } });
  await beginAtShelf(page, worker);
  const count = () =>
    page.evaluate(async () => {
      // no cache is opened that is not there: opening makes it; fonts and modules that are kept at their first use do not count
      const names = (await caches.keys()).filter((name) => name.startsWith("lager "));
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().filter(({ url }) => !/wasm$|reading-worker|latin-ext/.test(url)).length;
    });
  const before = await count();
  expect(before).toBeGreaterThan(5);
  await page.evaluate(async () => Promise.all((await caches.keys()).map((name) => caches.delete(name))));
  await page.goto("/lager/#/geraet");
  await page.reload();
  await expect.poll(count).toBe(before);
  await expect(page.getByText("bereit", { exact: true })).toBeVisible();
  await inFlow(page, "lookUp", "Nachsehen");
  await read(page, box.code);
  await expect(page.getByText("Gesperrt")).toBeVisible();
});

/** Puts back what the tabs share, as a browser does that was killed before it had written the last of it. */
const asBefore = (page: Page, shared: Record<string, string>) =>
  page.evaluate((before) => {
    localStorage.clear();
    for (const [key, value] of Object.entries(before)) localStorage.setItem(key, value);
  }, shared);

async function comeBack(page: Page, shared: Record<string, string>) {
  await asBefore(page, shared);
  await page.goto("/lager/");
  await page.reload();
}

test("a killed browser that comes back with the session of whoever has left shows who came after them, or nobody", async ({
  page,
  context,
  api,
  failures,
}) => {
  failures.expect(/ERR_INTERNET_DISCONNECTED|logout/);
  const [anna, bernd] = [await newWorker(api), await newWorker(api)];
  const [name, form] = [page.getByRole("heading", { level: 1, name: bernd.name }), page.getByLabel("E-Mail")];
  const leave = async (worker: Worker) => {
    await page.goto("/lager/#/geraet");
    await tap(page, `${worker.name} abmelden`);
    await expect(form).toBeVisible();
  };
  const begin = async (worker: Worker) => {
    await beginAtShelf(page, worker);
    return page.evaluate(() => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>);
  };
  const first = await begin(anna);
  await leave(anna);
  const second = await begin(bernd);
  await context.setOffline(true);
  await comeBack(page, first);
  await expect(name, "without a network, too").toBeVisible();

  await leave(bernd);
  await comeBack(page, second);
  await expect(form, "who has left does not come back").toBeVisible();
  await expect(name).toBeHidden();
  expect(await tokenIn(page)).toBe("");

  await page.route(/logout/, (route) => route.abort()); // the server has not heard of it
  await asBefore(page, second);
  await context.setOffline(false);
  await page.goto("/");
  await expect(form, "nor at the desk").toBeVisible();
  await page.unroute(/logout/);
  await tryAgain(page);
  await expect.poll(() => statusWith(api, second["token"] ?? ""), "the session ends all the same").toBe(403);
});

test("who signs in at the desk of a device has its phone's page, too; whoever worked there has left", async ({
  page,
  context,
  api,
  failures,
}) => {
  failures.expect(/ERR_INTERNET_DISCONNECTED/);
  const [anna, bernd] = [await newWorker(api), await newWorker(api)];
  await beginAtShelf(page, anna);
  const former = await tokenIn(page);
  const { token, user } = await Api.signIn(api.base, bernd);
  const name = page.getByRole("heading", { level: 1, name: bernd.name });
  await comeBack(page, { token, user: String(user) });
  await expect(name).toBeVisible();
  await expect.poll(() => statusWith(api, former)).toBe(403);
  await context.setOffline(true);
  await comeBack(page, {});
  await expect(name, "of the two it is the later one").toBeVisible();
});

test("where the browser says that the network is back, its service worker wakes the pages that sleep", async ({
  page,
  context,
  api,
  origin,
  failures,
}) => {
  failures.expect(/\/scans\/$/);
  const [row, boxes, worker] = [await api.row(), await api.boxes(2), await newWorker(api)];
  await page.addInitScript(() => {
    const { SyncManager } = globalThis as unknown as {
      SyncManager: { prototype: { register: (tag: string) => Promise<void> } };
    };
    const { register } = SyncManager.prototype;
    SyncManager.prototype.register = function (tag) {
      document.documentElement.dataset["asked"] = tag;
      return register.call(this, tag);
    };
  });
  await beginAtShelf(page, worker);
  const mend = await loseScans(context, "scans");
  await inFlow(page, "store", "Einlagern");
  await read(page, rowScanText(row.id));
  await readAll(page, boxes);
  await expect(page.getByText("2 nicht gesendet")).toBeVisible();
  await expect(page.locator("html"), "it has asked for it").toHaveAttribute("data-asked", "send");
  await stopClock(page); // it does not look by itself any more
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    }),
  );
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  mend();
  await session.send("ServiceWorker.dispatchSyncEvent", { origin, registrationId, tag: "send", lastChance: false });
  await expect.poll(() => codesIn(api, row)).toEqual(codes(boxes));
});
