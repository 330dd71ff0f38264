import type { BrowserContext, LaunchOptions, Page, PlaywrightWorkerArgs } from "@playwright/test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { getRow } from "#contract/calls/stock/rows.ts";
import type { RowDetail } from "#contract/schemas/stock/rows.ts";
import { changePassword, createUser } from "#contract/calls/access/users.ts";
import { Api } from "./api.ts";
import { colleagueLogin, thirdLogin } from "./stock.ts";
import { anyWord } from "#test/support/words.ts";
import { expect, field } from "./page.ts";
import { keepSight } from "./sight.ts";

/** Somebody who scans, with a login of their own. */
export interface Worker {
  readonly id: number;
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly lastName: string;
}

/** Staff; with customers somebody who may see these. */
export async function newWorker(api: Api, ...customers: readonly { readonly id: number }[]): Promise<Worker> {
  const [email, lastName, password] = [`${anyWord()}@example.com`, `Lager-${anyWord()}`, `Quittenbaum-${anyWord()}`];
  const body = {
    email,
    first_name: "Wanda",
    last_name: lastName,
    is_staff: customers.length === 0,
    manages_users: customers.length === 0,
  };
  const { id, init_password_plain } = await api.call(createUser, { body });
  const first = await Api.signIn(api.base, { email, password: init_password_plain });
  await first.call(changePassword, {
    path: { id },
    body: { old_password: init_password_plain, new_password: password },
  });
  for (const customer of customers)
    await api.call(editCustomer, { path: { id: customer.id }, body: { user_ids: [id] } });
  return { id, email, password, name: `Wanda ${lastName}`, lastName };
}

/** Staff whom nobody else has made: where it takes two people, they are the second one. */
export async function colleague(api: Api): Promise<Worker> {
  const { user: id } = await Api.signIn(api.base, colleagueLogin);
  return { id, ...colleagueLogin, name: "Zita Zweig", lastName: "Zweig" };
}

/** A third one whom nobody has made: who proposes and who confirms are others than who made the customer's approver. */
export async function thirdPerson(api: Api): Promise<Worker> {
  const { user: id } = await Api.signIn(api.base, thirdLogin);
  return { id, ...thirdLogin, name: "Zoe Zander", lastName: "Zander" };
}

/** Signs in by the form that is on the screen. */
export async function signIn(page: Page, { email, password, name }: Worker) {
  await field(page, "E-Mail").fill(email);
  await field(page, "Passwort").fill(password);
  await page.getByRole("button", { name: "Anmelden" }).click();
  await expect(page.getByRole("button", { name })).toBeVisible();
}

export async function signOut(page: Page, { name }: Worker) {
  await page.getByRole("button", { name }).click();
  await page.getByRole("menuitem", { name: "abmelden" }).click();
}

export const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem("token") ?? "");

/** Returns the server's answer to whoever comes with this token: 403 once its session has ended. */
export async function statusWith({ base }: Api, token: string): Promise<number> {
  const headers = { authorization: `Token ${token}` };
  return (await fetch(`${base}/api/v1/customers/?limit=1`, { headers })).status;
}

/** The page of a row, ready for scans. */
export async function openRow(page: Page, row: RowDetail) {
  await page.goto(`/stock/rows/${row.id}`);
  await expectRow(page, row);
}

export async function expectRow(page: Page, row: RowDetail) {
  await expect(page.getByRole("heading", { level: 1, name: `Reihe ${row.number}` })).toBeVisible();
  await expect(page.locator("[role=grid] [aria-selected=true]")).toBeVisible();
}

/** The codes that stand in a row, in walking order, as the server has it. */
export async function codesIn(api: Api, row: { id: number }) {
  const { positions } = await api.call(getRow, { path: { id: row.id } });
  const byPlace = positions.toSorted((a, b) => a.part - b.part || a.height - b.height);
  return byPlace.map(({ box }) => box.code);
}

export const codes = (boxes: readonly { readonly code: string }[]) => boxes.map(({ code }) => code);

/** The ids of all scans in these calls. */
export const idsIn = (calls: readonly { readonly body: unknown }[]) =>
  calls.flatMap(({ body }) => (body as { operations: { id: string }[] }).operations.map(({ id }) => id));

/**
 * A network in which scans are lost, before the server hears of them or their answers on the way back. Answers what mends it:
 * nothing that is under way by then is disturbed.
 */
export async function loseScans(on: Page | BrowserContext, lost: "scans" | "answers"): Promise<() => void> {
  let isBroken = true;
  await on.route(/\/api\/v1\/scans\/$/, async (route) => {
    if (!isBroken) return route.continue();
    if (lost === "answers") await route.fetch();
    await route.abort();
  });
  return () => {
    isBroken = false;
  };
}

/** Holds the answers of a kind of calls back until `go` is called. */
export async function hold(page: Page, pattern: RegExp) {
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route(pattern, async (route) => {
    await held;
    await route.continue();
  });
  return () => go();
}

type Launching = PlaywrightWorkerArgs & { readonly launchOptions: LaunchOptions };

/** A browser with a disk of its own, which it finds again after it was killed. */
export class OwnBrowser {
  readonly #folder = mkdtempSync(join(tmpdir(), "magazin-browser-"));
  readonly #launching: Launching;
  readonly #origin: string;
  #context: BrowserContext | undefined;

  constructor(launching: Launching, origin: string) {
    this.#launching = launching;
    this.#origin = origin;
  }

  async open(): Promise<Page> {
    const { playwright, launchOptions } = this.#launching;
    this.#context = await playwright.chromium.launchPersistentContext(this.#folder, {
      ...launchOptions,
      baseURL: this.#origin,
      locale: "de-DE",
      timezoneId: "Europe/Berlin",
    });
    return this.#context.pages()[0] ?? this.#context.newPage();
  }

  get context() {
    if (!this.#context) throw new Error("The browser is not open.");
    return this.#context;
  }

  /** As the system does when it runs out of memory, or somebody pulls the plug. */
  async kill(): Promise<void> {
    const browser = this.context.browser();
    const session = await browser?.newBrowserCDPSession();
    const { processInfo } = (await session?.send("SystemInfo.getProcessInfo")) ?? { processInfo: [] };
    const id = processInfo.find(({ type }) => type === "browser")?.id;
    if (!id) throw new Error("The browser does not say which process it is.");
    const gone = new Promise((resolve) => this.context.once("close", resolve));
    process.kill(id, "SIGKILL");
    await gone;
    this.#context = undefined;
  }

  async end(): Promise<void> {
    if (this.#context) await keepSight(this.#context);
    await this.#context?.close();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns the person who has stored a box, by its history. */
export async function storedBy(api: Api, box: { id: number }) {
  const { history } = await api.details(box);
  return history.filter(({ state }) => state === 1).map(({ user }) => user?.last_name);
}
