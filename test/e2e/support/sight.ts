import { setTimeout as pass } from "node:timers/promises";
import type { BrowserContext, Page, TestInfoError } from "@playwright/test";

const most = { lines: 60, characters: 4_000 }; // of all pages together: more is not read in a log
const patience = 3_000; // ms: a page that hangs must not hide what failed first
const inFront = "[role=dialog], [role=alertdialog], dialog[open], [popover=manual]";
/** Lines of a snapshot that nobody sees: where links lead, what else a field offers, places for messages that are empty. */
const unseen = /^\s*- (\/url: .*|option (?!.*\[selected\]).*|status|alert)$/;
/** Screens of browsers that a test has ended itself. */
const endedSights: string[] = [];

const within = (work: Promise<string>, otherwise: string) =>
  Promise.race([work.catch(() => otherwise), pass(patience, otherwise, { ref: false })]);

/** Address, title, what lies over the page, and its main part: as a screen reader has them. */
async function sightOf(page: Page): Promise<string> {
  const title = await within(page.title(), "no title, as the page does not answer");
  const head = `A person saw ${page.url()} (${title}):`;
  const snapshot = async () => {
    const over = await page.locator(inFront).filter({ visible: true }).all();
    const main = page.getByRole("main");
    const parts = [...over.slice(0, 3), (await main.count()) > 0 ? main.first() : page.locator("body")];
    return (await Promise.all(parts.map((part) => part.ariaSnapshot({ timeout: patience }))))
      .filter(Boolean)
      .join("\n");
  };
  const text = await within(snapshot(), "- the page does not say what it shows");
  return [head, ...text.split("\n").flatMap((line) => (unseen.test(line) ? [] : `  ${line}`))].join("\n");
}

function shorten(text: string, pages: number): string {
  const lines = text.split("\n");
  const kept = lines.slice(0, Math.floor(most.lines / pages)).join("\n");
  const shown = kept.slice(0, Math.floor(most.characters / pages));
  return shown === text ? text : `${shown}\n  … (${lines.length} lines in all)`;
}

const openPages = (contexts: readonly BrowserContext[]) =>
  contexts.flatMap((context) => context.pages()).filter((page) => !page.isClosed() && page.url() !== "about:blank");

/** Keeps what the pages of a browser show that its test is about to end. */
export async function keepSight(context: BrowserContext): Promise<void> {
  endedSights.push(...(await Promise.all(openPages([context]).map(sightOf))));
}

/** Forgets what an earlier test has seen. */
export const forgetSight = () => void endedSights.splice(0);

/** Adds to a failure what its pages show, in front of its stack: the reporters print one or the other. */
export async function addSight(error: TestInfoError, contexts: readonly BrowserContext[]): Promise<void> {
  const seen = [...endedSights, ...(await Promise.all(openPages(contexts).map(sightOf)))];
  if (seen.length === 0) return;
  const text = seen.map((each) => shorten(each, seen.length)).join("\n");
  error.message = `${error.message ?? error.value ?? ""}\n\n${text}\n`;
  const { stack } = error;
  if (stack === undefined) return;
  const at = stack.search(/^ {4}at /m);
  error.stack = at < 0 ? `${stack}\n\n${text}\n` : `${stack.slice(0, at)}\n${text}\n\n${stack.slice(at)}`;
}
