import { useBlocker } from "@tanstack/react-router";
import { confirm } from "#web/ui/confirm.tsx";

/**
 * While `changed`, asks before another page takes the place of what was typed; `loss` says what would be lost.
 * What leaves on purpose, as after saving, navigates with `ignoreBlocker`.
 */
export function useLeaveQuestion(changed: boolean, loss: string, words: Words = discard) {
  useBlocker({
    disabled: !changed,
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && !(await confirm({ ...words, text: loss, danger: true })),
  });
}

/** Asks whether what was typed may go, where the page stays. */
export const mayDiscard = (loss: string): Promise<boolean> => confirm({ ...discard, text: loss, danger: true });

interface Words {
  readonly title: string;
  readonly action: string;
}
const discard: Words = { title: "Eingaben verwerfen", action: "Verwerfen" };
