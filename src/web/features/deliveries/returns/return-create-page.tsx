import { useNavigate } from "@tanstack/react-router";
import { type Ref, type RefObject, useEffect, useRef, useState } from "react";
import { textLength } from "#contract/limits.ts";
import { parseBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
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
import { BasketLookup } from "#web/basket/basket-lookup.tsx";
import { BasketCorrection } from "#web/basket/basket-correction.tsx";
import { BasketChosen } from "#web/basket/basket-chosen.tsx";
import { BasketResults } from "#web/basket/basket-results.tsx";
import { useLookup } from "#web/basket/basket-search.ts";
import { useReturnScans } from "./return-scans.ts";
import { forReturn, useReturnable } from "./returnable.ts";
import { type Returning, useReturn } from "./use-return.ts";

export default function ReturnCreatePage() {
  const returning = useReturn();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const { draft, wrong, change } = returning;
  const customer = useRef<HTMLInputElement>(null);
  const [isBegun] = useState(draft.customer !== null);
  useEffect(() => (isBegun ? field : customer).current?.focus({ preventScroll: true }), [isBegun]);
  return (
    <div>
      <Head />
      <Form
        className="max-w-5xl"
        onSubmit={(event) => {
          event.preventDefault();
          returning.submit();
        }}
      >
        <h2>Was kommt zurück?</h2>
        <div className="grid gap-6 lg:grid-cols-2">
          <div className="grid content-start gap-4">
            <OwnerField
              ref={customer}
              returning={returning}
              onChosen={() => setTimeout(() => field.current?.focus())}
            />
            <Things returning={returning} field={field} />
          </div>
          <div className="grid content-start gap-4">
            <BasketChosen chosen={draft} act={returning.act} error={wrong.lines} />
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

const Head = () => (
  <PageHead
    above={<TextLink {...paths.deliveries()}>Lieferungen</TextLink>}
    title="Rückgabe ankündigen"
    about="Was von einem Kunden zurückkommt, damit es bei der Annahme erwartet wird."
  />
);

type OwnerFieldProps = { returning: Returning; onChosen: () => void; ref: Ref<HTMLInputElement> };

function OwnerField({ returning: { draft, wrong, chooseCustomer }, onChosen, ref }: OwnerFieldProps) {
  const { customers } = useCustomer(undefined);
  const choose = (id: number | null) => {
    const customer = customers.data?.results.find((one) => one.id === id);
    chooseCustomer(customer ? { id: customer.id, code: customer.code, name: customer.name } : null);
    if (customer) onChosen();
  };
  const lineCount = draft.boxes.length + draft.contents.length;
  return (
    <CustomerField
      ref={ref}
      customers={customers}
      customer={draft.customer ?? undefined}
      error={wrong.customer}
      hint={lineCount > 0 && "Ein anderer Kunde setzt die Auswahl zurück."}
      onChange={choose}
    />
  );
}

/** What can come back, looked for or scanned. */
function Things({ returning, field }: { returning: Returning; field: RefObject<HTMLInputElement | null> }) {
  const { draft } = returning;
  const { text, setText, wanted, searchNow, amount, showMore } = useLookup();
  const { said, read, forget } = useReturnScans(returning, searchNow);
  const enter = () => (parseBoxCode(text) ? void read(text) : searchNow(text));
  const type = (next: string) => {
    forget(); // what was said is about what was looked for before
    setText(next);
  };
  return (
    <div>
      <BasketLookup
        field={field}
        text={text}
        onText={type}
        onEnter={enter}
        said={said}
        wanted={draft.customer ? wanted : null}
      />
      {draft.customer ? (
        <Results
          key={draft.customer.id}
          returning={returning}
          owner={draft.customer.id}
          wanted={wanted}
          amount={amount}
          onMore={showMore}
          onChoose={searchNow}
        />
      ) : (
        <p className="mt-2 text-muted">Wählen Sie zuerst den Kunden, oder scannen Sie eine Box.</p>
      )}
    </div>
  );
}

interface ResultsProps {
  readonly returning: Returning;
  readonly owner: number;
  readonly wanted: string;
  readonly amount: number;
  readonly onMore: () => void;
  readonly onChoose: (meant: string) => void;
}

function Results({ returning: { draft, act }, owner, wanted, amount, onMore, onChoose }: ResultsProps) {
  const returnable = useReturnable(owner, wanted, amount);
  return (
    <BasketResults
      chosen={draft}
      act={act}
      of={forReturn}
      found={returnable}
      wanted={wanted}
      onMore={onMore}
      isSaid={false}
      meant={
        <BasketCorrection
          wanted={wanted}
          customer={draft.customer?.code}
          state={BoxState.notInStock}
          onChoose={onChoose}
        />
      }
    />
  );
}
