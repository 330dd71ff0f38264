import { type Ref, useEffect, useRef, useState } from "react";
import { CustomerField, useCustomer } from "#web/forms/customer-field.tsx";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { BasketChosen } from "#web/basket/basket-chosen.tsx";
import { FormEnd } from "./form-end.tsx";
import { ReturningThings } from "./returning-things.tsx";
import { type Returning, useReturn } from "./use-return.ts";

export default function ReturnCreatePage() {
  const returning = useReturn();
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
            <ReturningThings returning={returning} field={field} />
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
            <FormEnd form={returning} submit="Rückgabe ankündigen" />
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
