import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { changeOwner, previewOwnerChange } from "#contract/calls/stock/owner-changes.ts";
import type { RequestBody } from "#contract/route.ts";
import type { CustomerDetail } from "#contract/schemas/customers/customers.ts";
import type { OwnerChangePreview } from "#contract/schemas/stock/owner-changes.ts";
import { showBoxes } from "#rules/amounts.ts";
import { showBoxCode, showCustomer } from "#rules/stock/box-code.ts";
import { staySentence } from "#rules/stock/owner-change.ts";
import { sameOwner } from "#rules/texts/owner-change-refusals.ts";
import { newAttempt } from "#web/api/attempt.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { ListDialog, type MentionedBox } from "#web/basket/list/list-dialog.tsx";
import { CustomerField, useCustomer } from "#web/forms/customer-field.tsx";
import { PrintLabels } from "#web/label-printing/print-labels-button.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Section } from "#web/ui/page/section.tsx";

type Given = readonly { readonly from: string; readonly to: string; readonly id: number }[];

/** Boxes of the customer go to another one: all in stock, or those of a list. What would go and what stays is said before. */
export function OwnerChangeSection({ customer }: { customer: CustomerDetail }) {
  const [to, setTo] = useState<number | null>(null);
  const [chosen, setChosen] = useState<readonly MentionedBox[]>();
  const [keepsCentres, setKeepsCentres] = useState(true);
  const next = useCustomer(to ?? undefined);
  const name = next.customer ? showCustomer(next.customer) : "";
  const which = { customer: customer.id, to: to ?? 0, ...(chosen && { boxes: chosen.map(({ id }) => id) }) };
  const isSame = to === customer.id;
  const preview = useQuery({
    queryKey: ["boxes", "owner-change", which],
    queryFn: () => call(previewOwnerChange, { body: which }),
    enabled: to !== null && !isSame,
    staleTime: 0,
  });
  const change = useOwnerChange({ onSuccess: () => setChosen(undefined), onError: () => void preview.refetch() });
  const give = async (boxes: number) => {
    if (await confirm(questionOf(boxes, showCustomer(customer), name)))
      change.mutate({ ...which, amount: boxes, cost_centres: keepsCentres ? "keep" : "drop" });
  };
  const anew =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      change.reset();
    };
  return (
    <Section title="Boxen an einen anderen Kunden">
      <div className="grid max-w-xl gap-4">
        <CustomerField {...next} value={to} onChange={anew(setTo)} error={isSame ? sameOwner.message : undefined} />
        <Chosen customer={customer.id} boxes={chosen} onChange={anew(setChosen)} />
        <Checkbox
          label="Kostenstellen behalten"
          checked={keepsCentres}
          onChange={({ target }) => setKeepsCentres(target.checked)}
        />
        {preview.error && <ErrorState error={preview.error} onRetry={preview.refetch} pending={preview.isFetching} />}
        {preview.data && !isSame && !change.isSuccess && <Preview of={preview.data} name={name} />}
        {change.error && <ErrorState error={change.error} />}
        {change.data && <Changed boxes={change.data.boxes} />}
        <div>
          <Button
            pending={change.isPending}
            disabledReason={whyNot(to, preview.data)}
            onClick={() => preview.data && void give(preview.data.boxes)}
          >
            Boxen übergeben …
          </Button>
        </div>
      </div>
    </Section>
  );
}

/** The call, made once however often it is tried. */
function useOwnerChange({ onSuccess, onError }: { onSuccess: () => void; onError: () => void }) {
  const [once] = useState(newAttempt);
  return useMutation({
    mutationFn: (body: RequestBody<typeof changeOwner>) => call(changeOwner, { body, once }),
    meta: { inPlace: true },
    onSuccess: () => {
      once("");
      onSuccess();
      void invalidate(changeOwner);
    },
    onError,
  });
}

const questionOf = (amount: number, from: string, to: string) => ({
  title: "Boxen übergeben",
  text: `${showBoxes(amount)} von ${from} ${amount === 1 ? "gehört" : "gehören"} dann ${to}, mit Inhalten, Bildern, Nummern und Fristen und mit neuen Boxnummern.`,
  warning:
    "Die Etiketten der Boxen gelten danach nicht mehr. Bis gestern wird das Lagern hier abgerechnet, ab heute beim neuen Kunden.",
  action: `${showBoxes(amount)} übergeben`,
  typeToConfirm: String(amount),
});

type ChosenProps = {
  customer: number;
  boxes: readonly MentionedBox[] | undefined;
  onChange: (boxes: readonly MentionedBox[] | undefined) => void;
};

/** Shows the boxes that are meant: all, or those of a list. */
function Chosen({ customer, boxes, onChange }: ChosenProps) {
  const [listing, setListing] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span>{boxes ? `${showBoxes(boxes.length)} aus der Liste` : "Alle eingelagerten Boxen"}</span>
      <Button onClick={() => setListing(true)}>Nur bestimmte …</Button>
      {boxes && <Button onClick={() => onChange(undefined)}>Alle</Button>}
      {listing && (
        <ListDialog given="" customer={customer} purpose="any" onTake={onChange} onClose={() => setListing(false)} />
      )}
    </div>
  );
}

function whyNot(to: number | null, preview: OwnerChangePreview | undefined): string | false {
  if (to === null) return "Bitte wählen Sie einen Kunden.";
  if (!preview) return "Die Boxen werden noch geprüft.";
  return preview.boxes === 0 && "Keine dieser Boxen kann übergeben werden.";
}

/** Shows the boxes that would go, and those that stay. */
function Preview({ of: { boxes, more, stays }, name }: { of: OwnerChangePreview; name: string }) {
  return (
    <div role="status" className="grid gap-1">
      <p>
        {showBoxes(boxes)} {boxes === 1 ? "kann" : "können"} an {name} gehen.
        {more > 0 && ` Weitere ${showBoxes(more)} danach, in einem zweiten Schritt.`}
      </p>
      {stays.length > 0 && (
        <>
          <p>Es bleiben:</p>
          <ul className="text-muted tabular-nums">
            {stays.map((one) => (
              <li key={one.reason}>{staySentence(one)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Rows that a page shows; all of them are on the labels. */
const shownRows = 200;

/** Lists the boxes with their new names. */
function Changed({ boxes }: { boxes: Given }) {
  return (
    <div role="status" className="grid gap-2">
      <p>{showBoxes(boxes.length)} übergeben. Bitte kleben Sie die neuen Etiketten auf.</p>
      <div>
        <PrintLabels codes={boxes.map(({ to }) => to)}>Etiketten drucken</PrintLabels>
      </div>
      <ul className="grid tabular-nums sm:grid-cols-2">
        {boxes.slice(0, shownRows).map(({ from, to, id }) => (
          <li key={id}>
            {showBoxCode(from)} → <TextLink {...paths.box(id)}>{showBoxCode(to)}</TextLink>
          </li>
        ))}
      </ul>
      {boxes.length > shownRows && <p className="text-muted">und {showBoxes(boxes.length - shownRows)} mehr</p>}
    </div>
  );
}
