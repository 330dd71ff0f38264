import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { DraftCustomer } from "#rules/deliveries/delivery-draft.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { useSession } from "#web/api/session.ts";
import { CustomerField } from "#web/forms/customer-field.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { FormActions } from "#web/ui/form/form.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { showChosen } from "#web/basket/begun-delivery.ts";
import { customersQuery, type StepProps } from "./draft-wizard.ts";
import { focusFirst, StepForm } from "./step-frame.tsx";

/** Step 0: for whom. `isFirstVisit`: nobody has asked for this step in particular. */
export function StepCustomer({ draft, act, isFirstVisit }: StepProps & { isFirstVisit: boolean }) {
  const navigate = useNavigate();
  const isStaff = useSession().user?.is_staff ?? false;
  const query = useQuery(customersQuery);
  const { data, isPending } = query;
  const customers = data?.results ?? [];
  const own = draft.customer?.id ?? null;
  const [chosen, setChosen] = useState(own);
  const [known, setKnown] = useState(own);
  if (known !== own) {
    setKnown(own);
    setChosen(own); // a scanned box determines the customer, too
  }
  const [missing, setMissing] = useState(false);
  const only = !isStaff && customers.length === 1 ? customers[0] : undefined;
  const isAnswered = only !== undefined && (draft.customer === null || isFirstVisit);
  useEffect(() => {
    if (!isAnswered || !only) return;
    act({ type: "chooseCustomer", customer: pick(only) });
    void navigate({ ...paths.newDelivery(1), replace: true });
  }, [isAnswered, only, act, navigate]);
  const choose = (id: number | null) => {
    setChosen(id);
    setMissing(false);
    const customer = customers.find((one) => one.id === id);
    if (customer) act({ type: "chooseCustomer", customer: pick(customer) });
  };
  const next = () => {
    setMissing(chosen === null);
    if (chosen !== null) void navigate(paths.newDelivery(1));
  };
  if (isAnswered || (isPending && !isStaff)) return <Loading />;
  if (data?.count === 0) return <NoCustomer isStaff={isStaff} />;
  const lines = showChosen(draft);
  return (
    <StepForm onSubmit={next}>
      <CustomerField
        ref={focusFirst}
        customers={query}
        customer={draft.customer ?? undefined}
        value={chosen}
        onChange={choose}
        error={missing ? invalid.requiredChoice : undefined}
        hint={lines && `Ein anderer Kunde setzt die Auswahl zurück: ${lines}.`}
      />
      <FormActions>
        <Button type="submit" look="primary">
          Weiter
        </Button>
      </FormActions>
    </StepForm>
  );
}

const pick = ({ id, code, name }: DraftCustomer): DraftCustomer => ({ id, code, name });

function NoCustomer({ isStaff }: { isStaff: boolean }) {
  if (!isStaff)
    return <EmptyState reason="Ihnen ist noch kein Kunde zugeordnet. Bitte wenden Sie sich an Ihr Archiv." />;
  return (
    <EmptyState
      reason="Es gibt noch keinen Kunden."
      action={<TextLink to="/customers/new">Kunde hinzufügen</TextLink>}
    />
  );
}
