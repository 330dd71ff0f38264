import { useNavigate } from "@tanstack/react-router";
import { type RefObject, useRef } from "react";
import { textLength } from "#contract/limits.ts";
import { parseBoxCode } from "#rules/box-code.ts";
import { CustomerField, useCustomer } from "#web/forms/customer-field.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";
import { BasketLookup } from "#web/lines/basket-lookup.tsx";
import { useLookup } from "#web/lines/basket-search.ts";
import { ReturnChosen } from "./return-chosen.tsx";
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
      <PageHead above={<TextLink {...paths.deliveries()}>Lieferungen</TextLink>} title="Rückgabe ankündigen" />
      <Form
        className="max-w-5xl"
        onSubmit={(event) => {
          event.preventDefault();
          returning.submit();
        }}
      >
        <div className="grid gap-6 lg:grid-cols-2">
          <div className="grid content-start gap-4">
            <OwnerField returning={returning} onChosen={() => setTimeout(() => field.current?.focus())} />
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

type OwnerFieldProps = { returning: Returning; onChosen: () => void };

function OwnerField({ returning: { draft, wrong, chooseCustomer }, onChosen }: OwnerFieldProps) {
  const { customers } = useCustomer(undefined);
  const choose = (id: number | null) => {
    const customer = customers.data?.results.find((one) => one.id === id);
    chooseCustomer(customer ? { id: customer.id, code: customer.code, name: customer.name } : null);
    if (customer) onChosen();
  };
  const chosen = draft.boxes.length + draft.contents.length;
  return (
    <CustomerField
      customers={customers}
      customer={draft.customer ?? undefined}
      error={wrong.customer}
      hint={chosen > 0 && "Ein anderer Kunde setzt die Auswahl zurück."}
      onChange={choose}
    />
  );
}

/** What can come back, looked for or scanned. */
function Things({ returning, field }: { returning: Returning; field: RefObject<HTMLInputElement | null> }) {
  const { draft, addBox, addContent } = returning;
  const { text, setText, wanted, searchNow, amount, showMore } = useLookup();
  const { said, read, forget } = useReturnScans(returning, searchNow);
  const enter = () => (parseBoxCode(text) ? void read(text) : searchNow(text));
  const type = (next: string) => {
    forget(); // what was said is about what was looked for before
    setText(next);
  };
  return (
    <div className="grid gap-2">
      <BasketLookup field={field} text={text} onText={type} onEnter={enter} said={said} />
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
