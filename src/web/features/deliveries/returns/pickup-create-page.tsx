import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef } from "react";
import { nextDelivery } from "#contract/calls/deliveries/delivery-options.ts";
import { getCustomer } from "#contract/calls/customers/customers.ts";
import { showDate } from "#rules/dates.ts";
import { showMoney } from "#rules/money.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { queryFor } from "#web/api/queries.ts";
import { BasketChosen } from "#web/basket/basket-chosen.tsx";
import { forPickup } from "./returnable.ts";
import { FormEnd } from "./form-end.tsx";
import { ReturningThings } from "./returning-things.tsx";
import { CustomerField, useCustomer } from "#web/forms/customer-field.tsx";
import { paths } from "#web/paths.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { type Pickup, usePickup } from "./use-pickup.ts";

/** One form for what comes back, for new boxes and for empty ones that are brought. */
export default function PickupCreatePage() {
  const pickup = usePickup();
  const field = useRef<HTMLInputElement>(null);
  const { draft, wrong } = pickup;
  return (
    <div>
      <PageHead above={<TextLink {...paths.deliveries()}>Lieferungen</TextLink>} title="Abholung bestellen" />
      <Form
        className="max-w-5xl"
        onSubmit={(event) => {
          event.preventDefault();
          pickup.submit();
        }}
      >
        <OwnerAndOption pickup={pickup} />
        <div className="grid gap-6 lg:grid-cols-2">
          <section className="grid min-h-64 content-start gap-4">
            <h2>Was kommt zurück?</h2>
            <ReturningThings returning={pickup} field={field} of={forPickup} />
          </section>
          <div className="grid content-start gap-4">
            <BasketChosen chosen={draft} act={pickup.act} error={wrong.lines} />
            <Amounts pickup={pickup} />
            <WhereAndWho pickup={pickup} />
            <FormEnd form={pickup} submit="Abholung bestellen" />
          </div>
        </div>
      </Form>
    </div>
  );
}

const AddressField = onDemand(async () => (await import("#web/forms/address-field.tsx")).AddressField);
const LikelyOption = onDemand(async () => (await import("./likely-option.tsx")).LikelyOption);
const CostCentreField = onDemand(async () => (await import("#web/forms/cost-centre-field.tsx")).CostCentreField);

/** Where it is fetched, and who pays for it. */
function WhereAndWho({ pickup: { draft, wrong, change } }: { pickup: Pickup }) {
  const space = "grid min-h-14 content-start gap-4"; // nothing moves when the fields come
  if (!draft.customer) return <div className={space} />;
  const { id } = draft.customer;
  return (
    <div className={space}>
      <AddressField
        label="Abholadresse"
        customer={id}
        value={draft.address}
        error={wrong.address}
        onChange={(address) => change({ address })}
      />
      <CostCentreField
        customer={id}
        value={draft.costCentre}
        error={wrong.costCentre}
        onChange={(costCentre) => change({ costCentre })}
      />
    </div>
  );
}

/** New boxes get their codes at once, and labels to print. */
function Amounts({ pickup: { draft, wrong, change } }: { pickup: Pickup }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Neue Boxen" error={wrong.newBoxes} hint="Mit Nummern und Etiketten zum Drucken">
        <NumberInput
          maxLength={5}
          value={draft.newBoxes}
          onChange={(event) => change({ newBoxes: event.target.value })}
        />
      </Field>
      <Field label="Leere Boxen, die wir bringen" error={wrong.emptyBoxes}>
        <NumberInput
          maxLength={5}
          value={draft.emptyBoxes}
          onChange={(event) => change({ emptyBoxes: event.target.value })}
        />
      </Field>
    </div>
  );
}

/** Asks for the customer, the option and the day: the server's clock says which day is the next. */
function OwnerAndOption({ pickup: { draft, wrong, change, chooseCustomer, assumeOption } }: { pickup: Pickup }) {
  const { customers } = useCustomer(undefined);
  const first = useFirstFocus();
  const known = customers.data?.results;
  const only = known?.length === 1 ? known[0] : undefined;
  useEffect(() => {
    if (only && draft.customer === null) chooseCustomer({ id: only.id, code: only.code, name: only.name });
  });
  const customer = useQuery({
    ...queryFor(getCustomer, { path: { id: draft.customer?.id ?? 0 }, query: { query: "{id,deliveryoptions}" } }),
    enabled: draft.customer !== null,
  });
  const options = customer.data?.deliveryoptions;
  const next = useQuery({
    ...queryFor(nextDelivery, { path: { id: draft.option ?? 0 } }),
    enabled: draft.option !== null,
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {draft.customer && options && draft.option === null && (
        <LikelyOption customer={draft.customer} options={options} onFound={assumeOption} />
      )}
      <CustomerField
        ref={first}
        customers={customers}
        customer={draft.customer ?? undefined}
        error={wrong.customer}
        hint={draft.boxes.length + draft.contents.length > 0 && "Ein anderer Kunde setzt die Auswahl zurück."}
        onChange={(id) => {
          const one = known?.find((each) => each.id === id);
          chooseCustomer(one ? { id: one.id, code: one.code, name: one.name } : null);
        }}
      />
      <Field
        label="Lieferoption"
        required
        error={wrong.option ?? (options?.length === 0 ? refused.noOptions.message : undefined)}
      >
        <Select
          options={(options ?? []).map(({ id, description, price }) => ({
            value: id,
            label: `${description}, ${showMoney(price)}`,
          }))}
          empty="Bitte auswählen"
          value={draft.option ?? ""}
          disabled={!options?.length}
          onChange={(event) => change({ option: event.target.value === "" ? null : Number(event.target.value) })}
        />
      </Field>
      <Field
        label="Termin"
        error={wrong.date}
        hint={`Ohne Angabe der nächste${next.data && draft.option !== null ? `: ${showDate(next.data.day)}` : " mögliche Tag"}`}
      >
        <DateInput value={draft.date} onChange={(date) => change({ date })} />
      </Field>
    </div>
  );
}

/** The first field, as soon as it is there. */
function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  return first;
}
