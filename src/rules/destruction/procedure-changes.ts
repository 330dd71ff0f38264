import { berlinDay, showDate } from "#rules/dates.ts";
import { onePerson, somebodyElse } from "./one-person-texts.ts";

/** Somebody did something to a change, by their name, at an instant. */
interface ProcedureStep {
  readonly by: string;
  readonly at: string;
}

/** Change that switches a customer's procedure off or shortens its waiting time, with its progress so far. */
export interface ProcedureChangeFacts {
  readonly switches_off: boolean;
  /** The shorter waiting time; null where it stays. */
  readonly waiting_days: number | null;
  readonly asked: ProcedureStep;
  readonly agreed: ProcedureStep | null;
  /** An instant: the first one at which it can take effect. */
  readonly counts_from: string;
  /** An instant; null until it takes effect. */
  readonly done: string | null;
}

export const showDays = (days: number) => (days === 1 ? "1 Tag" : `${days} Tage`);
const dayOf = (instant: string) => showDate(berlinDay(new Date(instant)));
const signature = ({ by, at }: ProcedureStep) => `von ${by} am ${dayOf(at)}`;

/** `Vernichtung ohne Freigabe, Wartezeit 0 Tage` */
const whatOf = ({ switches_off, waiting_days }: ProcedureChangeFacts) =>
  [switches_off && "Vernichtung ohne Freigabe", waiting_days !== null && `Wartezeit ${showDays(waiting_days)}`]
    .filter(Boolean)
    .join(", ");

/** Says in sentences who asked, who agreed, and since when or from when the change counts. */
export function procedureChangeText(change: ProcedureChangeFacts): string {
  const { asked, agreed, counts_from, done } = change;
  const begins = dayOf(counts_from);
  const by = `beantragt ${signature(asked)}${agreed ? `, zugestimmt ${signature(agreed)}` : ""}`;
  if (done !== null) return `Umgestellt am ${dayOf(done)}: ${whatOf(change)}; ${by}.`;
  const start = agreed
    ? `Gilt ab ${begins}, sobald kein Vorgang mehr offen ist.`
    : `Gilt frühestens ab ${begins}, und nur, wenn eine zweite Person zustimmt: aus dem Archiv, oder beim Kunden mit dem Recht, Vernichtungen freizugeben.`;
  return `${whatOf(change)}, ${by}. ${start} Bis dahin bleibt das Verfahren, wie es ist.`;
}

interface View {
  readonly isClosed: boolean;
  readonly isAgreed: boolean;
  readonly hasAsked: boolean;
  readonly isOneWithAsker: boolean;
}
type Check = readonly [isWrong: (view: View) => boolean, why: string];

const open: Check = [({ isClosed }) => isClosed, "Der Antrag ist erledigt."];
const checks = {
  agree: [
    open,
    [({ isAgreed }) => isAgreed, "Dem ist schon zugestimmt."],
    [({ hasAsked }) => hasAsked, `Sie haben es beantragt. Zustimmen kann ${somebodyElse}.`],
    [({ isOneWithAsker }) => isOneWithAsker, onePerson("wer es beantragt hat")],
  ],
  withdraw: [open],
} as const satisfies Record<string, readonly Check[]>;

/** Action that may be taken on a change. */
export type ProcedureAction = keyof typeof checks;

/** Why somebody may not agree to a change or withdraw it, as a sentence; null where they may. */
export const whyNotChange = (action: ProcedureAction, view: View): string | null =>
  (checks[action] as readonly Check[]).find(([isWrong]) => isWrong(view))?.[1] ?? null;
