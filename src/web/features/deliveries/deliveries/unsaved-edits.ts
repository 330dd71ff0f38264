import { useEffect } from "react";

/** Sends what is typed and not saved; answers why it still is not. */
type Saving = () => Promise<string | undefined>;

/** By what people call it. */
const open = new Map<string, Saving>();

/** Registers typed text, which must have reached the server before the delivery is handed over or printed. */
export function useUnsavedEdit(label: string, save: Saving): void {
  useEffect(() => {
    open.set(label, save);
    return () => void open.delete(label);
  }, [label, save]);
}

/** Saves what is typed on the page; answers what could not be saved, and why. */
export async function saveEdits(): Promise<string | undefined> {
  for (const [label, save] of open) {
    const wrong = await save();
    if (wrong) return `${label} ist noch nicht gespeichert: ${wrong}`;
  }
  return undefined;
}
