import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";

type State = Exclude<BrowserContextOptions["storageState"], string | undefined>;

interface Wanted {
  /** Properties of a page that cannot be changed later. */
  readonly kind: string;
  readonly state: State;
  readonly origin: string;
}

const mostTests = 20; // of one page, which holds what its tests have used

/**
 * The page that one test leaves to the next of its worker, emptied: a page of one's own, with a process and without anything kept, costs
 * half a second of the processor.
 */
export class KeptPage {
  #context: BrowserContext | undefined;
  #kind = "";
  #tests = 0;

  /** The page as a new one would be. */
  async take(browser: Browser, { kind, state, origin }: Wanted): Promise<BrowserContext> {
    const [page] = this.#context?.pages() ?? [];
    this.#tests += 1;
    if (!this.#context || !page || kind !== this.#kind || this.#tests > mostTests) {
      this.#tests = 1;
      await this.#context?.close();
      this.#context = await browser.newContext({ storageState: state, reducedMotion: "reduce" });
      this.#kind = kind;
      this.#watchClock(await this.#context.newPage());
      return this.#context;
    }
    await reset(page);
    await clear(page, state, origin);
    return this.#context;
  }

  /** A clock that a test has changed stays so for as long as its context: the next test gets a new one. */
  #watchClock(page: Page) {
    const { clock } = page;
    Object.defineProperty(page, "clock", {
      get: () => {
        this.#kind = "";
        return clock;
      },
    });
  }
}

async function reset(page: Page) {
  const context = page.context();
  await Promise.all(context.pages().flatMap((other) => (other === page ? [] : other.close())));
  page.removeAllListeners();
  page.once("dialog", (dialog) => void dialog.accept()); // what was typed and not saved is left
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  await context.clearPermissions();
  await page.emulateMedia({
    media: null,
    colorScheme: null,
    reducedMotion: "reduce",
    forcedColors: null,
    contrast: null,
  });
}

/** Removes everything that the page has kept, from a document of the same origin that runs no program. */
async function clear(page: Page, { cookies, origins }: State, origin: string) {
  await page.goto(`${origin}/favicon.svg`);
  page.removeAllListeners();
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.send("Page.resetNavigationHistory");
  await session.detach();
  await page.context().addCookies(cookies);
  const entries = origins.flatMap(({ localStorage }) => localStorage);
  await page.evaluate((kept) => {
    sessionStorage.clear();
    localStorage.clear();
    for (const { name, value } of kept) localStorage.setItem(name, value);
  }, entries);
}
