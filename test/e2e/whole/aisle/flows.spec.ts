import { places } from "#test/e2e/support/nouns/row-page.ts";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { createDelivery as createReturn, getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { DeliveryState, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { shop } from "#test/e2e/support/delivery-wizard.ts";
import { expectAccessible } from "#test/e2e/support/looks.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { beginAtShelf, goOffline, inFlow, openShelf, phone, read, said, tap } from "#test/e2e/support/phone.ts";
import { newWorker } from "#test/e2e/support/worker.ts";

test.use({ ...phone, who: "nobody", isNew: true });

/** A worker's phone that has the archive with it as it is now. */
async function readyPhone(page: Page, api: Api) {
  const worker = await newWorker(api);
  await beginAtShelf(page, worker);
  return worker;
}

const aPhoto = () =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#b08d57" } })
    .jpeg()
    .toBuffer();
const plate = (page: Page) => page.getByRole("region", { name: "Nächste Zeile" });
const lines = async (api: Api, delivery: { id: number }) => api.call(getDelivery, { path: { id: delivery.id } });

test("picking walks from line to line; a wrong box is stopped, and a pick is taken back until it is sent", async ({
  page,
  context,
  api,
  failures,
}) => {
  failures.expect(/ERR_INTERNET_DISCONNECTED/);
  const { customer, option, boxes } = await shop(api);
  const [first, second, third] = boxes;
  const letter = await api.content(third, "Mappe am Regal");
  const delivery = await api.order(customer, option, { boxes: [first, second], contents: [letter] });
  await readyPhone(page, api);
  await goOffline(page);
  await inFlow(page, "pick", "Kommissionieren");
  await page.getByRole("checkbox", { name: new RegExp(showDeliveryCode(delivery.code)) }).check();
  await expectAccessible(page, "with deliveries to choose from");
  await tap(page, "Los (1)");
  await expect(plate(page)).toContainText("T 1 · H 1");
  await expect(plate(page)).toContainText(showBoxCode(first.code));
  await read(page, third.code.replace(/.$/, "9"));
  await expect(said(page)).toContainText(`Gesucht: ${showBoxCode(first.code)}.`);
  await read(page, first.code);
  await expect(plate(page)).toContainText(showBoxCode(second.code));
  await tap(page, `${showBoxCode(first.code)} zurücknehmen`);
  await expect(said(page)).toContainText("Zurückgenommen");
  await tap(page, "Nicht gefunden");
  await tap(page, "Platz ist leer");
  await expect(said(page)).toContainText("nachzählen");
  await read(page, third.code);
  await expect(page.getByRole("checkbox", { name: "Mappe am Regal" })).toBeChecked();
  await tap(page, "Gewählte nehmen");
  await expect(said(page)).toContainText("zurück auf ihren Platz");
  await read(page, first.code);
  await expect(page.getByText("3 von 3 erledigt")).toBeVisible();
  await context.setOffline(false);
  await expect
    .poll(async () => {
      const now = await lines(api, delivery);
      return [...now.boxes, ...now.boxcontents].map(({ picked, reason }) => reason ?? picked);
    })
    .toEqual([true, "Platz ist leer", true]);
  expect((await lines(api, delivery)).state).toBe(DeliveryState.processing);
});

test("a delivery goes onto the vehicle, off it, and what the customer does not take is back; it ends with a name, a signature and a network", async ({
  page,
  context,
  api,
  failures,
}) => {
  failures.expect(/ERR_INTERNET_DISCONNECTED/);
  const { customer, option, boxes } = await shop(api);
  const [first, second] = boxes;
  const delivery = await api.order(customer, option, { boxes: [first, second] });
  for (const { code } of [first, second]) await api.scan({ kind: "pick", delivery: delivery.id, code });
  await readyPhone(page, api);
  await goOffline(page);
  await inFlow(page, "handOver", "Übergabe");
  for (const { code } of [first, second]) {
    await read(page, code);
    await expect(said(page)).toContainText(`Verladen${showBoxCode(code)}`);
  }
  await tap(page, "Beim Kunden");
  await read(page, first.code);
  await expect(said(page)).toContainText("Übergeben");
  await tap(page, "Zurück an Bord");
  await read(page, second.code);
  await expect(
    page
      .getByRole("listitem")
      .filter({ hasText: showBoxCode(second.code) })
      .first(),
  ).toContainText("zurück an Bord");
  await tap(page, "Abschließen …");
  await page.getByLabel("Angenommen von").fill("Käthe Kern");
  await page
    .getByRole("img", { name: "Feld für die Unterschrift, noch leer" })
    .dragTo(page.getByLabel("Angenommen von"));
  await expect(page.getByRole("img", { name: "Unterschrift", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Abschließen", exact: true })).toHaveAttribute("aria-disabled", "true");
  await tap(page, "Später");
  await tap(page, "Abschließen …");
  await expect(page.getByRole("img", { name: "Unterschrift", exact: true }), "it is kept on the device").toBeVisible();
  await expectAccessible(page, "with who has taken it");
  await context.setOffline(false);
  await expect(page.getByRole("button", { name: "Abschließen", exact: true })).not.toHaveAttribute("aria-disabled");
  await tap(page, "Abschließen");
  await expect(said(page)).toContainText("Die Lieferung ist abgeschlossen.");
  const { state, proofs } = await lines(api, delivery);
  expect([state, proofs.map(({ kind }) => kind)]).toEqual([DeliveryState.completed, ["signature"]]);
  expect([(await api.details(first)).state, (await api.details(second)).state]).toEqual([2, 5]);
});

test("signature and photo outlive a closed page without a network, are sent first and once each, and then the delivery is completed", async ({
  page,
  context,
  api,
  failures,
}) => {
  failures.expect(/ERR_INTERNET_DISCONNECTED/);
  failures.expect(/\/proof\/$/);
  const { customer, option, boxes } = await shop(api);
  const [box] = boxes;
  const delivery = await api.order(customer, option, { boxes: [box] });
  await api.scan({ kind: "pick", delivery: delivery.id, code: box.code });
  await readyPhone(page, api);
  await goOffline(page);
  await inFlow(page, "handOver", "Übergabe");
  await read(page, box.code);
  await tap(page, "Beim Kunden");
  await read(page, box.code);
  await expect(said(page)).toContainText("Übergeben");
  await tap(page, "Abschließen …");
  await page.getByLabel("Angenommen von").fill("Käthe Kern");
  await page
    .getByRole("img", { name: "Feld für die Unterschrift, noch leer" })
    .dragTo(page.getByLabel("Angenommen von"));
  await expect(page.getByRole("img", { name: "Unterschrift", exact: true })).toBeVisible();
  await page.getByLabel("Foto").setInputFiles({ name: "paket.jpg", mimeType: "image/jpeg", buffer: await aPhoto() });
  await expect(page.getByText("Foto ist da")).toBeVisible();
  await page.close();

  const again = await openShelf(context);
  await expect(again.getByRole("heading", { level: 1 })).toHaveText("Übergabe");
  await tap(again, "Abschließen …");
  await expect(again.getByLabel("Angenommen von")).toHaveValue("Käthe Kern");
  await expect(again.getByRole("img", { name: "Unterschrift", exact: true })).toBeVisible();
  await expect(again.getByText("Foto ist da")).toBeVisible();
  await expectAccessible(again, "with a signature and a photo");
  await context.setOffline(false);
  await expect(again.getByText("nicht gesendet")).toBeHidden();
  const calls: string[] = [];
  again.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isHandover = request.postData()?.includes('"handover"');
    if (pathname.endsWith("/proof/")) calls.push("proof");
    else if (pathname.endsWith("/scans/") && isHandover) calls.push("handover");
  });
  let isLost = false;
  await again.route("**/proof/", async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch(); // it arrives, and its answer does not
    await route.abort();
  });
  await tap(again, "Abschließen");
  await expect(again.getByRole("alert")).toBeVisible();
  await tap(again, "Abschließen");
  await expect(said(again)).toContainText("Die Lieferung ist abgeschlossen.");
  expect(calls).toEqual(["proof", "proof", "proof", "handover"]);
  const { state, proofs } = await lines(api, delivery);
  expect([state, proofs.map(({ kind }) => kind).toSorted()]).toEqual([DeliveryState.completed, ["photo", "signature"]]);
});

test("what comes back is ticked off at the dock, moves on to a place, and new labels become boxes", async ({
  page,
  api,
}) => {
  const customer = await api.customer();
  const [back, stored, extra] = await api.stored(3, customer);
  for (const { code } of [back, extra]) await api.scan({ kind: "release", code, text: "" });
  const { code: number } = await api.call(createReturn, {
    body: { kind: 1, customer: customer.id, boxes: [back.id], boxcontents: [], comment: "" },
  });
  const row = await api.row();
  await readyPhone(page, api);
  await inFlow(page, "receive", "Retour");
  const announced = page.getByRole("region", { name: `Rückgabe ${showDeliveryCode(number)}` });
  await expect(announced).toContainText("1 fehlt noch");
  await read(page, back.code);
  await expect(said(page)).toContainText(`Angekündigt mit ${showDeliveryCode(number)}.`);
  await read(page, extra.code);
  await expect(page.getByRole("region", { name: "Nicht angekündigt" })).toContainText(showBoxCode(extra.code));
  await read(page, "0000000017");
  await expect(page.getByRole("region", { name: "Fremd" })).toContainText("0000.000.017");
  await expectAccessible(page, "at the dock");
  await expect.poll(async () => (await api.details(back)).state).toBe(5);
  await expect.poll(async () => (await api.details(extra)).state).toBe(5);

  await inFlow(page, "move", "Umlagern");
  await read(page, stored.code);
  await expect(said(page)).toContainText("Wohin?");
  await read(page, rowScanText(row.id));
  await page.getByRole("button", { name: "Teil 2, Höhe 1: frei" }).click();
  await tap(page, "Hierher umlagern");
  await expect.poll(() => places(api, row)).toEqual({ "2/1": stored.code });

  await inFlow(page, "create", "Neue Boxen");
  const label = `${stored.code.slice(0, 4)}000777`;
  await read(page, label);
  await expect(said(page)).toContainText(`Box ${showBoxCode(label)} für ${customer.name} anlegen?`);
  await tap(page, "Anlegen");
  await expect(said(page)).toContainText("Die Box kann eingelagert werden.");
});
