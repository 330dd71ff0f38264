import type { Page } from "@playwright/test";
import { listMessages } from "#contract/calls/access/messages.ts";
import { changeRights } from "#contract/calls/access/rights.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { basket, boxName, added, found, next, orderOf, send, shop } from "#test/e2e/support/delivery-wizard.ts";
import { startServer } from "#test/e2e/support/own-server.ts";
import { expect, field, notice, test } from "#test/e2e/support/page.ts";
import { beginAtShelf, goOffline, inFlow, phone, read, said } from "#test/e2e/support/phone.ts";
import { newWorker } from "#test/e2e/support/worker.ts";
import { freePort } from "#test/faults/product.ts";
import { mailServer } from "#test/support/mail/mail-server.ts";
import { pdfFile } from "#test/support/pdf-files.ts";

/** The test with a server that sends its mails to a mail server of this machine. */
const weekTest = test.extend<object, { mailbox: Awaited<ReturnType<typeof mailServer>> }>({
  mailbox: [
    async ({ playwright: _playwright }, use) => {
      const mailbox = await mailServer();
      await use(mailbox);
      await mailbox.close();
    },
    { scope: "worker" },
  ],
  origin: [
    async ({ mailbox }, use) => {
      const port = await freePort();
      const [E2E_PORT, PUBLIC_URL] = [String(port), `http://127.0.0.1:${port}`];
      const server = await startServer({
        E2E_PORT,
        PUBLIC_URL,
        SMTP_URL: mailbox.url,
        MAIL_FROM: "archiv@archiv.example",
      });
      await use(server.origin);
      await server.stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
  baseURL: ({ origin }, use) => use(origin),
});

const nobody = { cookies: [], origins: [] };

const pasteNumbers = (page: Page, text: string) =>
  page.getByLabel("Box oder Inhalt suchen").evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);

/** Presses a button, and the one of the question that it asks. */
async function confirm(page: Page, name: string, answer = name) {
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: answer, exact: true }).click();
}

/** A customer with thirty boxes and one more with a file, and somebody who does everything there. */
async function customerOf(api: Api) {
  const given = await shop(api);
  const { customer, boxes } = given;
  const path = { id: customer.id };
  for (let rows = 0; rows < 3; rows++) boxes.push(...(await api.stored(9, customer)));
  const [archived] = await api.stored(1, customer);
  await api.content(archived, `Vorgang ${given.word}`);
  const made = await api.addUser({ first_name: "Petra", last_name: "Pohl" });
  await api.call(editCustomer, { path, body: { user_ids: [made.id] } });
  const rights = { may_order: true, may_invite: true, may_store: true, may_manage: true };
  await api.call(changeRights, { path, body: { user: made.id, ...rights } });
  return { ...given, archived, petra: await api.enter(made), email: made.email };
}

