import { type RunOptions, run } from "axe-core";
import { expect } from "vitest";
import { page, type Locator } from "vitest/browser";

/** The field under a label, required or not. */
export const field = (label: string): Locator => page.getByLabelText(new RegExp(`^${label}( \\*)?$`));

export const button = (name: string): Locator => page.getByRole("button", { name, exact: true });

export const link = (name: string): Locator => page.getByRole("link", { name, exact: true });

export const title = (name: string | RegExp): Locator => page.getByRole("heading", { level: 1, name });

/** A passing message, by its exact words. */
export const notice = (text: string): Locator => page.getByText(text, { exact: true });

/** Takes the entry with this text from a searchable choice. */
export async function choose(label: string, text: string): Promise<void> {
  await field(label).fill(text);
  await page.getByRole("listbox", { name: "Auswahl" }).getByText(new RegExp(text)).click();
  await expect.poll(() => (field(label).element() as HTMLInputElement).value).toContain(text);
}

/** Fills a field, and waits until the page has heard of it and has begun what follows: before a stopped clock goes on. */
export async function fillAndSettle(into: Locator, text: string): Promise<void> {
  await into.fill(text);
  await expect.element(into).toHaveValue(text); // the browser says it is done before the page has the event
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

/** A fact of a page by its label. */
export const fact = (label: string): Element | undefined =>
  [...document.querySelectorAll("dl > div")]
    .find((entry) => entry.querySelector("dt")?.textContent === label)
    ?.querySelector("dd") ?? undefined;

/** That this stands beside a field's label, or nothing. */
export async function expectError(label: string, message: string): Promise<void> {
  await expect
    .poll(
      () => {
        const id = field(label).element().getAttribute("aria-errormessage");
        return id === null ? "" : document.getElementById(id)?.textContent;
      },
      { message: `beside "${label}"` },
    )
    .toBe(message);
}

const options: RunOptions = { resultTypes: ["violations"], preload: false };

/** A state of a screen without fault for axe, and without scrolling sideways at the desk and on the phone. */
export async function expectGoodLooks(): Promise<void> {
  for (const [width, height] of [
    [360, 640],
    [1280, 800],
  ] as const) {
    await page.viewport(width, height);
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth - clientWidth, `the page does not scroll sideways (${width} px)`).toBeLessThanOrEqual(0);
  }
  const { violations } = await run(document, options);
  const faults = violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map((node) => node.html) }));
  expect(faults, "axe finds nothing").toEqual([]);
}
