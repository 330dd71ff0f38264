import { createStore } from "#web/ui/store.ts";

/** The modal dialogs on the screen, the last one opened at the end. */
export const openDialogs = createStore<readonly HTMLDialogElement[]>([]);