weekTest(
  "a week of a customer: two of its people and the staff order, bring back, scan, invite, wait and are notified of each by mail",
  async ({ page: staffPage, api, browser, mailbox, failures }) => {
    failures.expect(/ERR_INTERNET_DISCONNECTED/);
    const { customer, option, boxes, archived, word, petra, email } = await customerOf(api);
    const mailsTo = (to: string) => mailbox.mails.filter((mail) => mail.to.includes(to));
    const expectNotified = (to: string, subject: string) =>
      expect.poll(() => mailsTo(to).map((mail) => mail.subject), `${to} is notified`).toContain(subject);
    const context = await browser.newContext({ storageState: petra.storageState });
    const page = await context.newPage();

    // Monday: thirty numbers of an e-mail are ordered at once, and the archive sends them out
    const spelled = boxes.map(({ code }, at) => (at % 2 === 0 ? code : `- Box ${showBoxCode(code)}`));
    await page.goto("/deliveries/create?step=1");
    await next(page).click();
    await pasteNumbers(page, spelled.join("\r\n"));
    await page.getByRole("button", { name: "30 Boxen übernehmen" }).click();
    await expect(basket(page)).toHaveCount(30);
    await next(page).click();
    await send(page).click();
    await expect(added(page)).toBeVisible();
    const [out] = boxes;
    const order = await orderOf(api, { box: out.code });
    expect(order.boxes).toHaveLength(30);
    await expectNotified(email, `Bestellung ${showDeliveryCode(order.code)} ist eingegangen`);
    await staffPage.goto(`/deliveries/${order.id}`);
    await confirm(staffPage, "Alle kommissioniert");
    await confirm(staffPage, "Abschließen");
    await expectNotified(email, `Bestellung ${showDeliveryCode(order.code)} ist übergeben`);

    // Tuesday: a colleague is invited, comes by the link of the mail, and waits for a box that is out
    const colleague = `kollege-${petra.user}@${email.split("@")[1]}`;
    await page.goto("/account");
    await page.getByRole("link", { name: "Kollegen" }).click();
    await field(page, "Vorname").fill("Kai");
    await field(page, "Nachname").fill("Neumann");
    await field(page, "E-Mail").fill(colleague);
    await page.getByRole("checkbox", { name: "Boxen anfordern" }).check();
    await page.getByRole("button", { name: "Einladen" }).click();
    await expect(notice(page, "Einladung verschickt")).toBeVisible();
    await expectNotified(colleague, "Ihr Zugang");
    const [link = ""] = /http\S+\/password#\S+/.exec(mailsTo(colleague)[0]?.text ?? "") ?? [];
    const theirs = await (await browser.newContext({ storageState: nobody })).newPage();
    const password = `Quittenbaum-${word}`;
    await theirs.goto(link);
    await field(theirs, "Neues Passwort").fill(password);
    await field(theirs, "Neues Passwort wiederholen").fill(password);
    await theirs.getByRole("button", { name: "Passwort festlegen" }).click();
    await expect(theirs.getByText(/^Ihr Passwort ist festgelegt/)).toBeVisible();
    await theirs.goto("/login");
    await field(theirs, "E-Mail").fill(colleague);
    await field(theirs, "Passwort").fill(password);
    await theirs.getByRole("button", { name: "Anmelden" }).click();
    await expect(theirs.getByRole("button", { name: "Kai Neumann" })).toBeVisible();
    await theirs.goto(`/stock/boxes/${out.id}`);
    await theirs.getByRole("button", { name: "Auf die Warteliste" }).click();
    await expect(theirs.getByText(/^Sie, seit /)).toBeVisible();

    // Wednesday: that box is to be picked up with two new ones, whose labels are printed at the customer's
    await page.goto("/deliveries");
    await page.getByRole("link", { name: "Abholung bestellen" }).click();
    await found(page)
      .getByRole("checkbox", { name: boxName(out), exact: true })
      .check();
    await field(page, "Neue Boxen").fill("2");
    await page.getByRole("button", { name: "Abholung bestellen" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Abholung \d{6}$/ })).toBeVisible();
    const labels = page.waitForEvent("download");
    await page.getByRole("button", { name: "Etiketten drucken" }).click();
    expect((await labels).suggestedFilename()).toBe("Etiketten.pdf");
    const path = { id: Number(page.url().split("/").at(-1)) };
    const pickup = await api.call(getDelivery, { path });
    expect(pickup.boxes).toHaveLength(3);
    const pickupName = `Abholung ${showDeliveryCode(pickup.code)}`;
    await expectNotified(email, `${pickupName} ist eingegangen`);

    // Thursday: it is received at the dock and stored without a network
    const row = await api.row();
    const dock = await browser.newContext({ ...phone, storageState: nobody });
    const aisle = await dock.newPage();
    failures.watch(dock);
    await beginAtShelf(aisle, await newWorker(api));
    await inFlow(aisle, "receive", "Retour");
    await goOffline(aisle);
    for (const { code } of pickup.boxes) {
      await read(aisle, code);
      await expect(said(aisle)).toContainText(`Angekündigt mit ${showDeliveryCode(pickup.code)}.`);
    }
    await inFlow(aisle, "store", "Einlagern");
    await read(aisle, rowScanText(row.id));
    await read(aisle, out.code);
    await expect(said(aisle)).toContainText(`Eingelagert${showBoxCode(out.code)}`);
    expect((await api.call(getDelivery, { path })).state).not.toBe(2);
    await dock.setOffline(false);
    await expect.poll(async () => (await api.call(getDelivery, { path })).state).toBe(2);
    await expect.poll(async () => (await api.details(out)).state).toBe(1);
    await dock.close();
    await expectNotified(email, `${pickupName} ist abgeschlossen`);
    await expectNotified(colleague, `Box ${showBoxCode(out.code)} ist wieder da`);

    // Friday: a file is ordered as a scan, and opened; the colleague's access is ended
    await page.goto("/home");
    await page.getByRole("link", { name: "Scan bestellen" }).click();
    await expect(page.getByRole("radio", { name: /^Scan/ })).toBeChecked();
    await page.getByRole("radio", { name: option.description }).check();
    await next(page).click();
    await found(page)
      .getByRole("checkbox", { name: `Vorgang ${word}` })
      .check();
    await next(page).click();
    await page.getByRole("button", { name: "Scan bestellen" }).click();
    await expect(notice(page, /^Lieferung hinzugefügt/)).toBeVisible();
    const copy = await orderOf(api, { content: `Vorgang ${word}` });
    const copyName = `Scan-Bestellung ${showDeliveryCode(copy.code)}`;
    await expectNotified(email, `${copyName} ist eingegangen`);
    await staffPage.goto(`/deliveries/${copy.id}`);
    await confirm(staffPage, "Alle kommissioniert");
    const file = { name: "Scan.pdf", mimeType: "application/pdf", buffer: await pdfFile(2) };
    await staffPage.getByLabel(`PDF für „Vorgang ${word}“ aus Box ${showBoxCode(archived.code)}`).setInputFiles(file);
    await expectNotified(email, `${copyName}: Ihre Scans sind da`);
    await page.goto(`/deliveries/${copy.id}`);
    const scan = page.waitForEvent("download");
    await page.getByRole("button", { name: /^Scan ansehen von / }).click();
    expect((await scan).suggestedFilename()).toMatch(/^Scan-\d{6}-.*\.pdf$/);
    await page.goto("/account");
    await page.getByRole("link", { name: "Kollegen" }).click();
    await confirm(page, "Beenden", "Zugang beenden");
    await expect(page.getByRole("row", { name: colleague })).toBeHidden();
    await theirs.goto("/home");
    await expect(theirs, "whose access has ended is signed out").toHaveURL(/\/login/);

    const { results } = await api.call(listMessages, { query: { customer: customer.code } });
    expect(new Set(results.map(({ state }) => state))).toEqual(new Set(["sent"]));
    await context.close();
    await theirs.context().close();
  },
);
