import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type RefObject, useRef } from "react";
import { listCustomers } from "#contract/calls/customers.ts";
import { textLength } from "#contract/limits.ts";
import { parseBoxCode, showCustomerCode } from "#rules/box-code.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";
import { BasketLookup } from "#web/lines/basket-lookup.tsx";
import { useLookup } from "#web/lines/basket-search.ts";
import { ReturnChosen } from "./return-chosen.tsx";
import type { ReturnDraft } from "./return-draft.ts";
import { ReturnResults } from "./return-results.tsx";
import { useReturnScans } from "./return-scans.ts";
import { type Returning, useReturn } from "./use-return.ts";

export default function ReturnCreatePage() {
  const returning = useReturn();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const { draft, wrong, change } = returning;
  return (
    <div>
      <PageHead
        above={
          <Link {...paths.deliveries()} className="text-link">
            Lieferungen
          </Link>
        }
        title="Rückgabe ankündigen"
      />
      <Form
        className="max-w-5xl"
        onSubmit={(event) => {
          event.preventDefault();
          returning.submit();
        }}
      >
        <div className="grid gap-6 lg:grid-cols-2">
          <div className="grid content-start gap-4">
            <CustomerField returning={returning} onChosen={() => setTimeout(() => field.current?.focus())} />
            <Things returning={returning} field={field} />
          </div>
          <div className="grid content-start gap-4">
            <ReturnChosen draft={draft} error={wrong.lines} onChange={change} />
            <Field
              label="Termin"
              error={wrong.date}
              hint="Wenn bekannt ist, wann es zurückkommt"
              className="sm:max-w-xs"
            >
              <DateInput value={draft.date} onChange={(date) => change({ date })} />
            </Field>
            <Field label="Bemerkung" error={wrong.comment}>
              <Textarea
                maxLength={textLength}
                value={draft.comment}
                onChange={(event) => change({ comment: event.target.value })}
              />
            </Field>
            {returning.failure && <ErrorState error={returning.failure} />}
            <FormActions>
              <Button type="submit" look="primary" pending={returning.isPending}>
                Rückgabe ankündigen
              </Button>
              <Button onClick={() => void navigate(paths.deliveries())}>Abbrechen</Button>
            </FormActions>
          </div>
        </div>
      </Form>
    </div>
  );
}

type Customer = NonNullable<ReturnDraft["customer"]>;
const labelOf = ({ id, code, name }: Customer) => ({ value: id, label: `${showCustomerCode(code)} – ${name}` });

type CustomerFieldProps = { returning: Returning; onChosen: () => void };

function CustomerField({ returning: { draft, wrong, chooseCustomer }, onChosen }: CustomerFieldProps) {
  const customers = useQuery(queryFor(listCustomers, { query: { query: "{id,name,code}" } }));
  const options = customers.data?.results ?? [];
  const choose = (id: number | null) => {
    const customer = options.find((one) => one.id === id);
    chooseCustomer(customer ? { id: customer.id, code: customer.code, name: customer.name } : null);
    if (customer) onChosen();
  };
  const chosen = draft.boxes.length + draft.contents.length;
  return (
    <Field
      label="Kunde"
      required
      error={wrong.customer}
      hint={chosen > 0 && "Ein anderer Kunde setzt die Auswahl zurück."}
    >
      <Combobox
        options={options.map(labelOf)}
        selected={draft.customer ? labelOf(draft.customer) : undefined}
        value={draft.customer?.id ?? null}
        onChange={choose}
        placeholder={customers.isPending ? "Wird geladen …" : undefined}
      />
      {customers.error && (
        <ErrorState error={customers.error} onRetry={customers.refetch} pending={customers.isFetching} />
      )}
    </Field>
  );
}

/** What can come back, looked for or scanned. */
function Things({ returning, field }: { returning: Returning; field: RefObject<HTMLInputElement | null> }) {
  const { draft, addBox, addContent } = returning;
  const { text, setText, wanted, searchNow, amount, showMore } = useLookup();
  const { said, read } = useReturnScans(returning, searchNow);
  const enter = () => (parseBoxCode(text) ? void read(text) : searchNow(text));
  return (
    <div className="grid gap-2">
      <BasketLookup field={field} text={text} onText={setText} onEnter={enter} said={said} />
      {draft.customer ? (
        <ReturnResults
          key={draft.customer.id}
          owner={draft.customer.id}
          draft={draft}
          wanted={wanted}
          amount={amount}
          onMore={showMore}
          onBox={addBox}
          onContent={addContent}
        />
      ) : (
        <p className="text-muted">Wählen Sie zuerst den Kunden, oder scannen Sie eine Box.</p>
      )}
    </div>
  );
}
