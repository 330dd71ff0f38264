import { Combobox } from "#web/ui/form/combobox.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { showCustomerCode } from "#rules/box-code.ts";
import type { MetaRangeDraft } from "./use-meta-range.ts";

/** Whose boxes, and which of them. */
export function MetaRangeFields({ meant }: { meant: MetaRangeDraft }) {
  const { customers, customer, draft } = meant;
  const options = (customers.data?.results ?? []).map(({ id, name, code }) => ({
    value: id,
    label: `${showCustomerCode(code)} – ${name}`,
  }));
  const number = (key: "from" | "to", label: string) => (
    <Field label={label} error={meant.errorOf(key)} className="w-36 max-sm:w-[calc(50%-0.375rem)]">
      <NumberInput
        value={draft.textOf(key)}
        disabled={!customer}
        onChange={(event) => draft.set(key, event.target.value)}
      />
    </Field>
  );
  return (
    <div className="grid gap-3">
      <Field label="Kunde" required className="max-w-md">
        <Combobox
          options={options}
          value={customer?.id ?? null}
          onChange={meant.choose}
          placeholder={customers.isPending ? "Wird geladen …" : undefined}
        />
        {customers.error && (
          <ErrorState error={customers.error} onRetry={customers.refetch} pending={customers.isFetching} />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        {number("from", "Boxnummer von")}
        {number("to", "Boxnummer bis")}
      </div>
      <Count meant={meant} />
    </div>
  );
}

function Count({ meant: { customer, range, count, countError, recount } }: { meant: MetaRangeDraft }) {
  if (countError) return <ErrorState error={countError} onRetry={recount} />;
  const boxes = count === 1 ? "1 Box" : `${count?.toLocaleString("de-DE")} Boxen`;
  const text = () => {
    if (!customer) return "Bitte erst einen Kunden auswählen.";
    if (!range) return "Der Bereich ist ungültig.";
    if (count === undefined) return "Boxen werden gezählt …";
    return count === 0 ? "In diesem Bereich gibt es keine Box." : `Betrifft ${boxes}.`;
  };
  return (
    <p role="status" className="tabular-nums">
      {text()}
    </p>
  );
}
