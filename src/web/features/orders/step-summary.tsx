import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { CustomerDetail } from "#contract/schemas/customers.ts";
import type { DeliveryOption } from "#contract/schemas/delivery-options.ts";
import { showCustomerCode } from "#rules/box-code.ts";
import { parseDays, shownDays } from "#rules/delivery-date.ts";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { BasketLines } from "./basket-lines.tsx";
import { useRecheck } from "./basket-recheck.ts";
import { useSummary } from "./draft-summary.ts";
import { countLines, type StepProps, useLeave } from "./draft-wizard.ts";
import { StepActions } from "./step-actions.tsx";
import { StepFields } from "./step-fields.tsx";

interface StepSummaryProps extends StepProps {
  readonly query: UseQueryResult<CustomerDetail>;
  readonly option: DeliveryOption | undefined;
  /** Forgets the draft, after it was sent. */
  readonly drop: () => void;
}

/** Step 3: everything once more, the last three fields, and the order. */
export function StepSummary({ query, option, ...rest }: StepSummaryProps) {
  if (option) return <Summary option={option} {...rest} />;
  if (query.error) return <ErrorState error={query.error} onRetry={query.refetch} pending={query.isFetching} />;
  return <Loading />;
}

function Summary({ draft, act, drop, option }: StepProps & { option: DeliveryOption; drop: () => void }) {
  const { customer } = draft;
  const leave = useLeave();
  const { submit, isPending, refusal, fields } = useSummary({ draft, act, drop, option });
  const { marks, lines } = useRecheck(draft, refusal.lines);
  const chosen = useRef<HTMLElement>(null);
  useEffect(() => {
    if (refusal.lines.length > 0) chosen.current?.focus(); // on a phone it is far above the button
  }, [refusal.lines]);
  const marked = marks.boxes.size + marks.contents.size;
  const removeMarked = () => {
    for (const id of marks.boxes.keys()) act({ type: "removeBox", id });
    for (const id of marks.contents.keys()) act({ type: "removeContent", id });
  };
  return (
    <Form className="lg:max-w-5xl" onSubmit={submit} onLeave={leave}>
      <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <Facts>
          <Fact label="Kunde" wide="phone">
            {customer && `${showCustomerCode(customer.code)} – ${customer.name}`}
          </Fact>
          <Fact label="Lieferoption" wide="phone">
            {option.description}
          </Fact>
          <Fact label="Tage">{shownDays(parseDays(option.days))}</Fact>
          <Fact label="Uhrzeit">{`${option.fr} – ${option.to} Uhr`}</Fact>
          <Fact label="Lieferfenster">{`${option.window} h`}</Fact>
        </Facts>
        <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <StepFields draft={draft} act={act} option={option} {...fields} />
        </div>
        <section
          ref={chosen}
          aria-label="Boxen und Inhalte"
          tabIndex={-1}
          className="min-w-0 scroll-mt-24 outline-none"
        >
          <h3 className="mb-2">{countLines(draft)}</h3>
          {lines.map((line) => (
            <ErrorState key={line} error={line} />
          ))}
          {marked > 1 && (
            <Button className="mb-2" onClick={removeMarked}>
              {`Alle ${marked} nicht möglichen entfernen`}
            </Button>
          )}
          <BasketLines draft={draft} act={act} marks={marks} />
        </section>
      </div>
      <StepActions>
        {refusal.other && (
          <div className="basis-full">
            <ErrorState error={refusal.other} />
          </div>
        )}
        <Link {...paths.newDelivery(2)} className={buttonClass()}>
          Zurück
        </Link>
        <Button type="submit" look="primary" pending={isPending}>
          Lieferung hinzufügen
        </Button>
      </StepActions>
    </Form>
  );
}
