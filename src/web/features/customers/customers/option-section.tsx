import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listClosingDays } from "#contract/calls/deliveries/closing-days.ts";
import type { CustomerDetail } from "#contract/schemas/customers/customers.ts";
import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import { holidaysSentence } from "#rules/deliveries/closed-days.ts";
import { parseDays, shownDays } from "#rules/deliveries/delivery-date.ts";
import { showMoney } from "#rules/money.ts";
import { queryFor } from "#web/api/queries.ts";
import { mayDiscard } from "#web/shell/leave-question.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { optionLoss } from "./option-form.ts";
import { OptionEditor } from "./option-editor.tsx";

/** A customer's delivery options: choosing one edits it, with none chosen the form adds a new one (specification 2). */
export function OptionSection({ customer }: { customer: CustomerDetail }) {
  const [chosenId, setChosen] = useState<number>();
  const [typed, setTyped] = useState(false);
  const options = customer.deliveryoptions;
  const selectedOption = options.find(({ id }) => id === chosenId);
  const choose = async (option: DeliveryOption | undefined) => {
    if (option?.id === chosenId) return;
    if (typed && !(await mayDiscard(optionLoss))) return;
    setChosen(option?.id);
  };
  return (
    <Section title="Lieferoptionen" total={options.length}>
      <OptionList options={options} chosen={selectedOption?.id} onChoose={(option) => void choose(option)} />
      <Holidays />
      <OptionEditor
        key={selectedOption?.id ?? "new"}
        customerId={customer.id}
        option={selectedOption}
        onTyped={setTyped}
        onLeave={() => void choose(undefined)}
        onDone={() => setChosen(undefined)}
      />
    </Section>
  );
}

/** Shows the holidays and closing days in force. */
function Holidays() {
  const { data } = useQuery(queryFor(listClosingDays));
  return (
    <div className="mt-3 flex flex-wrap gap-x-4 text-muted">
      {data && <span>{holidaysSentence(data.land)}</span>}
      <TextLink to="/closing-days">Schließtage</TextLink>
    </div>
  );
}

const columns: TableColumn<DeliveryOption>[] = [
  {
    key: "description",
    label: "Beschreibung",
    grow: true,
    cell: ({ description, rush }) => (rush ? `${description} (Eilauftrag)` : description),
  },
  { key: "days", label: "Tage", cell: ({ days }) => shownDays(parseDays(days)) },
  { key: "time", label: "Von – bis", phone: "hidden", cell: ({ fr, to }) => `${fr} – ${to}` },
  { key: "prior", label: "Vorlauf", align: "right", phone: "hidden", cell: ({ prior }) => `${prior} h` },
  { key: "window", label: "Lieferfenster", align: "right", phone: "hidden", cell: ({ window }) => `${window} h` },
  { key: "price", label: "Preis", align: "right", cell: ({ price }) => showMoney(price) },
];

interface OptionListProps {
  readonly options: readonly DeliveryOption[];
  readonly chosen: number | undefined;
  readonly onChoose: (option: DeliveryOption) => void;
}

/** A customer's delivery options; a click on one opens it in the form. */
function OptionList({ options, chosen, onChoose }: OptionListProps) {
  return (
    <DataTable
      caption="Lieferoptionen"
      columns={columns}
      rows={options}
      rowKey={(option) => option.id}
      link={(option, content) => (
        <button
          type="button"
          aria-pressed={option.id === chosen}
          className="text-link max-w-full truncate text-left"
          onClick={() => onChoose(option)}
        >
          {content}
        </button>
      )}
      marked={(option) => option.id === chosen}
      empty={<EmptyState reason="Ohne Lieferoption kann für den Kunden keine Lieferung angelegt werden." />}
    />
  );
}
