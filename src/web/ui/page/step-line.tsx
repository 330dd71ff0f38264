import { clsx } from "clsx";
import { Check } from "lucide";
import { Icon } from "#web/ui/icon.tsx";

/** A step of what runs in steps. */
interface StepOfLine {
  readonly label: string;
  readonly isDone: boolean;
  /** Said below its name where there is room: who did it and when. */
  readonly note?: string | undefined;
}

type StepLineProps = {
  steps: readonly StepOfLine[];
  /** The place of the step at which it stands; -1 where it stands at none any more. */
  current: number;
};

/** The steps in one line: what is done, and where it stands. On a phone the current one alone has its name. */
export function StepLine({ steps, current }: StepLineProps) {
  const named = current < 0 ? steps.findLastIndex(({ isDone }) => isDone) : current;
  return (
    <ol aria-label="Schritte" className="mb-3 flex flex-wrap gap-x-2 gap-y-1">
      {steps.map(({ label, isDone, note }, at) => (
        <li
          key={label}
          aria-current={at === current ? "step" : undefined}
          title={note}
          className={clsx(
            "flex min-h-8 items-center gap-2 rounded-md px-2",
            at === current ? "bg-accent-soft font-semibold text-accent" : isDone ? "text-text" : "text-muted",
          )}
        >
          <span
            className={clsx(
              "flex size-5 shrink-0 items-center justify-center rounded-lg border tabular-nums",
              at === current ? "border-accent-fill bg-accent-fill text-on-fill" : "border-current",
            )}
          >
            {isDone && at !== current ? <Icon of={Check} size={12} /> : <span aria-hidden>{at + 1}</span>}
          </span>
          <span className={clsx(at !== named && "max-sm:sr-only")}>
            {label}
            {isDone && <span className="sr-only"> (erledigt)</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
