import { useState } from "react";
import type { CustomerDetail } from "#contract/schemas/customers.ts";
import type { DeliveryOption } from "#contract/schemas/delivery-options.ts";
import { mayDiscard } from "#web/shell/leave-question.ts";
import { Section } from "#web/ui/page/section.tsx";
import { OptionList } from "./option-list.tsx";
import { OptionEditor } from "./option-editor.tsx";

/** A customer's delivery options: choosing one edits it, with none chosen a new one is added (specification 2). */
export function OptionSection({ customer }: { customer: CustomerDetail }) {
  const [chosenId, setChosen] = useState<number>();
  const [typed, setTyped] = useState(false);
  const options = customer.deliveryoptions;
  const chosen = options.find(({ id }) => id === chosenId);
  const choose = async (option: DeliveryOption | undefined) => {
    if (option?.id === chosenId) return;
    if (typed && !(await mayDiscard("Die Eingaben zur Lieferoption werden nicht gespeichert."))) return;
    setChosen(option?.id);
  };
  return (
    <Section title="Lieferoptionen" total={options.length}>
      <OptionList options={options} chosen={chosen?.id} onChoose={(option) => void choose(option)} />
      <OptionEditor
        key={chosen?.id ?? "new"}
        customerId={customer.id}
        option={chosen}
        onTyped={setTyped}
        onLeave={() => void choose(undefined)}
        onDone={() => setChosen(undefined)}
      />
    </Section>
  );
}
