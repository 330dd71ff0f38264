import type { Page } from "@playwright/test";
import { CountedInput } from "./counted-input.ts";
import type { Api } from "./api.ts";
import { ownServerTest } from "./own-server.ts";
import { expect, test } from "./page.ts";

/** Largest cost of a task: whoever makes it longer has to say so here. */
interface Task {
  readonly clicks: number;
  readonly keys?: number;
  readonly scans?: number;
  /** On a server of its own: it is about the whole archive. */
  readonly alone?: true;
  readonly run: (input: CountedInput, api: Api) => Promise<void>;
}

export type Tasks = Readonly<Record<string, Task>>;

/** The kind of test that a task is. */
export const testFor = ({ alone }: Task) => (alone ? ownServerTest : test);

export const titleOf = (what: string, { clicks, keys = 0, scans = 0 }: Task) =>
  `${what} with ${clicks} clicks, ${keys} keys and ${scans} scans`;

/** Does a task and holds it to what it costs. */
export async function doCounted({ clicks, keys = 0, scans = 0, run }: Task, page: Page, api: Api) {
  const input = new CountedInput(page);
  await run(input, api);
  expect([input.clicks, input.keys, input.scans]).toEqual([clicks, keys, scans]);
}
