import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import { textLength } from "#contract/limits.ts";
import { showWeekday } from "#rules/deliveries/delivery-date.ts";
import { showMoney } from "#rules/money.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";
import type { useSummary } from "./draft-summary.ts";
import type { StepProps } from "./draft-wizard.ts";
import { focusFirst } from "./step-frame.tsx";

const CostCentreField = onDemand(async () => (await import("#web/forms/cost-centre-field.tsx")).CostCentreField);

type StepFieldsProps = StepProps & ReturnType<typeof useSummary>["fields"] & { readonly option: DeliveryOption };

/** Date, price and comment. Customer users read the price (specification 6). */
export function StepFields({ draft, act, option, errors, forget, check, ...fields }: StepFieldsProps) {
  const { isStaff, date, setDate, next, price } = fields;
  return (
    <div className="grid min-w-0 gap-4">
      <Field
        label="Lieferdatum"
        required
        error={errors.date}
        hint={
          date === next ? (
            `${showWeekday(next)}, der nächste mögliche Tag`
          ) : (
            <>
              Nächster möglicher Tag:{" "}
              <button type="button" className="text-link" onClick={() => setDate(next)}>
                {showWeekday(next)}
              </button>
            </>
          )
        }
      >
        <DateInput ref={focusFirst} value={date} onChange={setDate} onBlur={check} />
      </Field>
      {isStaff ? (
        <Field
          label="Preis in Euro"
          required
          error={errors.price}
          hint={`Die Lieferoption kostet ${showMoney(option.price)}`}
        >
          <NumberInput
            decimal
            value={price}
            onChange={(event) => {
              act({ type: "setPrice", price: event.target.value });
              forget("price");
            }}
            onBlur={check}
          />
        </Field>
      ) : (
        <dl>
          <dt>Preis</dt>
          <dd className="tabular-nums">{showMoney(option.price)}</dd>
        </dl>
      )}
      <OrderTexts draft={draft} act={act} errors={errors} forget={forget} />
    </div>
  );
}

type OrderTextsProps = StepProps & Pick<StepFieldsProps, "errors" | "forget">;

/** Who pays for it, and what else there is to say. */
function OrderTexts({ draft, act, errors, forget }: OrderTextsProps) {
  return (
    <>
      <CostCentreField
        customer={draft.customer?.id ?? 0}
        value={draft.costCentre}
        error={errors.costCentre}
        onChange={(name) => {
          act({ type: "setCostCentre", name });
          forget("cost_centre");
        }}
      />
      <Field label="Bemerkung" error={errors.comment}>
        <Textarea
          value={draft.comment}
          maxLength={textLength}
          onChange={(event) => {
            act({ type: "setComment", comment: event.target.value });
            forget("comment");
          }}
        />
      </Field>
    </>
  );
}
