import { useQuery, type UseQueryResult } from "@tanstack/react-query";

import { useEffect, useRef } from "react";
import type { CustomerDetail } from "#contract/schemas/customers/customers.ts";
import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { parseDays, shownDays } from "#rules/deliveries/delivery-date.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { BasketLines } from "#web/basket/basket-lines.tsx";
import { useRecheck } from "./basket-recheck.ts";
import { type SummaryProps, useSummary } from "./draft-summary.ts";
import { showChosen } from "#web/basket/begun-delivery.ts";
import { offerQuery, type StepProps } from "./draft-wizard.ts";
import { StepActions, StepForm } from "./step-frame.tsx";
import { StepFields } from "./step-fields.tsx";

interface StepSummaryProps extends StepProps {
  readonly query: UseQueryResult<CustomerDetail>;
  readonly option: DeliveryOption | undefined;
  /** Forgets the draft, after it was sent. */
  readonly drop: () => void;
}

/** Step 3: everything once more, the last three fields, and the order. */
export function StepSummary({ query, option, ...rest }: StepSummaryProps) {
  const offer = useQuery({ ...offerQuery(option?.id ?? 0), enabled: option !== undefined });
  if (option && offer.data) return <Summary key={option.id} option={option} offered={offer.data} {...rest} />;
  if (offer.error) return <ErrorState error={offer.error} onRetry={offer.refetch} pending={offer.isFetching} />;
  if (query.error) return <ErrorState error={query.error} onRetry={query.refetch} pending={query.isFetching} />;
  return <Loading />;
}

function Summary({ draft, act, drop, option, offered }: SummaryProps) {
  const { submit, isPending, refusal, fields } = useSummary({ draft, act, drop, option, offered });
  return (
    <StepForm className="lg:max-w-5xl" onSubmit={submit}>
      <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <Facts>
          <Fact label="Kunde" wide="phone">
            {draft.customer && showCustomer(draft.customer)}
          </Fact>
          <Fact label="Art" wide="phone">
            {draft.asScan ? "Als Scan: nichts wird geliefert" : "Lieferung"}
            <TextLink className="block" {...paths.newDelivery(1)}>
              Ändern<span className="sr-only"> der Art</span>
            </TextLink>
          </Fact>
          <Fact label="Lieferoption" wide="phone">
            {option.description}
          </Fact>
          <Fact label="Tage">{shownDays(parseDays(option.days))}</Fact>
          {!draft.asScan && (
            <>
              <Fact label="Uhrzeit">{`${option.fr} – ${option.to} Uhr`}</Fact>
              <Fact label="Lieferfenster">{`${option.window} h`}</Fact>
            </>
          )}
        </Facts>
        <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <StepFields draft={draft} act={act} {...fields} />
        </div>
        <Chosen draft={draft} act={act} refused={refusal.lines} />
      </div>
      <StepActions>
        {refusal.other && (
          <div className="basis-full">
            <ErrorState error={refusal.other} />
          </div>
        )}
        <ButtonLink {...paths.newDelivery(2)}>Zurück</ButtonLink>
        <Button type="submit" look="primary" pending={isPending}>
          {draft.asScan ? "Scan bestellen" : "Lieferung hinzufügen"}
        </Button>
      </StepActions>
    </StepForm>
  );
}

/** Lists the ordered things; those that the server refused stand out. */
function Chosen({ draft, act, refused }: StepProps & { refused: readonly string[] }) {
  const { marks, lines } = useRecheck(draft, refused);
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    if (refused.length > 0) part.current?.focus(); // on a phone it is far above the button
  }, [refused]);
  const markedCount = marks.boxes.size + marks.contents.size;
  const removeMarked = () => {
    for (const id of marks.boxes.keys()) act({ type: "removeBox", id });
    for (const id of marks.contents.keys()) act({ type: "removeContent", id });
  };
  return (
    <section ref={part} aria-label="Boxen und Inhalte" tabIndex={-1} className="min-w-0 scroll-mt-24 outline-none">
      <h3 className="mb-2">{showChosen(draft)}</h3>
      {lines.map((line) => (
        <ErrorState key={line} error={line} />
      ))}
      {markedCount > 1 && (
        <Button className="mb-2" onClick={removeMarked}>
          {`Alle ${markedCount} nicht möglichen entfernen`}
        </Button>
      )}
      <BasketLines chosen={draft} act={act} marks={marks} />
    </section>
  );
}
