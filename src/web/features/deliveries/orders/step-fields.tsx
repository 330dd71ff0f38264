import { textLength } from "#contract/limits.ts";
import { showWeekday } from "#rules/deliveries/delivery-date.ts";
import { showMoney } from "#rules/money.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";
import type { useSummary } from "./draft-summary.ts";
import type { StepProps } from "./draft-wizard.ts";
import { StepRush } from "./step-rush.tsx";
import { focusFirst } from "./step-frame.tsx";

/** Most customers have no address but their own. */
const AddressField = onDemand(async () => (await import("#web/forms/address-field.tsx")).AddressField);

const CostCentreField = onDemand(async () => (await import("#web/forms/cost-centre-field.tsx")).CostCentreField);

type StepFieldsProps = StepProps & ReturnType<typeof useSummary>["fields"];

/** Date, price and comment. Customer users read the price (specification 6). */
export function StepFields({ draft, act, errors, forget, check, ...fields }: StepFieldsProps) {
  const { isStaff, date, setDate, next, cost, price } = fields;
  return (
    <div className="grid min-w-0 gap-4">
      <Field
        label={draft.asScan ? "Fertig bis" : "Lieferdatum"}
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
      {fields.rush && (
        <StepRush
          draft={draft}
          act={act}
          rush={fields.rush}
          setDate={setDate}
          error={errors.rushReason}
          forget={forget}
        />
      )}
      {draft.asScan ? null : isStaff ? (
        <Field label="Preis in Euro" required error={errors.price} hint={`Die Lieferoption kostet ${showMoney(cost)}`}>
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
        <FixedPrice price={cost} error={errors.price} />
      )}
      <OrderTexts draft={draft} act={act} errors={errors} forget={forget} check={check} />
    </div>
  );
}

type OrderTextsProps = StepProps & Pick<StepFieldsProps, "errors" | "forget" | "check">;

/** Asks who pays for the order, and for further remarks. */
function OrderTexts({ draft, act, errors, forget, check }: OrderTextsProps) {
  return (
    <>
      {!draft.asScan && (
        <Field label="Rückgabe bis" error={errors.dueBack} hint="Wenn Sie schon wissen, bis wann es zurückkommt">
          <DateInput
            value={draft.dueBack}
            onChange={(day) => {
              act({ type: "setDueBack", day });
              forget("due_back");
            }}
            onBlur={check}
          />
        </Field>
      )}
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
      {draft.customer && !draft.asScan && (
        <AddressField
          label="Lieferadresse"
          customer={draft.customer.id}
          value={draft.address}
          error={errors.address}
          onChange={(address) => act({ type: "setAddress", address })}
        />
      )}
    </>
  );
}

/** The price as a customer's user reads it, and what the server has against it. */
function FixedPrice({ price, error }: { price: string; error: string | undefined }) {
  return (
    <dl>
      <dt>Preis</dt>
      <dd className="tabular-nums">{showMoney(price)}</dd>
      {error && (
        <dd>
          <ErrorState error={error} />
        </dd>
      )}
    </dl>
  );
}
