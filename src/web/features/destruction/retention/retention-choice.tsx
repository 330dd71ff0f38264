import { type LinkProps, useNavigate } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide";
import { showCustomer } from "#rules/stock/box-code.ts";
import type { RetentionSearch } from "#web/search.ts";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { Field } from "#web/ui/form/field.tsx";

type ChoiceProps = {
  /** Undefined until they are known. */
  customers: readonly { readonly id: number; readonly code: number; readonly name: string }[] | undefined;
  customer: number | undefined;
  year: number;
  to: (changes: RetentionSearch) => LinkProps;
};

/** Whose boxes, where there is a choice, and in which year. */
export function RetentionChoice({ customers, customer, year, to }: ChoiceProps) {
  const navigate = useNavigate();
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-3">
      {customers?.length !== 1 && (
        <Field label="Kunde" className="w-full max-w-md">
          <Combobox
            options={(customers ?? []).map((one) => ({ value: one.id, label: showCustomer(one) }))}
            value={customer ?? null}
            placeholder={customers ? "Alle" : "Wird geladen …"}
            onChange={(id) => void navigate({ ...to({ customer: id ?? undefined, show: undefined }), replace: true })}
          />
        </Field>
      )}
      <nav aria-label="Jahr" className="flex items-center gap-2">
        <ButtonLink icon={ChevronLeft} {...to({ year: year - 1 })} aria-label={`Jahr ${year - 1}`} />
        <strong className="min-w-14 text-center text-section tabular-nums">{year}</strong>
        <ButtonLink icon={ChevronRight} {...to({ year: year + 1 })} aria-label={`Jahr ${year + 1}`} />
      </nav>
    </div>
  );
}
