import { useEffect, useState } from "react";
import type { BasketAction } from "#web/basket/basket.ts";
import { useLeaveQuestion } from "#web/shell/leave-question.ts";
import type { StoredValue } from "#web/storage/stored-value.ts";
import { reduceReturn, type ReturnDraft } from "./return-draft.ts";

type Returning = Pick<ReturnDraft, "customer" | "boxes" | "contents">;

interface BegunForm<Draft> {
  readonly kept: StoredValue<Draft>;
  readonly empty: Draft;
  readonly isChanged: (draft: Draft) => boolean;
  /** Question to a user who goes away. */
  readonly question: string;
}

/** A return or a pick-up that was begun: what is chosen and typed, kept over a reload, and what is wrong with it. */
export function useBegun<Draft extends Returning, Wrong extends object>({
  kept,
  empty,
  isChanged,
  question,
}: BegunForm<Draft>) {
  const [draft, setDraft] = useState(() => kept.get() ?? empty);
  const [wrong, setWrong] = useState<Partial<Wrong>>({});
  const isBegun = isChanged(draft);
  useLeaveQuestion(isBegun, question);
  useEffect(() => {
    if (isBegun) kept.set(draft);
    else kept.remove();
  }, [draft, isBegun, kept]);
  // Left by choice; who was signed out finds everything again.
  useEffect(() => () => kept.remove(), [kept]);

  // By what was there a moment ago: scans come faster than their answers.
  const changeBy = (more: (old: Draft) => Partial<Draft>) => {
    setWrong({});
    setDraft((old) => ({ ...old, ...more(old) }));
  };
  return {
    draft,
    wrong,
    setWrong,
    /** Changes what nobody has typed: what is wrong with the rest stays on the screen. */
    fill: (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part })),
    change: (part: Partial<Draft>) => changeBy(() => part),
    /** `owner`: where nobody is chosen yet, the first box determines the customer. */
    act: (choice: BasketAction, owner: ReturnDraft["customer"] = null) =>
      changeBy((old) => ({ customer: old.customer ?? owner, ...reduceReturn(old, choice) }) as Partial<Draft>),
  };
}
