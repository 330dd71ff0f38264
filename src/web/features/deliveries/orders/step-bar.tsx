import { Check } from "lucide";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { type DeliveryDraft, type DraftStep, draftSteps, stepAllowed } from "#rules/deliveries/delivery-draft.ts";
import { paths } from "#web/paths.ts";
import { Icon } from "#web/ui/icon.tsx";

const names: Record<DraftStep, string> = {
  0: "Kunde",
  1: "Lieferoption",
  2: "Boxen und Inhalte",
  3: "Zusammenfassung",
};

interface StepBarProps {
  readonly draft: DeliveryDraft;
  readonly step: DraftStep;
}

/** The four steps: where one is, what is done, and what can be gone to. */
export function StepBar({ draft, step }: StepBarProps) {
  return (
    <nav aria-label="Schritte" className="mb-4">
      <ol className="flex flex-wrap gap-1">
        {draftSteps.map((one) => {
          const open = one !== step && stepAllowed(draft, one);
          const done = stepAllowed(draft, (one + 1) as DraftStep) && one < 3;
          const look = clsx(
            "flex min-h-8 items-center gap-2 rounded-md px-2 pointer-coarse:min-h-12 max-sm:justify-center",
            one === step
              ? "bg-accent-soft font-semibold text-accent"
              : open
                ? "text-accent hover:bg-hover"
                : "text-muted",
          );
          const content = <Mark number={one + 1} name={names[one]} done={done} current={one === step} />;
          return (
            <li key={one} className={clsx(one === step ? "max-sm:flex-1" : "max-sm:min-w-11")}>
              {open ? (
                <Link {...paths.newDelivery(one)} activeOptions={{ exact: true }} className={look}>
                  {content}
                </Link>
              ) : (
                <span aria-current={one === step ? "step" : undefined} className={look}>
                  {content}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

interface MarkProps {
  readonly number: number;
  readonly name: string;
  readonly done: boolean;
  readonly current: boolean;
}

/** On a phone only the current step has room for its name. */
function Mark({ number, name, done, current }: MarkProps): ReactNode {
  return (
    <>
      <span
        className={clsx(
          "flex size-5 shrink-0 items-center justify-center rounded-lg border tabular-nums",
          current ? "border-accent-fill bg-accent-fill text-on-fill" : "border-current",
        )}
      >
        {done && !current ? <Icon of={Check} size={12} /> : <span aria-hidden>{number}</span>}
      </span>
      <span className={clsx(!current && "max-sm:sr-only")}>
        {name}
        {done && !current && <span className="sr-only"> (erledigt)</span>}
      </span>
    </>
  );
}
