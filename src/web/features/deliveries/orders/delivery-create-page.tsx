import { getRouteApi, Navigate, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { showCustomer } from "#rules/stock/box-code.ts";
import { type DeliveryDraft, type DraftStep, emptyDraft } from "#rules/deliveries/delivery-draft.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { useStepScans } from "./basket-adding.ts";
import { showChosen } from "#web/basket/begun-delivery.ts";
import { stepFor, stepSearch, useDraft, useDeliveryOptions } from "./draft-wizard.ts";
import { StepBar } from "./step-bar.tsx";
import { StepBoxes } from "./step-boxes.tsx";
import { StepCustomer } from "./step-customer.tsx";
import { StepHead } from "./step-frame.tsx";
import { StepOption } from "./step-option.tsx";
import { StepSummary } from "./step-summary.tsx";

const route = getRouteApi("/deliveries/create");

const questions: Record<DraftStep, string> = {
  0: "Für welchen Kunden?",
  1: "Wie und wann?",
  2: "Welche Boxen und Inhalte?",
  3: "Stimmt alles?",
};

/** The four steps of a new delivery (specification 2 and 4). */
export default function DeliveryCreatePage() {
  const { step: target, scan } = stepSearch(route.useSearch());
  const { draft, act, drop } = useDraft();
  const options = useDeliveryOptions(draft);
  useEffect(() => {
    if (scan !== undefined) act({ type: "setAsScan", asScan: scan });
  }, [scan, act]);
  const step = stepFor(draft, target, options.isGone);
  useStepScans({ draft, act }, step !== 2); // step 2 takes them itself
  if (target !== undefined && target !== step) return <Navigate {...paths.newDelivery(step)} replace />;
  const steps: Record<DraftStep, () => ReactNode> = {
    0: () => <StepCustomer draft={draft} act={act} isFirstVisit={target === undefined} />,
    1: () => <StepOption draft={draft} act={act} {...options} />,
    2: () => draft.customer && <StepBoxes draft={draft} act={act} owner={draft.customer.id} />,
    3: () => <StepSummary draft={draft} act={act} drop={drop} query={options.query} option={options.chosen} />,
  };
  const customer = draft.customer && showCustomer(draft.customer);
  const discard = draft !== emptyDraft && <Discard draft={draft} drop={drop} />;
  return (
    <>
      <PageHead
        above={<TextLink {...paths.deliveries()}>Lieferungen</TextLink>}
        title="Lieferung hinzufügen"
        actions={discard && <div className="max-sm:hidden">{discard}</div>}
      />
      {/* where the only customer is chosen by itself, nothing moves */}
      <p className="mb-3 min-h-5 truncate">{customer}</p>
      <StepBar draft={draft} step={step} />
      <StepHead>{questions[step]}</StepHead>
      {steps[step]()}
      {discard && !options.query.isLoading && <div className="mt-4 sm:hidden">{discard}</div>}
    </>
  );
}

function Discard({ draft, drop }: { draft: DeliveryDraft; drop: () => void }) {
  const navigate = useNavigate();
  const ask = async () => {
    const lines = showChosen(draft);
    const text = lines ? `Die Auswahl von ${lines} geht verloren.` : "Was Sie bisher gewählt haben, geht verloren.";
    if (!(await confirm({ title: "Lieferung verwerfen", text, action: "Verwerfen", danger: true }))) return;
    drop();
    await navigate(paths.deliveries());
  };
  return <Button onClick={() => void ask()}>Verwerfen</Button>;
}
