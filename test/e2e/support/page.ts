import { type BrowserContext, expect, type Page, test as base } from "@playwright/test";
import { logout } from "#contract/calls/access/session.ts";
import { Api } from "./api.ts";
import { spentBy } from "#test/support/cost/spent.ts";
import { KeptPage } from "./kept-page.ts";
import { addSight, forgetSight } from "./sight.ts";
import { customerLogin, staffLogin } from "./stock.ts";

/** Person who sits in front of the browser: `fresh` has a session of its own that a test may end. */
type Who = "staff" | "customer" | "fresh staff" | "nobody";

export interface TestFixtures {
  readonly who: Who;
  /** True where the page is a new one. It serves things that outlive an emptying: a service worker, a script that begins the page, a first visit. */
  readonly isNew: boolean;
  /** Calls the server as staff, beside the browser. */
  readonly api: Api;
  readonly failures: Failures;
  /** Adds what a person saw to the message of a test that fails. */
  readonly sight: void;
  /** Notes what the test took of the processor, with its browser, in s. */
  readonly cost: void;
}
export interface WorkerFixtures {
  /** Where the server is, without a path. */
  readonly origin: string;
  readonly staff: Api;
  readonly customerUser: Api;
  readonly kept: KeptPage;
}

/** Failures in the browser; a test declares those that it causes on purpose. */
class Failures {
  readonly #seen: string[] = [];
  readonly #declared: RegExp[] = [];

  /** Declares a failure by its address: it must come, and may come as often as it likes. */
  expect(pattern: RegExp) {
    this.#declared.push(pattern);
  }

  watch(context: BrowserContext) {
    const note = (text: string) => this.#seen.push(text);
    context.on("weberror", (thrown) => note(`exception: ${thrown.error().stack}`));
    context.on("console", (message) => {
      if (message.type() === "error") note(`console: ${message.text()} at ${message.location().url}`);
    });
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "failed";
      // A call that nobody waits for any more is stopped by the page itself.
      if (reason !== "net::ERR_ABORTED") note(`${reason} ${request.method()} ${request.url()}`);
    });
    context.on("response", (response) => {
      if (response.status() >= 400) note(`${response.status()} ${response.request().method()} ${response.url()}`);
    });
  }

  leave(context: BrowserContext) {
    for (const kind of ["weberror", "console", "requestfailed", "response"]) context.removeAllListeners(kind);
  }

  verify() {
    const unexpected = this.#seen.filter((line) => !this.#declared.some((pattern) => pattern.test(line)));
    expect(unexpected, "nothing fails in the browser").toEqual([]);
    const missing = this.#declared.filter((pattern) => !this.#seen.some((line) => pattern.test(line)));
    expect(missing, "what was declared did happen").toEqual([]);
  }
}

/** Playwright's test with a signed-in browser; a console error or a failed request fails it. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  who: ["staff", { option: true }],
  isNew: [false, { option: true }],
  cost: [
    async ({ playwright: _playwright }, use, { annotations }) => {
      const before = spentBy(process.pid);
      await use();
      annotations.push({ type: "cost", description: (spentBy(process.pid) - before).toFixed(1) });
    },
    { auto: true },
  ],
  kept: [({ playwright: _playwright }, use) => use(new KeptPage()), { scope: "worker" }],
  context: async ({ browser, kept, isNew, storageState, isMobile, hasTouch, origin, actionTimeout }, use) => {
    if (typeof storageState !== "object") throw new Error("who sits there is not known");
    const kind = JSON.stringify({ isMobile, hasTouch });
    const context = isNew
      ? await browser.newContext({ storageState })
      : await kept.take(browser, { kind, state: storageState, origin });
    context.setDefaultTimeout(actionTimeout);
    await use(context);
    if (isNew) await context.close();
  },
  page: async ({ context, viewport }, use) => {
    const [page = await context.newPage()] = context.pages();
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
  },
  actionTimeout: 60_000, // ms: less than a test's own, so that it says which step hung
  origin: [({ playwright: _playwright }, use, { project }) => use(project.use.baseURL ?? ""), { scope: "worker" }],
  staff: [async ({ origin }, use) => use(await Api.signIn(origin, staffLogin)), { scope: "worker" }],
  customerUser: [async ({ origin }, use) => use(await Api.signIn(origin, customerLogin)), { scope: "worker" }],
  api: async ({ staff }, use) => use(await staff.stayProved()),
  storageState: async ({ who, staff, customerUser }, use) => {
    if (who === "nobody") return use({ cookies: [], origins: [] });
    const fresh = who === "fresh staff" ? await Api.signIn(staff.base, staffLogin) : undefined;
    const { base: origin, token, user } = fresh ?? (await (who === "customer" ? customerUser : staff).stayProved());
    const entries = { token, user: String(user) };
    const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }));
    await use({ cookies: [], origins: [{ origin, localStorage }] });
    await fresh?.call(logout, {}).catch(() => undefined); // a user has twenty sessions; the test may have ended it
  },
  sight: [
    async ({ browser, context }, use, { errors }) => {
      forgetSight();
      await use();
      const contexts = new Set([context, ...browser.contexts()]);
      if (errors[0]) await addSight(errors[0], [...contexts]);
    },
    { auto: true },
  ],
  failures: [
    async ({ context, sight: _sight }, use) => {
      const failures = new Failures();
      failures.watch(context);
      await use(failures);
      failures.leave(context);
      failures.verify();
    },
    { auto: true },
  ],
});
export { expect };

/** A passing message, by its exact words or its beginning. */
export const notice = (page: Page, text: string | RegExp) =>
  page.getByText(text, { exact: true }).and(page.locator("[popover=manual] p"));

/** The field under a label, required or not. */
export const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`));

/** Takes the entry with this text from a searchable choice. */
export async function choose(page: Page, label: string, text: string) {
  await field(page, label).fill(text);
  await page.getByRole("listbox", { name: "Auswahl" }).getByText(text).click();
  await expect(field(page, label)).toHaveValue(new RegExp(text));
}

/** That this stands beside a field's label, or nothing. */
export async function expectError(page: Page, label: string, message: string) {
  const said = async () => {
    const id = await field(page, label).getAttribute("aria-errormessage");
    return id === null ? "" : page.locator(`[id="${id}"]`).textContent();
  };
  await expect.poll(said, `beside "${label}"`).toBe(message);
  // a form puts the focus into its first wrong field a frame after the messages: what is typed next must not land there
  await page.evaluate(
    () => new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
}

/** Stops the page's clock: from now on its time passes only as far as `page.clock.runFor` lets it. */
export async function stopClock(page: Page) {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 10_000); // a time to come, also where this takes a while
}

/** A fact of a page by its label. */
export const fact = (page: Page, label: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: new RegExp(`^${label}$`) }) })
    .locator("dd");

/** The calls of a kind that the page makes from now on. */
export function callsOf(page: Page, method: string, path: RegExp) {
  const calls: { url: string; body: unknown }[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith("/api/") || request.method() !== method || !path.test(pathname)) return;
    calls.push({ url: pathname + search, body: request.postData() === null ? null : request.postDataJSON() });
  });
  return calls;
}
