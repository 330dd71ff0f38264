import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { confirm } from "#web/ui/dialog/confirm.tsx";

/**
 * While `changed`, asks before another page takes the place of what was typed; `loss` says what would be lost.
 * What leaves on purpose, as after saving, navigates with `ignoreBlocker`.
 */
export function useLeaveQuestion(changed: boolean, loss: string, words: Words = discard) {
  useEffect(() => {
    if (!changed) return undefined;
    const question = { ...words, text: loss, danger: true };
    open.add(question);
    return () => void open.delete(question);
  }, [changed, loss, words]);
  useBlocker({
    disabled: !changed,
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && !(await confirm({ ...words, text: loss, danger: true })),
  });
}

/** Asks whether what was typed may go, where the page stays. */
export const mayDiscard = (loss: string): Promise<boolean> => confirm({ ...discard, text: loss, danger: true });

/** The questions of everything on the screen that is changed. */
const open = new Set<Parameters<typeof confirm>[0]>();

/** Asks what leaving would ask, where something else than another page takes what was typed: the sign-out. */
export async function mayLeave(): Promise<boolean> {
  for (const question of open) if (!(await confirm(question))) return false;
  return true;
}

interface Words {
  readonly title: string;
  readonly action: string;
}
const discard: Words = { title: "Eingaben verwerfen", action: "Verwerfen" };
