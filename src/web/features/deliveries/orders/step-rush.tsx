import { nameLength } from "#contract/limits.ts";
import { showWeekday } from "#rules/deliveries/delivery-date.ts";
import { Field } from "#web/ui/form/field.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import type { Rush } from "./draft-day.ts";
import type { useSummary } from "./draft-summary.ts";
import type { StepProps } from "./draft-wizard.ts";

type StepRushProps = StepProps &
  Pick<ReturnType<typeof useSummary>["fields"], "setDate" | "forget"> & {
    rush: Rush;
    error: string | undefined;
  };

/** Tells staff why nothing comes today, and asks for the reason where it is to come before the first possible day (decision 201). */
export function StepRush({ draft, act, rush, setDate, error, forget }: StepRushProps) {
  const { whyNotToday, first, isChosen } = rush;
  return (
    <>
      {whyNotToday && (
        <p className="text-muted">
          {whyNotToday}{" "}
          {first && !isChosen && (
            <button type="button" className="text-link" onClick={() => setDate(first)}>
              Als Eilauftrag: {showWeekday(first)}
            </button>
          )}
        </p>
      )}
      {isChosen && (
        <Field label="Grund des Eilauftrags" required error={error} hint="Kunden sehen ihn nicht.">
          <TextInput
            value={draft.rushReason}
            maxLength={nameLength}
            onChange={(event) => {
              act({ type: "setRushReason", reason: event.target.value });
              forget("rush_reason");
            }}
          />
        </Field>
      )}
    </>
  );
}
