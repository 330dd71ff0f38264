import { useSyncExternalStore } from "react";
import { sessionState } from "#web/api/session-state.ts";
import { answerOf, onLoss, read } from "#web/outbox/outbox-database.ts";
import type { OutboxEntry } from "#web/outbox/entry.ts";
import { onOutboxChange } from "#web/outbox/outbox.ts";
import { unsettledOperations } from "#web/outbox/unsettled-operations.ts";
import { createStore } from "#web/ui/store.ts";
import type { Note } from "#rules/aisle/flow.ts";

/** A note, with who has to look into it. */
export type KeptNote = Note & { readonly user: number };

/**
 * Cases to be looked into: scans that were refused or are held behind such scans, and notes of the flows. They are those of everybody on this device.
 */
interface HeldCases {
  readonly stuck: readonly OutboxEntry[];
  readonly notes: readonly KeptNote[];
}

const heldStore = createStore<HeldCases>({ stuck: [], notes: [] });

async function look() {
  const [stuck, notes] = await Promise.all([
    unsettledOperations(),
    read(async (stores) => answerOf<KeptNote[]>(stores.notes.getAll())),
  ]);
  const before = heldStore.get();
  if (before.stuck.length + before.notes.length + stuck.length + notes.length > 0) heldStore.set({ stuck, notes });
}

const ofMe = ({ user }: { readonly user: number }) => user === sessionState().user?.id;

export const heldNow = heldStore.get;
export const useHeld = (): HeldCases => heldStore.use();
/** Counts the cases of whoever works now. */
export const useHeldCount = (): number => useSyncExternalStore(heldStore.subscribe, ownCount);
const ownCount = () => [...heldStore.get().stuck, ...heldStore.get().notes].filter(ofMe).length;

onLoss(({ entries, notes }) => {
  for (const entry of heldStore.get().stuck) entries.put(entry);
  for (const note of heldStore.get().notes) notes.put(note);
});
onOutboxChange(() => void look().catch(() => undefined));
void look().catch(() => undefined);
