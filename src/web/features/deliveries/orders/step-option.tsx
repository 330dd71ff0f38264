import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import type { CustomerDetail } from "#contract/schemas/customers/customers.ts";
import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import { parseDays, showWeekday, shownDays } from "#rules/deliveries/delivery-date.ts";
import { showMoney } from "#rules/money.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { useSession } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { FormActions } from "#web/ui/form/form.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { offerQuery, type StepProps } from "./draft-wizard.ts";
import { choiceCard, choiceMark, KindChoice } from "./kind-choice.tsx";
import { focusFirst, StepForm } from "./step-frame.tsx";

interface StepOptionProps extends StepProps {
  readonly query: UseQueryResult<CustomerDetail>;
  readonly options: readonly DeliveryOption[] | undefined;
  readonly chosen: DeliveryOption | undefined;
  /** The option that was chosen does not exist any more. */
  readonly isGone: boolean;
}

/** Step 1: brought or as a scan, and when. A customer without delivery options gets the message instead (specification 5). */
export function StepOption({ draft, act, query, options, chosen, isGone }: StepOptionProps) {
  const navigate = useNavigate();
  const only = options?.length === 1 ? options[0]?.id : undefined;
  const { option } = draft;
  useEffect(() => {
    if (only !== undefined && option === null) act({ type: "chooseOption", option: only });
  }, [only, option, act]);
  if (!options && query.error)
    return <ErrorState error={query.error} onRetry={query.refetch} pending={query.isFetching} />;
  if (!options) return <Loading />;
  if (options.length === 0) return <NoOptions customer={draft.customer?.id} />;
  return (
    <StepForm className="max-w-2xl" onSubmit={() => void navigate(paths.newDelivery(2))}>
      {isGone && (
        <ErrorState error="Die gewählte Lieferoption gibt es nicht mehr. Bitte wählen Sie eine andere. Ihre Boxen und Inhalte bleiben gewählt." />
      )}
      <KindChoice asScan={draft.asScan} onChoose={(asScan) => act({ type: "setAsScan", asScan })} />
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold">Lieferoption</legend>
        {options.map((one) => (
          <OptionCard
            key={one.id}
            option={one}
            checked={one.id === option}
            asScan={draft.asScan}
            isFirst={one.id === (chosen ?? options[0])?.id}
            onChoose={() => act({ type: "chooseOption", option: one.id })}
          />
        ))}
      </fieldset>
      <FormActions>
        <ButtonLink {...paths.newDelivery(0)}>Zurück</ButtonLink>
        <Button
          type="submit"
          look="primary"
          disabledReason={!chosen && only === undefined && "Bitte erst eine Lieferoption wählen"}
        >
          Weiter
        </Button>
      </FormActions>
    </StepForm>
  );
}

interface OptionCardProps {
  readonly option: DeliveryOption;
  readonly checked: boolean;
  readonly asScan: boolean;
  /** The focus is on it at first. */
  readonly isFirst: boolean;
  readonly onChoose: () => void;
}

function OptionCard({ option, checked, asScan, isFirst, onChoose }: OptionCardProps) {
  const { data: offer } = useQuery(offerQuery(option.id));
  const { description, days, fr, to, window, price } = option;
  return (
    <label className={choiceCard}>
      <input
        ref={isFirst ? focusFirst : undefined}
        type="radio"
        name="option"
        className={choiceMark}
        checked={checked}
        onChange={onChoose}
      />
      <strong className="break-words hyphens-auto">{description}</strong>
      {!asScan && <strong className="tabular-nums">{showMoney(price)}</strong>}
      <span className="col-span-2 col-start-2 tabular-nums">
        {shownDays(parseDays(days))}
        {!asScan && `, ${fr} – ${to} Uhr, Lieferfenster ${window} h`}
      </span>
      <span className="col-span-2 col-start-2 tabular-nums">
        {asScan ? "Fertig bis" : "Nächste Lieferung"}: {offer && showWeekday(offer.day)}
      </span>
    </label>
  );
}

function NoOptions({ customer }: { customer: number | undefined }) {
  const isStaff = useSession().user?.is_staff ?? false;
  return (
    <div className="grid max-w-2xl gap-4">
      <ErrorState error={refused.noOptions.message} />
      {!isStaff && <p>Bitte wenden Sie sich an Ihr Archiv.</p>}
      <FormActions>
        <ButtonLink {...paths.newDelivery(0)}>Zurück</ButtonLink>
        {isStaff && customer !== undefined && (
          <ButtonLink {...paths.customer(customer)} look="primary">
            Lieferoption beim Kunden hinzufügen
          </ButtonLink>
        )}
      </FormActions>
    </div>
  );
}
