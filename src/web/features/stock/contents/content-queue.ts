import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { createContent } from "#contract/calls/stock/contents.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { type Attempt, newAttempt } from "#web/api/attempt.ts";
import { call } from "#web/api/call.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { createStore } from "#web/ui/store.ts";
import { showInBox } from "#web/api/box-changes.ts";
import { invalidate } from "#web/api/queries.ts";

/** A content that was typed and has not reached the server yet. */
export interface NewContent {
  readonly key: number;
  readonly box: number;
  readonly text: string;
  /** Why it could not be added; null while it waits or is on its way. */
  readonly error: string | null;
  readonly once: Attempt;
}

// Outside the page: whoever types on or opens another box need not wait, and finds again what failed.
export const newContents = createStore<readonly NewContent[]>([]);
let lastKey = 0;
let queue = Promise.resolve();

/** One after another, so that they stand in the order in which they were typed. */
export function addContent(box: number, text: string): void {
  const content = { key: ++lastKey, box, text, error: null, once: newAttempt() };
  newContents.set([...newContents.get(), content]);
  queue = queue.then(() => send(content));
}

export function retryContent(content: NewContent): void {
  setError(content.key, null);
  queue = queue.then(() => send(content));
}

export const dropContent = (key: number) => newContents.set(newContents.get().filter((entry) => entry.key !== key));

async function send({ key, box, text, once }: NewContent): Promise<void> {
  try {
    const newContent = await call(createContent, { body: { box_id: box, text }, once });
    show(box, { ...newContent, box });
    dropContent(key);
    notify(successTexts.contentAdded);
    void invalidate(createContent);
  } catch (error) {
    setError(key, (error as Error).message);
  }
}

function show(id: number, content: BoxDetail["content"][number]): void {
  showInBox(id, (box) =>
    box.content.some((known) => known.id === content.id) ? box : { ...box, content: [...box.content, content] },
  );
}

function setError(key: number, error: string | null): void {
  newContents.set(newContents.get().map((entry) => (entry.key === key ? { ...entry, error } : entry)));
}

addEventListener("beforeunload", (event) => {
  if (newContents.get().length > 0) event.preventDefault();
});
